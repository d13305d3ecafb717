import { quantile } from '../measure/measure.js';
import { count, figure, table, UNDISTURBED } from '../report/table.js';
import type { AskMeasurement } from '../workers/ask.js';
import { type Summary, summariesOf } from './score.js';

export interface AskResults extends AskMeasurement {
  readonly data: string;
  readonly machine: string;
}

/** A goal of the issue that asked for questions, and what was measured. */
interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly seen: number | undefined;
  readonly isMet: (seen: number) => boolean;
  readonly text: (seen: number) => string;
}

/** The results as Markdown. @param withQuestions whether each question has a line */
export function askReport(results: AskResults, withQuestions: boolean): string {
  const { data, machine, parts, scores, first_ms } = results;
  const summaries = summariesOf(scores);
  return [
    `# Questions: ${data}`,
    `${machine}; ${count(parts)} parts, ${scores.length} questions that have an answer among them`,
    goalsTable(results, summaries[summaries.length - 1]),
    '## Kinds of questions',
    kindsTable(summaries),
    ...timesReport(results),
    `The first interpretation, which learns the vocabulary, took ${figure(first_ms)} ms. Those of all questions leave ${figure(results.kept_mb)} MB more: recent meanings, columns, sets of rows and questions (at most 46 MB), and scratch.`,
    ...(withQuestions ? ['## Each question', questionsTable(results)] : []),
  ].join('\n\n');
}

function goalsTable({ times, vocabulary_mb }: AskResults, all: Summary): string {
  const atLeast = (what: string, least: number, seen: number): Goal => ({
    what,
    goal: `≥ ${least}`,
    seen,
    isMet: (value) => value >= least,
    text: (value) => value.toFixed(3),
  });
  const atMost = (what: string, most: number, unit: string, seen: number | undefined): Goal => ({
    what,
    goal: `≤ ${most} ${unit}`,
    seen,
    isMet: (value) => value <= most,
    text: (value) => `${figure(value)} ${unit}`,
  });
  const goals: Goal[] = [
    atLeast('precision of the first 10', 0.92, all.precision),
    atLeast('an accepted part among the first 3', 0.97, all.success),
    atLeast('mean recall of the set', 0.85, all.recall),
    atLeast('precision of the set', 0.85, all.setPrecision),
    {
      what: 'questions that find nothing',
      goal: '0',
      seen: all.zero * all.questions,
      isMet: (value) => value < 0.5,
      text: (value) => count(value),
    },
    atMost('`ask`, median', 3, 'ms', times && quantile(times.ask, 0.5)),
    atMost('`ask`, p95', 15, 'ms', times && quantile(times.ask, 0.95)),
    atMost('`interpret`, p99 of 3,000 other texts', 50, 'ms', times && quantile(times.other, 0.99)),
    atMost('`interpret`, the slowest hostile text', 50, 'ms', times && Math.max(...times.hostile.map(({ ms }) => ms))),
    atMost('memory of the vocabulary', 25, 'MB', vocabulary_mb),
  ];
  const rows = goals.map(({ what, goal, seen, isMet, text }) => [
    what,
    goal,
    seen === undefined ? '–' : text(seen),
    seen === undefined ? 'not measured' : isMet(seen) ? 'met' : 'missed',
  ]);
  return table(['', 'goal', 'seen', 'result'], rows, ['result']);
}

function kindsTable(summaries: readonly Summary[]): string {
  const share = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2));
  const rows = summaries.map((of) => [
    of.name,
    count(of.questions),
    ...[of.precision, of.success, of.reciprocal, of.recall, of.setPrecision, of.zero, of.must, of.order].map(share),
  ]);
  const measures = ['precision@10', 'success@3', 'MRR', 'recall', 'set precision', 'zero', 'must first', 'order@10'];
  return table(['kind', 'questions', ...measures], rows);
}

function timesReport({ times }: AskResults): string[] {
  if (!times) return [];
  const row = (name: string, values: readonly number[]) => [
    name,
    figure(quantile(values, 0.5)),
    figure(quantile(values, 0.95)),
    figure(Math.max(...values)),
  ];
  const ratios = times.ask.map((value, i) => value / times.search[i]);
  const rows = [
    row('`ask`', times.ask),
    row('`ask` of the same text again', times.again),
    row('`search` of the same request', times.search),
    row('`interpret`', times.interpret),
    row('`interpret` of 3,000 other texts', times.other),
    row('ratio of `ask` to `search`', ratios),
  ];
  const disturbed = `The machine was busy with something else: only ${figure(times.cpu_share)} of a processor was left.`;
  return [
    '## Times of a question, warm, in ms of processor time',
    table(['', 'median', 'p95', 'longest'], rows),
    '## The slowest hostile texts, interpreted, in ms of processor time',
    table(
      ['', 'median'],
      [...times.hostile]
        .sort((a, b) => b.ms - a.ms)
        .slice(0, 10)
        .map(({ name, ms }) => [name, figure(ms)]),
    ),
    ...(times.cpu_share < UNDISTURBED ? [disturbed] : []),
  ];
}

function questionsTable({ scores }: AskResults): string {
  const rows = scores.map(({ id, q, accepted, hits, precision, reciprocal, recall, setPrecision }) => [
    id,
    q.replaceAll('|', '\\|'),
    count(accepted),
    count(hits),
    ...[precision, reciprocal, recall, setPrecision].map((value) => value.toFixed(2)),
  ]);
  const titles = ['', 'question', 'accepted', 'hits', 'precision@10', 'MRR', 'recall', 'set precision'];
  return table(titles, rows, ['question']);
}

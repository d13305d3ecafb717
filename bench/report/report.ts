import { type Results, storedAndIndex } from '../measure/benchmark.js';
import type { QuestionResult } from '../measure/question-results.js';
import { MEGABYTE } from '../measure/worker.js';
import type { TypingTimes } from '../workers/typing.js';
import { PART_NUMBER_STRUCTURES } from './part-number-sizes.js';
import { peersReport } from './peers-report.js';
import type { SizeGroup } from './sizes.js';
import { count, figure, markedName, table, UNDISTURBED } from './table.js';

/** The results as Markdown. */
export function report(results: Results): string {
  const { data, machine, questions } = results;
  const loads = Object.entries(machine.load).map(([stage, load]) => `${stage} ${load.toFixed(1)}`);
  return [
    `# ${data}`,
    `Node ${machine.node}, ${machine.platform}, ${machine.processors}, ${machine.memory_gb} GB, ${machine.started}`,
    `Load of the machine before each stage: ${loads.join(', ')}`,
    ...buildReport(results),
    ...sizeReport(results),
    ...partNumberReport(results),
    ...openReport(results),
    ...(questions.length > 0 ? questionReport(results) : []),
    ...typingReport(results),
    ...(results.lucene ? peersReport(results, results.lucene) : []),
  ].join('\n\n');
}

function buildReport({ build, parse }: Results): string[] {
  if (!build || !parse) return [];
  const rows = [
    ['build, s', figure(build.seconds)],
    ['of this reading', figure(build.read_seconds)],
    ['CPU time of all threads, s', figure(build.cpu_seconds)],
    ['parts/s', count(build.parts / build.seconds)],
    [`unpack + JSON.parse alone (${count(parse.bytes / MEGABYTE)} MB), s`, figure(parse.seconds)],
    ['build over unpack + JSON.parse', figure(build.seconds / parse.seconds)],
    ['the same in CPU time', figure(build.cpu_seconds / parse.cpu_seconds)],
    ['peak memory, MB', count(build.peak_mb)],
  ];
  return ['## Build', table(['', `${count(build.parts)} parts`], rows)];
}

/** Kinds of sections that have a column; the rest is added up. */
const KINDS = ['dictionary', 'codes', 'postings', 'forms'];

function sizeReport({ info, sizes }: Results): string[] {
  const { stored_mb, index_mb } = storedAndIndex(sizes);
  const row = (name: string, bytes: number, kinds: SizeGroup['kinds'] = {}) => {
    const others = Object.entries(kinds).filter(([kind]) => !KINDS.includes(kind));
    return [
      name,
      megabytes(bytes),
      figure(bytes / info.parts),
      ...KINDS.map((kind) => (kinds[kind] === undefined ? '' : megabytes(kinds[kind]))),
      others.map(([kind, size]) => `${kind} ${megabytes(size)}`).join(', '),
    ];
  };
  const rows = [
    ...sizes.map(({ name, bytes, kinds }) => row(name, bytes, kinds)),
    row('all', info.bytes),
    row('all but the stored documents', index_mb * MEGABYTE),
  ];
  const summary = `${megabytes(info.bytes)} MB: stored documents ${figure(stored_mb)} MB, index ${figure(index_mb)} MB`;
  return ['## File', summary, table(['MB', 'all', 'bytes a part', ...KINDS, 'others'], rows, ['others'])];
}

function megabytes(bytes: number): string {
  return figure(bytes / MEGABYTE);
}

/** Bytes of each structure per distinct part number, the same in the file and in memory. */
function partNumberReport({ info, sizes, part_numbers }: Results): string[] {
  if (part_numbers.length === 0) return [];
  const rows = part_numbers.map(({ field, numbers, bytes }) => [
    field,
    count(numbers),
    ...PART_NUMBER_STRUCTURES.map((structure) => figure(bytes[structure] / numbers)),
    figure((bytes.trigrams + bytes.signatures) / numbers),
  ]);
  const titles = ['bytes a part number', 'part numbers', ...PART_NUMBER_STRUCTURES, 'trigrams + signatures'];
  const offers = sizes.map(({ kinds }) => kinds['offer-counts'] ?? 0).reduce((sum, bytes) => sum + bytes, 0);
  return [
    '## Part numbers',
    table(titles, rows),
    `Numbers of offers, for the order of matches: ${figure(offers / info.parts)} bytes a part.`,
  ];
}

function openReport({ open, memory, questions }: Results): string[] {
  if (!open || !memory) return [];
  const afterRow = (name: string, isOf: (result: QuestionResult) => boolean) => {
    const last = questions.findLast(isOf);
    return last ? [[`after the questions for ${name}, MB`, count(last.memory_mb)]] : [];
  };
  const rows = [
    ['open, ms', figure(open.open_ms)],
    [`first answer (${questions[0].name}), ms`, figure(open.first_answer_ms)],
    ['both, ms', figure(open.open_ms + open.first_answer_ms)],
    ['memory of the process before, MB', count(memory.before_mb)],
    ['after open, MB', count(memory.opened_mb)],
    ...afterRow('uids without facets', ({ over_uids, facet_sum }) => !over_uids && facet_sum === 0),
    ...afterRow('uids with facets', ({ over_uids, facet_sum }) => !over_uids && facet_sum > 0),
    ...afterRow('pages', ({ over_uids }) => over_uids !== undefined),
  ];
  return ['## Open and memory', table(['', 'fresh process'], rows)];
}

function questionReport({ questions }: Results): string[] {
  const rows = questions.map((result) => [
    markedName(result),
    String(result.queries),
    figure(result.median_ms),
    figure(result.p95_ms),
    `${figure(result.fastest.median_ms)} / ${figure(result.fastest.p95_ms)}`,
    result.over_uids ? `${figure(result.over_uids.median_ms)} / ${figure(result.over_uids.p95_ms)}` : '',
    figure(result.first_ms),
    `${Math.round(100 * result.cpu_share)} %`,
    count(result.totals_sum / result.queries),
  ]);
  const titles = [
    'question',
    'queries',
    'median ms',
    'p95 ms',
    'fastest pass',
    'over uids alone',
    'first ms',
    'CPU',
    'mean hits',
  ];
  const notes: string[] = [];
  if (questions.some(({ cpu_share }) => cpu_share < UNDISTURBED))
    notes.push('\\* disturbed: the process had to wait for a processor');
  const empty = questions.filter(({ without_hits }) => without_hits > 0);
  if (empty.length > 0)
    notes.push(`Queries without a hit: ${empty.map(({ name, without_hits }) => `${name} ${without_hits}`).join(', ')}`);
  return ['## Queries', table(titles, rows), ...notes, ...questions.flatMap(eachReport)];
}

/** The queries of a question one by one. */
function eachReport({ name, title, each }: QuestionResult): string[] {
  if (!each) return [];
  const rows = each.map(({ query, hits, median_ms, fastest_ms }) => [
    `\`${query}\``,
    count(hits),
    figure(median_ms),
    figure(fastest_ms),
  ]);
  return [`### ${name}: ${title}`, table(['', 'hits', 'median ms', 'fastest pass'], rows)];
}

function typingReport({ typing }: Results): string[] {
  if (!typing) return [];
  const { first, again } = typing;
  const row = (name: string, times: TypingTimes) => [
    name,
    figure(times.median_ms),
    figure(times.p95_ms),
    figure(times.worst_ms),
    `\`${times.worst_text}\``,
  ];
  const made = `createSuggester takes ${figure(typing.create_ms)} ms and ${count(typing.created_mb - typing.opened_mb)} MB with all that it reads of the catalog.`;
  const titles = [`${count(typing.texts)} texts`, 'median ms', 'p95 ms', 'worst ms', 'which'];
  return ['## Completion', made, table(titles, [row('typed once', first), row('typed again', again)], ['which'])];
}

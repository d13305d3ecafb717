import { count, table } from '../report/table.js';
import type { Measured } from './measured-engine.js';
import { bytesOf, textOf, type WorstRequest } from './requests.js';

/** The worst request found of a kind. */
export interface WorstOfKind {
  readonly kind: string;
  /** Requests that were tried. */
  readonly tried: number;
  readonly request: WorstRequest;
  readonly measured: Measured;
}

export interface KnownCaseResult {
  readonly name: string;
  readonly before: string;
  readonly request: WorstRequest;
  readonly measured: Measured;
}

export interface WorstResults {
  readonly package: string;
  readonly data: string;
  readonly parts: number | undefined;
  readonly seed: number;
  readonly minutes: number;
  readonly machine: string;
  readonly known: readonly KnownCaseResult[];
  readonly worst: readonly WorstOfKind[];
}

const SHOWN_LENGTH = 90;

/** The results as Markdown, with all measurements. */
export function worstReport(results: WorstResults): string {
  const { data, machine, seed, minutes, known, worst } = results;
  const parts = [`# Worst requests: ${data}`, machine, `Seed ${seed}, ${minutes} minutes of searching.`];
  if (known.length > 0) parts.push('## Known cases', knownTable(known));
  if (worst.length > 0) parts.push('## Worst found', worstTable(worst));
  return [...parts, ...highest([...known, ...worst])].join('\n\n');
}

function knownTable(known: readonly KnownCaseResult[]): string {
  const rows = known.map(({ name, before, request, measured }) => [
    name,
    count(bytesOf(request)),
    before,
    ...figures(measured),
    ending(measured),
  ]);
  const titles = ['request', 'bytes', 'before budgets', 'CPU ms', 'ms', 'stall ms', 'grown MB', 'kept MB', 'ended'];
  return table(titles, rows, ['before budgets', 'ended']);
}

function worstTable(worst: readonly WorstOfKind[]): string {
  const rows = worst.map(({ kind, tried, request, measured }) => [
    kind,
    count(tried),
    code(textOf(request)),
    count(bytesOf(request)),
    ...figures(measured),
    ending(measured),
  ]);
  const titles = ['kind', 'tried', 'worst', 'bytes', 'CPU ms', 'ms', 'stall ms', 'grown MB', 'kept MB', 'ended'];
  return table(titles, rows, ['worst', 'ended']);
}

/** The table of docs/embedding.md. */
export function embeddingTable({ worst, known }: WorstResults): string {
  const row = (kind: string, request: WorstRequest, { cpu_ms, stall_ms, grown_mb, outcome }: Measured) => [
    kind,
    count(bytesOf(request)),
    `${count(cpu_ms)} ms`,
    `${count(stall_ms)} ms`,
    Number.isNaN(grown_mb) ? '' : `${count(grown_mb)} MB`,
    outcome.ended,
  ];
  const rows =
    worst.length > 0
      ? worst.map(({ kind, request, measured }) => row(kind, request, measured))
      : known.map(({ name, request, measured }) => row(name, request, measured));
  return table(['worst request found', 'bytes', 'CPU', 'stall', 'memory', 'ends'], rows, ['ends']);
}

function figures({ cpu_ms, wall_ms, stall_ms, grown_mb, kept_mb }: Measured): string[] {
  const megabytes = (value: number) => (Number.isNaN(value) ? '' : count(Math.max(0, value)));
  return [count(cpu_ms), count(wall_ms), count(stall_ms), megabytes(grown_mb), megabytes(kept_mb)];
}

function ending({ outcome: { ended, detail } }: Measured): string {
  return `${ended}: ${cell(shortened(detail))}`;
}

function highest(measured: readonly { readonly measured: Measured }[]): string[] {
  if (measured.length === 0) return [];
  const most = (name: 'cpu_ms' | 'stall_ms' | 'grown_mb' | 'kept_mb') =>
    Math.max(...measured.map((one) => one.measured[name]).filter((value) => !Number.isNaN(value)));
  return [
    `Most of all: CPU ${count(most('cpu_ms'))} ms, stall ${count(most('stall_ms'))} ms, grown ${count(most('grown_mb'))} MB, kept ${count(most('kept_mb'))} MB.`,
  ];
}

const code = (text: string) => `\`${cell(shortened(text)).replaceAll('`', "'")}\``;

function shortened(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** Within a cell of a table. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}

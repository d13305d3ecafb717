import { nameMap } from '../model/check-arguments.js';
import type { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';
import type { ArgumentTable, FittingArgument } from './argument-tables.js';
import { readQueries } from './match-queries.js';
import { Messages } from './messages.js';
import type { UrlArgument } from './url-arguments.js';
import { readCount, readFlag, readSlice } from './value-texts.js';

/** An argument with its value: the member of the request at its path. The value is undefined if it has an issue. */
export interface GivenArgument {
  readonly path: readonly string[];
  readonly value: unknown;
  /** Of JSON: as it was sent. */
  readonly text?: string;
}

/** The arguments of a URL, as read for an endpoint. */
export interface GivenArguments {
  readonly args: readonly GivenArgument[];
  /** First steps of all arguments that were sent, including those with issues. */
  readonly sent: ReadonlySet<string>;
  /** About ignored arguments. */
  readonly warnings: Messages;
}

/** An argument with all values that were sent for it. */
interface SentArgument extends FittingArgument {
  /** Its name as first sent. */
  readonly name: string;
  readonly values: { readonly text: string; readonly index: number | undefined }[];
}

/** Reads the arguments of a URL. An empty value counts as absent. @param issues receives the arguments that cannot be read */
export function readArguments(args: readonly UrlArgument[], table: ArgumentTable, issues: Issues): GivenArguments {
  const warnings = new Messages();
  const given: GivenArgument[] = [];
  const sent = new Set<string>();
  for (const argument of gather(args, table, warnings)) {
    const { path } = argument;
    sent.add(path[0]);
    const value = readValue(argument, warnings, issues);
    given.push(argument.shape.kind === 'queries' ? { path, value, text: argument.values[0].text } : { path, value });
  }
  return { args: given, sent, warnings };
}

function gather(args: readonly UrlArgument[], table: ArgumentTable, warnings: Messages): Iterable<SentArgument> {
  const sent = new Map<string, SentArgument>();
  const unknown = new Set<string>();
  for (const { name, value, isBare } of args) {
    const fitting = table.find(name);
    if (!fitting) {
      if (!unknown.has(name)) warnings.add(() => table.unknown(name));
      unknown.add(name);
      continue;
    }
    const text = isBare && fitting.shape.kind === 'flag' ? 'true' : value;
    if (text === '') continue;
    const key = fitting.path.join('\0');
    const known = sent.get(key);
    if (known) known.values.push({ text, index: fitting.index });
    else {
      const { shape, path, index } = fitting;
      sent.set(key, { shape, path, index, name, values: [{ text, index }] });
    }
  }
  return sent.values();
}

/** The value of an argument; undefined, with an issue, if it has no form in the request language. The model checks the rest. */
function readValue(argument: SentArgument, warnings: Messages, issues: Issues): unknown {
  const { shape, values } = argument;
  if (shape.kind === 'list') return inOrder(values);
  if (shape.kind === 'names') return [...new Set(inOrder(values))];
  const text = soleText(argument, issues);
  if (text === undefined) return undefined;
  switch (shape.kind) {
    case 'flag':
      return readFlag(text);
    case 'count':
      return readCount(text);
    case 'slice':
      return readSlice(text);
    case 'queries':
      return readQueries(text, warnings, issues);
    case 'text':
      return text;
  }
}

/** Sorted by position if all have one. */
function inOrder(values: SentArgument['values']): string[] {
  const hasPositions = values.every(({ index }) => index !== undefined);
  const sorted = hasPositions ? values.toSorted((a, b) => (a.index as number) - (b.index as number)) : values;
  return sorted.map(({ text }) => text);
}

function soleText({ path, values }: SentArgument, issues: Issues): string | undefined {
  const [{ text }] = values;
  if (values.every((value) => value.text === text)) return text;
  const others = values.map((value) => `"${shorten(value.text, 20)}"`).slice(0, 3);
  const details = { found: values.length, expected: ['one value'] };
  issues.add('too_many', path, ` must have one value, and was sent with ${others.join(', ')}`, details);
  return undefined;
}

/** Arguments as one object of the request language; maps have no prototype, so names may be any text. */
export function requestOf(args: readonly GivenArgument[]): Record<string, unknown> {
  const request = nameMap<unknown>();
  for (const { path, value } of args) {
    let holder = request;
    for (const step of path.slice(0, -1)) {
      holder[step] ??= nameMap<unknown>();
      holder = holder[step] as Record<string, unknown>;
    }
    holder[path[path.length - 1]] = value;
  }
  return request;
}

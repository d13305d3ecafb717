import {
  AbortedError,
  ClusterError,
  CorruptCatalogError,
  FilterSyntaxError,
  PartdexError,
  ValidationError,
} from '../model/errors.js';
import type { Issue } from '../partdex.js';
import { adviceFor } from './cluster.js';
import { CommandError, EXIT, type IssueWords, type Place, RequestError } from './failure.js';
import { StoppedBySignal } from './signals.js';
import { printable } from './terminal/format.js';
import { textWidth } from './terminal/table.js';
import { colorsOf, print, type Terminal } from './terminal/terminal.js';
import { packageVersion } from './version.js';

/** Characters of a long text that are printed on either side of the fault. */
const CONTEXT = 60;

const SYSTEM_ERRORS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'access is denied'],
  ['EPERM', 'access is denied'],
  ['EISDIR', 'it is a folder, and a file is needed'],
  ['ENOTDIR', 'a part of the path is not a folder'],
  ['EEXIST', 'it exists already'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'it would be larger than the system allows'],
  ['EROFS', 'the disk is read-only'],
  ['EIO', 'the disk has failed (EIO)'],
]);

/** Prints an error and returns the exit status. */
export function reportFailure(error: unknown, terminal: Terminal): number {
  const label = colorsOf(terminal.stderr).red('error:');
  print(terminal.stderr, `${label} ${describe(error)}\n`);
  return statusOf(error);
}

function statusOf(error: unknown): number {
  const signal = stoppedBy(error);
  if (signal) return signal.status;
  if (error instanceof CommandError) return error.status;
  return error instanceof ValidationError || error instanceof RequestError ? EXIT.badRequest : EXIT.failure;
}

/** The system signal that stopped a command, if one did. */
function stoppedBy(error: unknown): StoppedBySignal | undefined {
  // What throws the reason of its signal as it is.
  if (error instanceof StoppedBySignal) return error;
  return error instanceof AbortedError && error.cause instanceof StoppedBySignal ? error.cause : undefined;
}

function describe(error: unknown): string {
  const signal = stoppedBy(error);
  if (signal) return signal.message;
  if (error instanceof ValidationError) return describeIssues(error);
  if (error instanceof RequestError) return describeIssues(error.error, error.words);
  if (error instanceof CommandError) return printable(error.message) + (error.place ? markPlace(error.place) : '');
  if (error instanceof CorruptCatalogError) return printable(`${error.message}; build the catalog again, or take a whole copy`);
  if (error instanceof ClusterError) return printable([error.message, adviceFor(error)].filter(Boolean).join('; '));
  if (error instanceof PartdexError) return printable(error.message);
  if (isSystemError(error)) return printable(systemFailure(error));
  return describeFault(error);
}

/** One line for each issue, with a mark under the place of the first syntax fault. */
function describeIssues(error: ValidationError, words: IssueWords = {}): string {
  const described = error.describe((issue, predicate) => {
    const advice = words.advice?.(issue);
    return `${words.option?.(issue) ?? optionOf(issue)}${predicate}${advice === undefined ? '' : `; ${advice}`}`;
  });
  const [first, ...others] = [...new Set(described)].map(printable);
  const mark =
    error instanceof FilterSyntaxError ? markPlace({ text: error.query, offset: error.offset, length: error.length }) : '';
  return [`${first}${mark}`, ...others].join('\n');
}

/** Options that set a member of a request with another name. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['q', '--query'],
  ['sortby', '--sort'],
  ['fields', '--field'],
  ['spec_drilldown', '--drilldown'],
  ['spec_drilldown.keys', '--drilldown-keys'],
  ['filter.fields', '--field'],
  ['filter.queries', '--filter'],
  ['facet.fields', '--facet'],
  ['facet.queries', '--facet-query'],
]);
const SAME_NAME: ReadonlySet<string> = new Set([
  'start',
  'limit',
  'after',
  'filter',
  'facet',
  'stats',
  'include',
  'show',
  'hide',
  'slice',
]);

/** The option of an issue; for a member that no option sets, its path. */
function optionOf({ path, pathParts }: Issue): string {
  if (path === '') return 'the request';
  const [head, second, name, ...more] = pathParts;
  if (head === 'stats' || head === 'slice') return `--${head}${second === undefined ? '' : ` ${shortened(second)}`}`;
  const option = OPTIONS.get(`${head}.${second}`) ?? OPTIONS.get(head);
  if (second !== 'fields') return option ?? (SAME_NAME.has(head) ? `--${head}` : path);
  const member = more.at(-1);
  // One option sets several members of a facet.
  const part = member === 'start' || member === 'limit' ? `: ${member}` : '';
  return `${member === 'ranges' ? '--ranges' : option}${name === undefined ? '' : ` ${shortened(name)}`}${part}`;
}

function shortened(name: string): string {
  return name.length <= CONTEXT ? name : `${name.slice(0, CONTEXT)}…`;
}

/** Two further lines: the text, and a mark under the place. */
function markPlace({ text, offset, length }: Place): string {
  const start = Math.max(0, offset - CONTEXT);
  const end = Math.min(text.length, offset + Math.max(length, 1) + CONTEXT);
  const before = (start > 0 ? '…' : '') + printable(text.slice(start, offset));
  const found = printable(text.slice(offset, Math.min(offset + length, end)));
  const after = printable(text.slice(offset + length, end)) + (end < text.length ? '…' : '');
  return `\n  ${before}${found}${after}\n  ${' '.repeat(textWidth(before))}${'^'.repeat(Math.max(1, textWidth(found)))}`;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;
}

/** A file-system error in plain words; `name` is the user's name for the file, if that is not its path. */
export function systemFailure(error: unknown, name?: string): string {
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  const reason = SYSTEM_ERRORS.get(code);
  const file = name ?? path;
  if (reason !== undefined && file !== undefined) return `"${file}": ${reason}`;
  return name === undefined ? message : `"${name}": ${message}`;
}

/** An unexpected error is a bug of the program, and its developers need the stack trace. */
function describeFault(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const system = `partdex ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`;
  return `this is a fault of partdex; please report it with the command line and what follows\n${system}\n${trace}`;
}

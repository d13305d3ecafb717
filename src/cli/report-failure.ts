import { AbortedError, CorruptCatalogError, FilterSyntaxError, PartdexError, ValidationError } from '../partdex.js';
import { CommandError, EXIT, type Place } from './failure.js';
import { StoppedBySignal } from './signals.js';
import { printable } from './terminal/format.js';
import { textWidth } from './terminal/table.js';
import { colorsOf, print, type Terminal } from './terminal/terminal.js';
import { packageVersion } from './version.js';

/** Characters of a long text that are shown on either side of the fault. */
const CONTEXT = 60;

const SYSTEM_ERRORS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'access is denied'],
  ['EPERM', 'access is denied'],
  ['EISDIR', 'it is a folder, and a file is needed'],
  ['ENOTDIR', 'a part of the path is no folder'],
  ['EEXIST', 'it exists already'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EFBIG', 'it would be larger than the system allows'],
  ['EROFS', 'the disk is read-only'],
  ['EIO', 'the disk has failed (EIO)'],
]);

/** Prints what went wrong and gives the exit status. */
export function reportFailure(error: unknown, terminal: Terminal): number {
  const label = colorsOf(terminal.stderr).red('error:');
  print(terminal.stderr, `${label} ${describe(error)}\n`);
  return statusOf(error);
}

function statusOf(error: unknown): number {
  const signal = stoppedBy(error);
  if (signal) return signal.status;
  if (error instanceof CommandError) return error.status;
  return error instanceof ValidationError ? EXIT.badRequest : EXIT.failure;
}

/** The signal of the system that has stopped a command, if one has. */
function stoppedBy(error: unknown): StoppedBySignal | undefined {
  return error instanceof AbortedError && error.cause instanceof StoppedBySignal ? error.cause : undefined;
}

function describe(error: unknown): string {
  const signal = stoppedBy(error);
  if (signal) return signal.message;
  if (error instanceof FilterSyntaxError) return describeSyntaxError(error);
  if (error instanceof CommandError) return printable(error.message) + (error.place ? markPlace(error.place) : '');
  if (error instanceof CorruptCatalogError) return printable(`${error.message}; build the catalog again, or take a whole copy`);
  if (error instanceof PartdexError) return printable(error.message);
  if (isSystemError(error)) return printable(systemFailure(error));
  return describeFault(error);
}

function describeSyntaxError({ query, offset, length, message, argument }: FilterSyntaxError): string {
  const reason = message.startsWith(`${argument}: `) ? message.slice(argument.length + 2) : message;
  const kind = argument.startsWith('facet.') ? 'facet query' : 'filter query';
  return `${kind}: ${printable(reason)}${markPlace({ text: query, offset, length })}`;
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

/** An error of the file system in plain words; `name` is what the user calls the file, if that is not its path. */
export function systemFailure(error: unknown, name?: string): string {
  const { code = '', path, message } = error as NodeJS.ErrnoException;
  const reason = SYSTEM_ERRORS.get(code);
  const file = name ?? path;
  if (reason !== undefined && file !== undefined) return `"${file}": ${reason}`;
  return name === undefined ? message : `"${name}": ${message}`;
}

/** What nobody has foreseen is the program's own fault, and whoever mends it needs the trace. */
function describeFault(error: unknown): string {
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const system = `partdex ${packageVersion()}, Node ${process.version}, ${process.platform} ${process.arch}`;
  return `this is a fault of partdex; please report it with the command line and what follows\n${system}\n${trace}`;
}

import { CommanderError } from 'commander';
import { FilterSyntaxError, PartdexError, ValidationError } from '../partdex.js';
import { colorsOf, printable, type Terminal } from './terminal.js';

/** Exit statuses of the command. */
export const EXIT = { ok: 0, failure: 1, badRequest: 2 } as const;

/** Characters of a long query that are shown on either side of the fault. */
const CONTEXT = 60;

const SYSTEM_ERRORS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'access is denied'],
  ['EPERM', 'access is denied'],
  ['EISDIR', 'it is a folder, and a file is needed'],
  ['ENOTDIR', 'a part of the path is no folder'],
  ['EEXIST', 'it exists already'],
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'the disk is read-only'],
]);

/** Prints what went wrong, without a stack trace where it is no fault of the program, and gives the exit status. */
export function reportFailure(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.badRequest;
  const label = colorsOf(terminal).red('error:');
  terminal.stderr.write(`${label} ${describe(error)}\n`);
  return error instanceof ValidationError ? EXIT.badRequest : EXIT.failure;
}

function describe(error: unknown): string {
  if (error instanceof FilterSyntaxError) return describeSyntaxError(error);
  if (error instanceof PartdexError) return printable(error.message);
  if (isSystemError(error)) return describeSystemError(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The query with a mark under the place, and what was expected there. */
function describeSyntaxError({ query, offset, length, message, argument }: FilterSyntaxError): string {
  const start = Math.max(0, offset - CONTEXT);
  const end = Math.min(query.length, offset + Math.max(length, 1) + CONTEXT);
  const before = (start > 0 ? '…' : '') + printable(query.slice(start, offset));
  const found = printable(query.slice(offset, Math.min(offset + length, end)));
  const after = printable(query.slice(offset + length, end)) + (end < query.length ? '…' : '');
  const mark = '^'.repeat(Math.max(1, countCharacters(found)));
  const reason = message.startsWith(`${argument}: `) ? message.slice(argument.length + 2) : message;
  return [
    'this filter query does not follow the grammar',
    `  ${before}${found}${after}`,
    `  ${' '.repeat(countCharacters(before))}${mark}`,
    `  ${printable(reason)}`,
  ].join('\n');
}

function countCharacters(text: string): number {
  return [...text].length;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error;
}

function describeSystemError({ code = '', path, message }: NodeJS.ErrnoException): string {
  const reason = SYSTEM_ERRORS.get(code);
  return reason !== undefined && path !== undefined ? `"${printable(path)}": ${reason}` : message;
}

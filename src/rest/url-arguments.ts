import { shorten } from '../model/nearest.js';
import type { Messages } from './messages.js';

/** One `name=value` of a URL, decoded. */
export interface UrlArgument {
  readonly name: string;
  readonly value: string;
  /** Whether it stands without `=`: `pretty_print`. */
  readonly isBare: boolean;
}

/**
 * Reads what follows the `?` of a URL, as forms write it: percent-encoded UTF-8, `+` for a blank.
 * @param faults takes what is wrong with the arguments that are left out
 */
export function readUrlArguments(query: string, faults: Messages): UrlArgument[] {
  const args: UrlArgument[] = [];
  for (const piece of query.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const rawName = equals < 0 ? piece : piece.slice(0, equals);
    const name = decodeFormText(rawName);
    const value = equals < 0 ? '' : decodeFormText(piece.slice(equals + 1));
    if (name === undefined || value === undefined) faults.add(() => encodingFault(name ?? rawName, piece));
    else args.push({ name, value, isBare: equals < 0 });
  }
  return args;
}

/** Percent-encoded UTF-8 as text, or undefined for what is none. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function decodeFormText(text: string): string | undefined {
  return decodePercent(text.replaceAll('+', ' '));
}

function encodingFault(name: string, piece: string): string {
  return `${shorten(name)}: "${shorten(piece)}" is no percent-encoded UTF-8; a "%" itself is written "%25"`;
}

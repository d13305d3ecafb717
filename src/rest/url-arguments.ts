import type { Issues } from '../model/issues.js';
import { shorten } from '../model/nearest.js';

/** One `name=value` of a URL, decoded. */
export interface UrlArgument {
  readonly name: string;
  readonly value: string;
  /** Whether it was sent without `=`: `pretty_print`. */
  readonly isBare: boolean;
}

/**
 * Parses the query of a URL, encoded as forms do: percent-encoded UTF-8, `+` for a blank.
 * @param issues receives the errors of arguments that are left out
 */
export function readUrlArguments(query: string, issues: Issues): UrlArgument[] {
  const args: UrlArgument[] = [];
  for (const piece of query.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const rawName = equals < 0 ? piece : piece.slice(0, equals);
    const name = decodeFormText(rawName);
    const value = equals < 0 ? '' : decodeFormText(piece.slice(equals + 1));
    if (name === undefined || value === undefined) addEncodingFault(name ?? rawName, piece, issues);
    else args.push({ name, value, isBare: equals < 0 });
  }
  return args;
}

/** Percent-encoded UTF-8 as text, or undefined if it is invalid. */
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

function addEncodingFault(name: string, piece: string, issues: Issues): void {
  const text = `: "${shorten(piece)}" is not percent-encoded UTF-8; a "%" itself is written "%25"`;
  issues.add('wrong_type', [name], text, { found: piece, expected: ['percent-encoded UTF-8'] });
}

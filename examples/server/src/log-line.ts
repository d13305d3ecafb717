import type { KeyFinder, Span } from './key-finder.js';

/** The data of a log line. */
export interface LoggedRequest {
  readonly address: string;
  readonly method: string;
  /** Path and arguments as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** The status of a request whose client disconnected before the answer. Nothing was sent. */
export const CLIENT_GONE = 499;

/** Arguments whose values must not be logged, whether they are keys of this server or not. */
const SECRETS = new Set(['apikey', 'token']);
const LONGEST_TARGET = 1000;

/** `2026-01-31T12:00:00.000Z 127.0.0.1 GET /api/v3/parts/search?q=relay&apikey=… 200 1.2 ms` */
export function logLine({ address, method, target, status, milliseconds }: LoggedRequest, keys: KeyFinder): string {
  return `${new Date().toISOString()} ${address} ${method} ${shown(target, keys)} ${status} ${milliseconds.toFixed(1)} ms`;
}

/** A text with `…` in place of every key. */
export function withoutKeys(text: string, keys: KeyFinder): string {
  return without(text, keys.find(text));
}

/** In printable ASCII, of bounded length and without keys, whatever was sent. */
function shown(target: string, keys: KeyFinder): string {
  // A key may begin in the shown part and end after it.
  const looked = target.slice(0, LONGEST_TARGET + keys.longest);
  const kept = looked.slice(0, LONGEST_TARGET);
  const text = without(kept, [...keys.find(looked), ...secretValues(looked)]).replace(/[^\x21-\x7e…]/g, '?');
  return target.length > LONGEST_TARGET ? `${text}…` : text;
}

function without(text: string, spans: readonly Span[]): string {
  const sorted = [...spans].sort((a, b) => a[0] - b[0]);
  let shown = '';
  let end = 0;
  for (const [from, to] of sorted) {
    if (to <= end || from >= text.length) continue;
    if (from >= end) shown += `${text.slice(end, from)}…`;
    end = to;
  }
  return shown + text.slice(end);
}

/** The values of secret arguments. Their names may be percent-encoded and end in brackets. */
function secretValues(target: string): Span[] {
  const spans: Span[] = [];
  let from = target.indexOf('?') + 1;
  while (from > 0 && from < target.length) {
    const next = target.indexOf('&', from);
    const to = next < 0 ? target.length : next;
    const piece = target.slice(from, to);
    const [name = ''] = new URLSearchParams(piece).keys();
    const equals = piece.indexOf('=');
    if (equals >= 0 && SECRETS.has(name.split('[')[0])) spans.push([from + equals + 1, to]);
    from = to + 1;
  }
  return spans;
}

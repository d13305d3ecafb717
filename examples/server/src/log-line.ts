/** What is told of a request. */
export interface LoggedRequest {
  readonly address: string;
  readonly method: string;
  /** Path and arguments as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** Arguments that nobody who reads a log needs to know. */
const SECRETS = new Set(['apikey', 'token']);
const LONGEST_TARGET = 1000;

/** `2026-01-31T12:00:00.000Z 127.0.0.1 GET /api/v3/parts/search?q=relay&apikey=… 200 1.2 ms` */
export function logLine({ address, method, target, status, milliseconds }: LoggedRequest): string {
  return `${new Date().toISOString()} ${address} ${method} ${shown(target)} ${status} ${milliseconds.toFixed(1)} ms`;
}

/** In printable ASCII and of bounded length, whatever was sent, and without keys. */
function shown(target: string): string {
  const mark = target.indexOf('?');
  const pieces = mark < 0 ? [] : target.slice(mark + 1).split('&');
  const path = mark < 0 ? target : target.slice(0, mark + 1);
  const text = (path + pieces.map(withoutSecret).join('&')).replace(/[^\x21-\x7e…]/g, '?');
  return text.length > LONGEST_TARGET ? `${text.slice(0, LONGEST_TARGET)}…` : text;
}

/** Names of arguments may be percent-encoded and end in brackets. */
function withoutSecret(piece: string): string {
  const [name = ''] = new URLSearchParams(piece).keys();
  return SECRETS.has(name.split('[')[0]) ? `${piece.split('=')[0]}=…` : piece;
}

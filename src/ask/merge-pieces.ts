import { printFilter } from '../parser/print.js';
import type { Option, Piece } from './pieces.js';

/** Pieces of the same span are one, which may mean all that they may mean. */
export function mergeSpans(pieces: readonly Piece[]): Piece[] {
  const bySpan = new Map<number, Piece>();
  for (const piece of pieces) {
    const key = piece.from * 1000 + piece.to;
    const known = bySpan.get(key);
    bySpan.set(key, known ? merged(known, piece) : piece);
  }
  return [...bySpan.values()];
}

function merged(a: Piece, b: Piece): Piece {
  if (a.certain || a.isFirm) return a;
  if (b.certain || b.isIgnored) return b;
  const measured = a.measured ?? b.measured;
  return {
    ...a,
    ...b,
    score: Math.max(a.score, b.score),
    ...(measured && { measured }),
    isConnecting: false,
    categories: different(a.categories, b.categories),
    companies: different(a.companies, b.companies),
    values: different(a.values, b.values),
    texts: [...new Set([...(a.texts ?? []), ...(b.texts ?? [])])],
  };
}

/** What the words and the size of a span mean is often the same. */
export function different<T extends Option>(one: readonly T[] = [], other: readonly T[] = []): readonly T[] {
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  const known = new Set(one.map(({ condition }) => printFilter(condition)));
  return [...one, ...other.filter(({ condition }) => !known.has(printFilter(condition)))];
}

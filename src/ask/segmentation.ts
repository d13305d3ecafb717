import type { Span } from './lexical.js';
import type { Piece } from './pieces.js';

/**
 * Cuts some words: of all ways to cover them with pieces that do not overlap, the one whose scores add up to the most; of equal ones that
 * with the longer pieces first.
 * @param span of words; each is covered by some piece of one word
 * @param pieces of these words
 */
export function bestCut({ from, to: end }: Span, pieces: readonly Piece[]): Piece[] {
  const ending = new Map<number, Piece[]>();
  for (const piece of pieces) ending.set(piece.to, [...(ending.get(piece.to) ?? []), piece]);
  const best: number[] = [];
  best[from] = 0;
  const last: (Piece | undefined)[] = [];
  for (let to = from + 1; to <= end; to++) {
    best[to] = Number.NEGATIVE_INFINITY;
    for (const piece of ending.get(to) ?? []) {
      const score = best[piece.from] + piece.score;
      if (score < best[to] || (score === best[to] && piece.from >= (last[to]?.from ?? to))) continue;
      best[to] = score;
      last[to] = piece;
    }
  }
  const cut: Piece[] = [];
  for (let to = end; to > from; ) {
    const piece = last[to] as Piece;
    cut.unshift(piece);
    to = piece.from;
  }
  return cut;
}

import { EITHER } from './connecting-words.js';
import { areOfOneKind } from './negations.js';
import type { Piece } from './pieces.js';
import type { Question } from './question.js';
import { WordRun } from './word-run.js';

/**
 * The pieces of a question, with those as one that an `or` joins: any of them is wanted (`yageo or vishay`, `X5R, X6S or X7R`). What is
 * not of one kind stays apart, as do negations, which are carried on by themselves.
 */
export function withAlternatives(cut: readonly Piece[], question: Question): Piece[] {
  const run = new WordRun(question);
  const pieces: Piece[] = [];
  for (const piece of cut) {
    const [first, or] = pieces.slice(-2);
    if (!or?.isConnecting || !EITHER.has(run.word(or.from)) || !areAlternatives(first, piece)) {
      pieces.push(piece);
      continue;
    }
    pieces.length -= 2;
    let either = eitherOf(first, piece);
    for (;;) {
      const before = pieces.at(-1);
      if (!before || !run.raw(before.to - 1).endsWith(',') || !areAlternatives(before, piece)) break;
      pieces.length--;
      either = eitherOf(before, either);
    }
    pieces.push(either);
  }
  return pieces;
}

function areAlternatives(one: Piece, other: Piece): boolean {
  if ([one, other].some(({ certain, sortby, isFirm, isIgnored }) => certain || sortby || isFirm || isIgnored)) return false;
  // Only a smaller number shares the unit of the next one: the first of `100 or 22uF` has none.
  if (one.measured?.isPlain !== other.measured?.isPlain) return false;
  const areThings = one.categories?.length && other.categories?.length;
  return Boolean(areThings) || areOfOneKind(one, other) || (one.number !== undefined && other.number !== undefined);
}

function eitherOf(one: Piece, other: Piece): Piece {
  const either = [one, other].flatMap((piece) => piece.either ?? [piece]);
  return { ...one, to: other.to, either, texts: either.flatMap(({ texts = [] }) => texts) };
}

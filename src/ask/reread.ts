import type { Task } from '../work/pauses.js';
import type { Evidence, Found } from './evidence.js';
import type { Piece } from './pieces.js';
import { type Answer, together } from './repair.js';
import type { Resolution, Resolved } from './resolution.js';
import { bestCut } from './segmentation.js';

/** Longer questions are not read again: each of their pieces would have to be found beside all others. */
const MOST_REREAD = 8;

/**
 * Reads one piece again if nothing is found, beside all others: `holder` is the category of fuse holders, but beside `cr2032` it is the
 * word. A name of several words is taken apart as well. Of several pieces that could be read so, that which leaves the most parts is.
 * Questions with numbers are not read again: what a number means depends on all other pieces, and on a cluster each of its specs is a request.
 */
export function* reread(given: Answer, resolution: Resolution, evidence: Evidence): Task<Answer> {
  const { resolved } = given;
  if (resolved.length > MOST_REREAD || resolved.some(({ piece }) => piece.measured)) return given;
  let best = given;
  for (const one of resolved) {
    if (!isDoubtful(one)) continue;
    const rest = yield* together(
      resolved.filter((other) => other !== one),
      evidence,
    );
    if (rest.parts === 0 || rest === evidence.everything) continue;
    for (const pieces of waysToRead(one.piece, given.pieces)) {
      const read = yield* within(pieces, rest, resolution, evidence);
      if (!read) continue;
      const all = resolved.toSpliced(resolved.indexOf(one), 1, ...read);
      const found = yield* together(all, evidence);
      if (found.parts > best.found.parts) best = { ...given, resolved: all, found };
    }
  }
  return best;
}

/** Whether a piece may mean something else: phrases and wishes are certain, and what a negation negates is read beside all others. */
function isDoubtful({ piece, meant }: Resolved): boolean {
  return meant !== undefined && !piece.certain && !piece.negated;
}

function waysToRead(piece: Piece, pieces: readonly Piece[]): (readonly Piece[])[] {
  const { from, to } = piece;
  if (to - from === 1) return [[piece]];
  const inside = pieces.filter((other) => from <= other.from && other.to <= to && other.to - other.from < to - from);
  return [[piece], bestCut(piece, inside)];
}

/** What pieces mean among some parts; undefined if no part is left. */
function* within(
  pieces: readonly Piece[],
  context: Found,
  resolution: Resolution,
  evidence: Evidence,
): Task<readonly Resolved[] | undefined> {
  let found = context;
  const resolved: Resolved[] = [];
  for (const piece of pieces) {
    const one = yield* resolution.resolvePiece(piece, found);
    if (one.meant) found = yield* evidence.both(found, one.found);
    if (found.parts === 0) return undefined;
    resolved.push(one);
  }
  return resolved;
}

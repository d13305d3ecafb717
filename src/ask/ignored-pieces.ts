import type { LooseComparisonReading, PiecesReading } from './lexical.js';
import type { Piece } from './pieces.js';
import { SCORES, scoreOf } from './scores.js';

/** Said of a comparison that is not asked. */
const UNCOMPARED = 'not asked: packages have no order';

/** What is a condition of nothing. A name or value of the catalog explains its words better. */
export function ignoredPiece(reading: PiecesReading | LooseComparisonReading): Piece {
  const span = { from: reading.from, to: reading.to };
  if (reading.kind === 'pieces') return { ...span, score: scoreOf(SCORES.measured, span), isIgnored: true };
  return { ...span, score: scoreOf(SCORES.words, span), isIgnored: true, relaxed: UNCOMPARED };
}

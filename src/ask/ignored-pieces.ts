import type { ConditionReading, LooseComparisonReading, PiecesReading, PreambleReading } from './lexical.js';
import type { Piece } from './pieces.js';
import { SCORES, scoreOf } from './scores.js';

/** Said of a comparison that is not asked. */
const UNCOMPARED = 'not asked: packages have no order';

const MEASURED_AT = 'not asked: at what frequency the impedance was measured';

/** What is a condition of nothing. A name or value of the catalog explains its words better. */
export function ignoredPiece(reading: PiecesReading | LooseComparisonReading | ConditionReading | PreambleReading): Piece {
  const span = { from: reading.from, to: reading.to };
  if (reading.kind === 'pieces') return { ...span, score: scoreOf(SCORES.measured, span), isIgnored: true };
  if (reading.kind === 'preamble') return { ...span, score: scoreOf(SCORES.certain, span), isIgnored: true };
  if (reading.kind === 'condition')
    return { ...span, score: scoreOf(SCORES.certain, span), isIgnored: true, relaxed: MEASURED_AT };
  return { ...span, score: scoreOf(SCORES.words, span), isIgnored: true, relaxed: UNCOMPARED };
}

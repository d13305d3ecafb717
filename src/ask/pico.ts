import type { QuantityReading } from './lexical.js';
import type { Piece } from './pieces.js';

/** A quantity with a prefix alone, whose letter counts as well (`22p`): what it is as a quantity is kept beside the count. */
export function besideCount(reading: QuantityReading, piece: Piece, others: readonly Piece[]): Piece {
  const { from, to, hasUnit, isPlain, isRange } = reading;
  if (hasUnit || isPlain || isRange || !piece.measured) return piece;
  const isCounted = others.some((other) => other.measured && other.from === from && other.to === to);
  return isCounted ? { ...piece, asQuantity: piece.measured } : piece;
}

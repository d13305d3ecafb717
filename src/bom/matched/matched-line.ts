import type { Part } from '../../model/documents.js';
import type { BomLine } from '../cost/costed-bom.js';

/** Options of `matchBom`. */
export interface MatchBomOptions {
  /** Most candidates of a line, from 1. Default 3. */
  candidates?: number;
  /**
   * Whether parts in stock come first among those that fit equally; of those found by value and footprint, the ones of which the most
   * pieces can be bought. Default false.
   */
  inStockFirst?: boolean;
}

/** A part that a line may mean. */
export interface BomCandidate {
  /** The part, with its offers, specs and one-line description. */
  item: Part;
  /** What a person should know before it is bought: how it was found, and what differs. */
  remark?: string;
}

/** A line with the parts that it may mean. */
export interface MatchedLine extends BomLine {
  /**
   * - `found` `part` is what the line asks for
   * - `ambiguous` several parts may be meant, or a condition of the line is not met; a person chooses among the candidates
   * - `missing` the catalog has no such part; the candidates are like it
   * - `do not place` nothing was looked for
   */
  state: 'found' | 'ambiguous' | 'missing' | 'do not place';
  /** What the part was found by; null if none was. */
  by: 'part number' | 'sku' | 'value' | null;
  /** The best first. */
  candidates: BomCandidate[];
}

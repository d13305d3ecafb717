/**
 * Bills of materials: read a parts list, find its parts in a catalog, buy them where they cost least, and write the result. Runs in Node
 * and in browsers; the libraries for each kind of file are loaded when the first of them is read. docs/bom.md shows the steps.
 * @module partdex/bom
 */

export { UnreadableTableError } from '../model/errors.js';
export { costBom } from './cost/cost-bom.js';
export type {
  BomLine,
  BomPurchase,
  BomRisk,
  CostedBom,
  CostedLine,
  CostOptions,
  ExchangeRates,
} from './cost/costed-bom.js';
export { matchBom } from './matched/match-bom.js';
export type { BomCandidate, MatchBomOptions, MatchedLine } from './matched/matched-line.js';
export type { BomColumn, BomMap } from './read/bom-map.js';
export type { ReadBom } from './read/found-bom.js';
export { type ReadBomOptions, readBom } from './read/read-bom.js';
export { type BomFormat, writeBom } from './write/write-bom.js';

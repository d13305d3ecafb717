import { KINDS, type MatchKind } from './match-lines.js';
import type { LineResult } from './output-columns.js';

/** The most lines that are kept with their suggestions; the result has all of them. */
const KEPT = 8;

/** Counts results, line by line. */
export class Tally {
  private readonly byKind = new Map<MatchKind, number>(KINDS.map((kind) => [kind, 0]));
  lines = 0;
  /** Lines that are not found and have a suggestion. */
  suggested = 0;
  /** Currencies of the prices of all matched parts. */
  readonly currencies = new Set<string>();
  /** Lines whose quantity cannot be read. */
  faultyQuantities = 0;
  /** The first lines that are not found. */
  readonly missing: LineResult[] = [];

  add(result: LineResult, hasFaultyQuantity: boolean, currencies: readonly string[]): void {
    this.lines++;
    this.byKind.set(result.match, this.count(result.match) + 1);
    if (hasFaultyQuantity) this.faultyQuantities++;
    for (const currency of currencies) this.currencies.add(currency);
    if (result.match !== 'not found') return;
    if (result.suggestions.length > 0) this.suggested++;
    if (this.missing.length < KEPT) this.missing.push(result);
  }

  count(kind: MatchKind): number {
    return this.byKind.get(kind) ?? 0;
  }

  /** Lines with a part. */
  get found(): number {
    return this.lines - this.count('not found') - this.count('no number');
  }

  /** Lines without one certain part. */
  get open(): number {
    return this.count('ambiguous') + this.count('not found');
  }

  /** The counts for programs. */
  counts(): Record<string, number> {
    const { lines, suggested } = this;
    return { lines, ...Object.fromEntries(KINDS.map((kind) => [kind.replace(' ', '_'), this.count(kind)])), suggested };
  }
}

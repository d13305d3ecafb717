/**
 * The impact of a term in a row (docs/semantics.md, "Score"): the weight of the best field that has the term, slightly higher in a
 * short part than in a long one. The length factor is within [0.85, 1], so that fields whose weights differ by more keep their order.
 */
export const LONGEST = 255;
const LENGTH_SHARE = 0.15;
const TYPICAL_LENGTH = 32;

/** @param length number of tokens of the row's text fields, at most LONGEST */
export function impact(weight: number, length: number): number {
  return weight * (1 - LENGTH_SHARE + (LENGTH_SHARE * TYPICAL_LENGTH) / (TYPICAL_LENGTH + length));
}

/** A field of a text index. The first field of an index has bit 0 in its masks. */
export interface TextField {
  readonly name: string;
  readonly weight: number;
  /** The fields whose texts it has, where these are others than `name`. */
  readonly of?: readonly string[];
}

/** For each mask the highest weight of its fields. */
export function weightsOfMasks(fields: readonly TextField[]): Float64Array {
  const weights = new Float64Array(1 << fields.length);
  for (let mask = 1; mask < weights.length; mask++) {
    for (let i = 0; i < fields.length; i++) if (mask & (1 << i)) weights[mask] = Math.max(weights[mask], fields[i].weight);
  }
  return weights;
}

/**
 * Number of champions of a frequent term: its best rows by impact, then uid, chosen at build time, so that the first pages of a
 * one-word query need no scoring. Terms with at least twice as many rows have a list; bench/README.md, `one-word`.
 */
export const CHAMPIONS = 128;

/**
 * What a term in a field is worth (docs/semantics.md, "Score"): the weight of the best field in which it stands, a little
 * more in a short part than in a long one. The length factor stays within [0.85, 1], so that fields whose weights differ
 * by more than that never change places.
 */
export const LONGEST = 255;
const LENGTH_SHARE = 0.15;
const TYPICAL_LENGTH = 32;

/** `length`: the number of tokens of the row's searched fields, at most LONGEST. */
export function impact(weight: number, length: number): number {
  return weight * (1 - LENGTH_SHARE + (LENGTH_SHARE * TYPICAL_LENGTH) / (TYPICAL_LENGTH + length));
}

/** A field of a text index. The first field of an index has bit 0 in its masks. */
export interface TextField {
  readonly name: string;
  readonly weight: number;
}

/** Best weight of the fields of each mask. */
export function weightsOfMasks(fields: readonly TextField[]): Float64Array {
  const weights = new Float64Array(1 << fields.length);
  for (let mask = 1; mask < weights.length; mask++) {
    for (let i = 0; i < fields.length; i++) if (mask & (1 << i)) weights[mask] = Math.max(weights[mask], fields[i].weight);
  }
  return weights;
}

/**
 * The best rows of each frequent term by (impact, then uid), kept at build time, so that a lone keyword needs no scoring
 * for its first pages. Terms of at least twice as many rows have a list; bench/README.md, class a.
 */
export const CHAMPIONS = 128;

import type { GrowableU32 } from '../../encoding/growable.js';
import { CHAMPIONS, impact, LONGEST } from '../../encoding/impact.js';
import type { Inversion } from './row-stream.js';

/** Selects the champions of terms. */
export class ChampionSelector {
  /** For each mask and length the rank of its impact among all impacts, best first; equal impacts share a rank. */
  private readonly places: Uint16Array;
  private readonly placeCount: number;

  /**
   * @param weights the weight of each mask
   * @param lengths the length of each row
   * @param uidRank the place of each row in the order of uids
   */
  constructor(
    private readonly inversion: Inversion,
    weights: Float64Array,
    private readonly lengths: Uint8Array,
    private readonly uidRank: Uint32Array,
  ) {
    const { places, count } = rankedImpacts(weights);
    this.places = places;
    this.placeCount = count;
  }

  /** Appends the champions of the term of a rank, which has at least `CHAMPIONS` rows; best first. */
  select(rank: number, out: GrowableU32): void {
    const { inversion, places, lengths, uidRank } = this;
    const { rows, masks, starts } = inversion;
    const from = starts[rank];
    const to = starts[rank + 1];
    const histogram = new Uint32Array(this.placeCount);
    for (let at = from; at < to; at++) histogram[places[placeOf(masks[at], lengths[rows[at]])]]++;
    let worst = 0;
    for (let sum = histogram[0]; sum < CHAMPIONS; sum += histogram[worst]) worst++;
    const candidates: { row: number; place: number }[] = [];
    for (let at = from; at < to; at++) {
      const place = places[placeOf(masks[at], lengths[rows[at]])];
      if (place <= worst) candidates.push({ row: rows[at], place });
    }
    candidates.sort((a, b) => a.place - b.place || uidRank[a.row] - uidRank[b.row]);
    for (let i = 0; i < CHAMPIONS; i++) out.push(candidates[i].row);
  }
}

/** Index of a mask and a length in the table of impacts. */
function placeOf(mask: number, length: number): number {
  return mask * (LONGEST + 1) + length;
}

/** The rank of each impact among all impacts, and how many ranks there are. */
interface RankedImpacts {
  readonly places: Uint16Array;
  readonly count: number;
}

let known: { readonly key: string; readonly impacts: RankedImpacts } | undefined;

/** Catalogs have the same weights: the next segment need not rank them again. */
function rankedImpacts(weights: Float64Array): RankedImpacts {
  const key = weights.join();
  if (known?.key === key) return known.impacts;
  const impacts = new Float64Array(weights.length * (LONGEST + 1));
  for (let mask = 0; mask < weights.length; mask++) {
    for (let length = 0; length <= LONGEST; length++) impacts[placeOf(mask, length)] = impact(weights[mask], length);
  }
  const distinct = [...new Set(impacts)].sort((a, b) => b - a);
  const ranks = new Map(distinct.map((value, place) => [value, place]));
  const places = Uint16Array.from(impacts, (value) => ranks.get(value) as number);
  known = { key, impacts: { places, count: distinct.length } };
  return known.impacts;
}

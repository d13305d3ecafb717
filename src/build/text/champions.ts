import type { GrowableU32 } from '../../encoding/growable.js';
import { CHAMPIONS, impact, LONGEST } from '../../encoding/impact.js';

export interface ChampionInput {
  readonly rows: Uint32Array;
  readonly masks: Uint8Array;
  /** The term's postings are `[from, to)` of `rows` and `masks`. */
  readonly from: number;
  readonly to: number;
  readonly weights: Float64Array;
  readonly lengths: Uint8Array;
  readonly uidRank: Uint32Array;
  readonly out: GrowableU32;
}

/** For each mask and length its place among all impacts, best first; equal impacts share a place. */
let places: { weights: Float64Array; table: Uint16Array; count: number } | undefined;

function placesOf(weights: Float64Array): { table: Uint16Array; count: number } {
  if (places?.weights === weights) return places;
  const lengths = LONGEST + 1;
  const impacts = new Float64Array(weights.length * lengths);
  for (let mask = 0; mask < weights.length; mask++) {
    for (let length = 0; length < lengths; length++) impacts[mask * lengths + length] = impact(weights[mask], length);
  }
  const distinct = [...new Set(impacts)].sort((a, b) => b - a);
  const placeOf = new Map(distinct.map((value, place) => [value, place]));
  const table = Uint16Array.from(impacts, (value) => placeOf.get(value) as number);
  places = { weights, table, count: distinct.length };
  return places;
}

/** Appends the term's champions, best first. */
export function selectChampions({ rows, masks, from, to, weights, lengths, uidRank, out }: ChampionInput): void {
  const { table, count } = placesOf(weights);
  const histogram = new Uint32Array(count);
  for (let at = from; at < to; at++) histogram[table[masks[at] * (LONGEST + 1) + lengths[rows[at]]]]++;
  let worst = 0;
  for (let sum = histogram[0]; sum < CHAMPIONS; sum += histogram[worst]) worst++;
  const candidates: { row: number; place: number }[] = [];
  for (let at = from; at < to; at++) {
    const place = table[masks[at] * (LONGEST + 1) + lengths[rows[at]]];
    if (place <= worst) candidates.push({ row: rows[at], place });
  }
  candidates.sort((a, b) => a.place - b.place || uidRank[a.row] - uidRank[b.row]);
  for (let i = 0; i < CHAMPIONS; i++) out.push(candidates[i].row);
}

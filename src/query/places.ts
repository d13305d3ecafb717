import { ascending } from '../index/row-set/lists.js';

/** Up to so many places are sorted by insertion: `sort` with a comparison takes longer; bench/README.md, "Kernels". */
export const FEW_PLACES = 32;

export type IsBefore = (a: number, b: number) => boolean;

/** Sorts places by insertion. */
export function insertEach(places: Uint32Array, isBefore: IsBefore): void {
  for (let i = 1; i < places.length; i++) {
    const place = places[i];
    let at = i;
    for (; at > 0 && isBefore(place, places[at - 1]); at--) places[at] = places[at - 1];
    places[at] = place;
  }
}

/** The places of rows that are in any order, in ascending order of the rows. */
export function ascendingPlaces(rows: Uint32Array): Uint32Array {
  const places = ascending(0, rows.length);
  if (rows.length <= FEW_PLACES) insertEach(places, (a, b) => rows[a] < rows[b]);
  else places.sort((a, b) => rows[a] - rows[b]);
  return places;
}

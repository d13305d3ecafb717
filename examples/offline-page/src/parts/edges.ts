import type { FacetRange } from 'partdex';
import type { Bounds } from '../state/bounds.js';

/** The bounds of adjacent ranges in ascending order, one more than ranges. Empty without ranges. */
export function edgesOf(ranges: readonly FacetRange[]): string[] {
  return ranges.length === 0 ? [] : [ranges[0].from, ...ranges.map(({ to }) => to)];
}

/** The edges around the selected range: the last one that is not above its lower end, the first not below its upper one. */
export function placeAmong({ from, to }: Bounds, edges: readonly string[]): { lower: number; upper: number } {
  const last = Math.max(0, edges.length - 1);
  const lower = from === undefined ? 0 : edges.findLastIndex((edge) => Number(edge) <= Number(from));
  const upper = to === undefined ? last : edges.findIndex((edge) => Number(edge) >= Number(to));
  return { lower: Math.max(0, lower), upper: upper < 0 ? last : upper };
}

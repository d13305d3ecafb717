import { SPEC_MEMBERS, type SpecMember } from '../model/fields.js';
import type { Bucket } from './counted-field.js';
import { specName } from './terms.js';

/**
 * The names that the members of the spec keys of a catalog have in terms. The members of the first key have the first places, in the order
 * of `SPEC_MEMBERS`, those of the second key the next ones.
 */
export class SpecMemberNames {
  /** In the order of terms: all are ASCII. */
  private readonly sorted: readonly string[];
  /** The places of the sorted names. */
  private readonly places: Uint32Array;

  constructor(readonly keys: readonly string[]) {
    const names = keys.flatMap((key) => SPEC_MEMBERS.map((member) => specName(key, member)));
    const place = new Map(names.map((name, i) => [name, i]));
    this.sorted = names.sort();
    this.places = Uint32Array.from(names, (name) => place.get(name) as number);
  }

  /**
   * The counts of names by their places, 0 for those without one. A drilldown reads thousands: both lists are in one order, so that no name
   * is looked up. Names of other keys, and of what is no member, are left out.
   * @param buckets in the order of their terms
   */
  countsOf(buckets: readonly Bucket[]): Uint32Array {
    const { sorted, places } = this;
    const counts = new Uint32Array(sorted.length);
    let at = 0;
    for (const { key, doc_count: count } of buckets) {
      if (sorted[at] !== key) at = this.firstFrom(key as string, at);
      if (sorted[at] === key) counts[places[at++]] = count;
    }
    return counts;
  }

  /** Undefined for a key that the catalog has not. */
  placeOf(key: string, member: SpecMember): number | undefined {
    const name = specName(key, member);
    const at = this.firstFrom(name, 0);
    return this.sorted[at] === name ? this.places[at] : undefined;
  }

  /** Where the first name is that is not before another one. @param from all names before it are */
  private firstFrom(name: string, from: number): number {
    const { sorted } = this;
    let step = 1;
    let low = from;
    while (low + step <= sorted.length && sorted[low + step - 1] < name) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step - 1, sorted.length);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

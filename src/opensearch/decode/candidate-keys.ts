import { SPEC_MEMBERS } from '../../model/fields.js';

/** A key that some part has. */
export interface Candidate {
  readonly key: string;
  /** Number of parts that have each member of the key, in the order of `SPEC_MEMBERS`. */
  readonly having: Uint32Array;
  /** The key is no more useful than this: the share of parts that has its first member. */
  readonly bound: number;
}

const MEMBERS = SPEC_MEMBERS.length;

/** The spec keys that some of the parts have, by their bounds, the largest first. A drilldown takes the first of a thousand. */
export class Candidates {
  /** The places of the keys. */
  private readonly order: Float64Array;

  /**
   * @param keys the keys of the catalog
   * @param counts number of parts that have each member of each key, by the places of `SpecMemberNames`
   * @param unbound keys of which no bound is known
   * @param total number of parts
   */
  constructor(
    private readonly keys: readonly string[],
    private readonly counts: Uint32Array,
    private readonly unbound: ReadonlySet<string>,
    private readonly total: number,
  ) {
    const { length } = keys;
    // The count and the place in one number, which sorts without a function.
    const packed = new Float64Array(length);
    let size = 0;
    for (let i = 0; i < length; i++) {
      const first = this.firstCount(i);
      if (first > 0) packed[size++] = (unbound.has(keys[i]) ? total + 1 : first) * length + i;
    }
    this.order = packed.subarray(0, size).sort().reverse();
  }

  /** Number of keys. */
  get size(): number {
    return this.order.length;
  }

  slice(from: number, to: number): Candidate[] {
    return Array.from(this.order.subarray(from, to), (packed) => this.candidate(packed % this.keys.length));
  }

  private candidate(place: number): Candidate {
    const key = this.keys[place];
    const bound = this.unbound.has(key) ? Number.POSITIVE_INFINITY : this.firstCount(place) / this.total;
    return { key, having: this.counts.subarray(place * MEMBERS, (place + 1) * MEMBERS), bound };
  }

  /** The number of parts that have the first member of a key that some part has; 0 if none has any. */
  private firstCount(key: number): number {
    for (let place = key * MEMBERS; place < (key + 1) * MEMBERS; place++) if (this.counts[place] > 0) return this.counts[place];
    return 0;
  }
}

import type { Clause } from './clause.js';

/** Parts that meet all of some clauses, as far as they were counted. */
export interface KnownCounts {
  /** The count of some clauses; undefined if they were not counted. */
  of(clauses: readonly Clause[]): number | undefined;
}

/** Of so many parts about one meets a condition that nothing is known of. */
const ONE_OF = 50;
/** How often another guess than the likeliest is that there is no part; and that there is one where the likeliest guess is that there is none. */
const [NONE_SHARE, SOME_SHARE] = [0.3, 0.3];
/** Guesses differ from what is likely by up to so many powers of two. */
const SPREAD = 3;

/**
 * What a count may be that is not known. The guesses of one world go together: the same clauses have the same count in it. World 0 is the
 * likeliest one; the others differ from it, so that what a question asks for where a guess is wrong is asked for as well.
 */
export class Guesses {
  private world = 0;

  /** @param total about how many parts there are */
  constructor(
    private readonly total: number,
    private readonly known: KnownCounts,
  ) {}

  enter(world: number): void {
    this.world = world;
  }

  /** @param usual 0 if most such counts are 0, otherwise 1 */
  count(key: string, clauses: readonly Clause[], usual: number): number {
    const { world } = this;
    const chance = world === 0 ? 1 : chanceOf(key, world);
    if (usual === 0) return chance < SOME_SHARE ? 1 : 0;
    if (chance < NONE_SHARE) return 0;
    const { likely, most } = this.likely(clauses);
    return Math.max(1, Math.min(most, Math.round(this.varied(key, likely))));
  }

  /** A number that is likely, or one that differs from it in the other worlds. */
  varied(key: string, likely: number): number {
    const { world } = this;
    return world === 0 ? likely : likely * 2 ** (SPREAD * (2 * chanceOf(key, -world) - 1));
  }

  /** One of some places, as if the parts that meet the most conditions did not meet that of this place. */
  place(key: string, places: number): number {
    return Math.min(places - 1, Math.floor(chanceOf(key, this.world) * places));
  }

  /** As if conditions had nothing to do with each other, but for the rarest. */
  private likely(clauses: readonly Clause[]): { likely: number; most: number } {
    const total = Math.max(1, this.known.of([]) ?? this.total);
    let most = total;
    let share = 1;
    for (const clause of clauses) {
      const parts = this.known.of([clause]) ?? Math.ceil(total / ONE_OF);
      most = Math.min(most, parts);
      share *= Math.sqrt(parts / total);
    }
    return { likely: Math.min(most, total * share), most };
  }
}

/** A number from 0 to 1 that only the text and the world decide. Source: FNV-1a, with the last steps of MurmurHash3. */
function chanceOf(key: string, world: number): number {
  let hash = 0x811c9dc5 ^ world;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

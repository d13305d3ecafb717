import { BLOCK_SHIFT } from '../encoding/row-blocks.js';
import { ALL, BITS, LIST, type RowSet } from '../index/row-set/row-set.js';
import type { Segment } from '../index/segment.js';
import { parseSpecField } from '../model/fields.js';

/** Upper bounds of the rows that have each spec, in some rows of one segment: sums over the blocks that have such a row. */
export class SpecCounts {
  private readonly sums: Float64Array;
  private readonly placesOfKey: SpecPlaces['ofKey'];

  constructor(segment: Segment, set: RowSet) {
    const places = placesOf(segment);
    this.placesOfKey = places.ofKey;
    this.sums = new Float64Array(places.fields);
    const blocks = segment.specBlocks.value;
    if (!blocks) return;
    const { starts, fields, counts } = blocks;
    const { sums } = this;
    const touched = blocksOf(set, starts.length - 1);
    for (let block = 0; block < touched.length; block++) {
      if (touched[block] === 0) continue;
      for (let at = starts[block]; at < starts[block + 1]; at++) sums[fields[at]] += counts[at];
    }
  }

  /** That of one key: of all its fields together. */
  of(key: string): number {
    let sum = 0;
    for (const place of this.placesOfKey.get(key) ?? NONE) sum += this.sums[place];
    return sum;
  }
}

const NONE: readonly number[] = [];

/** The places in the manifest of the fields of each spec key. */
interface SpecPlaces {
  readonly fields: number;
  readonly ofKey: ReadonlyMap<string, readonly number[]>;
}

const PLACES = new WeakMap<Segment, SpecPlaces>();

function placesOf(segment: Segment): SpecPlaces {
  let places = PLACES.get(segment);
  if (!places) {
    const ofKey = new Map<string, number[]>();
    let fields = 0;
    for (const { name } of segment.fieldInfos()) {
      const key = parseSpecField(name)?.key;
      const known = key === undefined ? undefined : ofKey.get(key);
      if (known) known.push(fields);
      else if (key !== undefined) ofKey.set(key, [fields]);
      fields++;
    }
    PLACES.set(segment, (places = { fields, ofKey }));
  }
  return places;
}

/** 1 for each block of rows that has a row of a set. */
function blocksOf(set: RowSet, blocks: number): Uint8Array {
  const touched = new Uint8Array(blocks);
  if (set.kind === ALL) touched.fill(1);
  else if (set.kind === LIST) for (let i = 0; i < set.count; i++) touched[set.rows[i] >>> BLOCK_SHIFT] = 1;
  else if (set.kind === BITS) {
    for (let i = set.firstWord; i < set.endWord; i++) if (set.words[i] !== 0) touched[(i << 5) >>> BLOCK_SHIFT] = 1;
  }
  return touched;
}

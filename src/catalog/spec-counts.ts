import { BLOCK_ROWS, BLOCK_SHIFT } from '../encoding/row-blocks.js';
import { bitsIn } from '../index/row-set/bits.js';
import { ALL, BITS, LIST, type RowSet } from '../index/row-set/row-set.js';
import type { Segment } from '../index/segment.js';
import { EXTENT_MEMBERS, parseSpecField, specField } from '../model/fields.js';

/**
 * Upper bounds of the rows that have each spec, in some rows of one segment: no block has more of them than it has such rows, nor than
 * rows with the spec. Rows are in an order that puts those with a spec together.
 */
export class SpecCounts {
  private readonly sums: Uint32Array;
  private readonly placesOf: SpecPlaces['ofField'];

  constructor(segment: Segment, set: RowSet) {
    const places = placesOf(segment);
    this.placesOf = places.ofField;
    this.sums = new Uint32Array(places.fields);
    const blocks = segment.specBlocks.value;
    if (!blocks) return;
    const { starts, fields, counts } = blocks;
    const { sums } = this;
    const rows = rowsByBlock(set, starts.length - 1);
    for (let block = 0; block < rows.length; block++) {
      const most = rows[block];
      if (most === 0) continue;
      const end = starts[block + 1];
      for (let at = starts[block]; at < end; at++) sums[fields[at]] += Math.min(counts[at], most);
    }
  }

  /** That of a field; of an extent, that of all fields of its key together. */
  of(field: string): number {
    const places = this.placesOf.get(field);
    if (places === undefined) return 0;
    if (typeof places === 'number') return this.sums[places];
    let sum = 0;
    for (const place of places) sum += this.sums[place];
    return sum;
  }
}

/** The places in the manifest of each spec field; those of an extent are the fields of its key. */
interface SpecPlaces {
  readonly fields: number;
  readonly ofField: ReadonlyMap<string, number | readonly number[]>;
}

const PLACES = new WeakMap<Segment, SpecPlaces>();

function placesOf(segment: Segment): SpecPlaces {
  let places = PLACES.get(segment);
  if (!places) {
    const ofField = new Map<string, number | number[]>();
    let fields = 0;
    for (const { name } of segment.fieldInfos()) {
      const key = parseSpecField(name)?.key;
      if (key !== undefined) {
        ofField.set(name, fields);
        for (const member of EXTENT_MEMBERS) {
          const extent = specField(key, member);
          const known = ofField.get(extent) as number[] | undefined;
          if (known) known.push(fields);
          else ofField.set(extent, [fields]);
        }
      }
      fields++;
    }
    PLACES.set(segment, (places = { fields, ofField }));
  }
  return places;
}

/** How many rows of a set each block has. */
function rowsByBlock(set: RowSet, blocks: number): Uint16Array {
  const rows = new Uint16Array(blocks);
  if (set.kind === ALL) rows.fill(BLOCK_ROWS);
  else if (set.kind === LIST) for (let i = 0; i < set.count; i++) rows[set.rows[i] >>> BLOCK_SHIFT]++;
  else if (set.kind === BITS) {
    for (let i = set.firstWord; i < set.endWord; i++) rows[(i << 5) >>> BLOCK_SHIFT] += bitsIn(set.words[i]);
  }
  return rows;
}

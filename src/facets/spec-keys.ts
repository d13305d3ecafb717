import { compareCodePoints } from '../analysis/text.js';
import { BLOCK_SHIFT } from '../encoding/row-blocks.js';
import { bitsIn } from '../index/row-set/bits.js';
import type { RowForms } from '../index/row-set/row-forms.js';
import { BITS, LIST } from '../index/row-set/row-set.js';
import type { Segment } from '../index/segment.js';
import type { SpecBlocks } from '../index/spec-blocks.js';
import { parseSpecField, SPEC_MEMBERS, specField } from '../model/fields.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Columns } from './columns.js';

/** The spec keys of all segments, numbered in code-point order, and the keys that a set of rows may have. */
export class SpecKeys {
  /** The best keys of all rows. */
  readonly bestOfAll = new BestOfAll(this);
  /** Number of keys that some row has; undefined where some rows are dead, which may be the only ones of a key. */
  readonly countOfAll: number | undefined;

  private readonly fields: readonly (readonly string[])[];

  readonly keys: readonly string[];
  private readonly numbers: ReadonlyMap<string, number>;
  readonly segments: readonly SegmentSpecs[];

  /** The spec blocks of the segments must be loaded. */
  constructor(columns: readonly Columns[]) {
    const keys = new Set<string>();
    const carried = new Set<string>();
    for (const { segment } of columns) {
      for (const { name, values } of segment.fieldInfos()) {
        const spec = segment.hides(name) ? undefined : parseSpecField(name);
        if (!spec) continue;
        keys.add(spec.key);
        if (values > 0) carried.add(name);
      }
    }
    this.keys = [...keys].sort(compareCodePoints);
    const numbers = new Map(this.keys.map((key, number) => [key, number]));
    this.numbers = numbers;
    this.segments = columns.map(({ segment }) => specsOf(segment, numbers));
    const hasDead = columns.some(({ segment }) => segment.dead);
    this.countOfAll = hasDead ? undefined : countKeys(this.segments);
    // Most keys have one member alone, and asking each segment for the others takes as long as counting few rows.
    const fieldsOf = (key: string) => SPEC_MEMBERS.map((member) => specField(key, member)).filter((name) => carried.has(name));
    this.fields = this.keys.map(fieldsOf);
  }

  /** The number of a key; undefined if no row has it. */
  find(key: string | undefined): number | undefined {
    return key === undefined ? undefined : this.numbers.get(key);
  }

  /** The fields of a key that some row has, or had. */
  fieldsOf(key: number): readonly string[] {
    return this.fields[key];
  }

  /** For each key, an upper bound of the rows of a set that have a value in one of its fields. */
  bounds(forms: readonly RowForms[]): Float64Array {
    const bounds = new Float64Array(this.keys.length);
    if (!fastPaths.specBlocks) return bounds.fill(Number.POSITIVE_INFINITY);
    forms.forEach((rows, i) => {
      const { keyOf, rowsOf } = this.segments[i];
      const byField = rows.isAll ? rowsOf : this.boundsOfFields(this.segments[i], rows);
      const ofSegment = new Uint32Array(this.keys.length);
      for (let field = 0; field < keyOf.length; field++) {
        const key = keyOf[field];
        if (key >= 0 && byField[field] > ofSegment[key]) ofSegment[key] = byField[field];
      }
      for (let key = 0; key < bounds.length; key++) bounds[key] += ofSegment[key];
    });
    return bounds;
  }

  private boundsOfFields({ blocks, keyOf }: SegmentSpecs, forms: RowForms): Uint32Array {
    const bounds = new Uint32Array(keyOf.length);
    if (!blocks) return bounds;
    const { starts, fields, counts } = blocks;
    const found = rowsByBlock(forms, starts.length - 1);
    for (let block = 0; block < found.length; block++) {
      if (found[block] === 0) continue;
      for (let at = starts[block]; at < starts[block + 1]; at++) bounds[fields[at]] += Math.min(found[block], counts[at]);
    }
    return bounds;
  }
}

/** The best keys of all rows in order, kept from one ranking to the next: it depends only on how many are asked for. */
class BestOfAll {
  private kept: { readonly order: readonly number[]; readonly most: number; readonly carried: number } | undefined = undefined;

  constructor(private readonly keys: SpecKeys) {}

  /** The first `most` keys, and how many some row has, if they are known. */
  find(most: number): { readonly order: readonly number[]; readonly carried: number } | undefined {
    const { kept } = this;
    // Fewer than were asked for are all that there are.
    if (!kept || (most > kept.most && kept.order.length >= kept.most)) return undefined;
    return { order: kept.order.slice(0, most), carried: kept.carried };
  }

  keep(most: number, ranked: readonly { readonly key: string }[], carried: number): void {
    if (this.find(most)) return;
    this.kept = { order: ranked.map(({ key }) => this.keys.find(key) as number), most, carried };
  }
}

/** The spec fields of a segment. */
export interface SegmentSpecs {
  readonly blocks: SpecBlocks | undefined;
  readonly rowCount: number;
  /** By place of the field in the manifest: its name. */
  readonly names: readonly string[];
  /** By place of the field in the manifest: the number of its key, or -1; and the rows that have the field. */
  readonly keyOf: Int32Array;
  readonly rowsOf: Uint32Array;
}

function specsOf(segment: Segment, numbers: ReadonlyMap<string, number>): SegmentSpecs {
  const infos = [...segment.fieldInfos()];
  const keyOf = Int32Array.from(infos, ({ name }) => {
    const spec = segment.hides(name) ? undefined : parseSpecField(name);
    return spec ? (numbers.get(spec.key) as number) : -1;
  });
  const rowsOf = Uint32Array.from(infos, ({ rowCount }) => rowCount);
  return {
    blocks: segment.specBlocks.value,
    rowCount: segment.rowCount,
    names: infos.map(({ name }) => name),
    keyOf,
    rowsOf,
  };
}

function countKeys(segments: readonly SegmentSpecs[]): number {
  const carried = new Set<number>();
  for (const { keyOf, rowsOf } of segments) {
    for (let field = 0; field < keyOf.length; field++) if (keyOf[field] >= 0 && rowsOf[field] > 0) carried.add(keyOf[field]);
  }
  return carried.size;
}

/** Rows of the set in each block; the set is not `ALL`. */
export function rowsByBlock({ set }: RowForms, blocks: number): Uint32Array {
  const found = new Uint32Array(blocks);
  if (set.kind === LIST) for (let i = 0; i < set.count; i++) found[set.rows[i] >>> BLOCK_SHIFT]++;
  if (set.kind === BITS) {
    for (let word = set.firstWord; word < set.endWord; word++) found[(word << 5) >>> BLOCK_SHIFT] += bitsIn(set.words[word]);
  }
  return found;
}

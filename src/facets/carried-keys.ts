import { BLOCK_ROWS, BLOCK_SHIFT } from '../encoding/row-blocks.js';
import type { RowCodes } from '../index/column/row-codes.js';
import type { RowForms } from '../index/row-set/row-forms.js';
import { LIST, NONE, type RowSet } from '../index/row-set/row-set.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { CountingScope } from './counting-scope.js';
import { rowsByBlock, type SegmentSpecs, type SpecKeys } from './spec-keys.js';

/** Reading the codes of a block's rows costs about this much, in steps of a plain loop. */
const PROBE_COST = 256;

/** How many keys the rows have, or the fields to load before that is known. */
export type CarriedKeys = { readonly count: number } | { readonly unloaded: readonly string[] };

/**
 * How many of some keys the rows have in one of their fields. Mostly the blocks decide, without a column: in a block of 256 rows, 200
 * rows of the set and 100 rows with a field must have a row in common. Only the columns of the other keys are read, block by block.
 */
export function* countCarried(
  asked: readonly number[],
  keys: SpecKeys,
  sets: readonly CountingScope[],
  work: Work,
): Steps<CarriedKeys> {
  if (asked.length === 0) return { count: 0 };
  const open = new Uint8Array(keys.keys.length);
  for (const key of asked) open[key] = 1;
  let left = asked.length;
  const close = (key: number) => {
    open[key] = 0;
    left--;
  };
  const found = sets.map(({ hits }, i) => blocksOf(hits, keys.segments[i]));
  for (let i = 0; i < sets.length && left > 0; i++) {
    const { blocks, keyOf, rowCount } = keys.segments[i];
    if (!blocks) continue;
    for (let block = 0; block < found[i].length; block++) {
      if (found[i][block] === 0) continue;
      const rows = Math.min(BLOCK_ROWS, rowCount - (block << BLOCK_SHIFT));
      for (let at = blocks.starts[block]; at < blocks.starts[block + 1]; at++) {
        const key = keyOf[blocks.fields[at]];
        if (open[key] === 1 && found[i][block] + blocks.counts[at] > rows) close(key);
      }
    }
    if (work.spend(blocks.fields.length)) yield;
  }
  const unloaded = new Map<string, number>();
  for (let i = 0; i < sets.length && left > 0; i++)
    yield* probe(sets[i], keys.segments[i], found[i], { open, close, unloaded }, work);
  const missing = [...unloaded].filter(([, key]) => open[key] === 1);
  if (missing.length > 0) return { unloaded: missing.map(([field]) => field) };
  return { count: asked.length - left };
}

/** Rows of the set in each block. */
function blocksOf(hits: RowForms, { blocks, rowCount }: SegmentSpecs): Uint32Array {
  const count = blocks ? blocks.starts.length - 1 : 0;
  if (!hits.isAll) return rowsByBlock(hits, count);
  return Uint32Array.from({ length: count }, (_, block) => Math.min(BLOCK_ROWS, rowCount - (block << BLOCK_SHIFT)));
}

/** Keys that are not known to be carried yet. */
interface OpenKeys {
  readonly open: Uint8Array;
  readonly close: (key: number) => void;
  /** Fields that are not loaded, with their keys. */
  readonly unloaded: Map<string, number>;
}

/** Reads the columns of open keys in the blocks that have both rows of the set and rows with the field. */
function* probe(
  { columns, hits }: CountingScope,
  { blocks, keyOf, names }: SegmentSpecs,
  found: Uint32Array,
  { open, close, unloaded }: OpenKeys,
  work: Work,
): Steps<void> {
  if (!blocks) return;
  const reader = new BlockReader(hits.set);
  for (let block = 0; block < found.length; block++) {
    if (found[block] === 0) continue;
    reader.moveTo(block);
    for (let at = blocks.starts[block]; at < blocks.starts[block + 1]; at++) {
      const key = keyOf[blocks.fields[at]];
      if (open[key] === 0) continue;
      const name = names[blocks.fields[at]];
      if (!columns.isLoaded(name)) {
        unloaded.set(name, key);
        continue;
      }
      const column = columns.find(name);
      if (column && reader.hasValue(column.codes)) close(key);
      if (work.spend(PROBE_COST)) yield;
    }
  }
}

/** The rows of a set in one block after another. */
class BlockReader {
  private readonly rows = new Uint32Array(BLOCK_ROWS);
  private count = 0;
  /** Of a list: where the next block begins at the earliest. */
  private at = 0;

  constructor(private readonly set: RowSet) {}

  /** Blocks ascend. */
  moveTo(block: number): void {
    const { set, rows } = this;
    const first = block << BLOCK_SHIFT;
    const end = first + BLOCK_ROWS;
    this.count = 0;
    if (set.kind === NONE) return;
    if (set.kind === LIST) {
      while (this.at < set.count && set.rows[this.at] < first) this.at++;
      for (; this.at < set.count && set.rows[this.at] < end; this.at++) rows[this.count++] = set.rows[this.at];
      return;
    }
    for (let word = Math.max(first >>> 5, set.firstWord); word < Math.min(end >>> 5, set.endWord); word++) {
      for (let bits = set.words[word]; bits !== 0; bits &= bits - 1) {
        rows[this.count++] = (word << 5) + (31 - Math.clz32(bits & -bits));
      }
    }
  }

  /** Whether one of the rows has a value. */
  hasValue(codes: RowCodes): boolean {
    for (let i = 0; i < this.count; i++) if (codes.code(this.rows[i]) !== 0) return true;
    return false;
  }
}

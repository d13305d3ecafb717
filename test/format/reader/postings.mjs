import { demand, isAscending, isZero } from './bytes.mjs';

const NO_ROW = 0x7fffffff;
const SEVERAL = 0x80000000;
const BLOCK_ROWS = 2048;
const BLOCK_WORDS = 64;

/**
 * Which rows have each entry.
 * @param rows of the collection
 * @returns `{ length, severals, rowsOf(entry), severalOf(entry), shapeOf(entry) }`: `severals` is the number of entries of
 *   several rows, `severalOf` an entry's number among them (or -1), `shapeOf` one of `none`, `one`, `list` and `blocks`
 */
export function readPostings([heads, entries, arena, directories, blocks], rows) {
  demand(entries.length % 3 === 0 && blocks.length % BLOCK_WORDS === 0, 'the postings have a broken entry or block');
  demand(blocks.length === 0 || isZero(blocks, 0, BLOCK_WORDS), 'block 0 of the postings is not empty');
  const severals = Array.from(heads, (head, i) => [head, i]).filter(([head]) => head >= SEVERAL);
  demand(severals.length === entries.length / 3, 'the heads do not fit the entries of several rows');
  demand(
    severals.every(([head], n) => head - SEVERAL === n),
    'entries of several rows are not in their order',
  );

  const severalOf = (entry) => (heads[entry] >= SEVERAL ? heads[entry] - SEVERAL : -1);
  const shapeOf = (entry) => {
    const several = severalOf(entry);
    if (several < 0) return heads[entry] === NO_ROW ? 'none' : 'one';
    const shape = entries[3 * several + 2];
    demand(shape <= 1, `an entry has the shape ${shape}`);
    return shape === 0 ? 'list' : 'blocks';
  };
  const rowsOf = (entry) => {
    const shape = shapeOf(entry);
    if (shape === 'none') return [];
    if (shape === 'one') return [heads[entry]];
    const [count, place] = entries.subarray(3 * severalOf(entry));
    const found = shape === 'list' ? Array.from(arena.subarray(place, place + count)) : rowsOfBlocks(place);
    demand(found.length === count && count > 1, `an entry of ${count} rows has ${found.length}`);
    demand(isAscending(found) && found.at(-1) < rows, 'the rows of an entry are out of order');
    return found;
  };
  const rowsOfBlocks = (place) => {
    const k = Math.ceil(rows / BLOCK_ROWS);
    const found = [];
    for (let i = 0; i < k; i++) {
      const block = blocks.subarray(BLOCK_WORDS * directories[place * k + i], BLOCK_WORDS * (directories[place * k + i] + 1));
      for (let w = 0; w < BLOCK_WORDS; w++) {
        for (let b = 0; b < 32; b++) if ((block[w] >>> b) & 1) found.push(BLOCK_ROWS * i + 32 * w + b);
      }
    }
    return found;
  };
  return { length: heads.length, severals: severals.length, rowsOf, severalOf, shapeOf };
}

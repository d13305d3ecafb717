import { demand, isAscending } from './bytes.mjs';

const BLOCK_ROWS = 256;
const NO_ORDINALS = new Uint32Array(0);

/**
 * Which ordinals each row has.
 * @param rows of the collection
 * @returns `{ layout, width, hasSets, codeOf(row), ordinalsOf(row) }`
 */
export function readCodes([sparseRows, directory, codes, setStarts, setOrdinals], rows) {
  const layout = directory.length > 0 ? 'blocked' : 'sparse';
  const codeOf = layout === 'blocked' ? blocked(directory, codes, rows) : sparse(sparseRows, codes);
  const hasSets = setStarts.length > 0;
  if (hasSets) checkSets(setStarts, setOrdinals);
  return {
    layout,
    width: codes.BYTES_PER_ELEMENT,
    hasSets,
    codeOf,
    ordinalsOf(row) {
      const code = codeOf(row);
      if (code === 0) return NO_ORDINALS;
      return hasSets ? setOrdinals.subarray(setStarts[code - 1], setStarts[code]) : Uint32Array.of(code - 1);
    },
  };
}

function sparse(sparseRows, codes) {
  demand(isAscending(sparseRows) && sparseRows.length === codes.length, 'sparse codes do not fit their rows');
  const codeOfRow = new Map(Array.from(sparseRows, (row, i) => [row, codes[i]]));
  return (row) => codeOfRow.get(row) ?? 0;
}

function blocked(directory, codes, rows) {
  demand(directory.length === Math.ceil(rows / BLOCK_ROWS), 'the directory of codes does not fit the rows');
  demand(codes.length % BLOCK_ROWS === 0, 'the codes are not whole blocks');
  demand(
    codes.subarray(0, BLOCK_ROWS).every((code) => code === 0),
    'block 0 of the codes is not empty',
  );
  const codeOf = (row) => codes[BLOCK_ROWS * directory[Math.floor(row / BLOCK_ROWS)] + (row % BLOCK_ROWS)];
  for (let row = rows; row < BLOCK_ROWS * directory.length; row++) demand(codeOf(row) === 0, 'a row past the last has a code');
  return codeOf;
}

function checkSets(starts, ordinals) {
  demand(starts[0] === 0 && starts.at(-1) === ordinals.length, 'the set starts do not fit the set ordinals');
  const seen = new Set();
  for (let i = 0; i + 1 < starts.length; i++) {
    const set = ordinals.subarray(starts[i], starts[i + 1]);
    demand(set.length > 0 && isAscending(set), `set ${i} is out of order`);
    demand(!seen.has(set.join()), `set ${i} is there twice`);
    seen.add(set.join());
  }
}

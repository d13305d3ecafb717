import { demand } from '../reader/bytes.mjs';

const BLOCK_ROWS = 256;

/** The spec blocks against the codes of the spec fields. */
export function checkSpecBlocks({ fields, rows, specBlocks: { widths, blocks } }, seen) {
  const names = [...fields.keys()];
  const specs = names.filter((name) => name.startsWith('specs.'));
  let largestField = 0;
  let largestCount = 0;
  blocks.forEach((block, b) => {
    const rowsOfBlock = Array.from({ length: Math.min(BLOCK_ROWS, rows - BLOCK_ROWS * b) }, (_, i) => BLOCK_ROWS * b + i);
    for (const name of specs) {
      const { codes } = fields.get(name);
      const count = rowsOfBlock.filter((row) => codes.ordinalsOf(row).length > 0).length;
      const listed = block.get(name);
      demand(listed === (count === 0 ? undefined : count), () => `spec block ${b}: ${listed} rows of ${name} and not ${count}`);
      if (count === 0) continue;
      largestField = Math.max(largestField, names.indexOf(name));
      largestCount = Math.max(largestCount, count);
    }
  });
  const expected = [largestField, largestCount].map((largest) => (largest < 2 ** 8 ? 1 : largest < 2 ** 16 ? 2 : 4));
  demand(widths.join() === expected.join(), `spec blocks of ${widths} bytes and not ${expected}`);
  for (const [i, of] of ['fields', 'counts'].entries()) seen.add(`spec blocks: ${of} of ${widths[i]} bytes`);
}

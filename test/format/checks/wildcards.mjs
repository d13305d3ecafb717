import { partNumberForm } from '../meaning/text.mjs';
import { demand, encodeText } from '../reader/bytes.mjs';
import { EDGE, symbolOf, trigramOf } from '../reader/wildcards.mjs';

const BLOCK_ORDINALS = 4;
const LONGEST_STORED = 255;

/** Trigrams, signatures, lengths and what neighbours share, recomputed from the part numbers. */
export function checkWildcards({ values, wildcards }, at, seen) {
  const forms = values.map((value) => {
    const form = partNumberForm(value);
    return { characters: [...form].length, symbols: Array.from(encodeText(form), symbolOf) };
  });
  checkLists(wildcards, forms, at, seen);
  forms.forEach(({ characters, symbols }, ordinal) => {
    const found = [...wildcards.symbols[ordinal]];
    const wanted = [...new Set(symbols)].sort((a, b) => a - b);
    demand(found.join() === wanted.join(), () => `${at}: ordinal ${ordinal} has the symbols ${found} and not ${wanted}`);
    const length = Math.min(characters, LONGEST_STORED);
    demand(wildcards.lengths[ordinal] === length, `${at}: ordinal ${ordinal} has a form of ${length} characters`);
    if (characters > LONGEST_STORED) seen.add('wildcards: a form longer than the stored maximum');
  });
  checkShared(values, wildcards, at, seen);
}

function checkLists({ blocksOf }, forms, at, seen) {
  const expected = new Map();
  forms.forEach(({ symbols }, ordinal) => {
    const block = Math.floor(ordinal / BLOCK_ORDINALS);
    const framed = [EDGE, ...symbols, EDGE];
    for (let i = 0; i + 2 < framed.length; i++) {
      const trigram = trigramOf(framed.slice(i, i + 3));
      expected.set(trigram, (expected.get(trigram) ?? new Set()).add(block));
      if (symbols[i] === symbolOf(0x80)) seen.add('wildcards: a byte that is not ASCII');
    }
  });
  demand(blocksOf.size === expected.size, `${at}: ${blocksOf.size} trigrams and not ${expected.size}`);
  for (const [trigram, blocks] of expected) {
    const found = blocksOf.get(trigram);
    demand(
      found?.join() === [...blocks].join(),
      () => `${at}: trigram ${trigram} has the blocks ${found} and not ${[...blocks]}`,
    );
    found.forEach((block, i) => {
      const skipped = block - (found[i - 1] ?? -1) - 1;
      seen.add(`wildcards: blocks left out in ${skipped < 128 ? 1 : skipped < 128 ** 2 ? 2 : 3} bytes`);
    });
  }
}

function checkShared(values, { shared }, at, seen) {
  let before = [];
  values.forEach((value, ordinal) => {
    const bytes = Array.from(encodeText(value), lowerCase);
    let count = 0;
    while (count < LONGEST_STORED && bytes[count] < 0x80 && bytes[count] === before[count]) count++;
    demand(shared[ordinal] === count, () => `${at}: ordinal ${ordinal} shares ${count} bytes and not ${shared[ordinal]}`);
    if (count === LONGEST_STORED) seen.add('wildcards: as many equal bytes as can be stored');
    before = bytes;
  });
}

/** ASCII letters in lower case, other bytes as they are. */
function lowerCase(byte) {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
}

import { crc32 } from 'node:zlib';
import { nameArrays } from '../reader/sections.mjs';

/** Files that were changed, with checksums that fit. */

/**
 * Places that are worth a change: the first byte of each array of each section but the manifest.
 * @param catalog what `readCatalog` has read
 * @returns `{ section, array, at }`, `at` being an offset in the file
 */
export function placesToChange({ file }) {
  const names = [...file.sections.keys()].filter((name) => name !== 'manifest' && !name.endsWith('/documents'));
  return names.flatMap((section) =>
    nameArrays(section, file.bundle(section))
      .filter(({ array }) => array.length > 0)
      .map(({ name, array }) => ({ section, array: name, at: array.byteOffset - file.bytes.byteOffset })),
  );
}

/** A copy of the file with one bit changed, and all checksums as they should be. */
export function withChangedBit({ bytes, header, sections }, section, at, bit) {
  const changed = bytes.slice();
  changed[at] ^= 1 << bit;
  const view = new DataView(changed.buffer);
  const entry = entryOf(view, header, [...sections.keys()].indexOf(section));
  const { offset, length } = sections.get(section);
  view.setUint32(entry + 16, crc32(changed.subarray(offset, offset + length)), true);
  view.setUint32(44, crc32(changed.subarray(header.tableOffset)), true);
  view.setUint32(60, crc32(changed.subarray(0, 60)), true);
  return changed;
}

/** Where the i-th entry of the section table begins. */
function entryOf(view, { tableOffset }, i) {
  let at = tableOffset;
  for (let n = 0; n < i; n++) at += Math.ceil((24 + view.getUint32(at + 20, true)) / 8) * 8;
  return at;
}

import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { decodeText, demand, isZero, padded } from './bytes.mjs';

/** The outermost layer: header, section table, bundles. */

const HEADER_LENGTH = 64;
const MAGIC = 'PARTDEX\0';
const ELEMENT_TYPES = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array];

/** The bytes of a file at the start of a buffer of their own, so that arrays can be viewed in place. */
export function bytesOfFile(path) {
  return new Uint8Array(readFileSync(path));
}

/** The header, checked in the order of docs/format.md. */
export function readHeader(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  demand(bytes.length >= HEADER_LENGTH, 'the file is shorter than a header');
  demand(decodeText(bytes.subarray(0, 8)) === MAGIC, 'the file does not begin with PARTDEX');
  demand(view.getUint32(8, true) === 0x01020304, 'the file has another byte order');
  demand(crc32(bytes.subarray(0, 60)) === view.getUint32(60, true), "the header's CRC-32 differs");
  demand(view.getUint16(12, true) === 11, `the format version is ${view.getUint16(12, true)}`);
  const header = {
    version: view.getUint16(12, true),
    tableOffset: Number(view.getBigUint64(16, true)),
    tableLength: Number(view.getBigUint64(24, true)),
    fileLength: Number(view.getBigUint64(32, true)),
    sections: view.getUint32(40, true),
    tableChecksum: view.getUint32(44, true),
  };
  demand(header.fileLength === bytes.length, `the file should have ${header.fileLength} bytes`);
  demand(header.tableOffset % 8 === 0 && header.tableOffset >= HEADER_LENGTH, 'the table is misplaced');
  demand(header.tableOffset + header.tableLength === header.fileLength, 'the table does not end the file');
  demand(view.getUint16(14, true) === 0 && isZero(bytes, 48, 60), 'the header has something where zeros should be');
  return header;
}

/** Name to `{ name, offset, length, checksum }`, in the order of the table. */
export function readTable(bytes, header) {
  const table = bytes.subarray(header.tableOffset, header.fileLength);
  demand(crc32(table) === header.tableChecksum, "the table's CRC-32 differs");
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const sections = new Map();
  let at = 0;
  for (let i = 0; i < header.sections; i++) {
    const nameEnd = at + 24 + view.getUint32(at + 20, true);
    const name = decodeText(table.subarray(at + 24, nameEnd));
    demand(!sections.has(name), `two sections are called ${name}`);
    sections.set(name, {
      name,
      offset: Number(view.getBigUint64(at, true)),
      length: Number(view.getBigUint64(at + 8, true)),
      checksum: view.getUint32(at + 16, true),
    });
    at = padded(nameEnd);
    demand(isZero(table, nameEnd, at), `the name of ${name} is not followed by zeros`);
  }
  demand(at === table.length, 'the table is longer than its entries');
  return sections;
}

/** That sections follow one another from the header to the table, with zeros between them, and have their checksums. */
export function checkSections(bytes, header, sections) {
  let at = HEADER_LENGTH;
  for (const { name, offset, length, checksum } of [...sections.values()].sort(
    (a, b) => a.offset - b.offset || a.length - b.length,
  )) {
    demand(offset === at, `${name} begins at ${offset} and not at ${at}`);
    demand(crc32(bytes.subarray(offset, offset + length)) === checksum, `the CRC-32 of ${name} differs`);
    at = padded(offset + length);
    demand(isZero(bytes, offset + length, at), `${name} is not followed by zeros`);
  }
  demand(at === header.tableOffset, 'the table does not follow the last section');
}

/** The arrays of a bundle, viewed in place. */
export function readBundle(bytes, { name, offset, length }) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, length);
  const count = view.getUint32(0, true);
  demand(view.getUint32(4, true) === 0, `${name}: no zero after the number of arrays`);
  const arrays = [];
  let at = 8 + 16 * count;
  for (let i = 0; i < count; i++) {
    const type = view.getUint32(8 + 16 * i, true);
    demand(type < ELEMENT_TYPES.length, `${name}: array ${i} has the element type ${type}`);
    demand(view.getUint32(12 + 16 * i, true) === 0, `${name}: no zero after the type of array ${i}`);
    const Elements = ELEMENT_TYPES[type];
    const array = new Elements(bytes.buffer, bytes.byteOffset + offset + at, Number(view.getBigUint64(16 + 16 * i, true)));
    arrays.push(array);
    const end = at + array.byteLength;
    at = padded(end);
    demand(isZero(bytes, offset + end, offset + at), `${name}: array ${i} is not followed by zeros`);
  }
  demand(at === length, `${name}: ${length} bytes, of which the arrays take ${at}`);
  return arrays;
}

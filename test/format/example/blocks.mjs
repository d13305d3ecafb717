import { inflateRawSync } from 'node:zlib';
import { readBundle } from '../reader/file.mjs';
import { nameArrays } from '../reader/sections.mjs';
import { readBlockList } from '../reader/wildcards.mjs';
import { piecesOfArray, trigramText } from './pieces.mjs';
import { printPieces } from './print.mjs';

/**
 * What docs/format.md shows of its example catalog. The words behind the backticks of a block say what it is:
 *
 *     bytes header               the header
 *     bytes entry <section>      a section's entry of the section table
 *     bytes section <section>    a section from its first byte to its last
 *     bytes arrays <section>     its arrays alone
 *     bytes unpacked <section>   its first compressed block, unpacked
 *     bytes trigram <section>    of wildcards: the trigram that the fifth word spells (`99$`), and its list
 *     json manifest              what the manifest says of the parts
 *
 * A line has an offset in the file (of `unpacked`: in what was unpacked), bytes in hex, and what they mean.
 */
export function printBlock(catalog, [language, what, section, , detail]) {
  const print = PRINTERS[`${language} ${what}`];
  if (!print) throw new Error(`docs/format.md has a block of "${language} ${what}"`);
  return print(catalog, section, detail);
}

/** Whether the words behind the backticks of a block are of this kind. */
export function isExampleBlock([language, what]) {
  return `${language} ${what}` in PRINTERS;
}

const PRINTERS = {
  'bytes header': ({ file }) => printPieces(file.bytes, 0, HEADER),
  'bytes entry': ({ file }, section) => printEntry(file, section),
  'bytes section': (catalog, section) => [...printBundleHead(catalog.file, section), ...printArrays(catalog, section, true)],
  'bytes arrays': (catalog, section) => printArrays(catalog, section, false),
  'bytes unpacked': (catalog, section) => printUnpacked(catalog, section),
  'bytes trigram': printTrigram,
  'json manifest': ({ manifest }) => printManifest(manifest),
};

const number = (view, at, length) => (length === 8 ? view.getBigUint64(at, true) : view.getUint32(at, true));
const HEADER = [
  { length: 8, meaning: () => 'PARTDEX and a zero' },
  { length: 4, meaning: () => 'byte order' },
  { length: 2, meaning: (view, at) => `format version ${view.getUint16(at, true)}` },
  { length: 2, meaning: () => 'zero' },
  { length: 8, meaning: (view, at) => `section table: offset ${number(view, at, 8)}` },
  { length: 8, meaning: (view, at) => `section table: length ${number(view, at, 8)}` },
  { length: 8, meaning: (view, at) => `length of the file: ${number(view, at, 8)}` },
  { length: 4, meaning: (view, at) => `${number(view, at, 4)} sections` },
  { length: 4, meaning: () => 'CRC-32 of the section table' },
  { length: 12, meaning: () => 'zeros' },
  { length: 4, meaning: () => 'CRC-32 of bytes 0 to 59' },
];

function printEntry({ bytes, header, sections }, name) {
  const before = [...sections.keys()].slice(0, [...sections.keys()].indexOf(name));
  const encoded = (text) => new TextEncoder().encode(text).length;
  const at = before.reduce((sum, text) => sum + Math.ceil((24 + encoded(text)) / 8) * 8, header.tableOffset);
  const zeros = -encoded(name) & 7;
  return printPieces(bytes, at, [
    { length: 8, meaning: (view, place) => `offset ${number(view, place, 8)}` },
    { length: 8, meaning: (view, place) => `length ${number(view, place, 8)}` },
    { length: 4, meaning: () => 'CRC-32' },
    { length: 4, meaning: (view, place) => `length of the name: ${number(view, place, 4)}` },
    { length: encoded(name), meaning: () => name },
    ...(zeros > 0 ? [{ length: zeros, meaning: () => (zeros === 1 ? 'zero' : 'zeros') }] : []),
  ]);
}

const TYPE_NAMES = ['u8', 'u16', 'u32', 'i32', 'f64'];

function printBundleHead({ bytes, sections }, name) {
  const { offset } = sections.get(name);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const count = view.getUint32(offset, true);
  const pieces = [{ length: 8, size: 4, meaning: () => `${count} ${count === 1 ? 'array' : 'arrays'}, zero` }];
  for (let i = 0; i < count; i++) {
    pieces.push(
      { length: 8, size: 4, meaning: (_, at) => `array ${i}: ${TYPE_NAMES[view.getUint32(at, true)]}, zero` },
      { length: 8, meaning: (_, at) => `${' '.repeat(`array ${i}: `.length)}${view.getBigUint64(at, true)} elements` },
    );
  }
  return printPieces(bytes, offset, pieces);
}

function printArrays(catalog, section, withZeros) {
  const { bytes, sections } = catalog.file;
  const named = nameArrays(section, readBundle(bytes, sections.get(section)));
  return named.flatMap((entry) => {
    const at = entry.array.byteOffset - bytes.byteOffset;
    const pieces = piecesOfArray(catalog, section, entry, named);
    const zeros = -entry.array.byteLength & 7;
    if (withZeros && zeros > 0) pieces.push({ length: zeros, meaning: () => 'zeros' });
    return printPieces(bytes, at, pieces);
  });
}

function printTrigram({ file }, section, wanted) {
  const [trigrams, starts, lists] = file.bundle(section);
  const i = trigrams.findIndex((trigram) => trigramText(trigram) === wanted);
  const list = lists.subarray(starts[i], starts[i + 1]);
  const says = [
    [trigrams.subarray(i, i + 1), `trigrams: the one of place ${i}, ${trigrams[i]}, is ${wanted}`],
    [starts.subarray(i, i + 2), `starts: its list is lists[${starts[i]}] to lists[${starts[i + 1] - 1}]`],
    [list, `lists: blocks ${readBlockList(list).join(' ')}`],
  ];
  return says.flatMap(([part, meaning]) => {
    const piece = { length: part.byteLength, size: part.BYTES_PER_ELEMENT, meaning: () => meaning };
    return printPieces(file.bytes, part.byteOffset - file.bytes.byteOffset, [piece]);
  });
}

function printUnpacked({ file }, section) {
  const isDocuments = section.endsWith('/documents');
  const arrays = file.bundle(isDocuments ? section.replace(/documents$/, 'blocks') : section);
  const [firsts, ends, packed] = isDocuments ? [arrays[0], arrays[1], file.raw(section)] : [arrays[1], arrays[3], arrays[4]];
  const block = new Uint8Array(inflateRawSync(packed.subarray(0, ends[0])));
  const pieces = [];
  for (let i = 0, at = 0; i < firsts[1]; i++) {
    if (isDocuments) {
      pieces.splice(i, 0, { length: 4, meaning: (view, place) => `document ${i} ends at ${number(view, place, 4)}` });
      const length = new Uint32Array(block.buffer, 0, firsts[1])[i] - at;
      pieces.push({ length, isText: true, most: 16, meaning: () => `document ${i}` });
      at += length;
    } else {
      const length = block[at];
      pieces.push({ length: 1, meaning: () => `length ${length}` }, { length, isText: true, meaning: () => `value ${i}` });
      at += 1 + length;
    }
  }
  return printPieces(block, 0, pieces);
}

function printManifest({ collections, specs, priceCurrency, ownFields }) {
  const { rowCount, fields, texts } = collections.parts;
  const lines = (list, indent) => list.map((item, i) => `${indent}${spaced(item)}${i + 1 < list.length ? ',' : ''}`);
  const others = Object.keys(collections).filter((name) => name !== 'parts');
  return [
    '{',
    '  "collections": {',
    '    "parts": {',
    `      "rowCount": ${rowCount},`,
    '      "fields": [',
    ...lines(fields, '        '),
    '      ],',
    '      "texts": [',
    ...texts.flatMap((text, i) => [
      `        { "name": ${JSON.stringify(text.name)}, "fields": [`,
      ...lines(text.fields, '          '),
      `        ] }${i + 1 < texts.length ? ',' : ''}`,
    ]),
    '      ]',
    '    },',
    `    ${others.map((name) => `"${name}": { … }`).join(', ')}`,
    '  },',
    `  "specs": [ ${specs.map(spaced).join(', ')} ],`,
    `  "priceCurrency": ${JSON.stringify(priceCurrency)},`,
    `  "ownFields": ${spaced(ownFields)}`,
    '}',
  ];
}

/** JSON on one line, with blanks where people read it. */
function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`);
  return `{ ${members.join(', ')} }`;
}

import { decodeText } from '../reader/bytes.mjs';
import { rowOfSection } from '../reader/sections.mjs';
import { readStream } from '../reader/text-index.mjs';
import { EDGE, readBlockList, symbolsOfTrigram } from '../reader/wildcards.mjs';

/** What the elements of arrays mean, as pieces for `printPieces`. */

const SEVERAL = 0x80000000;

/**
 * @param entry `{ name, array }`, one of `named`, which are all arrays of the section
 * @returns pieces that cover the array; the first one says its name
 */
export function piecesOfArray(catalog, section, entry, named) {
  const { name, array } = entry;
  const arrays = named.map((other) => other.array);
  const splitter = SPLITTERS[`${rowOfSection(section, arrays)} ${name}`] ?? SPLITTERS[name] ?? wholeOf;
  const pieces = array.length === 0 ? [{ length: 0, says: 'none' }] : splitter(array, arrays, catalog, section);
  return pieces.map(({ length, size = array.BYTES_PER_ELEMENT, says }, i) => ({
    length,
    size,
    meaning: () => `${i === 0 ? `${name}: ` : ' '.repeat(name.length + 2)}${says}`,
  }));
}

function wholeOf(array) {
  return [{ length: array.byteLength, says: array.join(' ') }];
}

/** Pieces of `size` elements each. */
function split(array, size, says) {
  const parts = Array.from({ length: Math.ceil(array.length / size) }, (_, i) => array.subarray(size * i, size * (i + 1)));
  return parts.map((part, i) => ({ length: part.byteLength, says: says(part, i) }));
}

/** One piece for each value of a plain dictionary: `offsets` precede the bytes. */
function values(bytes, arrays) {
  const offsets = arrays.at(arrays.indexOf(bytes) - 1);
  return Array.from(offsets.subarray(1), (end, i) => ({
    length: end - offsets[i],
    says: `${i} is ${JSON.stringify(decodeText(bytes.subarray(offsets[i], end)))}`,
  }));
}

function hexWords(words) {
  const hex = (word) => word.toString(16).padStart(8, '0');
  return Array.from({ length: words.length / 2 }, (_, i) => ({
    length: 8,
    says: `${i} is "${hex(words[2 * i])}${hex(words[2 * i + 1])}"`,
  }));
}

function terms(bytes, [, starts]) {
  const pieces = [];
  let term = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const isFirst = starts.includes(at);
    const shared = isFirst ? 0 : bytes[at];
    const length = (isFirst ? 1 : 2) + bytes[at + (isFirst ? 0 : 1)];
    term = [...term.slice(0, shared), ...bytes.subarray(at + (isFirst ? 1 : 2), at + length)];
    pieces.push({ length, says: `${i} is ${decodeText(Uint8Array.from(term))}` });
    at += length;
  }
  return pieces;
}

function stream(bytes, [, rowStarts], catalog, section) {
  const index = textOf(catalog, section);
  return Array.from(rowStarts.subarray(1), (end, row) => {
    const stretch = bytes.subarray(rowStarts[row], end);
    const starts = [...stretch.keys()].filter((at) => stretch[at] < 16);
    const found = index.tokens.valuesOf(row);
    return readStream(stretch).map(({ field }, i) => ({
      length: (starts[i + 1] ?? stretch.length) - starts[i],
      says: `row ${row}, ${index.fields[field].name}: ${found[i].terms.map((term) => index.terms[term]).join(' ')}`,
    }));
  }).flat();
}

function heads(array) {
  return split(array, 4, (part) =>
    Array.from(part, (head) => (head < SEVERAL ? `row ${head}` : `entry ${head - SEVERAL}`)).join(', '),
  );
}

function entries(array) {
  return split(array, 3, ([count, place, shape], i) => `${i} has ${count} rows, place ${place}, shape ${shape}`);
}

function blocks(array) {
  return split(array, 64, (_, i) => (i === 0 ? 'block 0, empty' : `block ${i}`));
}

function codes(array) {
  return array.length < 256 ? wholeOf(array) : split(array, 256, (_, i) => (i === 0 ? 'block 0, empty' : `block ${i}`));
}

function packed(array) {
  return [{ length: array.byteLength, says: 'raw deflate' }];
}

function masks(array, _, catalog, section) {
  const bits = textOf(catalog, section).fields.length;
  return split(array, 8, (part) => Array.from(part, (mask) => mask.toString(2).padStart(bits, '0')).join(' '));
}

function keys(array, _, catalog, section) {
  const { terms: all, pairs } = textOf(catalog, section);
  const says = pairs.pairs.map(({ first, second }, i) => `${array[i]} is ${all[first]} ${all[second]}`).join(', ');
  return [{ length: array.byteLength, says }];
}

function severals(array, _, catalog, section) {
  const { terms: all, postings } = textOf(catalog, section);
  const several = all.filter((_term, i) => postings.severalOf(i) >= 0);
  return [{ length: array.byteLength, says: Array.from(array, (i) => `${i} is ${several[i]}`).join(', ') }];
}

function fieldPlaces(array, _, { manifest }) {
  const says = Array.from(array, (place) => `${place} is ${manifest.collections.parts.fields[place].name}`).join(', ');
  return [{ length: array.byteLength, says }];
}

/** A symbol as people read it; the edge is `^` before a form and `$` behind it. */
const SYMBOLS = [...'abcdefghijklmnopqrstuvwxyz0123456789×'];

/** "^ne" for the trigram of the edge, n and e. */
export function trigramText(trigram) {
  const edges = ['^', '', '$'];
  return symbolsOfTrigram(trigram)
    .map((symbol, i) => (symbol === EDGE ? edges[i] : SYMBOLS[symbol]))
    .join('');
}

function trigrams(array) {
  return split(array, 4, (part) => Array.from(part, (trigram) => `${trigram} is ${trigramText(trigram)}`).join(', '));
}

function blockLists(array, [, starts]) {
  const lists = Array.from(starts.subarray(1), (end, i) => readBlockList(array.subarray(starts[i], end)).join(' '));
  return [{ length: array.byteLength, says: `blocks ${lists.join(', ')}` }];
}

/** Signatures, of which the lowest bit is the symbol `first`. */
function signatures(first) {
  const letters = (bits) => SYMBOLS.slice(first, first + 32).filter((_, i) => (bits >>> i) & 1);
  return (array) => [{ length: array.byteLength, says: Array.from(array, (bits) => letters(bits).join('') || '-').join(', ') }];
}

function textOf({ collections }, section) {
  const [collection, , name] = section.split('/');
  return collections.get(collection).texts.get(name);
}

const SPLITTERS = {
  blocks,
  codes,
  packed,
  bytes: values,
  words: hexWords,
  '<t>/terms bytes': terms,
  stream,
  heads,
  entries,
  'usual masks': masks,
  'exception masks': masks,
  keys,
  'paired terms': severals,
  'parts/spec-blocks fields': fieldPlaces,
  trigrams,
  '<f>/wildcards lists': blockLists,
  'low signatures': signatures(0),
  'high signatures': signatures(32),
};

import { compareDecimals, decimalOfText } from '../meaning/decimal.mjs';
import { fold, partNumberForm, tokens } from '../meaning/text.mjs';
import { compareText, encodeText } from '../reader/bytes.mjs';
import { EDGE, symbolOf, trigramOf } from '../reader/wildcards.mjs';

/** The requested rows: each by the structures that docs/format.md has for it. Rows are ascending. */

/** Rows that have one of some ordinals of a field, by its postings. */
function rowsOfOrdinals({ postings }, ordinals) {
  return ascending(ordinals.flatMap((ordinal) => postings.rowsOf(ordinal)));
}

/** Rows of which a code satisfies a condition: for kinds without postings. */
function rowsByCodes({ codes }, rows, isWanted) {
  return Array.from({ length: rows }, (_, row) => row).filter((row) => codes.ordinalsOf(row).some(isWanted));
}

/** Rows that have exactly this value: dictionary, then postings or codes. */
export function rowsWithValue(collection, name, value) {
  const field = collection.fields.get(name);
  const ordinal = field.values.indexOf(value);
  if (ordinal < 0) return [];
  if (field.postings) return rowsOfOrdinals(field, [ordinal]);
  return rowsByCodes(field, collection.rows, (code) => code === ordinal);
}

/** Rows that have a number or date from `low` to `high`, which are values of the field. */
export function rowsInRange(collection, name, low, high) {
  const field = collection.fields.get(name);
  if (field.kind === 'date') {
    const [least, most] = [low, high].map((text) => field.values.indexOf(text));
    return rowsByCodes(field, collection.rows, (ordinal) => ordinal >= least && ordinal <= most);
  }
  const [from, to] = [low, high].map(decimalOfText);
  const first = field.values.findIndex((text) => compareDecimals(decimalOfText(text), from) >= 0);
  const last = field.values.findLastIndex((text) => compareDecimals(decimalOfText(text), to) <= 0);
  return rowsByCodes(field, collection.rows, (ordinal) => first >= 0 && ordinal >= first && ordinal <= last);
}

/** Rows that have any value. */
export function rowsWithAny(collection, name) {
  return rowsByCodes(collection.fields.get(name), collection.rows, () => true);
}

/** Rows with a part number whose form begins so (`isWhole`: is so): by a binary search in the forms. */
export function rowsWithForm(collection, name, form, isWhole) {
  const field = collection.fields.get(name);
  const formAt = (i) => partNumberForm(field.values[field.forms[i]]);
  let low = 0;
  let high = field.forms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareText(formAt(middle), form) < 0) low = middle + 1;
    else high = middle;
  }
  const ordinals = [];
  for (let i = low; i < field.forms.length && formAt(i).startsWith(form); i++) {
    if (!isWhole || formAt(i) === form) ordinals.push(field.forms[i]);
  }
  return rowsOfOrdinals(field, ordinals);
}

/**
 * Rows with a part number whose form fits a pattern: blocks by its trigrams, part numbers of them by their symbols and
 * lengths, and then the forms themselves.
 * @param pattern letters and digits as forms have them, `*` and `?`; no mark, no upper case, no escapes
 */
export function rowsWithPattern(collection, name, pattern) {
  const field = collection.fields.get(name);
  const { blocksOf, symbols, lengths, ordinalsOfBlock } = field.wildcards;
  const lists = trigramsOfPattern(pattern).map((trigram) => blocksOf.get(trigram) ?? []);
  const candidates = lists.length > 0 ? common(lists).flatMap(ordinalsOfBlock) : [...field.values.keys()];
  const literals = [...encodeText(pattern.replace(/[*?]/g, ''))].map(symbolOf);
  const least = [...pattern].filter((character) => character !== '*').length;
  const most = pattern.includes('*') ? Number.POSITIVE_INFINITY : least;
  const mayFit = (ordinal) =>
    literals.every((symbol) => symbols[ordinal].has(symbol)) &&
    lengths[ordinal] >= Math.min(least, LONGEST_STORED) &&
    lengths[ordinal] <= most;
  const fitting = candidates.filter((ordinal) => mayFit(ordinal) && fits(pattern, partNumberForm(field.values[ordinal])));
  return rowsOfOrdinals(field, fitting);
}

const LONGEST_STORED = 255;

/** Trigrams that every matching form has: three symbols, edges included, with no wildcard between them. */
function trigramsOfPattern(pattern) {
  const wildcard = -1;
  const inside = [...pattern].flatMap((character) =>
    '*?'.includes(character) ? [wildcard] : Array.from(encodeText(character), symbolOf),
  );
  const framed = [EDGE, ...inside, EDGE];
  const windows = framed.slice(2).map((_, i) => framed.slice(i, i + 3));
  return windows.filter((window) => !window.includes(wildcard)).map(trigramOf);
}

/** What is in all of some lists. */
function common([first, ...others]) {
  const sets = others.map((list) => new Set(list));
  return first.filter((item) => sets.every((set) => set.has(item)));
}

/** Whether a pattern fits a whole form, character by character. */
function fits(pattern, form) {
  const characters = [...form];
  let ends = new Set([0]);
  for (const piece of pattern) {
    if (piece === '*') {
      const first = Math.min(...ends);
      ends = new Set(Array.from({ length: characters.length - first + 1 }, (_, i) => first + i));
    } else {
      const next = [...ends].filter((at) => at < characters.length && (piece === '?' || characters[at] === piece));
      ends = new Set(next.map((at) => at + 1));
    }
    if (ends.size === 0) return false;
  }
  return ends.has(characters.length);
}

/** Rows that have a name by its words: the fold decides where there are none. */
export function rowsWithName(collection, name, text) {
  const field = collection.fields.get(name);
  const wanted = tokens(text);
  const fits = (value) => (wanted.length > 0 ? occursIn(wanted, tokens(value)) : fold(value) === fold(text));
  return rowsOfOrdinals(
    field,
    [...field.values.keys()].filter((ordinal) => fits(field.values[ordinal])),
  );
}

/** Rows of which a value of the searched fields has the tokens of a text side by side. */
export function rowsWithPhrase(collection, index, text) {
  const { terms, postings, pairs, tokens: stream } = collection.texts.get(index);
  const phrase = tokens(text).map((token) => terms.indexOf(token));
  if (phrase.length === 0 || phrase.includes(-1)) return [];
  if (phrase.length === 1) return postings.rowsOf(phrase[0]);
  if (phrase.length === 2 && phrase.every((term) => pairs?.paired.includes(term))) {
    return pairs.pairs.find(({ first, second }) => first === phrase[0] && second === phrase[1])?.rows ?? [];
  }
  return postings.rowsOf(phrase[0]).filter((row) => stream.valuesOf(row).some((value) => occursIn(phrase, value.terms)));
}

/** The fields of part numbers that keywords are compared with as a whole. */
export function numberFields({ texts, fields }) {
  const names = texts.get('keywords').fields.flatMap(({ name, of = [name] }) => of);
  return names.filter((name) => fields.get(name).kind === 'part_number');
}

/** Parts that a keyword finds: by a phrase, or as a whole part number. */
export function rowsWithKeyword(parts, text) {
  const form = partNumberForm(text);
  const byForm = numberFields(parts).flatMap((name) => rowsWithForm(parts, name, form, true));
  return ascending([...rowsWithPhrase(parts, 'keywords', text), ...byForm]);
}

/** Parts with a part number that begins so. */
export function rowsWithPrefix(parts, text) {
  return ascending(numberFields(parts).flatMap((name) => rowsWithForm(parts, name, partNumberForm(text), false)));
}

/** Parts with a part number that fits a pattern. */
export function rowsWithNumberLike(parts, pattern) {
  return ascending(numberFields(parts).flatMap((name) => rowsWithPattern(parts, name, pattern)));
}

function occursIn(phrase, list) {
  return list.some((_, at) => phrase.every((item, i) => list[at + i] === item));
}

function ascending(rows) {
  return [...new Set(rows)].sort((a, b) => a - b);
}

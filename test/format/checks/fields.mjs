import { compareDecimals, decimalOfText } from '../meaning/decimal.mjs';
import { fold, partNumberForm } from '../meaning/text.mjs';
import { declaredFields, plainFields, specFacts, specTypeOf, valuesReader } from '../meaning/values.mjs';
import { compareText, demand, isAscending } from '../reader/bytes.mjs';
import { checkWildcards } from './wildcards.mjs';

/** Fields: every row's values, recomputed from its document; and that dictionary, codes, forms, wildcards and postings agree. */

/** @param context `{ manifest, source, ancestorsOf(uid), unitOf(specKey), currency }`; the manifest lists the declared fields */
export function checkFields(collection, context, seen) {
  checkNames(collection, context);
  for (const field of collection.fields.values()) {
    const at = `${collection.name}/fields/${field.name}`;
    const valuesOfRows = collection.records.map(valuesReader(field.name, field.kind, context));
    checkDictionary(field, at, seen);
    checkValues(field, valuesOfRows, at);
    checkLayout(field, collection.rows, at, seen);
    if (field.forms) checkForms(field, at);
    if (field.wildcards) checkWildcards(field, at, seen);
    if (field.postings) checkPostings(field.postings, invert(field, collection.rows), collection.rows, at, seen);
  }
}

/** Which fields there are, of which kinds, and the spec keys of the manifest. */
function checkNames({ name, fields, records }, context) {
  const declared = name === 'parts' ? declaredFields(context.manifest) : {};
  const kinds = new Map(Object.entries({ ...plainFields(name), ...declared }));
  const always = name === 'parts' ? [...kinds.keys()] : ['uid', 'name'];
  if (name === 'parts') {
    for (const { key, type } of checkSpecs(context)) {
      kinds.set(`specs.${key}.value`, type).set(`specs.${key}.min_value`, 'number').set(`specs.${key}.max_value`, 'number');
    }
  }
  // In number fields, only values that are not numbers count here.
  const isGiven = (field) => {
    const valuesOf = valuesReader(field, 'text', context);
    return records.some((record) => valuesOf(record).length > 0);
  };
  const expected = [...kinds].filter(([field]) => always.includes(field) || isGiven(field));
  for (const [field, kind] of expected) demand(fields.get(field)?.kind === kind, `${name}: no field ${field} of kind ${kind}`);
  demand(fields.size === expected.length, `${name} has more fields than ${expected.map(([field]) => field)}`);
}

/** The spec keys of the manifest: what parts say of them, and the types that follow from it. */
function checkSpecs({ manifest: { specs, specMetadata }, source }) {
  const records = source.spec_metadata ?? [];
  demand(specMetadata.map(({ key }) => key).join() === records.map(({ key }) => key).join(), 'other metadata than was given');
  const given = new Map(records.map((metadata) => [metadata.key, metadata]));
  // In the order in which parts came, and not that of the rows: the first part counts.
  const facts = specFacts(source.parts);
  demand(specs.length === facts.size, 'the manifest has more or fewer spec keys than parts');
  for (const { key, type, declared, undeclared, said } of specs) {
    const expected = facts.get(key);
    const decided = specTypeOf(expected, given.get(key));
    demand(type === decided, `the manifest has the spec key ${key} as ${type} and not ${decided}`);
    const told = JSON.stringify({ declared, undeclared, said: namesOf(said) });
    const wanted = JSON.stringify({ ...expected, said: namesOf(expected.said) });
    demand(told === wanted, () => `the manifest says of the spec key ${key} ${told} and not ${wanted}`);
  }
  return specs;
}

/** What parts say of a key, in one order; of whole objects their names. */
function namesOf({ first, name, unit, datatype }) {
  return [first === undefined, first?.name ?? null, name ?? null, unit?.name ?? null, datatype ?? null];
}

const COMPARE_FOLDS = (a, b) => compareText(a.fold, b.fold) || compareText(a.value, b.value);

function checkDictionary({ kind, storage, order, values, doubles }, at, seen) {
  seen.add(`dictionary: ${storage}, ${order} order`);
  demand((kind === 'date') === (storage === 'dates'), `${at}: a ${storage} dictionary of kind ${kind}`);
  if (kind === 'date') return;
  if (kind === 'number') {
    const numbers = values.map(decimalOfText);
    demand(isAscending(numbers, compareDecimals), `${at}: numbers are out of order`);
    demand(
      values.every((text, i) => Object.is(Number(text), doubles[i])),
      `${at}: a double is not the nearest`,
    );
    return;
  }
  demand(order === (kind === 'uid' || kind === 'boolean' ? 'raw' : 'fold'), `${at}: a ${kind} in ${order} order`);
  if (order === 'raw') demand(isAscending(values, compareText), `${at}: values are out of order`);
  else
    demand(
      isAscending(
        values.map((value) => ({ value, fold: fold(value) })),
        COMPARE_FOLDS,
      ),
      `${at}: values are out of order`,
    );
  demand(storage === storageOf(kind, values), `${at}: a ${storage} dictionary of kind ${kind}`);
}

/** How a writer stores a dictionary of something else than numbers. */
export function storageOf(kind, values) {
  if (kind === 'text') return 'packed';
  const isRaw = kind === 'uid' || kind === 'boolean';
  return isRaw && values.every((value) => /^[0-9a-f]{16}$/.test(value)) ? 'hex' : 'plain';
}

/** Codes against the values of the documents, and the numbers in the manifest. */
function checkValues({ values, described, codes }, valuesOfRows, at) {
  const used = new Set();
  valuesOfRows.forEach((expected, row) => {
    const ordinals = codes.ordinalsOf(row);
    if (ordinals.length === 0 && expected.length === 0) return;
    const found = new Set(Array.from(ordinals, (ordinal) => values[ordinal]));
    const same = ordinals.length === expected.length && expected.every((value) => found.has(value));
    demand(same, () => `${at}: row ${row} has ${JSON.stringify([...found])} and not ${JSON.stringify(expected)}`);
    for (const value of found) used.add(value);
  });
  demand(used.size === values.length, `${at}: some values are of no row`);
  demand(described.values === values.length, `${at}: the manifest has another number of values`);
  demand(
    described.rowCount === valuesOfRows.filter((list) => list.length > 0).length,
    `${at}: the manifest has another number of rows`,
  );
  const multiValued = valuesOfRows.some((list) => list.length > 1);
  demand(described.multiValued === multiValued && codes.hasSets === multiValued, `${at}: sets and manifest differ`);
}

/** That the writer has taken the narrowest codes, and the layout that it should have. */
function checkLayout({ codes, described }, rows, at, seen) {
  const all = Array.from({ length: rows }, (_, row) => codes.codeOf(row));
  const largest = all.reduce((a, b) => Math.max(a, b), 0);
  demand(
    codes.width === (largest < 2 ** 8 ? 1 : largest < 2 ** 16 ? 2 : 4),
    `${at}: codes of ${codes.width} bytes up to ${largest}`,
  );
  const filled = new Set([...all.keys()].filter((row) => all[row] > 0).map((row) => row >> 8)).size;
  const blocked = 4 * Math.ceil(rows / 256) + codes.width * 256 * (1 + filled);
  const sparse = (4 + codes.width) * described.rowCount;
  demand((codes.layout === 'sparse') === blocked > 1.5 * sparse, `${at}: ${codes.layout} at ${blocked} to ${sparse} bytes`);
  seen.add(`codes: ${codes.layout}, ${codes.width} bytes${codes.hasSets ? ', sets' : ''}`);
}

function checkForms({ forms, formFilter, values }, at) {
  demand(forms.length === values.length && new Set(forms).size === values.length, `${at}: the forms are not a permutation`);
  const inOrder = Array.from(forms, (ordinal) => partNumberForm(values[ordinal]));
  demand(
    inOrder.every((form, i) => i === 0 || compareText(inOrder[i - 1], form) <= 0),
    `${at}: forms are out of order`,
  );
  const filter = filterOf(inOrder);
  demand(
    formFilter.length === filter.length && formFilter.every((word, i) => word === filter[i]),
    `${at}: the filter of the forms differs`,
  );
}

/** Numbers of 32 bits. */
const WORD = 2n ** 32n;

/** The filter of forms. */
function filterOf(forms) {
  const filter = new Uint32Array(Math.max(1, Math.ceil(forms.length / 2)));
  for (const form of forms) {
    let hash = 0n;
    for (const byte of new TextEncoder().encode(form)) hash = (hash * 0x01000193n + BigInt(byte)) % WORD;
    let mixed = ((hash ^ (hash >> 16n)) * 0x85ebca6bn) % WORD;
    mixed = ((mixed ^ (mixed >> 13n)) * 0xc2b2ae35n) % WORD;
    mixed ^= mixed >> 16n;
    const more = (mixed * 0x9e3779b1n) % WORD;
    const bits = [mixed % 32n, (more >> 22n) % 32n, more >> 27n];
    for (const bit of bits) filter[Number((mixed * BigInt(filter.length)) / WORD)] |= 2 ** Number(bit);
  }
  return filter;
}

/** Ordinal to its rows, by the codes. */
function invert({ values, codes }, rows) {
  const rowsOf = values.map(() => []);
  for (let row = 0; row < rows; row++) for (const ordinal of codes.ordinalsOf(row)) rowsOf[ordinal].push(row);
  return rowsOf;
}

/** Postings against the rows that each entry should have. */
export function checkPostings(postings, expected, rows, at, seen) {
  demand(postings.length === expected.length, `${at}: ${postings.length} postings for ${expected.length}`);
  expected.forEach((wanted, entry) => {
    const found = postings.rowsOf(entry);
    demand(found.join() === wanted.join(), () => `${at}: entry ${entry} has the rows ${found} and not ${wanted}`);
    const shape = postings.shapeOf(entry);
    const isDense = wanted.length > 16 && 128 * wanted.length > rows;
    demand(
      shape === ['none', 'one'][wanted.length] || shape === (isDense ? 'blocks' : 'list'),
      () => `${at}: entry ${entry} is ${shape}`,
    );
    seen.add(`postings: ${shape}`);
  });
}

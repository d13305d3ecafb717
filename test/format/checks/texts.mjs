import { tokens } from '../meaning/text.mjs';
import { declaredFields, plainFields, textIndexes, valuesReader } from '../meaning/values.mjs';
import { compareText, demand, isAscending } from '../reader/bytes.mjs';
import { checkPostings } from './fields.mjs';

/** Text indexes: tokens of the documents against the stream, and the stream against everything else. */

export function checkTexts(collection, context, seen) {
  const { records } = collection;
  const uids = records.map(({ uid }) => uid);
  const expected = textIndexes(collection.name, context.manifest);
  demand(
    [...collection.texts.keys()].join() === [...expected.keys()].join(),
    `${collection.name} has the texts ${[...collection.texts.keys()]}`,
  );
  for (const index of collection.texts.values()) {
    const at = `${collection.name}/texts/${index.name}`;
    demand(
      JSON.stringify(index.fields.map(({ name, weight, of }) => [name, weight, of])) === JSON.stringify(expected.get(index.name)),
      `${at} has the fields ${JSON.stringify(index.fields)}`,
    );
    const stream = records.map((_, row) => index.tokens.valuesOf(row));
    checkStream(index, collection.name, context, records, stream, at);
    const masks = masksOf(index, stream);
    checkTerms(index, masks, collection.rows, at, seen);
    checkMasks(index, masks, at, seen);
    checkRanks(index, stream, at, seen);
    checkPairs(index, stream, masks, collection.rows, at, seen);
    checkScores(index, masks, stream, uids, at, seen);
  }
}

/** The values of each row with their tokens, as the documents have them. */
function checkStream({ fields, terms }, collection, context, records, stream, at) {
  const kinds = { ...plainFields(collection), ...declaredFields(context.manifest) };
  const strings = context.manifest.collections.parts.fields
    .filter(({ name, kind }) => kind === 'string' && name.startsWith('specs.'))
    .map(({ name }) => name);
  const readers = fields.map(({ name, of = collection === 'parts' && name === 'words' ? strings : [name] }) => {
    const each = of.map((field) => valuesReader(field, kinds[field] ?? 'text', context));
    return (record) => each.flatMap((valuesOf) => valuesOf(record));
  });
  records.forEach((record, row) => {
    const expected = readers.flatMap((valuesOf, field) => valuesOf(record).map((value) => [field, ...tokens(value)].join(' ')));
    const found = stream[row].map((value) => [value.field, ...value.terms.map((term) => terms[term])].join(' '));
    const inOrder = (list) => list.sort(compareText).join('\n');
    const withToken = expected.filter((value) => value.includes(' '));
    demand(
      inOrder(found) === inOrder(withToken),
      () => `${at}: row ${row} has the tokens ${JSON.stringify(found)} and not ${withToken}`,
    );
  });
}

/** Term to the mask of each of its rows, by the stream. */
function masksOf({ terms }, stream) {
  const masks = terms.map(() => new Map());
  stream.forEach((values, row) => {
    for (const { field, terms: found } of values) {
      for (const term of found) masks[term].set(row, (masks[term].get(row) ?? 0) | (1 << field));
    }
  });
  return masks;
}

function checkTerms({ terms, postings }, masks, rows, at, seen) {
  demand(isAscending(terms, compareText), `${at}: terms are out of order`);
  checkPostings(
    postings,
    masks.map((mask) => [...mask.keys()]),
    rows,
    at,
    seen,
  );
  demand(
    terms.every((_, term) => postings.shapeOf(term) !== 'none'),
    `${at}: a term has no rows`,
  );
  if (terms.some((term) => new TextEncoder().encode(term).length >= 255)) seen.add('terms: a number of five bytes');
}

/** The masks; and that the usual one is the most frequent. */
function checkMasks({ masks: { maskOf, usualMaskOf, exceptionsOf } }, masks, at, seen) {
  masks.forEach((mask, term) => {
    const counts = new Map();
    for (const [row, fields] of mask) {
      demand(
        maskOf(term, row) === fields,
        () => `${at}: term ${term} of row ${row} has the mask ${maskOf(term, row)}, not ${fields}`,
      );
      counts.set(fields, (counts.get(fields) ?? 0) + 1);
    }
    const most = Math.max(...counts.values());
    demand(counts.get(usualMaskOf(term)) === most, `${at}: the usual mask of term ${term} is not the most frequent`);
    const exceptions = exceptionsOf(term);
    demand(isAscending(exceptions) && exceptions.length === mask.size - most, `${at}: exceptions of term ${term}`);
    if (exceptions.length > 0) seen.add('masks: exceptions');
  });
}

function checkRanks({ terms, tokens: { rankOf }, postings }, stream, at, seen) {
  const severals = terms.map((_, term) => term).filter((term) => postings.severalOf(term) >= 0);
  const byRank = severals.toSorted((a, b) => rankOf(a) - rankOf(b));
  demand(
    byRank.every((term, i) => rankOf(term) === i),
    `${at}: the ranks are not a permutation`,
  );
  const counts = terms.map(() => 0);
  for (const values of stream) for (const { terms: found } of values) for (const term of found) counts[term]++;
  const rows = (term) => postings.rowsOf(term).length;
  demand(
    byRank.every((term, i) => i === 0 || rows(byRank[i - 1]) >= rows(term)),
    `${at}: ranks do not follow the number of rows`,
  );
  for (const term of terms.keys())
    seen.add(`tokens: codes of ${rankOf(term) < 112 ? 1 : rankOf(term) < 112 * 128 ? 2 : 3} bytes`);
}

const MOST_PAIRED = 2048;

function checkPairs({ fields, terms, pairs }, stream, masks, rows, at, seen) {
  demand((pairs !== undefined) === fields.length > 1, `${at}: pairs of ${fields.length} fields`);
  if (!pairs) return;
  const frequent = terms.map((_, term) => term).filter((term) => masks[term].size > 1 && 256 * masks[term].size > rows);
  const least = Math.min(...pairs.paired.map((term) => masks[term].size));
  demand(pairs.paired.length === Math.min(frequent.length, MOST_PAIRED), `${at}: ${pairs.paired.length} paired terms`);
  demand(
    frequent.every((term) => masks[term].size <= least || pairs.paired.includes(term)),
    `${at}: a more frequent term is not paired`,
  );
  const paired = new Set(pairs.paired);
  const expected = new Map();
  stream.forEach((values, row) => {
    for (const { terms: found } of values) {
      for (let i = 1; i < found.length; i++) {
        if (!paired.has(found[i - 1]) || !paired.has(found[i])) continue;
        const key = `${found[i - 1]} ${found[i]}`;
        expected.set(key, (expected.get(key) ?? new Set()).add(row));
      }
    }
  });
  demand(expected.size === pairs.pairs.length, `${at}: ${pairs.pairs.length} pairs and not ${expected.size}`);
  for (const { first, second, rows: found } of pairs.pairs) {
    const wanted = [...(expected.get(`${first} ${second}`) ?? [])];
    demand(
      found.join() === wanted.join(),
      () => `${at}: the pair ${terms[first]} ${terms[second]} has the rows ${found}, not ${wanted}`,
    );
    seen.add('pairs');
  }
}

const CHAMPIONS = 128;
const CHAMPION_ROWS = 256;

function checkScores({ fields, terms, scores }, masks, stream, uids, at, seen) {
  const lengths = stream.map((values) =>
    Math.min(
      255,
      values.reduce((sum, value) => sum + value.terms.length, 0),
    ),
  );
  demand(lengths.join() === scores.lengths.join(), `${at}: lengths differ`);
  const weightOf = (mask) => Math.max(...fields.filter((_, i) => (mask >> i) & 1).map(({ weight }) => weight));
  const impact = (mask, row) => weightOf(mask) * (0.85 + (0.15 * 32) / (32 + lengths[row]));
  terms.forEach((term, i) => {
    const champions = scores.championsOf.get(i);
    const isScored = fields.some(({ weight }) => weight > 0);
    demand((champions !== undefined) === (isScored && masks[i].size >= CHAMPION_ROWS), `${at}: champions of "${term}"`);
    if (!champions) return;
    const impacts = new Map([...masks[i]].map(([row, mask]) => [row, impact(mask, row)]));
    const best = [...impacts.keys()].sort((a, b) => impacts.get(b) - impacts.get(a) || compareText(uids[a], uids[b]));
    demand(
      champions.join() === best.slice(0, CHAMPIONS).join(),
      () => `${at}: the champions of "${term}" are ${champions}, not ${best.slice(0, CHAMPIONS)}`,
    );
    seen.add('scores: champions');
  });
}

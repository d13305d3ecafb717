import { partNumberForm, tokens } from '../meaning/text.mjs';
import { demand } from '../reader/bytes.mjs';
import {
  numberFields,
  rowsInRange,
  rowsWithAny,
  rowsWithForm,
  rowsWithKeyword,
  rowsWithName,
  rowsWithNumberLike,
  rowsWithPattern,
  rowsWithPhrase,
  rowsWithPrefix,
  rowsWithValue,
} from './find.mjs';

/** Compares the hits of the second reader with the answers of partdex. */

const LIMIT = 100;

/**
 * Asks for some values of every field of the parts, words, phrases, part numbers, ranges and merged uids.
 * @param catalog what `readCatalog` has read
 * @param engine the same catalog, opened by partdex
 * @returns how many requests were made
 * @throws FormatError
 */
export async function compareWithSearch({ collections, file }, engine) {
  const parts = collections.get('parts');
  const uids = uidsOf(parts);
  const asked = [...requestsOfFields(parts), ...requestsOfTexts(parts)];
  for (const { request, rows } of asked) await compare(engine, request, new Set(rows.map((row) => uids[row])));
  for (const [uid, row] of parts.redirects.uids.map((merged, i) => [merged, parts.redirects.rows[i]])) {
    demand((await engine.parts.get(uid))?.uid === uids[row], `the merged uid ${uid} leads elsewhere`);
  }
  await compareChampions(parts, uids, engine);
  const listed = engine.sections().map(({ name, bytes }) => `${name} ${bytes}`);
  const read = [...file.sections.values()].map(({ name, length }) => `${name} ${length}`);
  demand(listed.sort().join() === read.sort().join(), 'partdex lists other sections');
  return asked.length;
}

function uidsOf({ fields, rows }) {
  const { values, codes } = fields.get('uid');
  return Array.from({ length: rows }, (_, row) => values[codes.ordinalsOf(row)[0]]);
}

/** That a request has so many hits, and that its first page has no others. */
async function compare(engine, request, uids) {
  const { hits, results } = await engine.parts.search({ ...request, limit: LIMIT, show: ['uid'] });
  const strangers = results.filter(({ item }) => !uids.has(item.uid));
  const isSame = hits === uids.size && strangers.length === 0 && results.length === Math.min(hits, LIMIT);
  demand(isSame, () => `${JSON.stringify(request)} has ${hits} hits and should have ${uids.size}`);
}

function requestsOfFields(parts) {
  return [...parts.fields.values()].flatMap((field) => {
    const { name, kind } = field;
    const chosen = someOf(field.values);
    const escaped = name.replace(/[()"*?[\]{}:\\]|\p{White_Space}/gu, '\\$&');
    const query = (text, rows) => ({ request: { filter: { queries: [`${escaped}:${text}`] } }, rows });
    return [
      query('*', rowsWithAny(parts, name)),
      ...chosen.map((value) => ({
        request: { filter: { fields: { [name]: [value] } } },
        rows: rowsWithValue(parts, name, value),
      })),
      ...chosen.flatMap((value) => {
        if (kind === 'name' || kind === 'string') return [query(quoted(value), rowsWithName(parts, name, value))];
        const form = partNumberForm(value);
        if (kind !== 'part_number' || form === '') return [];
        const likes = patternsOf(form).map((pattern) => query(pattern, rowsWithPattern(parts, name, pattern)));
        return [query(quoted(value), rowsWithForm(parts, name, form, true)), ...likes];
      }),
      ...((kind === 'number' || kind === 'date') && chosen.length > 1
        ? [query(`[${quoted(chosen[0])} TO ${quoted(chosen[1])}]`, rowsInRange(parts, name, chosen[0], chosen[1]))]
        : []),
    ];
  });
}

/** Patterns that a form fits: its middle, its end, its ends, and with one character and with every other one left open. */
function patternsOf(form) {
  const all = [...form];
  const middle = all.length >> 1;
  const text = (list) => list.join('');
  return [
    `*${text(all.slice(Math.max(0, middle - 2), middle + 2))}*`,
    `*${text(all.slice(-3))}`,
    `${text(all.slice(0, 2))}*${text(all.slice(-2))}`,
    `${text(all.slice(0, middle))}?${text(all.slice(middle + 1))}`,
    `*${text(all.map((character, i) => (i % 2 === 0 ? character : '?')))}`,
  ];
}

function requestsOfTexts(parts) {
  const { terms, pairs } = parts.texts.get('keywords');
  const values = (name) => parts.fields.get(name).values;
  const descriptions = someOf(values('descriptions.value').filter((text) => tokens(text).length > 2));
  const phrases = [
    ...someOf(terms),
    ...someOf(pairs.pairs).map(({ first, second }) => `${terms[first]} ${terms[second]}`),
    ...descriptions.map((text) => tokens(text).slice(0, 3).join(' ')),
    ...someOf(values('mpn')),
  ].filter((text) => tokens(text).length > 0);
  const prefixes = someOf(values('mpn'))
    .map((mpn) => [...partNumberForm(mpn)].slice(0, 4).join(''))
    .filter((form) => [...form].length >= 3);
  const forms = someOf(numberFields(parts).flatMap(values).map(partNumberForm));
  const patterns = forms.filter((form) => [...form].length >= 5).flatMap(patternsOf);
  const short = someOf(values('short_description').filter((text) => tokens(text).length > 1));
  return [
    ...phrases.map((text) => ({ request: { q: quoted(text) }, rows: rowsWithKeyword(parts, text) })),
    ...prefixes.map((form) => ({ request: { q: `${form}*` }, rows: rowsWithPrefix(parts, form) })),
    ...patterns.map((pattern) => ({ request: { q: pattern }, rows: rowsWithNumberLike(parts, pattern) })),
    ...short.map((text) => ({
      request: { filter: { queries: [`short_description:${quoted(text)}`] } },
      rows: rowsWithPhrase(parts, 'short_description', text),
    })),
  ];
}

/** The best parts of a lone frequent word are its champions. */
async function compareChampions(parts, uids, engine) {
  const { terms, scores } = parts.texts.get('keywords');
  for (const [term, rows] of scores.championsOf) {
    if (numberFields(parts).some((name) => rowsWithForm(parts, name, partNumberForm(terms[term]), true).length > 0)) continue;
    const { results } = await engine.parts.search({ q: quoted(terms[term]), limit: LIMIT, show: ['uid'] });
    const found = results.map(({ item }) => item.uid).join();
    demand(
      found ===
        rows
          .slice(0, LIMIT)
          .map((row) => uids[row])
          .join(),
      `the best parts for "${terms[term]}" are others`,
    );
  }
}

function quoted(text) {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The first, one in the middle and the last. */
function someOf(list) {
  return [...new Set([0, list.length >> 1, list.length - 1])].filter((i) => i in list).map((i) => list[i]);
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import { buildCatalog, type Catalog, type CatalogSource, type Part } from '../../../src/partdex.js';
import { gatherNamed } from '../../../src/suggest/named.js';
import { Names } from '../../../src/suggest/names.js';
import { NumberCompleter } from '../../../src/suggest/number-completer.js';
import { createSuggester, type Suggestion, type SuggestionKind } from '../../../src/suggest/partdex-suggest.js';
import { readTypedText } from '../../../src/suggest/typed-text.js';
import { Pauses } from '../../../src/work/pauses.js';
import { catalogs } from '../../arbitraries/catalogs.js';
import { pn, tokens } from '../../oracle/text.js';
import { expectedNumbers } from '../../support/expected-numbers.js';
import { forAllAsync, scaled } from '../../support/for-all.js';

const RUNS = scaled(40);
const GRADES = ['exact', 'prefix', 'words', 'fuzzy'];

const build = (source: object) => buildCatalog(source as CatalogSource);

/** Beginnings of what a catalog has, with other separators and letter case, and now and then anything. */
function typedTexts(known: readonly string[]): fc.Arbitrary<string> {
  const beginning = fc
    .tuple(fc.constantFrom('', ...known), fc.nat(20), fc.constantFrom('', ' ', '-', '/ '), fc.boolean())
    .map(([text, length, separator, isUpper]) => {
      const at = length >> 1;
      const cut = text.slice(0, length + 1);
      const changed = cut.slice(0, at) + separator + cut.slice(at);
      return isUpper ? changed.toUpperCase() : changed;
    });
  const pieces = fc.tuple(fc.constantFrom('', ...known), fc.nat(9), fc.nat(9)).map(([text, a, b]) => {
    return `${text.slice(0, 2 + (a % 3))}-${text.slice(3 + a, 4 + a + (b % 3))}`;
  });
  return fc.oneof(
    { weight: 5, arbitrary: beginning },
    { weight: 2, arbitrary: pieces },
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
}

async function allParts(catalog: Catalog): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of catalog.parts.scan({ include: ['offers'] })) parts.push(part);
  return parts;
}

describe.each(['mpn', 'sku'] as const)('suggested numbers of kind %s', (kind) => {
  const numbersOf = (part: Part): string[] =>
    kind === 'mpn' ? [part.mpn] : (part.offers ?? []).flatMap(({ sku }) => (typeof sku === 'string' ? [sku] : []));

  it('are those that all numbers in turn give, and no other', () =>
    forAllAsync(
      [catalogs({ manyKeys: 0 }), fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 12 })), { minLength: 8, maxLength: 8 })],
      async (source, draws) => {
        const catalog = await build(source);
        const numbers = await NumberCompleter.load(kind, internalsOf(catalog).segments('parts'), new Pauses());
        const parts = await allParts(catalog);
        const texts = typedTexts(parts.flatMap(numbersOf));
        for (const [seed, most] of draws) {
          const [typed] = fc.sample(texts, { seed, numRuns: 1 });
          if (pn(typed) === '') continue;
          const actual = numbers.complete(readTypedText(typed), most, 0).map(({ suggestion }) => suggestion);
          expect({ typed, actual }).toEqual({ typed, actual: expectedNumbers(kind, parts, numbersOf, typed, most) });
        }
      },
      RUNS,
    ));

  it('of two segments are those of one with the parts of both', () =>
    forAllAsync(
      [catalogs({ manyKeys: 0 }), fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 6 })), { minLength: 6, maxLength: 6 })],
      async (source, draws) => {
        const whole = await build(source);
        const halves = [0, 1].map((half) => build({ ...source, parts: source.parts.filter((_, i) => i % 2 === half) }));
        const segments = (await Promise.all(halves)).flatMap((half) => internalsOf(half).segments('parts'));
        const one = await NumberCompleter.load(kind, internalsOf(whole).segments('parts'), new Pauses());
        const two = await NumberCompleter.load(kind, segments, new Pauses());
        const texts = typedTexts((await allParts(whole)).flatMap(numbersOf));
        for (const [seed, most] of draws) {
          const [typed] = fc.sample(texts, { seed, numRuns: 1 });
          const read = readTypedText(typed);
          if (read.form !== '') expect(two.complete(read, most, 0)).toEqual(one.complete(read, most, 0));
        }
      },
      RUNS / 2,
    ));
});

describe('suggested names', () => {
  it('are those that all names in turn give, those of more parts first', () =>
    forAllAsync(
      [catalogs({ manyKeys: 0 }), fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 5 })), { minLength: 8, maxLength: 8 })],
      async (source, draws) => {
        const catalog = await build(source);
        const named = await gatherNamed(internalsOf(catalog), catalog.specs);
        const names = new Names(named);
        const texts = typedTexts(named.flatMap(({ labels }) => labels));
        for (const [seed, most] of draws) {
          const [typed] = fc.sample(texts, { seed, numRuns: 1 });
          if (pn(typed) === '') continue;
          const taken = new Map<string, number>();
          const expected = named.flatMap(({ suggestion, labels }) => {
            const match = GRADES.find((grade) => labels.some((label) => matchOf(typed, label) === grade));
            const group = `${suggestion.kind} ${match}`;
            taken.set(group, (taken.get(group) ?? 0) + 1);
            return match && (taken.get(group) as number) <= most ? [{ ...suggestion, match }] : [];
          });
          const actual = names.complete(readTypedText(typed), most).map(({ suggestion }) => suggestion);
          expect({ typed, actual }).toEqual({ typed, actual: expected });
        }
      },
      RUNS,
    ));

  it('are each of all records that parts have, with their number', () =>
    forAllAsync(
      [catalogs({ manyKeys: 0 })],
      async (source) => {
        const catalog = await build(source);
        const named = await gatherNamed(internalsOf(catalog), catalog.specs);
        for (const { suggestion } of named) expect(await hitsOf(catalog, suggestion)).toBe(suggestion.parts);
        const uids = (kind: SuggestionKind) =>
          new Set(named.flatMap(({ suggestion }) => (suggestion.kind === kind ? [suggestion.uid] : [])));
        for (const [kind, collection, field] of RECORDS) {
          for await (const { uid } of catalog[collection].scan()) {
            const { hits } = await catalog.parts.search({ filter: { fields: { [field]: [uid] } } });
            expect(uids(kind).has(uid)).toBe(hits > 0);
          }
        }
      },
      RUNS / 2,
    ));

  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 9 });
  const word = fc.oneof({ weight: 6, arbitrary: letters }, fc.constantFrom('a1bc', 'ab', 'cccc2'));

  it('that are misspelled are those with one fault, or two in a long word, after the first letter', () =>
    forAllAsync(
      [
        fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { maxLength: 12 }),
      ],
      async (labels, typed) => {
        const names = new Names(
          labels.map((words, i) => ({ suggestion: { kind: 'brand', text: `${i}`, parts: 1 }, labels: [words.join(' ')] })),
        );
        for (const words of typed) {
          const actual = names.completeFuzzy(readTypedText(words.join(' ')), 100).map(({ suggestion }) => suggestion.text);
          const faults = labels.map((own) => faultsOf(words, own));
          const within = (most: number) => labels.flatMap((_, i) => (faults[i].every((count) => count <= most) ? [`${i}`] : []));
          if (!words.some(allowsTypos)) expect(actual).toEqual([]);
          else {
            expect(
              actual.filter((text) => !faults[Number(text)].every((count, i) => count <= (words[i].length < 8 ? 1 : 2))),
            ).toEqual([]);
            expect(within(1).filter((text) => !actual.includes(text))).toEqual([]);
            const sums = actual.map((text) => sumOf(distinct(words, faults[Number(text)])));
            expect(sums).toEqual(sums.toSorted((a, b) => a - b));
          }
        }
      },
      300,
    ));
});

describe('suggestions', () => {
  it('are exact, ordered, distinct, the same again, and mixed', () =>
    forAllAsync(
      [catalogs({ manyKeys: 0 }), fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 12 })), { minLength: 6, maxLength: 6 })],
      async (source, draws) => {
        const catalog = await build(source);
        const suggester = await createSuggester(catalog);
        const known = (await allParts(catalog)).flatMap(({ mpn, brand }) => [mpn, brand?.name ?? '']);
        for (const [seed, limit] of draws) {
          const [typed] = fc.sample(typedTexts(known), { seed, numRuns: 1 });
          const answer = suggester.suggest(typed, { limit });
          const all = suggester.suggest(typed, { limit: 100 });
          expect(answer).toEqual(suggester.suggest(typed, { limit }));
          expect(answer).toHaveLength(Math.min(limit, all.length));
          expect(new Set(answer.map((suggestion) => JSON.stringify(suggestion))).size).toBe(answer.length);
          const grades = answer.map(({ match }) => GRADES.indexOf(match));
          expect(grades).toEqual(grades.toSorted((a, b) => a - b));
          for (const suggestion of answer) expect(await hitsOf(catalog, suggestion)).toBe(suggestion.parts);
          for (const left of wronglyOmitted(answer, all, limit)) expect({ typed, limit, left, answer }).toBeUndefined();
        }
      },
      RUNS,
    ));
});

const RECORDS = [
  ['brand', 'brands', 'brand.uid'],
  ['category', 'categories', 'category_uids'],
  ['seller', 'sellers', 'offers.seller.uid'],
] as const;

const NAME_FIELDS: Partial<Record<SuggestionKind, [uid: string, name: string]>> = {
  brand: ['brand.uid', 'brand.name'],
  manufacturer: ['manufacturer.uid', 'manufacturer.name'],
  seller: ['offers.seller.uid', 'offers.seller.name'],
  category: ['category_uids', ''],
};

/** Parts that a search finds for a suggestion. */
async function hitsOf(catalog: Catalog, { kind, text, uid, key }: Omit<Suggestion, 'match'>): Promise<number> {
  const [uidField, nameField] = NAME_FIELDS[kind] ?? ['', ''];
  const quoted = `"${text.replace(/["\\]/g, '\\$&')}"`;
  const queries =
    kind === 'mpn'
      ? [`mpn:${quoted}`]
      : kind === 'sku'
        ? [`offers.sku:${quoted}`]
        : kind === 'spec'
          ? [specQuery(key ?? '')]
          : [];
  const fields = uidField === '' ? {} : uid === undefined ? { [nameField]: [text] } : { [uidField]: [uid] };
  return (await catalog.parts.search({ filter: { queries, fields } })).hits;
}

function specQuery(key: string): string {
  return `specs.${key.replace(/[^\w.]/gu, '\\$&')}.value:*`;
}

/** How a name fits what was typed, told plainly. */
function matchOf(typed: string, label: string): string | undefined {
  if (pn(label) === pn(typed)) return 'exact';
  if (pn(label).startsWith(pn(typed))) return 'prefix';
  return tokens(typed).every((word) => tokens(label).some((own) => own.startsWith(word))) ? 'words' : undefined;
}

const allowsTypos = (text: string) => text.length >= 4 && !/\d/.test(text);

/** Of each typed word the least faults in a word of the name. */
function faultsOf(typed: readonly string[], own: readonly string[]): number[] {
  return typed.map((text) => {
    if (own.some((other) => other.startsWith(text))) return 0;
    const similar = allowsTypos(text) ? own.filter((other) => allowsTypos(other) && other[0] === text[0]) : [];
    return Math.min(9, ...similar.flatMap((other) => [...other, ''].map((_, i) => distance(text, other.slice(0, i)))));
  });
}

/** The faults of the different words. */
function distinct(words: readonly string[], faults: readonly number[]): number[] {
  return faults.filter((_, i) => words.indexOf(words[i]) === i);
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

const known = new Map<string, number>();

/** Letters replaced, inserted, left out or swapped with their neighbour. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const pair = `${a} ${b}`;
  const before = known.get(pair);
  if (before !== undefined) return before;
  const others = [
    distance(a.slice(1), b) + 1,
    distance(a, b.slice(1)) + 1,
    distance(a.slice(1), b.slice(1)) + Number(a[0] !== b[0]),
  ];
  if (a.length > 1 && a[0] === b[1] && a[1] === b[0]) others.push(distance(a.slice(2), b.slice(2)) + 1);
  known.set(pair, Math.min(...others));
  return Math.min(...others);
}

/** What a kind that has more than its share took the place of. */
function wronglyOmitted(answer: readonly Suggestion[], all: readonly Suggestion[], limit: number): Suggestion[] {
  const share = Math.ceil(limit * 0.3);
  const count = (kind: SuggestionKind) => answer.filter((suggestion) => suggestion.kind === kind).length;
  const isGreedy = answer.some(({ kind, match }) => match !== 'fuzzy' && count(kind) > share);
  if (!isGreedy) return [];
  const texts = new Set(answer.filter(({ kind }) => kind === 'mpn' || kind === 'sku').map(({ text }) => pn(text)));
  return all.filter(
    ({ kind, match, text }) =>
      match !== 'fuzzy' && count(kind) < share && !answer.some((own) => own.text === text) && !texts.has(pn(text)),
  );
}

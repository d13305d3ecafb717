import fc from 'fast-check';
import { listOf, member, type Row } from '../oracle/documents.js';
import type { Catalog } from '../oracle/fields.js';
import { numbersOf } from '../oracle/part-numbers.js';
import { sometimes, withoutUndefined } from './choices.js';
import { lazily } from './filters.js';
import { keywords } from './keywords.js';
import { nearNumbers, otherWritings } from './part-numbers.js';
import { hardPatterns, usualPatterns, written } from './patterns.js';
import { directives } from './requests.js';
import { names, partNumbers } from './text.js';

/** A query as JSON, right or wrong. */
export type MatchQuery = { [member: string]: unknown };
/** A match request as JSON; only its queries may be wrong, or one of its directives. */
export interface MatchRequest {
  readonly queries: readonly unknown[];
  readonly exact_only?: boolean | null;
  readonly suggest?: boolean | null;
}

/** What the conditions of a query can be made of. */
interface Facts {
  readonly mpn: readonly string[];
  readonly sku: readonly string[];
  readonly brand: readonly string[];
  readonly seller: readonly string[];
}

/** What is known of each part, and of the catalog as a whole. */
interface Known {
  readonly ofRows: readonly Facts[];
  readonly all: Facts;
}

function known(catalog: Catalog): Known {
  const { parts, brands, sellers } = catalog.rows;
  const ofRows = parts.map((row) => ({
    mpn: numbersOf(catalog, row, ['mpn', 'aka_mpns']),
    sku: numbersOf(catalog, row, ['offers.sku']),
    brand: namesOf([row.doc.brand], brands),
    seller: namesOf(
      listOf(row.doc.offers).map((offer) => member(offer, 'seller')),
      sellers,
    ),
  }));
  const merged = (name: keyof Facts) => [...new Set(ofRows.flatMap((facts) => facts[name]))];
  return { ofRows, all: { mpn: merged('mpn'), sku: merged('sku'), brand: merged('brand'), seller: merged('seller') } };
}

/** The names that the companies have where they are mentioned, and those of their records. */
function namesOf(companies: readonly unknown[], records: readonly Row[]): string[] {
  const uids = companies.map((company) => member(company, 'uid'));
  const recorded = records.filter(({ uid }) => uids.includes(uid)).flatMap(({ doc, aliases }) => [doc.name, ...aliases]);
  const texts = [...companies.map((company) => member(company, 'name')), ...recorded];
  return texts.filter((name): name is string => typeof name === 'string');
}

const from = (values: readonly string[], otherwise: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  values.length > 0 ? fc.constantFrom(...values) : otherwise;

const escaped = (text: string) => text.replace(/[*?\\]/g, '\\$&');
/** Backslashes before everything. */
const escapedAll = (text: string) => [...text].map((character) => `\\${character}`).join('');

/** A number in the ways in which people ask for it, with wildcards or without. */
function queryNumbers(numbers: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: numbers.map(escaped) },
    { weight: 6, arbitrary: otherWritings(numbers).map(escaped) },
    { weight: 6, arbitrary: nearNumbers(numbers).map(escaped) },
    { weight: 8, arbitrary: usualPatterns(numbers).map((pattern) => written(pattern)) },
    { weight: 1, arbitrary: hardPatterns(numbers).map((pattern) => written(pattern)) },
    { weight: 4, arbitrary: wildcardsAnywhere(numbers) },
    { weight: 1, arbitrary: numbers.map(escapedAll) },
    // As it is: a `*` or `\` in it is a special character.
    { weight: 1, arbitrary: numbers },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...SYNTAX), maxLength: 8 }) },
  );
}

const SYNTAX = ['a', '1', '-', '\\', '*', '?', ' ', '™', '\u0301', '\ud800', '𠮷', 'K'];
const WILDCARDS = ['*', '?', '**', '*?', '?*?', '\\*', '\\?', '\\', '\\\\', '***'];

/** The number as it is written with wildcards put between its characters or in place of some. */
function wildcardsAnywhere(numbers: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const places = fc.array(fc.tuple(fc.nat(), fc.nat(4), fc.constantFrom(...WILDCARDS)), { minLength: 1, maxLength: 3 });
  return fc.tuple(numbers, places).map(([number, chosen]) => {
    const characters = [...escaped(number)];
    for (const [at, count, wildcard] of chosen) characters.splice(at % (characters.length + 1), count, wildcard);
    return characters.join('');
  });
}

/** A company as people name it: a name or some words of it, from one name or the end of one and the beginning of another. */
function queryNames(own: fc.Arbitrary<string>, any: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const words = (text: string) => text.split(/[\s-]+/);
  return fc.oneof(
    { weight: 6, arbitrary: own },
    { weight: 3, arbitrary: fc.tuple(own, fc.nat()).map(([name, n]) => words(name)[n % words(name).length]) },
    { weight: 2, arbitrary: own.map((name) => words(name).slice(-2).join(' - ')) },
    { weight: 1, arbitrary: own.map((name) => name.toUpperCase()) },
    { weight: 2, arbitrary: fc.tuple(own, any).map(([a, b]) => `${words(a).at(-1)} ${words(b)[0]}`) },
    { weight: 2, arbitrary: any },
    { weight: 1, arbitrary: names() },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', '\u0085', '—', '™', '\ufeff') },
  );
}

/** Conditions of which most are true of one part, and the rest of a query. */
function rightQueries(catalog: Catalog, { ofRows, all }: Known): fc.Arbitrary<MatchQuery> {
  const q = keywords(catalog, 'parts');
  const anyMpn = from(all.mpn, partNumbers());
  const anySku = from(all.sku, partNumbers());
  const anyBrand = from(all.brand, names());
  const anySeller = from(all.seller, names());
  const queriesFor = ({ mpn, sku, brand, seller }: Facts): fc.Arbitrary<MatchQuery> => {
    const [ownMpn, ownSku] = [from(mpn, anyMpn), from(sku, anySku)];
    const either = fc.oneof(ownMpn, ownSku);
    // One in eight is a number of the other kind.
    const number = {
      mpn: queryNumbers(fc.oneof({ weight: 7, arbitrary: ownMpn }, { weight: 1, arbitrary: ownSku })),
      sku: queryNumbers(fc.oneof({ weight: 7, arbitrary: ownSku }, { weight: 1, arbitrary: ownMpn })),
      mpn_or_sku: queryNumbers(either),
    };
    const one = fc.oneof(
      { weight: 5, arbitrary: fc.record({ mpn: number.mpn }) },
      { weight: 3, arbitrary: fc.record({ sku: number.sku }) },
      { weight: 3, arbitrary: fc.record({ mpn_or_sku: number.mpn_or_sku }) },
      { weight: 2, arbitrary: fc.record(number, { requiredKeys: [] }) },
      { weight: 1, arbitrary: fc.constant({}) },
    );
    const others = fc.record({
      brand: sometimes(18, queryNames(from(brand, anyBrand), anyBrand)),
      seller: sometimes(12, queryNames(from(seller, anySeller), anySeller)),
      q: sometimes(9, q),
    });
    return fc.tuple(one, others).map(([numbers, rest]) => withoutUndefined({ ...numbers, ...rest }));
  };
  const conditions = ofRows.length > 0 ? fc.constantFrom(...ofRows).chain(queriesFor) : queriesFor(all);
  return fc.tuple(conditions, furnishings()).map(([one, rest]) => ({ ...one, ...rest }));
}

/** What a query has beside its conditions. */
function furnishings(): fc.Arbitrary<MatchQuery> {
  return fc
    .record({
      start: sometimes(15, fc.oneof(fc.nat(4), fc.constantFrom(0, 1000))),
      limit: sometimes(50, fc.oneof(fc.nat(6), fc.constant(100))),
      reference: sometimes(20, fc.constantFrom('line 1', '', '\ud800', '__proto__')),
    })
    .map(withoutUndefined);
}

/** What makes a query wrong, or seems to: members with which it is overwritten. */
const FAULTS: readonly MatchQuery[] = [
  { mpn: 5 },
  { sku: ['LM317T'] },
  { mpn_or_sku: { mpn: 'LM317T' } },
  { q: false },
  { brand: 0 },
  { seller: true },
  { reference: 7 },
  { start: -1 },
  { start: 1001 },
  { start: '1' },
  { limit: 101 },
  { limit: 0.5 },
  { limit: [] },
  { mnp: 'LM317T' },
  { partnumber: null },
  { exact_only: true },
  { mpn: '*a*' },
  { sku: '??x1' },
  { mpn_or_sku: '*' },
  { mpn: '\\**\\?' },
  { sku: '𠮷*𠮷' },
  { mpn: 'LM317T', sku: 'x'.repeat(65_537) },
  { q: '電'.repeat(21_846) },
  { mpn: null, sku: ' ', mpn_or_sku: '', brand: null, seller: '\u00A0', q: '' },
  // These are right.
  { mpn: null, start: null, limit: null, reference: null, q: null },
  { mpn: '\\*a\\*' },
  { sku: '-?-*-' },
  { mpn: 'é'.repeat(32_768) },
  { mpn_or_sku: `${'?'.repeat(2_000)}a1b` },
];

function queries(catalog: Catalog): fc.Arbitrary<unknown> {
  const right = rightQueries(catalog, known(catalog));
  const wrong = fc.tuple(right, fc.constantFrom(...FAULTS)).map(([query, fault]) => ({ ...query, ...fault }));
  return fc.oneof(
    { weight: 24, arbitrary: right },
    { weight: 2, arbitrary: wrong },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'LM317T', 7, [], [{ mpn: 'LM317T' }], {}, { reference: 'empty' }) },
  );
}

/** Match requests of one to four queries. */
export function matchRequests(catalog: Catalog): fc.Arbitrary<MatchRequest> {
  const modes = fc.record({
    exact_only: fc.constantFrom(undefined, undefined, false, true, true, null),
    suggest: fc.constantFrom(undefined, true, true, true, false, null),
    shown: sometimes(
      20,
      lazily(() => directives(catalog, 'parts')),
    ),
  });
  return fc
    .tuple(fc.array(queries(catalog), { minLength: 1, maxLength: 4 }), modes)
    .map(([list, { shown, ...rest }]) => ({ queries: list, ...withoutUndefined(rest), ...shown }));
}

/** A query without faults; `hasWildcards` false: its numbers have none. */
export function matchQueries(catalog: Catalog): fc.Arbitrary<MatchQuery> {
  return rightQueries(catalog, known(catalog));
}

/** Part numbers as people ask for them, without wildcards, not escaped. */
export function plainNumbers(catalog: Catalog): fc.Arbitrary<string> {
  const { all } = known(catalog);
  const numbers = from([...all.mpn, ...all.sku], partNumbers());
  return fc.oneof(numbers, otherWritings(numbers), nearNumbers(numbers));
}

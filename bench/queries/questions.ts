import type { Directives, PartsMatchRequest, SearchRequest } from '../../src/partdex.js';
import { UsageError } from '../commands/usage-error.js';
import { matchQueries } from './bills.js';
import type { QuestionRequest } from './requests.js';
import { TYPING } from './typing.js';

/** The values drawn from the data for one query; their meaning depends on the question. */
export type QueryArguments = readonly string[];

/** A question that the benchmarks ask: how long does a query of this kind take? */
export interface Question {
  readonly name: string;
  /** A short name: one or two letters. Lucene and the other peers know `a` to `n`. */
  readonly letters: string;
  readonly title: string;
  /** The question whose drawn values it uses: itself, or the one that it is a variant of. */
  readonly argumentsOf: string;
  /** `uids`: the first hits by uid, as the peers answer; `parts`: the default page of whole parts. */
  readonly answer: 'uids' | 'parts';
  /** Whether the hits equal those of the peers for the same values; the peers omit SKUs. */
  readonly hasPeerTotals: boolean;
  /** Whether each query has its own row in the report. */
  readonly isListed: boolean;
  query(args: QueryArguments): QuestionRequest;
}

/** A search returns ten hits, each query of a match request the default, three. */
const PAGE = 10;

type FacetFieldRequest = NonNullable<NonNullable<SearchRequest['facet']>['fields']>[string];

const byQuery = (...queries: string[]): SearchRequest => ({ filter: { queries } });

const keyword = uids('one-word', 'a', 'keyword, 1 term', ([word]) => ({ q: word }));
const brandAndCategory = uids('brand-in-category', 'h', 'brand AND category', ([brand, category]) => ({
  filter: { fields: { 'brand.name': [brand], category_uids: [category] } },
}));
/** A page with filters: the alternatives of each are counted as well. */
const parametricPage = uids(
  'parametric-page',
  'x',
  'parametric page',
  ([category, brand, number, otherNumber, low, high, string, secondString, thirdString, ...values]) => {
    const widened = { include: true, exclude_filter: true };
    const facets = ['brand.name', 'offers.seller.name', 'offers.packaging', ...[string, secondString, thirdString].map(spec)];
    return {
      filter: {
        fields: { category_uids: [category], 'brand.name': [brand], [spec(string)]: values },
        queries: [rangeOf(number, low, high)],
      },
      facet: { fields: each(facets, widened) },
      stats: each([number, otherNumber].map(spec), widened),
      spec_drilldown: widened,
    };
  },
);

/** The lines of a bill of materials, whose numbers may be part numbers or SKUs. */
const bill = (lines: QueryArguments) => ({ queries: matchQueries('mpn_or_sku', lines) });
const billHits = (lines: QueryArguments) => ({ ...bill(lines), show: ['uid', 'mpn'] });

/** The questions in the order of measurement. */
export const QUESTIONS: readonly Question[] = [
  keyword,
  uids('three-words', 'b', 'keyword, 3 terms', (words) => ({ q: words.join(' ') })),
  uids('two-word-phrase', 'c', 'phrase of 2 words', ([phrase]) => ({ q: `"${phrase}"` })),
  uids('mpn-prefix', 'd', 'mpn prefix `GRM188*`', ([prefix]) => byQuery(`mpn:${prefix}*`)),
  throughKeywords('prefix-in-keywords', 'dq', 'prefix through q', 'mpn-prefix', (prefix) => `${prefix}*`),
  uids('infix-wildcard', 'e', 'mpn infix `*R71H104*`', ([infix]) => byQuery(`mpn:*${infix}*`)),
  throughKeywords('infix-in-keywords', 'eq', 'infix through q', 'infix-wildcard', (infix) => `*${infix}*`),
  uids('pattern-wildcard', 'f', 'mpn pattern `STM32F4?7*`', ([pattern]) => byQuery(`mpn:${pattern}`)),
  throughKeywords('pattern-in-keywords', 'fq', 'pattern through q', 'pattern-wildcard', (pattern) => pattern),
  uids('prefix-and-piece-in-keywords', 'fr', 'beginning and piece through q `ST*12*`', ([pattern]) => ({ q: pattern })),
  uids('exact-mpn', 'g', 'exact mpn', ([mpn]) => byQuery(`mpn:"${mpn}"`)),
  throughKeywords('exact-mpn-in-keywords', 'gq', 'exact mpn through q', 'exact-mpn', (mpn) => mpn),
  matches('twenty-mpns-and-brands', 'n', '20 mpn and brand', (pairs) => ({ queries: matchQueries('mpn', pairs) })),
  matches('bill-of-materials', 'nb', 'BOM of 200 lines', billHits),
  {
    ...matches('bill-with-suggestions', 'ns', 'the same with suggestions', (lines) => ({ ...billHits(lines), suggest: true })),
    argumentsOf: 'bill-of-materials',
  },
  {
    ...uids('hard-patterns', 'w', 'hard patterns', ([pattern]) => byQuery(`mpn:${pattern} OR offers.sku:${pattern}`)),
    isListed: true,
  },
  brandAndCategory,
  uids('range-in-category', 'i', 'spec range AND category', ([category, key, low, high]) =>
    byQuery(`category_uids:"${category}"`, rangeOf(key, low, high)),
  ),
  uids('sort-by-spec', 'm', 'sort by spec, large category', ([category, key, order]) => ({
    filter: { fields: { category_uids: [category] } },
    sortby: [{ field: spec(key), order: order === 'desc' ? 'desc' : 'asc' }],
  })),
  uids('offers', 'o', 'three conditions on one offer AND category', ([category, seller, stock, moq]) => ({
    filter: {
      fields: { category_uids: [category] },
      queries: [`offers:(seller.name:"${seller}" AND in_stock_quantity:[${stock} TO *] AND moq:[* TO ${moq}])`],
    },
  })),
  uids('sort-by-price', 'op', 'sort by price at 1,000, large category', ([category, , order]) => ({
    filter: { fields: { category_uids: [category] } },
    sortby: [{ field: 'price.USD.1000', order: order === 'desc' ? 'desc' : 'asc' }],
  })),
  uids(
    'facets-of-a-range',
    'j',
    'range AND category, 5 facets, 3 statistics',
    ([category, key, low, high, string, otherString, ...stats]) => ({
      ...byQuery(`category_uids:"${category}"`, rangeOf(key, low, high)),
      ...pageFacets(string, otherString),
      stats: each(stats.map(spec), { include: true }),
    }),
  ),
  uids('facets-of-all-parts', 'k', 'all parts, 5 facets', ([string, otherString]) => pageFacets(string, otherString)),
  uids('drilldown-of-a-category', 'l', 'spec drilldown of a category', ([category]) => ({
    filter: { fields: { category_uids: [category] } },
    spec_drilldown: { include: true },
  })),
  parametricPage,
  uids('drilldown-of-a-word', 'xq', 'spec drilldown of a broad word', ([word]) => ({
    q: word,
    spec_drilldown: { include: true },
  })),
  uids('drilldown-of-all-parts', 'xa', 'spec drilldown of all parts', () => ({ spec_drilldown: { include: true } })),
  { ...keyword, name: 'page-of-one-word', letters: 'pa', title: 'default page of `one-word`', answer: 'parts' },
  {
    ...brandAndCategory,
    name: 'page-of-brand-in-category',
    letters: 'ph',
    title: 'default page of `brand-in-category`',
    answer: 'parts',
  },
  {
    ...parametricPage,
    name: 'parametric-page-with-parts',
    letters: 'xp',
    title: 'parametric page with its parts',
    answer: 'parts',
  },
  {
    ...matches('bill-with-parts', 'np', 'BOM of 200 lines with its parts', bill),
    argumentsOf: 'bill-of-materials',
    answer: 'parts',
  },
];

/** The request of a query, for uids or for the default page. */
export function requestOf(question: Question, args: QueryArguments, answer = question.answer): QuestionRequest {
  const request = question.query(args);
  const shown = answer === 'uids' ? { show: ['uid'] } : {};
  return 'search' in request
    ? { search: { ...request.search, limit: PAGE, ...shown } }
    : { match: { ...shown, ...request.match } };
}

/** The selection of `--only`. */
export interface Chosen {
  readonly questions: readonly Question[];
  /** Whether completion is measured. */
  readonly typing: boolean;
}

/**
 * The questions of these names, or all of them. A question has a name (`infix-wildcard`) and letters (`e`); a single letter
 * names all questions whose letters begin with it (`p`: `pa` and `ph`).
 */
export function chosenQuestions(only: readonly string[] | undefined): Chosen {
  if (!only) return { questions: QUESTIONS, typing: true };
  const isNamed = ({ name, letters }: Pick<Question, 'name' | 'letters'>) =>
    only.some((given) => given === name || given === letters || given === letters[0]);
  const all = [...QUESTIONS, TYPING];
  const unknown = only.find(
    (given) => !all.some(({ name, letters }) => given === name || given === letters || given === letters[0]),
  );
  if (unknown !== undefined) {
    const names = all.map(({ name, letters }) => `${name} (${letters})`);
    throw new UsageError(`--only: there is no question "${unknown}"; there are ${names.join(', ')}`);
  }
  return { questions: QUESTIONS.filter(isNamed), typing: isNamed(TYPING) };
}

/** The name of the question that the peers know by a letter; undefined if no question has it. */
export function nameOfLetters(letters: string): string | undefined {
  return QUESTIONS.find((question) => question.letters === letters)?.name;
}

type MakeSearch = (args: QueryArguments) => SearchRequest;
type MakeMatch = (args: QueryArguments) => PartsMatchRequest & Directives;

function uids(name: string, letters: string, title: string, query: MakeSearch): Question {
  return makeQuestion(name, letters, title, (args) => ({ search: query(args) }));
}

function matches(name: string, letters: string, title: string, query: MakeMatch): Question {
  return makeQuestion(name, letters, title, (args) => ({ match: query(args) }));
}

function makeQuestion(name: string, letters: string, title: string, query: Question['query']): Question {
  return { name, letters, title, argumentsOf: name, answer: 'uids', hasPeerTotals: true, isListed: false, query };
}

/** The part numbers of another question through `q`, which also searches SKUs. */
function throughKeywords(
  name: string,
  letters: string,
  title: string,
  argumentsOf: string,
  term: (argument: string) => string,
): Question {
  return { ...uids(name, letters, title, ([argument]) => ({ q: term(argument) })), argumentsOf, hasPeerTotals: false };
}

/** The facets of `facets-of-a-range` and `facets-of-all-parts`, including two string specs. */
function pageFacets(string: string, otherString: string): SearchRequest {
  const facets = ['brand.name', 'offers.seller.name', spec(string), spec(otherString), 'category_uids'];
  return { facet: { fields: each(facets, { include: true }) } };
}

function each(fieldnames: readonly string[], request: FacetFieldRequest): Record<string, FacetFieldRequest> {
  return Object.fromEntries(fieldnames.map((fieldname) => [fieldname, request]));
}

function spec(key: string): string {
  return `specs.${key}.value`;
}

function rangeOf(key: string, low: string, high: string): string {
  return `specs.${escaped(key)}.value:["${low}" TO "${high}"]`;
}

/** Reserved characters of filter queries, made literal. */
function escaped(text: string): string {
  return text.replace(/[()"*?[\]{}:\\\s]/g, '\\$&');
}

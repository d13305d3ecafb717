import type { Limits } from '../../src/partdex.js';
import { documentOf, matchOf, questionOf, searchOf, similarOf, typedOf } from './assemble.js';
import type { GenePool, Genome } from './genome.js';
import type { MakerName } from './makers.js';
import { searchUrl, type WorstRequest } from './requests.js';
import type { Words } from './words.js';

/** A kind of request that may be expensive. */
export interface Kind {
  readonly name: string;
  readonly pool: GenePool;
  /** The request of a genome, within the limits. */
  request(genome: Genome, words: Words, limits: Limits): WorstRequest;
}

const UIDS: readonly MakerName[] = ['uidPrefix', 'uidPattern', 'uidRange', 'uid'];
const WORDS: readonly MakerName[] = ['wordPrefix', 'wordPattern', 'wordRange', 'word', 'wordPhrase'];
const NUMBERS: readonly MakerName[] = ['numberPrefix', 'numberPattern', 'numberRange', 'number'];
const NAMES: readonly MakerName[] = ['name', 'namePrefix', 'namePattern', 'nameRange'];
const RANGES: readonly MakerName[] = ['uidRange', 'wordRange', 'numberRange', 'nameRange', 'range'];
const COMPUTED: readonly MakerName[] = ['price', 'extent', 'stock'];
const CLAUSES: readonly MakerName[] = [
  ...UIDS,
  ...WORDS,
  ...NUMBERS,
  ...NAMES,
  ...COMPUTED,
  ...(['range', 'present', 'string', 'category', 'anyText', 'offer'] as const),
];
const TERMS: readonly MakerName[] = ['term', 'termPhrase', 'termPattern', 'termPrefix', 'termNot', 'termLong', 'termJoined'];
const QUESTIONS: readonly MakerName[] = [
  ...(['questionWord', 'questionName', 'questionValue', 'questionNumber', 'questionQuantity'] as const),
  ...(['questionWish', 'questionWrong', 'questionPhrase'] as const),
];
const ORDINARY: readonly MakerName[] = ['category', 'name', 'string', 'range', 'wordPrefix', 'word'];
const FIELDS: readonly MakerName[] = ['anyField', 'numberField', 'priceField', 'extentField'];

/** Fields of numbers, some of which are computed from the offers of each part. */
const NUMBERS_COUNTED: readonly MakerName[] = ['numberField', 'priceField', 'extentField'];

const ALL: GenePool = {
  slots: {
    q: TERMS,
    clause: CLAUSES,
    query: CLAUSES,
    field: ['fieldValue'],
    facet: [...FIELDS, 'facetContaining', 'categories'],
    facetQuery: CLAUSES,
    stat: NUMBERS_COUNTED,
    sort: [...FIELDS, 'score'],
    boost: CLAUSES,
  },
  dials: [
    ...(['join', 'nest', 'start', 'limit', 'exclude', 'ranges', 'drilldown', 'whole'] as const),
    ...(['order', 'tree', 'highlight', 'suggest', 'rank'] as const),
  ],
};

/** Every kind of request, each through one interface. */
export const KINDS: readonly Kind[] = [
  search('filter: uids', { slots: { clause: UIDS }, dials: ['join'] }),
  search('filter: words of descriptions', { slots: { clause: WORDS }, dials: ['join'] }),
  search('filter: part numbers', { slots: { clause: NUMBERS }, dials: ['join'] }),
  search('filter: ranges', { slots: { clause: RANGES }, dials: ['join'] }),
  search('filter: names', { slots: { clause: NAMES, field: ['fieldValue'] }, dials: ['join'] }),
  search('filter: any text', { slots: { clause: ['anyText'] }, dials: ['join'] }),
  search('filter: offers', { slots: { clause: ['offer'] }, dials: ['join', 'nest'] }),
  search('filter: prices, stock, extents', { slots: { clause: COMPUTED }, dials: ['join'] }),
  search('filter: negation', { slots: { clause: CLAUSES }, dials: ['join', 'nest'] }),
  search('filter: ordinary conditions', {
    slots: { q: ['term', 'termPrefix'], query: ORDINARY, field: ['fieldValue'] },
    dials: [],
  }),
  search('filter: many queries', { slots: { query: CLAUSES }, dials: ['join'] }),
  search('q: wildcards', { slots: { q: ['termPattern', 'termPrefix'] }, dials: ['limit'] }),
  search('q: phrases', { slots: { q: ['termPhrase', 'termLong', 'term', 'termJoined'] }, dials: ['limit'] }),
  search('q: exclusions', { slots: { q: ['termNot', 'term'] }, dials: ['limit'] }),
  search('facets', { slots: { facet: FIELDS, stat: NUMBERS_COUNTED, q: ['term'] }, dials: ['start', 'limit', 'ranges'] }),
  search('facets: texts, trees', {
    slots: { facet: ['facetContaining', 'categories', 'anyField'], field: ['fieldValue'], q: ['term'] },
    dials: ['start', 'limit', 'exclude', 'order', 'tree'],
  }),
  search('facets without their filters', {
    slots: { facet: FIELDS, stat: NUMBERS_COUNTED, query: ['range', 'string', 'category', 'name'], field: ['fieldValue'] },
    dials: ['limit', 'exclude', 'ranges'],
  }),
  search('drilldown', {
    slots: { query: ['range', 'string', 'category'], q: ['term'], field: ['fieldValue'] },
    dials: ['exclude', 'drilldown'],
  }),
  search('facet queries', { slots: { facetQuery: CLAUSES, q: ['term'] }, dials: ['join'] }),
  search('sort, deep pages', {
    slots: { sort: [...FIELDS, 'score'], q: ['termNot', 'term'] },
    dials: ['start', 'limit', 'whole'],
  }),
  {
    name: 'pages behind a cursor',
    pool: { slots: { sort: [...FIELDS, 'score'], q: ['termNot', 'term'], query: ORDINARY }, dials: ['start', 'limit', 'rank'] },
    request: (genome, words, limits) => ({ via: 'behind', request: searchOf(genome, words, limits) }),
  },
  search('highlights', {
    slots: { q: TERMS, clause: [...WORDS, 'anyText', 'offer', 'numberPattern', 'namePattern', 'string'] },
    dials: ['join', 'limit', 'highlight', 'whole'],
  }),
  search('corrections', { slots: { q: ['termWrong', 'term', 'termWrong'], query: ORDINARY }, dials: ['suggest'] }),
  search('order of a search box', { slots: { boost: CLAUSES, q: ['term', 'termPrefix', 'termNot'] }, dials: ['join', 'rank'] }),
  search('anything', ALL),
  {
    name: 'explain',
    pool: ALL,
    request: (genome, words, limits) => ({ via: 'explain', request: searchOf(genome, words, limits) }),
  },
  {
    name: 'questions',
    pool: { slots: { question: QUESTIONS, query: ORDINARY, facet: FIELDS }, dials: ['limit', 'suggest', 'drilldown', 'exclude'] },
    request: (genome, words, limits) => ({ via: 'ask', ...questionOf(genome, words, limits) }),
  },
  {
    name: 'interpretations',
    pool: { slots: { question: QUESTIONS }, dials: [] },
    request: (genome, words, limits) => ({ via: 'interpret', text: questionOf(genome, words, limits).text }),
  },
  {
    name: 'similar parts',
    pool: { slots: { facet: ['anyField'], query: CLAUSES }, dials: ['start', 'limit', 'join', 'whole'] },
    request: (genome, words, limits) => ({ via: 'similar', ...similarOf(genome, words, limits) }),
  },
  {
    name: 'completions',
    pool: { slots: { typed: ['typedField', 'typedClause', 'typedValue', 'typedOffer'] }, dials: ['join'] },
    request: (genome, words) => ({ via: 'complete', text: typedOf(genome, words) }),
  },
  {
    name: 'match',
    pool: {
      slots: { match: ['matchPattern', 'matchPrefix', 'matchNumber', 'matchShort', 'matchQ', 'matchName'] },
      // In the URL, `drilldown` is the switch for suggestions.
      dials: ['join', 'start', 'limit', 'drilldown', 'whole'],
    },
    request: (genome, words, limits) => ({ via: 'match', request: matchOf(genome, words, limits) }),
  },
  {
    name: 'scan',
    pool: { slots: { sort: FIELDS, q: ['termNot', 'term'], query: CLAUSES }, dials: ['join'] },
    request: (genome, words, limits) => ({ via: 'scan', request: searchOf(genome, words, limits) }),
  },
  {
    name: 'GraphQL',
    pool: {
      slots: {
        root: [
          ...(['rootSearch', 'rootPage', 'rootSpecs', 'rootSort', 'rootFilter', 'rootMpn'] as const),
          ...(['rootMatch', 'rootCategories', 'rootSuggest', 'rootSpelling', 'rootExtras'] as const),
        ],
      },
      dials: [],
    },
    request: (genome, words) => ({ via: 'graphql', query: documentOf(genome, words) }),
  },
  {
    name: 'REST',
    pool: ALL,
    request: (genome, words, limits) => ({ via: 'rest', url: urlWithin(genome, words, limits) }),
  },
];

function search(name: string, pool: GenePool): Kind {
  return { name, pool, request: (genome, words, limits) => ({ via: 'search', request: searchOf(genome, words, limits) }) };
}

/** Longer URLs are rejected unread; they include the key. */
const LONGEST_URL = 65_000;

/** Genes that make a URL too long are trimmed until it fits. */
function urlWithin(genome: Genome, words: Words, limits: Limits): string {
  let { genes } = genome;
  for (;;) {
    const url = searchUrl(searchOf({ ...genome, genes }, words, limits));
    if (url.length <= LONGEST_URL) return url;
    genes = genes.map((gene) => ({ ...gene, times: Math.max(1, Math.floor(gene.times * 0.7)) }));
    if (genes.every(({ times }) => times === 1)) genes = genes.slice(1);
  }
}

import type { Limits } from '../../src/partdex.js';
import { documentOf, matchOf, searchOf } from './assemble.js';
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
const CLAUSES: readonly MakerName[] = [...UIDS, ...WORDS, ...NUMBERS, ...NAMES, 'range', 'present', 'string', 'category'];
const TERMS: readonly MakerName[] = ['term', 'termPhrase', 'termPattern', 'termPrefix', 'termNot', 'termLong', 'termJoined'];
const ORDINARY: readonly MakerName[] = ['category', 'name', 'string', 'range', 'wordPrefix', 'word'];
const FIELDS: readonly MakerName[] = ['anyField', 'numberField'];

const ALL: GenePool = {
  slots: {
    q: TERMS,
    clause: CLAUSES,
    query: CLAUSES,
    field: ['fieldValue'],
    facet: FIELDS,
    facetQuery: CLAUSES,
    stat: ['numberField'],
    sort: [...FIELDS, 'score'],
  },
  dials: ['join', 'nest', 'start', 'limit', 'exclude', 'ranges', 'drilldown', 'whole'],
};

/** Every kind of request, each through one interface. */
export const KINDS: readonly Kind[] = [
  search('filter: uids', { slots: { clause: UIDS }, dials: ['join'] }),
  search('filter: words of descriptions', { slots: { clause: WORDS }, dials: ['join'] }),
  search('filter: part numbers', { slots: { clause: NUMBERS }, dials: ['join'] }),
  search('filter: ranges', { slots: { clause: RANGES }, dials: ['join'] }),
  search('filter: names', { slots: { clause: NAMES, field: ['fieldValue'] }, dials: ['join'] }),
  search('filter: negation', { slots: { clause: CLAUSES }, dials: ['join', 'nest'] }),
  search('filter: ordinary conditions', {
    slots: { q: ['term', 'termPrefix'], query: ORDINARY, field: ['fieldValue'] },
    dials: [],
  }),
  search('filter: many queries', { slots: { query: CLAUSES }, dials: ['join'] }),
  search('q: wildcards', { slots: { q: ['termPattern', 'termPrefix'] }, dials: ['limit'] }),
  search('q: phrases', { slots: { q: ['termPhrase', 'termLong', 'term', 'termJoined'] }, dials: ['limit'] }),
  search('q: exclusions', { slots: { q: ['termNot', 'term'] }, dials: ['limit'] }),
  search('facets', { slots: { facet: FIELDS, stat: ['numberField'], q: ['term'] }, dials: ['start', 'limit', 'ranges'] }),
  search('facets without their filters', {
    slots: { facet: FIELDS, stat: ['numberField'], query: ['range', 'string', 'category', 'name'], field: ['fieldValue'] },
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
  search('anything', ALL),
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
          ...(['rootMatch', 'rootCategories', 'rootSuggest', 'rootSpelling'] as const),
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

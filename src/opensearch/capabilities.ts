import { UnsupportedError } from '../model/errors.js';

/** Something that a catalog on a cluster answers as one in process does, or refuses. */
export interface Capability {
  /** What it is. */
  readonly what: string;
  /** Whether it is answered. */
  readonly supported: boolean;
  /** Why it is not, or within which bounds it is. */
  readonly reason?: string;
  /** What can be done instead. */
  readonly instead?: string;
}

const SUPPORTED: readonly string[] = [
  'filters, wildcards, ranges and words',
  'conditions on one offer, and prices at a quantity',
  'keywords and the default order',
  'orders by fields, with rank and boosts',
  'facets, statistics, ranges and drilldown',
  'pages and cursors',
  'highlights',
  'part matching',
  'explanations of searches and of parts',
  'questions',
  'suggestions for searches that find nothing',
  'similar parts',
  'completions of filter queries',
  'scans',
  'updates',
];

const REFUSED = {
  suggestions: {
    what: 'suggestions for a search without hits where thousands of words are near',
    reason: 'a cluster answers with at most search.max_buckets words',
    instead: 'ask without `suggest`',
  },
  'near matches': {
    what: 'suggestions for a part number of more than 250 letters and digits without a match',
    reason: 'a cluster looks for near texts of limited length',
    instead: 'match without `suggest`',
  },
  'many scores': {
    what: 'an order by the score of so many terms over more than 10,000 hits',
    reason: 'a score of the cluster holds 11 terms, fewer beside boosts; of more terms up to 10,000 hits are ordered here',
    instead: 'ask for fewer terms, or filter more',
  },
  'changing scores': {
    what: 'a search by score while the index changes with every request',
    reason: 'scores depend on counts of all parts, which must be those that the search itself sees',
    instead: 'try again',
  },
  patterns: {
    what: 'a wildcard pattern of this complexity',
    reason: 'a cluster refuses patterns that need too much work, and has no program for some of them',
    instead: 'ask for fewer wildcards, or for whole words',
  },
  'values at once': {
    what: 'counting more distinct values at once than the cluster answers with (search.max_buckets)',
    reason: 'a cluster answers with at most search.max_buckets values of all fields together',
    instead: 'count fewer fields in a request, or fewer parts',
  },
  'many facts': {
    what: 'opening an index with more than 60 million different values of specs',
    reason: 'they are counted one by one when a catalog is opened',
    instead: 'push fewer parts to an index',
  },
  pages: {
    what: 'a page beyond the first 10,000 hits',
    reason: 'a cluster counts pages up to index.max_result_window',
    instead: 'go on with the cursor `next`, or scan',
  },
  completions: {
    what: 'completing a filter query by one of more than 60,000 words or fieldnames, or by a word of more than 400 characters',
    reason: 'a cluster answers with at most search.max_buckets words at once',
    instead: 'type another letter, or ask for a facet with `contains`',
  },
  'computed orders': {
    what: 'an order by numbers that an interface computes',
    reason: 'the numbers belong to positions of a file',
    instead: 'sort by a field, or by the score',
  },
  words: {
    what: 'completing and correcting words',
    reason: 'the words of the parts are not read from the cluster',
    instead: 'search for the words',
  },
  'hidden members': {
    what: 'scopes that hide members',
    reason: 'texts of several members are terms of one field of the index',
    instead: 'give a client with hidden members a catalog of its own',
  },
  suggesters: {
    what: 'a suggester',
    reason: 'it is built from the sections of a file',
    instead: 'build it from a catalog file',
  },
  overlays: {
    what: 'an overlay over a catalog of a cluster',
    reason: 'it reads the sections of a file',
    instead: 'change the cluster itself with update',
  },
  files: {
    what: 'the bytes and sections of a file',
    reason: 'a cluster has no catalog file',
    instead: 'write its documents with toNdjson, and build a file from them',
  },
  'many values': {
    what: 'trees, ranges, drilldowns and texts contained in values of a field of more than 2,000,000 different values',
    reason: 'all values are read from the cluster, and are in memory here',
    instead: 'filter the parts, or count another field',
  },
  conversions: {
    what: 'prices that are converted into another currency (rates)',
    reason: 'the index has prices as they are given, in their order',
    instead: 'ask for prices in the currencies of the offers, or ask a catalog in process',
  },
} satisfies Record<string, Omit<Capability, 'supported'>>;

/** Something that is refused. */
export type Refusal = keyof typeof REFUSED;

/** What an error says of something that is refused. */
export const refused = (refusal: Refusal): Pick<Capability, 'what'> & { readonly instead: string } => REFUSED[refusal];

/** The error for something that is refused. */
export function refusalOf(refusal: Refusal, cause?: unknown): UnsupportedError {
  const { what, instead } = REFUSED[refusal];
  return new UnsupportedError(what, instead, cause === undefined ? undefined : { cause });
}

/** All that is answered and all that is refused. @param mostClauses that a request may have; undefined if the cluster does not tell */
export function listCapabilities(mostClauses: number | undefined): Capability[] {
  const answered = SUPPORTED.map((what): Capability => ({ what, supported: true }));
  const unsupported = Object.values(REFUSED).map((one): Capability => ({ ...one, supported: false }));
  const clauses: Capability = {
    what: 'requests of up to 10,000 conditions',
    supported: mostClauses !== undefined && mostClauses >= 10_000,
    reason: `the cluster allows ${mostClauses ?? 1024} clauses in a query (indices.query.bool.max_clause_count)`,
    instead: 'ask for fewer conditions, or raise the setting of its nodes',
  };
  return [...answered, clauses, ...unsupported];
}

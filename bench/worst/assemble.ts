import type {
  Directives,
  FacetFieldRequest,
  Limits,
  PartsMatchQuery,
  PartsMatchRequest,
  RankRequest,
  SearchRequest,
  SimilarRequest,
} from '../../src/partdex.js';
import { Allowance, bytesWith, wildcardsOf } from './allowance.js';
import { type Dials, type Genome, piecesOf } from './genome.js';
import type { Piece, Slot } from './pieces.js';
import type { Words } from './words.js';

/** Pages of whole parts have at most this length: longer ones only read more. */
const SHOWN = ['uid'];

/** Pieces of a genome by slot, in order. */
type Pieces = Map<Slot, Piece[]>;

function piecesBySlot({ genes }: Genome, words: Words): Pieces {
  const pieces: Pieces = new Map();
  for (const gene of genes) pieces.set(gene.slot, [...(pieces.get(gene.slot) ?? []), ...piecesOf(gene, words)]);
  return pieces;
}

/** The search of a genome, trimmed to the limits. */
export function searchOf(genome: Genome, words: Words, limits: Limits): SearchRequest {
  const pieces = piecesBySlot(genome, words);
  const { dials } = genome;
  const allowance = new Allowance(limits);
  const of = (slot: Slot) => pieces.get(slot) ?? [];
  const joined = joinedQuery(of('clause'), dials, allowance);
  const queries = [...(joined === '' ? [] : [joined]), ...ownQueries(of('query'), dials, allowance)];
  const fields = fieldFilters(of('field'), allowance);
  const counted = countings(of('facet'), of('stat'), dials, allowance);
  const facetQueries = ownQueries(of('facetQuery'), dials, allowance, { facets: 1 });
  const boosts = ownQueries(of('boost'), dials, allowance, { facets: 1 });
  const hasFacets = Object.keys(counted.fields).length > 0 || facetQueries.length > 0;
  return {
    ...termsOf(of('q'), allowance),
    ...((queries.length > 0 || Object.keys(fields).length > 0) && { filter: { fields, queries } }),
    ...(hasFacets && { facet: { fields: counted.fields, queries: facetQueries } }),
    ...(Object.keys(counted.stats).length > 0 && { stats: counted.stats }),
    ...(dials.drilldown >= 0.5 && {
      spec_drilldown: { include: true, exclude_filter: dials.exclude >= 0.5, limit: limits.facetLimit },
    }),
    ...sortOf(of('sort'), allowance),
    ...((dials.rank >= 0.5 || boosts.length > 0) && { rank: rankOf(boosts, dials) }),
    ...(dials.highlight >= 0.5 && { highlight: true }),
    ...(dials.suggest >= 0.5 && { suggest: true }),
    ...pageOf(dials, limits),
  };
}

function rankOf(boosts: readonly string[], { rank }: Dials): RankRequest {
  return { in_stock_first: rank >= 0.5, boosts: boosts.map((query, i) => ({ query, factor: 2 + i })) };
}

function pageOf({ start, limit, whole }: Dials, limits: Limits): SearchRequest & Directives {
  const shown = whole >= 0.5 ? { include: ['specs', 'descriptions'] } : { show: SHOWN };
  return { start: Math.floor(start * (limits.start + 1)), limit: Math.floor(limit * (limits.limit + 1)), ...shown };
}

function termsOf(pieces: readonly Piece[], allowance: Allowance): SearchRequest {
  const terms = pieces.filter(({ value }) =>
    allowance.take({ terms: 1, bytes: bytesWith(value), wildcards: wildcardsOf(value) }),
  );
  return terms.length > 0 ? { q: terms.map(({ value }) => value).join(' ') } : {};
}

function takeClause({ name, value }: Piece, allowance: Allowance): boolean {
  const bytes = bytesWith(value) + name.length;
  if (name !== 'offers') return allowance.take({ clauses: 1, filters: 1, bytes, wildcards: wildcardsOf(value) });
  // A group: each of its conditions counts.
  const conditions = value.split(/ AND | OR /).map((condition) => condition.slice(condition.indexOf(':') + 1).replace(/\)$/, ''));
  const wildcards = conditions.reduce((sum, condition) => sum + wildcardsOf(condition), 0);
  return allowance.take({ clauses: conditions.length, filters: conditions.length, bytes, wildcards });
}

/** One filter query of all clauses; consecutive clauses of a field share its name. */
function joinedQuery(pieces: readonly Piece[], { join, nest }: Dials, allowance: Allowance): string {
  const taken = pieces.filter((piece) => takeClause(piece, allowance));
  if (taken.length === 0) return '';
  const groups: { name: string; values: string[] }[] = [];
  for (const { name, value } of taken.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
    if (groups.at(-1)?.name !== name) groups.push({ name, values: [] });
    groups.at(-1)?.values.push(value);
  }
  const operator = join < 0.75 ? (join < 0.5 ? ' OR ' : ' AND ') : ' AND NOT ';
  const clauses = groups.map(
    ({ name, values }) => `${escapedName(name)}:${values.length === 1 ? values[0] : `(${values.join(operator)})`}`,
  );
  const text = join < 0.75 ? clauses.join(operator) : `*:*${clauses.map((clause) => `${operator}${clause}`).join('')}`;
  return nested(text, Math.floor(nest * allowance.limits.queryDepth) - 2);
}

function escapedName(name: string): string {
  return name.replace(/[()"*?[\]{}:\\\s]/g, '\\$&');
}

/** Nested negations, which can only be simplified by counting them. */
function nested(text: string, depth: number): string {
  return depth > 0 ? `${'NOT ('.repeat(depth)}${text}${')'.repeat(depth)}` : text;
}

function ownQueries(pieces: readonly Piece[], { join }: Dials, allowance: Allowance, more: { facets?: number } = {}): string[] {
  const taken = pieces.filter((piece) => allowance.take(more) && takeClause(piece, allowance));
  return taken.map(({ name, value }) => `${join < 0.75 ? '' : 'NOT '}${escapedName(name)}:${value}`);
}

function fieldFilters(pieces: readonly Piece[], allowance: Allowance): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const { name, value } of pieces) {
    if (!allowance.take({ filters: 1, bytes: bytesWith(value) + name.length })) continue;
    (fields[name] ??= []).push(value);
  }
  return fields;
}

function countings(
  facets: readonly Piece[],
  stats: readonly Piece[],
  { exclude, ranges, start, limit, order, tree }: Dials,
  allowance: Allowance,
) {
  const { facetLimit, facetStart } = allowance.limits;
  const exclude_filter = exclude >= 0.5;
  const facet: FacetFieldRequest = {
    include: true,
    exclude_filter,
    start: Math.floor(start * (facetStart + 1)),
    limit: Math.floor(limit * (facetLimit + 1)),
    ...(order >= 0.5 && { order: 'value', chosen: true }),
  };
  const counted = (pieces: readonly Piece[]) =>
    [...new Set(pieces.map(({ name }) => name))].filter(() => allowance.take({ facets: 1 }));
  const isNumber = (name: string) => stats.some((piece) => piece.name === name);
  const levels = Math.floor(tree * 21);
  const fields = counted(facets).map((name): readonly [string, FacetFieldRequest] => {
    const contains = facets.find((piece) => piece.name === name)?.value;
    const texts = contains ? { ...facet, contains } : facet;
    const most = Math.floor(ranges * (facetLimit + 1));
    // Of an extent there are only ranges.
    if (name.endsWith('.range')) return [name, { ...texts, ranges: Math.max(1, most) }];
    if (isNumber(name)) return [name, { ...texts, ranges: most }];
    return [name, name === 'category_uids' && levels > 0 ? { ...texts, start: 0, tree: levels } : texts];
  });
  const sums = counted(stats).map((name) => [name, { include: true, exclude_filter }] as const);
  return { fields: Object.fromEntries(fields), stats: Object.fromEntries(sums) };
}

/** Different fields up to the limit, and the same one any number of times. */
function sortOf(pieces: readonly Piece[], allowance: Allowance): SearchRequest {
  const known = new Set<string>();
  const keys = pieces.filter(({ name }, i) => {
    if (known.has(name)) return i < 1000;
    return allowance.take({ sortKeys: 1 }) && known.add(name);
  });
  return keys.length > 0 ? { sortby: keys.map(({ name }) => ({ field: name, order: 'desc' as const })) } : {};
}

/** The match request of a genome; each piece is a query, and from a half on of the dial `join` the previous name joins it. */
export function matchOf(genome: Genome, words: Words, limits: Limits): PartsMatchRequest & Directives {
  const { dials } = genome;
  const pieces = piecesBySlot(genome, words).get('match') ?? [];
  const queries: PartsMatchQuery[] = pieces.slice(0, limits.matchQueries).map(({ name, value }, i) => ({
    ...(dials.join >= 0.5 && i > 0 && { [pieces[i - 1].name]: pieces[i - 1].value }),
    [name]: value,
    start: Math.floor(dials.start * (limits.start + 1)),
    limit: Math.floor(dials.limit * (limits.limit + 1)),
  }));
  return { queries, suggest: dials.drilldown >= 0.5, ...(dials.whole < 0.5 && { show: SHOWN }) };
}

/** A question of a genome, as people type it, and the request that goes with it. */
export function questionOf(genome: Genome, words: Words, limits: Limits): { text: string; request: SearchRequest } {
  const pieces = piecesBySlot(genome, words);
  const { q: _, ...request } = searchOf(genome, words, limits);
  return { text: textOf(pieces, 'question', ' '), request };
}

/** A filter query of a genome that is being typed: its last clause is not finished. */
export function typedOf(genome: Genome, words: Words): string {
  return textOf(piecesBySlot(genome, words), 'typed', genome.dials.join < 0.5 ? ' OR ' : ' AND ');
}

/** A URL with the text of a question has room for this many characters. */
const LONGEST_TEXT = 65_536;

function textOf(pieces: Pieces, slot: Slot, separator: string): string {
  return (pieces.get(slot) ?? [])
    .map(({ value }) => value)
    .join(separator)
    .slice(0, LONGEST_TEXT);
}

/** The request for parts that are similar to one of them. */
export function similarOf(genome: Genome, words: Words, limits: Limits): { uid: string; request: SimilarRequest } {
  const { filter } = searchOf(genome, words, limits);
  const named = piecesBySlot(genome, words).get('facet') ?? [];
  const keys = [...new Set(named.flatMap(({ name }) => /^specs\.(.*)\.value$/.exec(name)?.[1] ?? []))];
  const { start, limit, whole, join } = genome.dials;
  const uid = words.uids[Math.floor(start * words.uids.length)];
  const same = join < 0.5 ? {} : { same: keys.slice(0, limits.facets) };
  return {
    uid,
    request: {
      ...same,
      ...(filter && { filter }),
      limit: Math.floor(limit * (limits.limit + 1)),
      ...(whole < 0.5 && { show: SHOWN }),
    },
  };
}

/** The guards of the interface for root fields, and the longest text of a document. */
const ROOT_FIELDS = 20;
const DOCUMENT_LENGTH = 65_536;

/** The GraphQL document of a genome. */
export function documentOf(genome: Genome, words: Words): string {
  const fields = piecesBySlot(genome, words).get('root') ?? [];
  let text = '';
  fields.slice(0, ROOT_FIELDS).forEach(({ value }, i) => {
    const field = `a${i}: ${value} `;
    if (text.length + field.length < DOCUMENT_LENGTH - 4) text += field;
  });
  return `{ ${text}}`;
}

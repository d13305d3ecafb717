import type { SearchRequest, SortKey } from 'partdex';
import { type Bounds, boundsQuery } from './bounds.js';

/** The query of the page, stored in the address. It is replaced, never changed. */
export interface SearchState {
  /** Keywords. */
  readonly q: string;
  /** Text of the filter query, `''` for none. */
  readonly filter: string;
  /** The selections in the panels: fieldname to values, OR within a field, AND between fields. No empty lists. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Selected ranges, by fieldname of a number. */
  readonly bounds: ReadonlyMap<string, Bounds>;
  /** Undefined: by relevance. */
  readonly sort: SortKey | undefined;
  /** From 0. */
  readonly page: number;
  /** Spec keys shown as columns; undefined: those that suit the results. */
  readonly columns: readonly string[] | undefined;
  /** Panels that the user has opened (true) or closed, by id; for the others the page decides. */
  readonly panels: ReadonlyMap<string, boolean>;
  /** Uid of the part whose details are open. */
  readonly part: string | undefined;
}

export const EMPTY_STATE: SearchState = {
  q: '',
  filter: '',
  fields: new Map(),
  bounds: new Map(),
  sort: undefined,
  page: 0,
  columns: undefined,
  panels: new Map(),
  part: undefined,
};

export const PAGE_SIZE = 50;

/** The last page, from 0, for that number of hits. */
export function lastPage(hits: number): number {
  return Math.max(0, Math.ceil(hits / PAGE_SIZE) - 1);
}

/** Hidden members that a row of the table shows. */
const ROW_MEMBERS = ['short_description', 'descriptions', 'specs'];

/** The request for a state. */
export function requestOf({ q, filter, fields, bounds, sort, page }: SearchState): SearchRequest {
  return {
    q,
    start: page * PAGE_SIZE,
    limit: PAGE_SIZE,
    sortby: sort ? [sort] : undefined,
    filter: {
      fields: Object.fromEntries([...fields].map(([field, values]) => [field, [...values]])),
      // Each range is a separate query, so that it can be ignored when other values of its field are counted.
      queries: [...(filter.trim() === '' ? [] : [filter]), ...[...bounds].map(([field, range]) => boundsQuery(field, range))],
    },
    include: ROW_MEMBERS,
  };
}

/** The fields that `q` searches. */
const KEYWORD_FIELDS = ['mpn', 'offers.sku', 'brand.name', 'offers.seller.name', 'descriptions.value'];

/**
 * The fallback if no part has the last word of `q`, which may be incomplete: parts with a word that begins with it. Undefined if
 * the last word cannot be a prefix.
 */
export function wordBeginningOf(state: SearchState): { beginning: string; request: SearchRequest } | undefined {
  const last = /[^\s"]*$/.exec(state.q)?.[0] ?? '';
  const rest = state.q.slice(0, state.q.length - last.length);
  if (!/^[\p{L}\p{N}][^*?\\]+$/u.test(last) || last === 'NOT' || isExcluding(rest) || isInsidePhrase(rest)) return undefined;
  const pattern = `${last.replace(/[^\p{L}\p{N}]/gu, '\\$&')}*`;
  const request = requestOf({ ...state, q: rest });
  const anyField = KEYWORD_FIELDS.map((field) => `${field}:${pattern}`).join(' OR ');
  return {
    beginning: last,
    request: {
      ...request,
      // The score ignores the prefix, so ties are ordered by part number.
      sortby: request.sortby ?? 'score desc, mpn asc',
      filter: { ...request.filter, queries: [...(request.filter?.queries ?? []), anyField] },
    },
  };
}

function isExcluding(text: string): boolean {
  return text.trimEnd().split(/\s/).at(-1) === 'NOT';
}

function isInsidePhrase(text: string): boolean {
  return text.split('"').length % 2 === 0;
}

/** The state with other values of a field; without values the field filters nothing. */
export function withField(state: SearchState, field: string, values: readonly string[]): Partial<SearchState> {
  const fields = new Map(state.fields);
  if (values.length > 0) fields.set(field, values);
  else fields.delete(field);
  return { fields };
}

/** The state with another range of a field; undefined: none. */
export function withBounds(state: SearchState, field: string, range: Bounds | undefined): Partial<SearchState> {
  const bounds = new Map(state.bounds);
  if (range) bounds.set(field, range);
  else bounds.delete(field);
  return { bounds };
}

/** The state with a panel open or closed. */
export function withPanel(state: SearchState, id: string, isOpen: boolean): Partial<SearchState> {
  return { panels: new Map(state.panels).set(id, isOpen) };
}

/** Whether two states are the same request, including the page; the other members only affect the display. */
export function asksTheSame(a: SearchState, b: SearchState): boolean {
  return JSON.stringify(requestOf(a)) === JSON.stringify(requestOf(b));
}

export function isEmptyQuestion({ q, filter, fields, bounds }: SearchState): boolean {
  return q.trim() === '' && filter.trim() === '' && fields.size === 0 && bounds.size === 0;
}

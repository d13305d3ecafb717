import type { AskRequest, SortKey } from 'partdex';
import { type Bounds, boundsQuery } from './bounds.js';

/** The query of the page, stored in the address. It is replaced, never changed. */
export interface SearchState {
  /** The question. */
  readonly q: string;
  /** What the user changed in how it was read: the offset of a piece to the filter query in its place, '' for none. */
  readonly changes: ReadonlyMap<number, string>;
  /** Text of the filter query, `''` for none. */
  readonly filter: string;
  /** The selections in the panels: fieldname to values, OR within a field, AND between fields. No empty lists. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Selected ranges, by fieldname of a number. */
  readonly bounds: ReadonlyMap<string, Bounds>;
  /** Whether only parts in stock are shown: of one offer, as many pieces as are bought. */
  readonly inStock: boolean;
  /** Pieces to buy, from 1: prices are those at this quantity. Undefined: average prices. */
  readonly pieces: number | undefined;
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
  changes: new Map(),
  filter: '',
  fields: new Map(),
  bounds: new Map(),
  inStock: false,
  pieces: undefined,
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

/** What the page asks. */
export interface PageQuestion {
  readonly text: string;
  /** `SearchState.changes`. */
  readonly changes: ReadonlyMap<number, string>;
  /** What is selected besides. */
  readonly request: AskRequest;
  /** `SearchState.pieces`. */
  readonly pieces?: number | undefined;
}

/** The question of a state. */
export function questionOf(state: SearchState): PageQuestion {
  return { text: state.q, changes: state.changes, request: requestOf(state), pieces: state.pieces };
}

/** Equal for questions with the same hits, whatever their page and order. */
export function hitsKeyOf({ text, changes, request: { filter } }: PageQuestion): string {
  return JSON.stringify([text, [...changes], filter]);
}

/** What a state asks besides its question. */
export function requestOf({ filter, fields, bounds, inStock, pieces, sort, page }: SearchState): AskRequest {
  return {
    start: page * PAGE_SIZE,
    limit: PAGE_SIZE,
    sortby: sort ? [sort] : undefined,
    filter: {
      fields: Object.fromEntries([...fields].map(([field, values]) => [field, [...values]])),
      // Each range is a separate query, so that it can be ignored when other values of its field are counted.
      queries: [
        ...(filter.trim() === '' ? [] : [filter]),
        ...(inStock ? [stockQuery(pieces ?? 1)] : []),
        ...[...bounds].map(([field, range]) => boundsQuery(field, range)),
      ],
    },
    include: ROW_MEMBERS,
    highlight: true,
  };
}

/** Parts with that many pieces in stock at one seller, or with stock of an unknown quantity. */
function stockQuery(pieces: number): string {
  return `offers:(in_stock_quantity:[${pieces} TO *] OR in_stock_quantity:"-2")`;
}

/** The state with another reading of a piece of the question. @param query what it means now; '' for nothing, undefined as it was read */
export function withChange(state: SearchState, offset: number, query: string | undefined): Partial<SearchState> {
  const changes = new Map(state.changes);
  if (query === undefined) changes.delete(offset);
  else changes.set(offset, query);
  return { changes };
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
  const key = (state: SearchState) => JSON.stringify([hitsKeyOf(questionOf(state)), requestOf(state), state.pieces]);
  return key(a) === key(b);
}

export function isEmptyQuestion({ q, filter, fields, bounds, inStock }: SearchState): boolean {
  return q.trim() === '' && filter.trim() === '' && fields.size === 0 && bounds.size === 0 && !inStock;
}

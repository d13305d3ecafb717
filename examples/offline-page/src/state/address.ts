import { type Bounds, readBounds, writeBounds } from './bounds.js';
import { EMPTY_STATE, type SearchState } from './search-state.js';

/** The largest quantity of a price. */
const MOST_PIECES = 999_999_999;
/** The prefix of the names of selected fields: `in.category_uids`. */
const FIELD_PREFIX = 'in.';
/** The prefix of the names of changed pieces of the question, with their offsets: `piece.4`. */
const PIECE_PREFIX = 'piece.';
/** The prefix of the names of selected ranges: `range.specs.resistance.value`. */
const BOUNDS_PREFIX = 'range.';

/** The state as the part of an address after `#`; members with their default value are omitted. */
export function hashOf(state: SearchState): string {
  const entries = new URLSearchParams();
  if (state.q !== '') entries.set('q', state.q);
  for (const [offset, query] of state.changes) entries.set(PIECE_PREFIX + offset, query);
  if (state.filter !== '') entries.set('filter', state.filter);
  for (const [field, values] of state.fields) for (const value of values) entries.append(FIELD_PREFIX + field, value);
  for (const [field, bounds] of state.bounds) entries.set(BOUNDS_PREFIX + field, writeBounds(bounds));
  if (state.inStock) entries.set('stock', '1');
  if (state.pieces !== undefined) entries.set('pieces', String(state.pieces));
  if (state.sort) entries.set('sort', `${state.sort.field} ${state.sort.order}`);
  if (state.page > 0) entries.set('page', String(state.page + 1));
  if (state.columns) entries.set('columns', JSON.stringify(state.columns));
  for (const [id, isOpen] of state.panels) entries.append(isOpen ? 'open' : 'shut', id);
  if (state.part !== undefined) entries.set('part', state.part);
  const text = entries.toString();
  return text === '' ? '' : `#${text}`;
}

/** The state of an address; anything that it does not understand keeps its default. */
export function stateOf(hash: string): SearchState {
  const entries = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    ...EMPTY_STATE,
    q: entries.get('q') ?? '',
    changes: readChanges(entries),
    filter: entries.get('filter') ?? '',
    fields: readFields(entries),
    bounds: readRanges(entries),
    inStock: entries.get('stock') === '1',
    pieces: readPieces(entries.get('pieces') ?? ''),
    sort: readSort(entries.get('sort') ?? ''),
    page: readPage(entries.get('page') ?? '1'),
    columns: readColumns(entries.get('columns') ?? ''),
    panels: readPanels(entries),
    part: entries.get('part') ?? undefined,
  };
}

function readChanges(entries: URLSearchParams): Map<number, string> {
  const changes = new Map<number, string>();
  for (const [name, query] of entries) {
    const offset = name.startsWith(PIECE_PREFIX) ? name.slice(PIECE_PREFIX.length) : '';
    if (/^\d{1,4}$/.test(offset)) changes.set(Number(offset), query);
  }
  return changes;
}

function readFields(entries: URLSearchParams): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of entries) {
    if (!name.startsWith(FIELD_PREFIX)) continue;
    const field = name.slice(FIELD_PREFIX.length);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

function readRanges(entries: URLSearchParams): Map<string, Bounds> {
  const ranges = new Map<string, Bounds>();
  for (const [name, value] of entries) {
    const bounds = name.startsWith(BOUNDS_PREFIX) ? readBounds(value) : undefined;
    if (bounds) ranges.set(name.slice(BOUNDS_PREFIX.length), bounds);
  }
  return ranges;
}

function readPanels(entries: URLSearchParams): Map<string, boolean> {
  const panels = new Map<string, boolean>();
  for (const [name, id] of entries) if (name === 'open' || name === 'shut') panels.set(id, name === 'open');
  return panels;
}

function readSort(text: string): SearchState['sort'] {
  const blank = text.lastIndexOf(' ');
  const [field, order] = [text.slice(0, blank), text.slice(blank + 1)];
  return blank > 0 && (order === 'asc' || order === 'desc') ? { field, order } : undefined;
}

/** A quantity of pieces as it is typed; undefined if it is not one. */
export function readPieces(text: string): number | undefined {
  const pieces = Number(text.replace(/[\s,]/g, '') || Number.NaN);
  return Number.isSafeInteger(pieces) && pieces >= 1 && pieces <= MOST_PIECES ? pieces : undefined;
}

function readPage(text: string): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 ? page - 1 : 0;
}

function readColumns(text: string): readonly string[] | undefined {
  try {
    const columns: unknown = JSON.parse(text);
    return Array.isArray(columns) && columns.every((key) => typeof key === 'string') ? columns : undefined;
  } catch {
    return undefined;
  }
}

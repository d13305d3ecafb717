/** Which members of a document are shown (docs/semantics.md, "Directives"). */
import type { CollectionName } from '../../src/model/fields.js';
import type { Directives } from '../../src/model/requests.js';
import { decimalText } from './decimal.js';
import { type Doc, isObject, member, type Row } from './documents.js';
import { OracleError } from './errors.js';
import { type OracleRates, priceAsked, pricesOf, STOCK, stockOf } from './offers.js';
import { TABLES } from './tables.js';

const DEFAULT_PART = ['uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'offers'];

/** The first step of a path in this object (the longest existing member wins where names have dots) and what is left. */
function step(doc: Doc, path: string): { name: string; rest: string | undefined } | undefined {
  const names = Object.keys(doc).filter((name) => path === name || path.startsWith(`${name}.`));
  const name = names.sort((a, b) => b.length - a.length)[0];
  if (name === undefined) return undefined;
  return { name, rest: path === name ? undefined : path.slice(name.length + 1) };
}

/** The most objects and lists in a path, without the record itself; deeper members have no name. */
const DEEPEST = 100;

/** The value with only what the paths name; an undefined path names all of it. `depth` is that of the value. */
function pick(value: unknown, paths: readonly (string | undefined)[], depth = 0): unknown {
  if (paths.includes(undefined)) return value;
  if (depth > DEEPEST) return undefined;
  if (Array.isArray(value))
    return value.map((element) => pick(element, paths, depth + 1)).filter((element) => element !== undefined);
  if (!isObject(value)) return undefined;
  const wanted = new Map<string, (string | undefined)[]>();
  for (const path of paths) {
    const found = step(value, path as string);
    if (found) wanted.set(found.name, [...(wanted.get(found.name) ?? []), found.rest]);
  }
  return copy(value, (child, name) => (wanted.has(name) ? pick(child, wanted.get(name) as string[], depth + 1) : undefined));
}

/** The value with the member at the path changed, through lists; undefined removes it. */
function changeAt(value: unknown, path: string, change: (value: unknown) => unknown, depth = 0): unknown {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((element) => changeAt(element, path, change, depth + 1));
  const found = isObject(value) ? step(value, path) : undefined;
  if (!found) return value;
  return copy(value as Doc, (child, name) => {
    if (name !== found.name) return child;
    return found.rest === undefined ? change(child) : changeAt(child, found.rest, change, depth + 1);
  });
}

function copy(doc: Doc, change: (value: unknown, name: string) => unknown): Doc {
  const result: Doc = Object.create(null);
  for (const [name, value] of Object.entries(doc)) {
    const changed = change(value, name);
    if (changed !== undefined) result[name] = changed;
  }
  return result;
}

function exists(value: unknown, path: string, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.some((element) => exists(element, path, depth + 1));
  const found = isObject(value) ? step(value, path) : undefined;
  return found !== undefined && (found.rest === undefined || exists((value as Doc)[found.name], found.rest, depth + 1));
}

/**
 * Whether the tables of the version 3 document have the path: `yes`; `secret` where it names what is never shown, or leads
 * through it. Of maps only `specs` has documented members below its keys.
 */
function documented(table: string, path: string, hasSpec: (key: string) => boolean): 'yes' | 'secret' | 'no' {
  const [name, ...rest] = path.split('.');
  const known = TABLES.get(table)?.get(name);
  if (!known) return 'no';
  if (known.secret) return 'secret';
  if (rest.length === 0) return 'yes';
  if (known.many !== 'map') return documented(known.type, rest.join('.'), hasSpec);
  if (name !== 'specs') return 'no';
  const readings = rest.map((_, i) => ({ key: rest.slice(0, i).join('.'), inner: rest.slice(i).join('.') })).slice(1);
  return readings.some(({ key, inner }) => hasSpec(key) && documented(known.type, inner, hasSpec) === 'yes') ? 'yes' : 'no';
}

function parseSlice(text: string): [number | undefined, number | undefined] {
  const match = /^\s*\[\s*([+-]?\d+)?\s*:\s*([+-]?\d+)?\s*\]\s*$/.exec(text);
  if (!match) throw new OracleError('ValidationError', `no slice: ${text}`);
  const position = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return [position(match[1]), position(match[2])];
}

function tableOf(collection: CollectionName): string {
  return collection === 'parts'
    ? 'Part'
    : collection === 'categories'
      ? 'Category'
      : collection === 'sellers'
        ? 'Seller'
        : 'Company';
}

/** True if a directive can name the path: a documented one, or one that some record has. */
export function isKnownPath(collection: CollectionName, rows: readonly Row[], path: string): boolean {
  const hasSpec = (key: string) => rows.some(({ doc }) => member(doc.specs, key) !== undefined);
  if (collection === 'parts' && isComputed(path)) return true;
  const found = documented(tableOf(collection), path, hasSpec);
  return found === 'yes' || (found === 'no' && rows.some((row) => exists(row.doc, path)));
}

/** Whether a name is that of a member that documents do not have. */
function isComputed(path: string): boolean {
  return STOCK.includes(path) || priceAsked(path)?.isOfEach === false;
}

/** A document with the computed members of some names, in place of its own members of these names. */
function withComputed(shown: Doc, row: Row, paths: readonly string[], rates: OracleRates | undefined): Doc {
  const tops = paths.map((path) => path.split('.')[0]);
  const changed: Doc = copy(shown, (value, name) => (tops.includes(name) ? undefined : value));
  for (const path of paths) {
    const asked = priceAsked(path);
    if (!asked) changed[path] = decimalText(stockOf(row, path));
    else {
      const [, currency, quantity] = path.split('.');
      const [price] = pricesOf(row, asked, rates);
      const prices = (changed.price ?? {}) as Record<string, Doc>;
      const ofCurrency = { ...prices[currency], [quantity]: price ? decimalText(price) : null };
      changed.price = { ...prices, [currency]: ofCurrency };
    }
  }
  return changed;
}

/** Turns a record into the document that is answered. */
export function bindDirectives(
  collection: CollectionName,
  rows: readonly Row[],
  directives: Directives,
  rates?: OracleRates,
): (row: Row) => Doc {
  const { include = [], show = [], hide = [], slice = {} } = directives;
  for (const path of [...include, ...show, ...hide, ...Object.keys(slice)]) {
    if (!isKnownPath(collection, rows, path)) throw new OracleError('ValidationError', `no record of ${collection} has ${path}`);
  }
  const slices = Object.entries(slice).map(([path, text]) => [path, parseSlice(text)] as const);
  const hidden = (name: string) => (collection === 'parts' ? !DEFAULT_PART.includes(name) : name === 'imagesets');
  const computed = collection === 'parts' ? [...new Set(show.length > 0 ? show : include)].filter(isComputed) : [];
  return (row) => {
    const { doc } = row;
    const included = Object.keys(doc).filter((name) => !hidden(name));
    const named = (show.length > 0 ? show : [...included, ...include]).filter((path) => !computed.includes(path));
    let shown = withComputed(pick(doc, named) as Doc, row, computed, rates) as unknown;
    for (const path of hide) shown = changeAt(shown, path, () => undefined);
    for (const [path, [from, to]] of slices) {
      shown = changeAt(shown, path, (value) => (Array.isArray(value) ? value.slice(from, to) : value));
    }
    return shown as Doc;
  };
}

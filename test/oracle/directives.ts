/** Which members of a document are shown (docs/semantics.md, "Directives"). */
import type { CollectionName } from '../../src/model/fields.js';
import type { Directives } from '../../src/model/requests.js';
import { type Doc, isObject, type Row } from './documents.js';
import { OracleError } from './errors.js';
import { TABLES } from './tables.js';

const DEFAULT_PART = ['uid', 'mpn', 'manufacturer', 'brand', 'catalog_url', 'offers'];

/** The first step of a path in this object (the longest existing member wins where names have dots) and what is left. */
function step(doc: Doc, path: string): { name: string; rest: string | undefined } | undefined {
  const names = Object.keys(doc).filter((name) => path === name || path.startsWith(`${name}.`));
  const name = names.sort((a, b) => b.length - a.length)[0];
  if (name === undefined) return undefined;
  return { name, rest: path === name ? undefined : path.slice(name.length + 1) };
}

/** The value with only what the paths name; an undefined path names all of it. */
function pick(value: unknown, paths: readonly (string | undefined)[]): unknown {
  if (paths.includes(undefined)) return value;
  if (Array.isArray(value)) return value.map((element) => pick(element, paths)).filter((element) => element !== undefined);
  if (!isObject(value)) return undefined;
  const wanted = new Map<string, (string | undefined)[]>();
  for (const path of paths) {
    const found = step(value, path as string);
    if (found) wanted.set(found.name, [...(wanted.get(found.name) ?? []), found.rest]);
  }
  return copy(value, (child, name) => (wanted.has(name) ? pick(child, wanted.get(name) as string[]) : undefined));
}

/** The value with the member at the path changed, through lists; undefined removes it. */
function changeAt(value: unknown, path: string, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => changeAt(element, path, change));
  const found = isObject(value) ? step(value, path) : undefined;
  if (!found) return value;
  return copy(value as Doc, (child, name) => {
    if (name !== found.name) return child;
    return found.rest === undefined ? change(child) : changeAt(child, found.rest, change);
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

function exists(value: unknown, path: string): boolean {
  if (Array.isArray(value)) return value.some((element) => exists(element, path));
  const found = isObject(value) ? step(value, path) : undefined;
  return found !== undefined && (found.rest === undefined || exists((value as Doc)[found.name], found.rest));
}

/** True if the tables of the version 3 document have the path. */
function documented(table: string, path: string): boolean {
  const [name, ...rest] = path.split('.');
  const known = TABLES.get(table)?.get(name);
  if (!known || rest.length === 0) return known !== undefined;
  return known.many !== 'map' && documented(known.type, rest.join('.'));
}

function parseSlice(text: string): [number | undefined, number | undefined] {
  const match = /^\[(-?\d*):(-?\d*)\]$/.exec(text);
  if (!match || match[1] === '-' || match[2] === '-') throw new OracleError('ValidationError', `no slice: ${text}`);
  return [match[1] === '' ? undefined : Number(match[1]), match[2] === '' ? undefined : Number(match[2])];
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
  return documented(tableOf(collection), path) || rows.some((row) => exists(row.doc, path));
}

/** Turns a record into the document that is answered. */
export function bindDirectives(collection: CollectionName, rows: readonly Row[], directives: Directives): (row: Row) => Doc {
  const { include = [], show = [], hide = [], slice = {} } = directives;
  for (const path of [...include, ...show, ...hide, ...Object.keys(slice)]) {
    if (!isKnownPath(collection, rows, path)) throw new OracleError('ValidationError', `no record of ${collection} has ${path}`);
  }
  const slices = Object.entries(slice).map(([path, text]) => [path, parseSlice(text)] as const);
  const hidden = (name: string) => (collection === 'parts' ? !DEFAULT_PART.includes(name) : name === 'imagesets');
  return ({ doc }) => {
    const included = Object.keys(doc).filter((name) => !hidden(name));
    let shown = pick(doc, show.length > 0 ? show : [...included, ...include]);
    for (const path of hide) shown = changeAt(shown, path, () => undefined);
    for (const [path, [from, to]] of slices) {
      shown = changeAt(shown, path, (value) => (Array.isArray(value) ? value.slice(from, to) : value));
    }
    return shown as Doc;
  };
}

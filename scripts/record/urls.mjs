/** Requests of the version 3 interface: the same requests as in process, written as URLs in all forms that it takes. */
import { anyUid, matchRequest } from './lookups.mjs';
import { directives, searchRequest } from './searches.mjs';

const COLLECTIONS = [
  [7, 'parts'],
  [1, 'brands'],
  [1, 'categories'],
  [1, 'sellers'],
];

export function restCall(random, vocabulary) {
  const form = random.weighted([
    [10, searchUrl],
    [3, fetchUrl],
    [2, fetchManyUrl],
    [4, matchUrl],
    [0.2, unknownUrl],
  ]);
  const { path, args } = form(random, vocabulary);
  if (random.chance(0.1)) args.push(['pretty_print', flag(random, true)]);
  if (random.chance(0.05)) args.push(['callback', random.pick(['f', 'app.show', '$_1'])]);
  if (random.chance(0.06)) args.push([random.pick(['user', 'limitt', 'filter[fieldz]', 'show', '']), random.pick(['x', ''])]);
  if (random.chance(0.04)) args.push([random.pick(['show[]', 'hide[]', 'include[]']), 'no_such_member']);
  args.splice(random.below(args.length + 1), 0, ['apikey', 'key']);
  return { method: 'rest', classNames: random.chance(0.2), url: `${path}?${written(random, args)}` };
}

/** A URL of some request: the arguments may be in any of their forms. */
function searchUrl(random, { collections }) {
  const collection = random.weighted(COLLECTIONS);
  const args = argumentsOf(random, searchRequest(random, collections[collection], 0.3));
  return { path: `/${collection}/search`, args };
}

function fetchUrl(random, { collections }) {
  const collection = random.weighted(COLLECTIONS);
  const words = collections[collection];
  const path = `/${collection}/${encodeURIComponent(anyUid(random, words))}`;
  return { path, args: argumentsOf(random, directives(random, words, 0.5)) };
}

function fetchManyUrl(random, { collections }) {
  const collection = random.weighted(COLLECTIONS);
  const words = collections[collection];
  const uid = random.list(0, 5, () => anyUid(random, words));
  return { path: `/${collection}/get_multi`, args: argumentsOf(random, { uid, ...directives(random, words, 0.3) }) };
}

function matchUrl(random, vocabulary) {
  const { queries, ...others } = matchRequest(random, vocabulary);
  return { path: '/parts/match', args: [['queries', JSON.stringify(queries)], ...argumentsOf(random, others)] };
}

function unknownUrl(random) {
  return { path: random.pick(['/', '/part/x', '/parts/search/x', '/manufacturers/search', '/parts//', '/%zz']), args: [] };
}

/** The arguments of a request, as pairs of name and value. */
export function argumentsOf(random, request) {
  const args = [];
  for (const [name, value] of Object.entries(request)) {
    if (name === 'filter' || name === 'facet') {
      for (const [field, given] of Object.entries(value.fields ?? {}))
        args.push(...member(random, `${name}[fields][${field}]`, given));
      args.push(...member(random, `${name}[queries]`, value.queries ?? []));
    } else if (name === 'slice') {
      for (const [list, slice] of Object.entries(value)) args.push([`slice[${list}]`, sliceText(random, slice)]);
    } else if (name === 'sortby' && Array.isArray(value)) {
      args.push([name, value.map(({ field, order }) => (order ? `${field} ${order}` : field)).join(',')]);
    } else args.push(...member(random, name, value));
  }
  return args;
}

function member(random, name, value) {
  if (Array.isArray(value)) {
    const form = random.weighted([
      [6, () => '[]'],
      [2, (_, position) => `[${position}]`],
      [1, () => ''],
    ]);
    return value.map((one, position) => [`${name}${form(one, position)}`, String(one)]);
  }
  if (typeof value === 'boolean') return [[name, flag(random, value)]];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([inner, given]) => member(random, `${name}[${inner}]`, given));
}

/** null: the name alone. */
function flag(random, value) {
  return value ? random.pick(['true', '1', null]) : random.pick(['false', '0']);
}

function sliceText(random, slice) {
  return random.chance(0.5) ? slice : slice.slice(1, -1);
}

/** Percent-encodes names and values; brackets, and blanks as `+`, may stay. */
function written(random, args) {
  const keepsBrackets = random.chance(0.6);
  const keepsPlus = random.chance(0.5);
  const encode = (text) => {
    const encoded = encodeURIComponent(text.toWellFormed());
    return keepsPlus ? encoded.replaceAll('%20', '+') : encoded;
  };
  const encodeName = (name) => (keepsBrackets ? encode(name).replaceAll('%5B', '[').replaceAll('%5D', ']') : encode(name));
  return args.map(([name, value]) => (value === null ? encodeName(name) : `${encodeName(name)}=${encode(value)}`)).join('&');
}

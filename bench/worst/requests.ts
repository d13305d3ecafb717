import type { AskRequest, Directives, PartsMatchRequest, SearchRequest, SimilarRequest } from '../../src/partdex.js';

/** A request to any of the interfaces of a catalog. It is plain data, so that processes can exchange it. */
export type WorstRequest =
  | { readonly via: 'search' | 'scan' | 'explain'; readonly request: SearchRequest }
  /** A page behind the cursor of the first result of the request. The first one is not measured. */
  | { readonly via: 'behind'; readonly request: SearchRequest }
  | { readonly via: 'ask'; readonly text: string; readonly request: AskRequest }
  | { readonly via: 'interpret' | 'complete'; readonly text: string }
  | { readonly via: 'similar'; readonly uid: string; readonly request: SimilarRequest }
  | { readonly via: 'match'; readonly request: PartsMatchRequest & Directives }
  /** Path and arguments, without the key. */
  | { readonly via: 'rest'; readonly url: string }
  /** The text of a query. */
  | { readonly via: 'graphql'; readonly query: string };

/** The request as it would be sent: its URL, its document, or its JSON. */
export function textOf(asked: WorstRequest): string {
  switch (asked.via) {
    case 'rest':
      return asked.url;
    case 'graphql':
      return asked.query;
    case 'interpret':
    case 'complete':
      return asked.text;
    case 'ask':
    case 'similar': {
      const { via: _, ...sent } = asked;
      return JSON.stringify(sent);
    }
    default:
      return JSON.stringify(asked.request);
  }
}

/** Bytes of UTF-8 of the request. */
export function bytesOf(asked: WorstRequest): number {
  return new TextEncoder().encode(textOf(asked)).length;
}

/** The URL of a search in the version 3 interface. */
export function searchUrl(request: SearchRequest): string {
  const { q, start, limit, sortby, highlight, suggest, filter, facet, stats, spec_drilldown, show } = request;
  const args: string[] = [];
  const add = (name: string, value: unknown) => void args.push(`${encoded(name)}=${encoded(String(value))}`);
  const addAll = (name: string, options: object) => {
    for (const [option, value] of Object.entries(options)) add(`${name}[${option}]`, value);
  };
  for (const [name, value] of Object.entries({ q, start, limit, highlight, suggest })) if (value !== undefined) add(name, value);
  if (sortby !== undefined) add('sortby', typeof sortby === 'string' ? sortby : sortby.map(({ field }) => field).join(','));
  for (const [field, values] of Object.entries(filter?.fields ?? {}))
    for (const value of values) add(`filter[fields][${field}][]`, value);
  for (const query of filter?.queries ?? []) add('filter[queries][]', query);
  for (const [field, options] of Object.entries(facet?.fields ?? {})) addAll(`facet[fields][${field}]`, options);
  for (const query of facet?.queries ?? []) add('facet[queries][]', query);
  for (const [field, options] of Object.entries(stats ?? {})) addAll(`stats[${field}]`, options);
  if (spec_drilldown) addAll('spec_drilldown', spec_drilldown);
  for (const name of show ?? []) add('show[]', name);
  return `/parts/search?${args.join('&')}`;
}

/** With minimal encoding: a URL has room for 65,536 characters, and worst cases need all of it. */
function encoded(text: string): string {
  return text
    .replaceAll('%', '%25')
    .replaceAll('+', '%2B')
    .replaceAll(' ', '+')
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/[&#=]|[^\x21-\x7e]/gu, encodeURIComponent);
}

import type { Catalog, Part } from '../../src/partdex.js';
import { createRestApi, type RestApi } from '../../src/rest/partdex-rest.js';
import { quantile } from '../measure/measure.js';
import { cpuSeconds } from '../measure/worker.js';

/** The times of a load of requests, in milliseconds. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** CPU time of a request, including the caller's thread and the clients. */
  readonly cpu: number;
  /** Answers with a status other than 200. */
  readonly failures: number;
}

const PARTS = 60;
const URLS = 400;

/** Reproducible pseudo-random numbers, from 0 to below `most`. */
function numbers(): (most: number) => number {
  let state = 12_345;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state % most;
  };
}

/** Requests as programs send them. */
export interface Urls {
  /** Requests of all kinds. */
  readonly mixed: readonly string[];
  /** Requests of the kinds that take a millisecond or two. */
  readonly quick: readonly string[];
}

/** Draws requests from the catalog's own parts. */
export async function drawUrls({ parts }: Catalog): Promise<Urls> {
  const below = numbers();
  const drawn: Part[] = [];
  for (let i = 0; i < PARTS; i++) {
    const sortby = ['mpn asc', 'avg_price desc', 'uid asc'][i % 3];
    const { results } = await parts.search({ start: below(1000), limit: 1, sortby });
    drawn.push(...results.map(({ item }) => item));
  }
  const texts = drawn.flatMap(({ mpn, brand, descriptions }) => [
    mpn,
    brand?.name ?? '',
    ...(descriptions ?? []).map(({ value }) => value),
  ]);
  const words = [...new Set(texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)))].filter((word) => word.length > 2);
  const word = () => encodeURIComponent(words[below(words.length)]);
  const part = () => drawn[below(drawn.length)];
  const quick = [
    () => `/parts/search?q=${word()}`,
    () => `/parts/search?q=${word()}+${word()}`,
    () => `/parts/${encodeURIComponent(part().uid)}?`,
  ];
  const kinds = [
    ...quick,
    () => `/parts/search?q=${word()}&facet[fields][brand.name][include]=true&facet[fields][category_uids][include]=true`,
    () => `/parts/search?q=${word()}&sortby=avg_price+asc&filter[queries][]=offers.in_stock_quantity:[1+TO+*]`,
    () => `/parts/search?q=${word()}&spec_drilldown[include]=true`,
    () =>
      `/parts/match?queries=${encodeURIComponent(JSON.stringify([{ mpn: part().mpn }, { mpn: `${part().mpn.slice(0, 4)}*` }]))}`,
  ];
  const draw = (from: typeof kinds) => Array.from({ length: URLS }, (_, i) => `${from[i % from.length]()}&apikey=k`);
  return { mixed: draw(kinds), quick: draw(quick) };
}

export function apiOf(catalog: Catalog): RestApi {
  return createRestApi(catalog, { isValidKey: () => true });
}

/** Clients that send their next request after the answer to the last. */
export async function load(api: RestApi, urls: readonly string[], clients: number, milliseconds: number): Promise<LoadResult> {
  const times: number[] = [];
  let failures = 0;
  const cpu = cpuSeconds();
  const began = performance.now();
  const client = async (number: number) => {
    for (let i = number * 7; performance.now() - began < milliseconds; i++) {
      const sent = performance.now();
      const { status } = await api.handle(urls[i % urls.length], { client: `client ${number}` });
      if (status !== 200) failures++;
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const seconds = (performance.now() - began) / 1000;
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: (1000 * (cpuSeconds() - cpu)) / times.length,
    failures,
  };
}

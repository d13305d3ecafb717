import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { Served } from '../../support/served.js';

/**
 * Requests as long as can be, made to take long. A quiet machine needs a fraction of the time that is allowed; what must not be is
 * time that grows with the square of the length.
 */

const LONGEST_MSEC = 5_000;
/** A little below the longest URL that is read. */
const LENGTH = 65_000;

let served: Served;
/** The same catalog, with no limit on the number of facets. */
let unlimited: Served;

beforeAll(async () => {
  const source = { parts: [...generateSample(1000)], ...sampleMetadata() };
  served = await Served.of(source);
  unlimited = await Served.of(source, {}, { facets: Number.POSITIVE_INFINITY });
});

afterAll(() => Promise.all([served.catalog.close(), unlimited.catalog.close()]));

const repeated = (text: string) => text.repeat(Math.floor(LENGTH / text.length));
const numbered = (make: (i: number) => string) => {
  const made: string[] = [];
  for (let length = 0, i = 0; length < LENGTH; length += made[i].length + 1, i++) made.push(make(i));
  return made.slice(0, -1).join('&');
};

it.each<[string, number, string]>([
  ['brackets of a name', 200, `/parts/search?${repeated('[')}`],
  ['pairs of brackets', 200, `/parts/search?filter${repeated('[]')}=x`],
  ['a fieldname of brackets', 400, `/parts/search?filter[fields]${repeated('[a]')}=x`],
  ['a facet of brackets', 400, `/parts/search?facet[fields]${repeated('[include]')}=x`],
  ['a fieldname of points', 400, `/parts/search?filter[fields][${repeated('specs.')}]=x`],
  ['a spec key of points', 200, `/parts/search?filter[fields][specs.${repeated('value.')}value]=x`],
  ['a shown name of points', 200, `/parts/search?show[]=${repeated('.')}`],
  ['a shown spec of points', 200, `/parts/search?show[]=specs.${repeated('a.')}`],
  ['a shown spec of members', 200, `/parts/search?show[]=specs.${repeated('value.')}`],
  ['a shown price of points', 200, `/parts/search?show[]=offers.prices.${repeated('USD.')}`],
  ['separators', 200, `/parts/search?${repeated('&')}`],
  ['equals signs', 200, `/parts/search?${repeated('=')}`],
  ['percent signs', 400, `/parts/search?q=${repeated('%')}`],
  ['blanks', 200, `/parts/search?q=${repeated('+')}`],
  ['blanks in a sort', 400, `/parts/search?sortby=mpn${repeated('+')}x`],
  ['commas in a sort', 400, `/parts/search?sortby=${repeated(',')}`],
  ['a sort by the same field', 200, `/parts/search?sortby=${repeated('mpn,')}mpn`],
  ['blanks in a slice', 200, `/parts/search?slice[offers]=[${repeated('+')}0:1]`],
  ['digits', 400, `/parts/search?limit=${repeated('1')}`],
  ['digits after a minus', 400, `/parts/search?limit=-${repeated('1')}x`],
  ['a callback', 400, `/parts/search?callback=${repeated('a.')}`],
  ['unknown arguments', 200, `/parts/search?${numbered((i) => `a${i}`)}`],
  ['long unknown arguments', 200, `/parts/search?${numbered((i) => `facet[${'x'.repeat(5000)}${i}]`)}`],
  ['the same argument', 200, `/parts/search?${repeated('q=a&')}`],
  ['other values of an argument', 400, `/parts/search?${numbered((i) => `q=${i}`)}`],
  ['unknown fieldnames', 400, `/parts/search?${numbered((i) => `filter[fields][f${i}]=x`)}`],
  ['unknown specs', 200, `/parts/search?${numbered((i) => `filter[fields][specs.f${i}.value]=x`)}`],
  ['values of a field', 200, `/parts/search?${numbered((i) => `filter[fields][mpn]=${i}`)}`],
  ['values of a number', 200, `/parts/search?${numbered((i) => `filter[fields][avg_price]=${i}`)}`],
  ['values that are not numbers', 400, `/parts/search?${numbered((i) => `filter[fields][avg_price]=a${i}`)}`],
  ['filter queries', 200, `/parts/search?${numbered((i) => `filter[queries][]=mpn:${i}`)}`],
  ['wrong filter queries', 400, `/parts/search?${numbered((i) => `filter[queries][]=mpn:(${i}`)}`],
  ['facet queries', 400, `/parts/search?${numbered((i) => `facet[queries][]=mpn:${i}`)}`],
  ['facet queries with wildcards', 400, `/parts/search?${numbered((i) => `facet[queries][]=mpn:*${i}*`)}`],
  ['facets of specs', 400, `/parts/search?${numbered((i) => `facet[fields][specs.s${i}.value][include]`)}`],
  ['statistics of specs', 400, `/parts/search?${numbered((i) => `stats[specs.s${i}.min_value][include]`)}`],
  ['parentheses', 400, `/parts/search?filter[queries]=${repeated('(')}`],
  ['a long filter query', 400, `/parts/search?filter[queries]=mpn:(${repeated('a+')})`],
  ['names to show', 200, `/parts/search?limit=100&${repeated('show[]=offers.sku&')}`],
  ['names to hide', 200, `/parts/search?limit=100&${repeated('hide[]=offers.seller.name&')}`],
  ['names to show that nothing has', 200, `/parts/search?${numbered((i) => `show[]=a${i}`)}`],
  ['slices', 200, `/parts/search?limit=100&${repeated('slice[offers]=0:2&')}`],
  ['slices that nothing has', 200, `/parts/search?limit=100&${numbered((i) => `slice[a${i}]=0:2`)}`],
  ['uids', 400, `/parts/get_multi?${numbered((i) => `uid[]=${i}`)}`],
  ['a long uid', 404, `/parts/${repeated('a')}`],
  ['positions of a list', 400, `/parts/get_multi?${numbered((i) => `uid[${999_999_999 - i}]=${i}`)}`],
  ['lists in queries', 400, `/parts/match?queries=${repeated('[')}`],
  ['lists in a query', 200, `/parts/match?queries=${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['objects in a query', 200, `/parts/match?queries=[${'{"mpn":'.repeat(8_000)}1${'}'.repeat(8_000)}]`],
  ['members of a query', 200, `/parts/match?queries=[{${Array.from({ length: 6_000 }, (_, i) => `"m${i}":1`).join()}}]`],
  ['very many queries', 400, `/parts/match?queries=[${Array(20_000).fill('{}').join()}]`],
  ['a long part number', 200, `/parts/match?queries=[{"mpn":"${repeated('a')}"}]`],
  [
    'wildcards',
    200,
    `/parts/match?queries=[${Array(20)
      .fill(`{"mpn":"abc${'*?'.repeat(1500)}"}`)
      .join()}]`,
  ],
  ['wildcards of q', 200, `/parts/search?q=${repeated('a*b?')}`],
  ['words', 200, `/parts/search?q=${numbered((i) => `w${i}`).replaceAll('&', '+')}`],
  ['quotes', 200, `/parts/search?q=${repeated('"a+')}`],
])('%s', (_, status, url) => expectSoon(served, status, url));

it.each([
  ['facet queries', `/parts/search?${numbered((i) => `facet[queries][]=mpn:${i}`)}`],
  ['facets of specs', `/parts/search?${numbered((i) => `facet[fields][specs.s${i}.value][include]`)}`],
  ['statistics of specs', `/parts/search?${numbered((i) => `stats[specs.s${i}.min_value][include]`)}`],
])('%s where any number of them may be counted', (_, url) => expectSoon(unlimited, 200, url));

async function expectSoon(requested: Served, status: number, url: string): Promise<void> {
  const began = performance.now();
  const response = await requested.send(url);
  const msec = performance.now() - began;
  expect(response.status, response.body.slice(0, 500)).toBe(status);
  expect(response.body.length).toBeLessThan(3_000_000);
  expect(msec).toBeLessThan(LONGEST_MSEC);
}

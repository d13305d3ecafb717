import { describe, expect, it } from 'vitest';
import { packRequest } from '../../../../src/node/workers/carried-requests.js';
import { Estimates, shapeOf } from '../../../../src/node/workers/estimates.js';
import type { Method } from '../../../../src/node/workers/messages.js';

const shapeOfSearch = (request: unknown, method: Method = 'search') =>
  shapeOf({ kind: 'method', collection: 'parts', method, args: packRequest([request]) });
const shapeOfUrl = (url: string) => shapeOf({ kind: 'rest', sent: packRequest(url), options: {} });
const shapeOfBody = (body: unknown) => shapeOf({ kind: 'graphql', sent: packRequest(body), options: {} });

describe('shapes', () => {
  it.each([
    [{ q: 'resistor 10k' }, { q: 'capacitor 22u' }],
    [{ filter: { queries: ['descriptions.value:c*'] } }, { filter: { queries: ['descriptions.value:smd*'] } }],
    [{ limit: 9 }, { limit: 10 }],
  ])('of requests that differ in their words are the same: %j', (a, b) => {
    expect(shapeOfSearch(a)).toBe(shapeOfSearch(b));
  });

  it.each([
    [{ q: 'resistor' }, { q: 'resis*' }],
    [{ q: 'a' }, { q: '"a"' }],
    [{ q: 'a' }, { q: 'a b' }],
    [{ q: 'a' }, { filter: { queries: ['a'] } }],
    [{ filter: { queries: ['uid:a*'] } }, { filter: { queries: ['mpn:a*'] } }],
    [{ limit: 1 }, { limit: 100 }],
    [{ sortby: 'mpn' }, {}],
    [{ q: 'smd '.repeat(30) }, { q: 'smd '.repeat(3000) }],
  ])('of requests that take other times differ: %j, %j', (a, b) => {
    expect(shapeOfSearch(a)).not.toBe(shapeOfSearch(b));
  });

  it('tell methods and collections apart', () => {
    expect(shapeOfSearch({ q: 'a' })).not.toBe(shapeOfSearch({ q: 'a' }, 'explain'));
  });

  it('of URLs tell the arguments by their names and operators', () => {
    expect(shapeOfUrl('/parts/search?apikey=a&q=relay')).toBe(shapeOfUrl('/parts/search?apikey=b&q=diode'));
    expect(shapeOfUrl('/parts/123?apikey=a')).toBe(shapeOfUrl('/parts/456?apikey=a'));
    expect(shapeOfUrl('/parts/search?apikey=a&q=relay')).not.toBe(shapeOfUrl('/parts/search?apikey=a&q=rel*'));
    expect(shapeOfUrl('/parts/search?q=a&limit=10')).not.toBe(shapeOfUrl('/parts/search?q=a&limit=100'));
    expect(shapeOfUrl('/parts/search?q=a')).not.toBe(shapeOfUrl('/brands/search?q=a'));
  });

  it('of queries tell the text and the shapes of the variables', () => {
    const body = (q: string) => ({ query: 'query($q: String!) { search(q: $q) { hits } }', variables: { q } });
    expect(shapeOfBody(body('relay'))).toBe(shapeOfBody(body('diode')));
    expect(shapeOfBody(body('relay'))).not.toBe(shapeOfBody(body('r* d*')));
    expect(shapeOfBody(body('a'))).not.toBe(shapeOfBody({ query: '{ search(q: "a") { hits } }' }));
  });

  it.each([undefined, null, 'text', 5, [[[]]], { a: { b: { c: {} } } }, new Map()])(
    'are found for an invalid request too: %j',
    (given) => {
      expect(typeof shapeOfSearch(given)).toBe('string');
      expect(typeof shapeOfBody(given)).toBe('string');
    },
  );

  it('are short for any request', () => {
    const long = { q: 'a:'.repeat(100_000), filter: { queries: Array.from({ length: 10_000 }, (_, i) => `mpn:${i}*`) } };
    expect(shapeOfSearch(long).length).toBeLessThan(1500);
    expect(shapeOfUrl(`/parts/search?${'a=b&'.repeat(16_000)}`).length).toBeLessThan(1500);
    expect(shapeOfBody({ query: '{ a }'.repeat(10_000), variables: long }).length).toBeLessThan(4000);
  });
});

describe('estimates', () => {
  it('take a new shape for short', () => {
    expect(new Estimates().expect('a', 'A')).not.toBe('long');
  });

  it('use the times of a shape from all clients', () => {
    const estimates = new Estimates();
    estimates.learn('slow', 'A', 500, true);
    estimates.learn('quick', 'A', 1, true);
    expect(estimates.expect('slow', 'B')).toBe('long');
    expect(estimates.expect('quick', 'B')).not.toBe('long');
  });

  it('take a new shape for what its client has asked before', () => {
    const estimates = new Estimates();
    for (let i = 0; i < 5; i++) estimates.learn(`slow ${i}`, 'A', 2000, false);
    expect(estimates.expect('other', 'A')).toBe('long');
    expect(estimates.expect('other', 'B')).not.toBe('long');
  });

  it('soon forget that the first call of a shape had to load', () => {
    const estimates = new Estimates();
    estimates.learn('a', 'A', 600, true);
    for (let i = 0; i < 3; i++) estimates.learn('a', 'A', 1, true);
    expect(estimates.expect('a', 'A')).not.toBe('long');
  });

  it('do not take a call for short because it was stopped', () => {
    const estimates = new Estimates();
    estimates.learn('a', 'A', 600, true);
    for (let i = 0; i < 10; i++) estimates.learn('a', 'A', 1, false);
    expect(estimates.expect('a', 'A')).toBe('long');
  });

  it('keep what was learned of the latest shapes', () => {
    const estimates = new Estimates();
    for (let i = 0; i < 5000; i++) estimates.learn(`shape ${i}`, `client ${i}`, 600, true);
    expect(estimates.expect('shape 0', 'client 0')).not.toBe('long');
    expect(estimates.expect('shape 4999', 'client 0')).toBe('long');
  });
});

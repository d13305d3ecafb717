import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskRequest, type Catalog, type OpenOptions, openCatalog, type SearchRequest } from '../../../src/partdex.js';
import { createRestApi, openApiDocument, type RestOptions } from '../../../src/rest/partdex-rest.js';
import { faultsOf } from '../../support/json-schema.js';
import { KEY, Served } from '../../support/served.js';

let assisted: Served;
let plain: Served;
let catalog: Catalog;

beforeAll(async () => {
  assisted = await Served.of(undefined, { assist: true });
  plain = await Served.of();
  catalog = assisted.catalog;
});

afterAll(() => Promise.all([catalog.close(), plain.catalog.close()]));

/** The answer of a URL. */
async function answer(url: string) {
  return (await assisted.answer(url)) as Json;
}

/** A value of JSON, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;

/** The results of the library, as the interface writes them. */
async function asked(text: string, request?: AskRequest): Promise<Json> {
  const { request: _request, msec: _msec, ...rest } = await catalog.parts.ask(text, request);
  return JSON.parse(JSON.stringify(rest));
}

describe('with assist', () => {
  it.each<[string, string, AskRequest]>([
    ['thick film resistor', '', {}],
    ['thick film resistor', '&limit=1&sortby=mpn+desc', { limit: 1, sortby: 'mpn desc' }],
    [
      'resistor',
      '&filter[queries][]=mpn:rc*&filter[fields][brand.name][]=Yageo&facet[fields][brand.name][include]=true',
      {
        filter: { queries: ['mpn:rc*'], fields: { 'brand.name': ['Yageo'] } },
        facet: { fields: { 'brand.name': { include: true } } },
      },
    ],
    ['"no such words" xyzzy', '', {}],
  ])('q is a question: %s%s', async (text, more, request) => {
    const { request: echoed, warnings, ...found } = await answer(`/parts/search?q=${encodeURIComponent(text)}${more}`);
    const { warnings: _told, ...expected } = await asked(text, request);
    expect(found).toEqual(expected);
    expect(found.understood).toEqual(JSON.parse(JSON.stringify(await catalog.parts.interpret(text))));
    expect(echoed.q).toBe(text);
    expect(echoed.filter.queries).toEqual(request.filter?.queries ?? []);
    expect(echoed).not.toHaveProperty('rank');
    expect(warnings.some((warning: string) => warning.includes('did you mean'))).toBe(found.understood.suggestions.length > 0);
  });

  it('an answer repeats a request that has the same answer', async () => {
    const { request, ...first } = await answer('/parts/search?q=resistor&filter[queries][]=mpn:rc*');
    const { q, sortby, filter } = request as SearchRequest;
    const url = new URLSearchParams([
      ['q', String(q)],
      ['sortby', String(sortby)],
      ...(filter?.queries ?? []).map((query) => ['filter[queries][]', query]),
    ]);
    const { request: _again, ...second } = await answer(`/parts/search?${url}`);
    expect(second).toEqual(first);
  });

  it('pages go on behind a cursor', async () => {
    const { results, next } = await answer('/parts/search?q=resistor&limit=1');
    expect(next).not.toBeNull();
    const { results: behind } = await answer(`/parts/search?q=resistor&limit=1&after=${encodeURIComponent(next)}`);
    const { results: all } = await answer('/parts/search?q=resistor&limit=2');
    expect([...results, ...behind]).toEqual(all);
  });

  it.each([
    '/parts/search?limit=2',
    '/parts/search?q=&sortby=mpn',
    '/brands/search?q=yageo',
    '/sellers/search?q=north',
    '/categories/search?q=resistors',
  ])('nothing else changes: %s', async (url) => expect(await answer(url)).toEqual(await plain.answer(url)));

  it('unknown names in directives are ignored, with one warning', async () => {
    const url = '/parts/search?q=resistor&show[]=mpn&show[]=nothing';
    const { warnings } = await answer(url);
    expect(warnings).toEqual(((await plain.answer(url)) as Json).warnings);
    expect(warnings).toHaveLength(1);
  });

  it('queries of a match are read as before', async () => {
    const url = `/parts/match?queries=${encodeURIComponent('[{"mpn":"NE555P"},{"q":"resistor"}]')}`;
    expect(await answer(url)).toEqual(await plain.answer(url));
  });

  it('all issues of a request are reported, in the names of the URL', async () => {
    const message = await assisted.refusal('/parts/search?q=resistor&limit=1000&filter[queries][]=mpn:[&sortby=mpm&after=x');
    for (const name of ['limit', 'filter[queries]', 'sortby']) expect(message).toContain(name);
    expect(await assisted.refusal('/parts/search?q=a&q=b')).toContain('q must have one value');
    expect(await assisted.refusal('/parts/search?q=a&after=x')).toContain('after');
  });

  it('a question is read within the scope of its key', async () => {
    const scoped = await Served.of(undefined, { assist: true, isValidKey: () => ({ filter: 'mpn:ne*', hide: ['offers'] }) });
    const { hits, understood } = (await scoped.answer('/parts/search?q=resistor')) as Json;
    expect(hits).toBe(0);
    expect(understood.readings.every(({ parts }: { parts: number }) => parts <= 1)).toBe(true);
    await scoped.catalog.close();
  });

  it('answers have names, and are as the OpenAPI description says', async () => {
    const api = createRestApi(catalog, { isValidKey: () => true, assist: true, classNames: true });
    const url = `/parts/search?q=thick+xyzzy+resistor&apikey=${KEY}`;
    const body = JSON.parse((await api.handle(url)).body) as Json;
    expect(body.__class__).toBe('SearchResponse');
    expect(body.understood).not.toHaveProperty('__class__');
    const document = openApiDocument() as Json;
    const { schema } = document.paths['/parts/search'].get.responses[200].content['application/json'];
    const unnamed = await answer('/parts/search?q=thick+xyzzy+resistor');
    expect(faultsOf({ ...unnamed, msec: 1 }, schema, document)).toEqual([]);
    const { understood } = document.components.schemas[schema.$ref.split('/').at(-1)].properties;
    expect(document.components.schemas.BrandSearchResponse.properties).not.toHaveProperty('understood');
    expect(Object.keys(understood.properties)).toEqual(['text', 'request', 'readings', 'suggestions']);
  });
});

describe('the option', () => {
  it('is off by default', async () => {
    const body = (await plain.answer('/parts/search?q=resistor')) as Json;
    expect(body).not.toHaveProperty('understood');
    expect(body.hits).toBe((await catalog.parts.search({ q: 'resistor' })).hits);
  });

  it('is a boolean', () => {
    const options = { isValidKey: () => true, assist: 'yes' } as unknown as RestOptions;
    expect(() => createRestApi(catalog, options)).toThrow('options.assist must be true or false');
  });

  it('synonyms of the opening are a part of the entity tag', async () => {
    const bytes = await catalog.toBytes();
    const tagOf = async (options?: OpenOptions) => {
      const opened = await openCatalog(bytes, options);
      const { headers } = await createRestApi(opened, { isValidKey: () => true, assist: true }).handle(
        '/parts/search?q=a&apikey=k',
      );
      await opened.close();
      return headers.etag;
    };
    const tag = await tagOf();
    expect(await tagOf({ synonyms: [] })).toBe(tag);
    expect(await tagOf({ synonyms: [['resistor', 'drossel']] })).not.toBe(tag);
  });

  it('is a part of the entity tag, and a question is answered from the cache', async () => {
    const url = '/parts/search?q=resistor&apikey=k';
    const api = (assist: boolean) => createRestApi(catalog, { isValidKey: () => true, assist });
    const { etag } = (await api(true).handle(url)).headers;
    expect((await api(false).handle(url)).headers.etag).not.toBe(etag);
    expect((await api(true).handle(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

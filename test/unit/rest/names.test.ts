import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/partdex.js';
import { createRestApi, type RestOptions } from '../../../src/rest/partdex-rest.js';
import { build } from '../../support/served.js';

/** A value of JSON, whatever it is. */
type Json = ReturnType<typeof JSON.parse>;

const SOURCE = {
  parts: [
    {
      uid: 'p1',
      mpn: 'A1',
      catalog_url: 'http://one',
      offers: [{ sku: 's', catalog_rfq_url: 'http://rfq' }],
      broker_listings: [{ listing_url: 'l', catalog_rfq_url: 'http://broker' }],
    },
    {
      uid: 'p2',
      mpn: 'A2',
      vendor_url: 'http://two',
      offers: [{ sku: 't', vendor_rfq_url: 'http://own', other: 1 }, { sku: 'u' }],
    },
    { uid: 'p3', mpn: 'A3', catalog_url: 'http://three', vendor_url: 'http://hosted' },
    { uid: 'p4', mpn: 'A4' },
  ],
};
const NAMES = { catalog_url: 'vendor_url', catalog_rfq_url: 'vendor_rfq_url' };

async function asker(options: Partial<RestOptions> = { names: NAMES }, source: object = SOURCE) {
  const api = createRestApi(await build(source), { isValidKey: () => true, ...options });
  return async (url: string) => {
    const { status, headers, body } = await api.handle(`${url}${url.includes('?') ? '&' : '?'}apikey=k`);
    return { status, warnings: headers['partdex-warnings'], body: JSON.parse(body) as Record<string, Json> };
  };
}

describe('new names of members', () => {
  it('are the only names in answers, in their place and shown by default', async () => {
    const ask = await asker();
    const { body, warnings } = await ask('/parts/p1?include[]=broker_listings');
    expect(Object.keys(body).filter((name) => name.includes('url'))).toEqual(['vendor_url']);
    expect([body.vendor_url, body.offers[0].vendor_rfq_url, body.broker_listings[0].vendor_rfq_url, warnings]).toEqual([
      'http://one',
      'http://rfq',
      'http://broker',
      undefined,
    ]);
    expect(JSON.stringify(body)).not.toContain('catalog_');
    const found = (await ask('/parts/search?sortby=mpn&limit=1')).body;
    expect([found.results[0].item.vendor_url, found.warnings]).toEqual(['http://one', []]);
    expect((await ask('/parts/match?queries=[{"mpn":"A1"}]')).body.results[0].items[0].vendor_url).toBe('http://one');
    expect((await ask('/parts/get_multi?uid=p1')).body.p1.vendor_url).toBe('http://one');
  });

  it('are at the place of the neutral member, whichever name a document has', async () => {
    const offer = { sku: 's', moq: 1, other: 2 };
    const parts = [
      { uid: 'a', mpn: 'A', catalog_url: 'c', offers: [{ ...offer, catalog_rfq_url: 'r' }], more: 1 },
      { uid: 'b', more: 1, vendor_url: 'v', mpn: 'B', offers: [{ vendor_rfq_url: 'r', ...offer }] },
    ];
    for (const classNames of [false, true]) {
      const ask = await asker({ names: NAMES, classNames }, { parts });
      const [a, b] = await Promise.all(['a', 'b'].map(async (uid) => (await ask(`/parts/${uid}?include[]=more`)).body));
      expect(Object.keys(b)).toEqual(Object.keys(a));
      expect(Object.keys(b.offers[0])).toEqual(Object.keys(a.offers[0]));
      expect([b.vendor_url, b.offers[0].vendor_rfq_url]).toEqual(['v', 'r']);
    }
  });

  it('leave out what has no value, whichever name a document has', async () => {
    const ask = await asker(undefined, {
      parts: [
        { uid: 'p', mpn: 'A', vendor_url: null },
        { uid: 'q', mpn: 'B', catalog_url: null },
      ],
    });
    for (const uid of ['p', 'q']) expect((await ask(`/parts/${uid}`)).body).not.toHaveProperty('vendor_url');
  });

  it('stand for members of data that have these names already, where the neutral member is absent', async () => {
    const ask = await asker();
    const { body } = await ask('/parts/p2');
    expect(body.vendor_url).toBe('http://two');
    expect(body.offers.map((offer: { vendor_rfq_url: unknown }) => offer.vendor_rfq_url)).toEqual(['http://own', null]);
    expect((await ask('/parts/p3')).body.vendor_url).toBe('http://three');
    expect((await ask('/parts/p4')).body).not.toHaveProperty('vendor_url');
  });

  it('are those of directives', async () => {
    const ask = await asker();
    expect((await ask('/parts/p1?show[]=vendor_url')).body).toEqual({ vendor_url: 'http://one' });
    expect((await ask('/parts/p2?show[]=vendor_url&show[]=offers.vendor_rfq_url')).body).toEqual({
      vendor_url: 'http://two',
      offers: [{ vendor_rfq_url: 'http://own' }, { vendor_rfq_url: null }],
    });
    const hidden = (await ask('/parts/p2?hide[]=vendor_url&hide[]=offers.vendor_rfq_url')).body;
    expect([hidden.vendor_url, hidden.offers[0]]).toEqual([
      undefined,
      expect.not.objectContaining({ vendor_rfq_url: 'http://own' }),
    ]);
    expect((await ask('/parts/p1?include[]=vendor_url&slice[vendor_url]=[0:1]')).warnings).toBeUndefined();
  });

  it('make the neutral names unknown', async () => {
    const ask = await asker();
    const { body, warnings } = await ask(
      '/parts/p1?show[]=mpn&show[]=catalog_url&hide[]=offers.catalog_rfq_url&slice[catalog_url]=[:]',
    );
    expect(body).toEqual({ mpn: 'A1' });
    expect(JSON.parse(warnings)).toEqual([
      'show: no record has a member "catalog_url"; did you mean "vendor_url"? It was ignored.',
      'hide: no record has a member "offers.catalog_rfq_url"; did you mean "offers.vendor_rfq_url"? It was ignored.',
      'slice: no record has a member "catalog_url"; did you mean "vendor_url"? It was ignored.',
    ]);
  });

  it('are hidden by a scope under either name', async () => {
    for (const hide of [
      ['catalog_url', 'offers.vendor_rfq_url'],
      ['vendor_url', 'offers.catalog_rfq_url'],
    ]) {
      const ask = await asker({ names: NAMES, isValidKey: () => ({ hide }) });
      const text = JSON.stringify([(await ask('/parts/p1')).body, (await ask('/parts/p2')).body]);
      expect(text).not.toContain('vendor_');
    }
  });

  it('keep class names, and other collections as they are', async () => {
    const ask = await asker({ names: NAMES, classNames: true });
    expect((await ask('/parts/p1')).body).toMatchObject({ __class__: 'Part', vendor_url: 'http://one' });
    expect((await ask('/brands/search')).status).toBe(200);
  });

  it('may be one alone', async () => {
    const ask = await asker({ names: { catalog_rfq_url: 'vendor_rfq_url', catalog_url: 'catalog_url' } });
    expect((await ask('/parts/p1')).body).toMatchObject({
      catalog_url: 'http://one',
      offers: [{ vendor_rfq_url: 'http://rfq' }],
    });
  });

  it.each([
    [{ mpn: 'number' }],
    [{ catalog_url: 'two words' }],
    [{ catalog_url: '1st' }],
    [{ catalog_url: '' }],
    [{ catalog_url: '__type' }],
    [{ catalog_url: 'homepage_url' }],
    [{ catalog_url: 'catalog_rfq_url' }],
    [{ catalog_rfq_url: 'mpn' }],
    [{ catalog_url: 5 }],
    ['vendor'],
  ])('%j is refused', async (names) => {
    const catalog = await build(SOURCE);
    expect(() => createRestApi(catalog, { isValidKey: () => true, names: names as never })).toThrow(ValidationError);
  });
});

describe('a name with commas', () => {
  const source = {
    parts: [
      {
        uid: 'p1',
        mpn: 'A1',
        'a,b': 1,
        a: 2,
        specs: { x: { value: ['1'] } },
        descriptions: [{ value: 'd' }],
        category_uids: ['c'],
      },
    ],
  };

  it('is a list of names where no record has it', async () => {
    const ask = await asker({}, source);
    expect(Object.keys((await ask('/parts/p1?show[]=mpn,specs,%20category_uids,')).body)).toEqual([
      'mpn',
      'specs',
      'category_uids',
    ]);
    const { body, warnings } = await ask('/parts/p1?include[]=specs,descriptions&hide[]=offers,uid');
    expect([body.specs.x.value, body.descriptions.length, body.uid, warnings]).toEqual([['1'], 1, undefined, undefined]);
    expect(JSON.parse((await ask('/parts/p1?include[]=specs,nothing')).warnings)).toHaveLength(1);
  });

  it('is one name where a record has it', async () => {
    const ask = await asker({}, source);
    expect((await ask('/parts/p1?show[]=a,b')).body).toEqual({ 'a,b': 1 });
    expect((await ask('/parts/p1?show[]=a,mpn')).body).toEqual({ mpn: 'A1', a: 2 });
  });
});

describe('numbers in queries', () => {
  it('are their texts as in documents, digits as they were written', async () => {
    const parts = [
      { uid: 'p1', mpn: '5013340000', offers: [{ sku: '12345678901234567890' }] },
      { uid: 'p2', mpn: 1.5 },
    ];
    const ask = await asker({}, { parts });
    const queries =
      '[{"mpn": 5013340000, "reference": 1e3}, {"sku":12345678901234567890,"limit":"1"}, {"mpn":1.50,"start":0}, {"mpn_or_sku":-5, "q": "a \\" 5"}]';
    const { body } = await ask(`/parts/match?queries=${encodeURIComponent(queries)}&exact_only`);
    expect(body.results.map(({ hits, error }: { hits: number; error: string }) => [hits, error])).toEqual([
      [1, null],
      [1, null],
      [1, null],
      [0, null],
    ]);
    expect(body.request.queries.map(({ mpn, sku, q }: Record<string, unknown>) => mpn ?? sku ?? q)).toEqual([
      '5013340000',
      '12345678901234567890',
      '1.5',
      'a " 5',
    ]);
    expect(body.results[0].reference).toBe('1000');
  });
});

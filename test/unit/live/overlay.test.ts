import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { createGraphqlApi } from '../../../src/graphql/partdex-graphql.js';
import {
  buildCatalog,
  type Catalog,
  type CatalogChanges,
  formatChanges,
  openCatalog,
  overlay,
  type Part,
  parseChanges,
} from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';

const part = (uid: string) => ({ uid, mpn: uid }) as Part;

it('an update of an overlay ends with the reason of its signal and leaves nothing', async () => {
  const catalog = await buildCatalog({ parts: [part('a')] });
  const over = await overlay(catalog, { put: [part('b')] });
  const reason = { stop: 'please' };
  await expect(over.update({ put: [part('c')] }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const controller = new AbortController();
  async function* parts() {
    yield part('c');
    controller.abort(reason);
    yield part('d');
  }
  await expect(over.update({ put: parts() }, { signal: controller.signal })).rejects.toBe(reason);
  expect((await over.parts.search({ sortby: 'uid' })).results.map(({ item }) => item.uid)).toEqual(['a', 'b']);
  await over.close();
  await catalog.close();
});

it('closing an overlay waits for the updates that were asked for, and refuses later ones', async () => {
  const catalog = await buildCatalog({ parts: [part('a')] });
  const over = await overlay(catalog, {});
  const updates = [over.update({ put: [part('b')] }), over.update({ put: [part('c')] })];
  const closed = over.close();
  await expect(over.update({ put: [part('d')] })).rejects.toMatchObject({ code: 'closed' });
  await closed;
  expect((await Promise.all(updates)).map(({ added }) => added)).toEqual([1, 1]);
  await catalog.close();
});

it('conditions on one offer, and prices, are those of the living parts, whichever part without offers was removed', async () => {
  const offer = (i: number) => ({
    sku: `s${i}`,
    seller: { uid: `m${i % 3}`, name: `M${i % 3}` },
    in_stock_quantity: i * 10,
    moq: 1,
    prices: { USD: [[1, `${i + 1}`]] },
  });
  const parts = Array.from({ length: 60 }, (_, i) => ({
    uid: `u${i}`,
    mpn: `N${i}`,
    offers: i % 4 === 0 ? [] : Array.from({ length: 1 + (i % 3) }, (_, j) => offer(i + j)),
  })) as unknown as Part[];
  const queries = ['offers:(seller.uid:*)', 'offers:(seller.uid:m1 AND in_stock_quantity:[100 TO *])', 'NOT offers:(moq:1)'];
  queries.push('offers:(NOT seller.name:M2)', 'price.USD.1:[5 TO 30]', 'price.USD.1:*', 'NOT price.USD.1:*', 'total_stock:0');
  const catalog = await buildCatalog({ parts });
  for (const remove of [['u0'], ['u1', 'u8'], ['u2', 'u3', 'u4', 'u5', 'u6'], parts.slice(0, 50).map(({ uid }) => uid)]) {
    // Of a catalog that nobody has asked yet: what is made first counts.
    const over = await overlay(await openCatalog(await catalog.toBytes()), { remove });
    const built = await buildCatalog({ parts: parts.filter(({ uid }) => !remove.includes(uid)) });
    for (const query of queries) {
      const request = {
        filter: { queries: [query] },
        sortby: 'price.USD.1 desc',
        limit: 100,
        show: ['uid', 'price.USD.1'],
        facet: { fields: { 'offers.seller.uid': { include: true } } },
        stats: { 'price.USD.1': { include: true } },
      };
      const [found, wanted] = await Promise.all([over, built].map(({ parts }) => parts.search(request)));
      expect({ ...found, msec: 0 }, `${query} without ${remove}`).toEqual({ ...wanted, msec: 0 });
    }
  }
});

it('members that only removed parts had are no names of an overlay, and are names of another one over the same catalog', async () => {
  const parts = Array.from({ length: 100 }, (_, i) => ({
    ...part(`u${i}`),
    ...(i % 50 === 7 && { rare: { inner: i } }),
    often: i,
  }));
  const catalog = await buildCatalog({ parts: parts as unknown as Part[] });
  const has = async (remove: string[], name: string) => {
    const over = await overlay(catalog, { remove });
    const found = await over.parts.search({ show: [name] }).then(
      () => true,
      () => false,
    );
    await over.close();
    return found;
  };
  for (let round = 0; round < 2; round++) {
    expect(await has(['u7', 'u57'], 'rare.inner')).toBe(false);
    expect(await has(['u7'], 'rare.inner')).toBe(true);
    expect(await has(['u57', 'u1'], 'rare.inner')).toBe(true);
    expect(await has(['u1', 'u7', 'u57'], 'rare')).toBe(false);
    expect(await has(['u1', 'u7', 'u57'], 'often')).toBe(true);
  }
});

it('a group of prices warns as in one build, whichever parts have two offers with prices', async () => {
  const offers = (...prices: object[]) => prices.map((each, i) => ({ sku: `s${i}`, seller: { name: 'M' }, prices: each }));
  const priced = (uid: string, ...prices: object[]) => ({ uid, mpn: uid, offers: offers(...prices) }) as unknown as Part;
  const [dollar, euro] = [{ USD: [[1, '5']] }, { EUR: [[1, '5']] }];
  // The same price twice, two currencies, and prices of another currency alone are two priced offers as well.
  const several = [priced('a', dollar, dollar), priced('b', dollar, euro), priced('c', euro, euro)];
  const single = [priced('x', dollar), priced('y', euro), priced('z', dollar)];
  const request = { filter: { queries: ['offers.price.USD.1:(5 6)'] } };
  for (const kept of several) {
    const others = several.filter((one) => one !== kept).map(({ uid }) => uid);
    const catalog = await buildCatalog({ parts: [...several, ...single] });
    const file = await buildCatalog({ parts: single });
    const apart = await overlay(file, { put: [kept] });
    const over = await overlay(catalog, { remove: others });
    const built = await buildCatalog({ parts: [kept, ...single] });
    const none = await overlay(over, { remove: [kept.uid] });
    const [wanted, given, ofTwo, ofNone] = await Promise.all(
      [built, over, apart, none].map(async ({ parts }) => (await parts.search(request)).warnings),
    );
    expect(given, kept.uid).toEqual(wanted);
    expect(ofTwo, kept.uid).toEqual(wanted);
    expect(ofNone.length, kept.uid).toBe(1);
    expect((await file.parts.search(request)).warnings, kept.uid).toEqual(ofNone);
    for (const one of [none, over, apart, built, file, catalog]) await one.close();
  }
});

it('spec keys are in the order of the first part that carries them, whichever order it had before', async () => {
  const valued = (uid: string, ...keys: string[]) => {
    return { uid, mpn: uid, specs: Object.fromEntries(keys.map((key) => [key, { value: ['1'] }])) } as unknown as Part;
  };
  const keysOf = ({ specs }: { readonly specs: readonly { readonly key: string }[] }) => specs.map(({ key }) => key);
  const living = new Map([valued('a', 'p', 'q', 'r'), valued('b', 'r', 's')].map((one) => [one.uid, one]));
  const catalog = await buildCatalog({ parts: [...living.values()] });
  const over = await overlay(catalog, {});
  for (const put of [
    [valued('a', 'r', 'q', 'p')],
    [valued('a', 'p', 'r', 'q'), valued('c', 't', 's')],
    [valued('b', 'u', 's', 'r')],
    [valued('a', 's', 'p')],
    [valued('a', 'r', 'q', 'p'), valued('b', 's', 'u')],
  ]) {
    await over.update({ put });
    for (const one of put) living.set(one.uid, one);
    const built = await buildCatalog({ parts: [...living.values()] });
    expect(keysOf(over), JSON.stringify(put)).toEqual(keysOf(built));
    await built.close();
  }
  await over.close();
  await catalog.close();
});

it('prices in a currency that only replaced parts had warn as in one build', async () => {
  const offer = (currency: string) => [{ prices: { [currency]: [[1, '1']] } }];
  const base = await buildCatalog({
    parts: [
      { uid: '1', mpn: 'a', offers: offer('EUR') },
      { uid: '2', mpn: 'b', offers: offer('USD') },
    ] as never,
  });
  const warningsOf = async (catalog: Catalog) =>
    (await catalog.parts.search({ filter: { queries: ['price.EUR.10:[* TO 5]'] } })).warnings;
  expect(await warningsOf(base)).toEqual([]);
  const changed = await overlay(base, { patch: [{ uid: '1', offers: [] }] });
  expect(await warningsOf(changed)).toEqual([expect.stringContaining('EUR')]);
  const again = await overlay(changed, { patch: [{ uid: '2', offers: offer('EUR') }] });
  expect(await warningsOf(again)).toEqual([]);
});

describe('companies that parts name', () => {
  const selling = (uid: string, ...sellers: string[]) =>
    ({ uid, mpn: uid, offers: sellers.map((name) => ({ sku: uid, seller: { uid: name, name } })) }) as unknown as Part;
  const sellersOf = async (catalog: Catalog): Promise<string[]> => {
    const api = createGraphqlApi(catalog, { isValidToken: () => true });
    const { body } = await api.execute({ query: '{ sellers { name } }' }, { token: 't' });
    const { data } = body as { data: { sellers: { name: string }[] } };
    return data.sellers.map(({ name }) => name);
  };

  it('are in the order of the first part that names them, as in one build', async () => {
    const living = new Map([selling('a', 's1', 's4'), selling('b', 's2'), selling('c', 's3', 's1')].map((one) => [one.uid, one]));
    const base = await buildCatalog({ parts: [...living.values()] });
    const over = await overlay(base, {});
    const put = async (...parts: Part[]) => {
      await over.update({ put: parts });
      for (const one of parts) living.set(one.uid, one);
      const built = await buildCatalog({ parts: [...living.values()] });
      expect(await sellersOf(over), JSON.stringify(parts)).toEqual(await sellersOf(built));
      await built.close();
    };
    await put(selling('a', 's5'));
    await put(selling('b', 's5', 's2'), selling('a', 's2'));
    await put(selling('a', 's6', 's2'));
    await put(selling('d', 's7', 's4'));
    await put(selling('c', 's4', 's3'));
    await put(selling('b', 's3', 's5', 's8'), selling('e', 's9'));
    await over.close();
    await base.close();
  });

  it('are in that order beside those that get a record while no part names them any more', async () => {
    const parts = [selling('a', 's4', 's9'), selling('b', 's0', 's4')];
    const changes = { put: [selling('a')], sellers: [{ uid: 's9', name: 'Nine' }] };
    const base = await buildCatalog({ parts });
    const over = await overlay(base, changes);
    expect(await sellersOf(over)).toEqual(['Nine', 's0', 's4']);
    await over.update({ removeRecords: { sellers: ['s9'] }, put: [selling('c', 's9')] });
    expect(await sellersOf(over)).toEqual(['s0', 's4', 's9']);
    await over.close();
    await base.close();
  });

  it('that a removed record gives back to them, too', async () => {
    const parts = [selling('a', 's1'), selling('b', 's2'), selling('c', 's3')];
    const sellers = [{ uid: 's1', name: 'One' }] as never;
    const base = await buildCatalog({ parts, sellers });
    const over = await overlay(base, { removeRecords: { sellers: ['s1'] } });
    expect(await sellersOf(over)).toEqual(['s1', 's2', 's3']);
    await over.close();
    await base.close();
  });
});

it('spec keys keep their type, whichever parts came later, also by way of a file', async () => {
  const valued = (uid: string, value: unknown) => ({ uid, mpn: uid, specs: { k: { value: [value] } } }) as unknown as Part;
  const base = await buildCatalog({ parts: [valued('a', 'x')] });
  const over = await overlay(base, { put: [valued('b', 1), valued('c', 2)] });
  const file = await openCatalog(await over.toBytes());
  const again = await overlay(file, { put: [valued('d', 3)] });
  for (const catalog of [over, file, again]) {
    expect(catalog.specs.map(({ type }) => type)).toEqual(['string']);
    expect((await catalog.parts.search({ filter: { queries: ['specs.k.value:x'] } })).hits).toBe(1);
  }
  for (const catalog of [again, file, over, base]) await catalog.close();
});

it('a merged uid that lives on in the base does not keep it from being written', async () => {
  const parts = [{ ...part('p'), redirected_uids: ['q'] }, part('q')] as Part[];
  const base = await buildCatalog({ parts }, { onInvalid: () => {} });
  const over = await overlay(base, { put: [part('z')] });
  const file = await openCatalog(await over.toBytes());
  expect((await file.parts.search({ sortby: 'uid' })).results.map(({ item }) => item.uid)).toEqual(['p', 'q', 'z']);
  expect((await file.parts.get('q'))?.uid).toBe('q');
  for (const catalog of [file, over, base]) await catalog.close();
});

it('updates of an overlay end after the timeout of their call, and leave nothing', async () => {
  const base = await buildCatalog({ parts: [part('a')] });
  async function* slowly() {
    yield part('b');
    await new Promise((resolve) => setTimeout(resolve, 60));
    yield part('c');
  }
  const over = await overlay(base, {});
  await expect(over.update({ put: slowly() }, { timeout: 10 })).rejects.toMatchObject({
    code: 'budget_exceeded',
    budget: 'time',
    limit: 10,
  });
  await expect(overlay(base, { put: slowly() }, { timeout: 10 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(over.update({ put: [part('d')] }, { timeout: -1 })).rejects.toMatchObject({ code: 'validation' });
  expect((await over.parts.search()).hits).toBe(1);
  expect((await over.update({ put: slowly() }, { timeout: 60_000 })).added).toBe(2);
  await over.close();
  await base.close();
});

it('a company is named by the first part that names it, where earlier parts have its uid alone', async () => {
  const sold = (uid: string, ...sellers: (readonly [uid: string, name?: string])[]) => {
    const offers = sellers.map(([seller, name]) => ({ sku: uid, seller: { uid: seller, ...(name && { name }) } }));
    return { uid, mpn: uid, offers } as unknown as Part;
  };
  const parts = [
    sold('a', ['y']),
    sold('b', ['y', 'Right']),
    sold('c', ['x', 'Other'], ['y', 'Wrong']),
    sold('d', ['y', 'Wrong']),
  ];
  const base = await buildCatalog({ parts: [sold('z', ['y', 'First']), ...parts] });
  // The first parts that have either seller are "a" and "c": "c" names both, and "b" named the one before.
  const over = await overlay(base, { remove: ['z'], put: [sold('e', ['x', 'Third'])] });
  const built = await buildCatalog({ parts: [...parts, sold('e', ['x', 'Third'])] });
  for (const uid of ['x', 'y']) expect(await over.sellers.get(uid), uid).toEqual(await built.sellers.get(uid));
  expect((await over.sellers.get('y'))?.name).toBe('Right');
  for (const catalog of [over, built, base]) await catalog.close();
});

describe('the changes of an overlay', () => {
  const lines = async (changes: CatalogChanges) => (await formatChanges(changes)).trim().split('\n');
  const priced = (uid: string, price: string) => ({ uid, mpn: uid, short_description: `${uid} at ${price}` }) as Part;

  it('are patches of parts that were only patched, so that they fit a newer base', async () => {
    const base = await buildCatalog({ parts: [priced('a', '1'), priced('b', '1')] });
    const over = await overlay(base, { patch: [{ uid: 'a', own: { note: 'mine' } }], put: [priced('c', '9')] });
    await over.update({
      patch: [
        { uid: 'a', own: { bin: 'R1' } },
        { uid: 'c', short_description: 'ours' },
      ],
    });
    const text = await lines(over.changes());
    expect(text).toEqual([
      '{"put":{"uid":"c","mpn":"c","short_description":"ours"}}',
      '{"patch":{"uid":"a","own":{"note":"mine","bin":"R1"}}}',
    ]);
    const newer = await buildCatalog({ parts: [priced('a', '2')] });
    const again = await overlay(newer, parseChanges(text.join('\n')));
    expect(await again.parts.get('a', { show: ['uid', 'short_description', 'own'] })).toMatchObject({
      short_description: 'a at 2',
      own: { note: 'mine', bin: 'R1' },
    });
    expect(await lines(again.changes())).toEqual(text);
    const gone = await overlay(await buildCatalog({ parts: [priced('z', '1')] }), parseChanges(text.join('\n')));
    expect(gone.report).toMatchObject({ added: 1, missing: ['a'] });
    for (const catalog of [again, gone, over, newer, base]) await catalog.close();
  });

  it('are whole parts where two patches are none, and of parts that were put; a failed update adds none', async () => {
    const base = await buildCatalog({
      parts: [{ ...priced('a', '1'), own: { x: 1 } } as Part, priced('b', '1'), priced('d', '1')],
    });
    const over = await overlay(base, { patch: [{ uid: 'a', own: null }] });
    await over.update({ patch: [{ uid: 'a', own: { y: 2 } }], put: [priced('b', '2')], remove: ['d'] });
    await expect(over.update({ patch: [{ uid: 'b', mpn: null }] })).rejects.toThrow();
    await over.update({ put: [priced('d', '3')] });
    await over.update({ patch: [{ uid: 'd', short_description: 'new' }] });
    expect((await lines(over.changes())).sort()).toEqual([
      '{"put":{"uid":"a","mpn":"a","short_description":"a at 1","own":{"y":2}}}',
      '{"put":{"uid":"b","mpn":"b","short_description":"b at 2"}}',
      '{"put":{"uid":"d","mpn":"d","short_description":"new"}}',
    ]);
    await over.close();
    await base.close();
  });
});

it('a question with a filter changes no later answer where rows are dead', async () => {
  const volt = { name: 'volt', symbol: 'V' };
  const parts = Array.from({ length: 2000 }, (_, i) => {
    const key = `voltage_${'abcd'[i % 4]}`;
    const metadata = { key, name: key, datatype: 'decimal', unit: volt };
    const specs = i % 7 === 0 ? {} : { [key]: { value: [['5', '9', '12', '15', '24', '48'][i % 6]], metadata } };
    return { uid: `p${i}`, mpn: `REG${i}`, brand: { uid: `b${i % 5}`, name: i % 5 === 0 ? 'Brix' : 'Acme' }, specs };
  });
  const base = await buildCatalog({ parts: parts as unknown as Part[] });
  for (const first of ['12V', '12V or more', 'not 12V', '10k']) {
    const over = await overlay(base, { remove: ['p1'] });
    await over.parts.ask(first, { filter: { queries: ['brand.name:brix'] } });
    for (const text of ['not 10 to 20V', 'not 12V', 'reg']) {
      const { hits, understood } = await over.parts.ask(text, { limit: 0 });
      expect(hits, `${text} after ${first}`).toBe((await over.parts.search({ ...understood.request, limit: 0 })).hits);
    }
    await over.close();
  }
  await base.close();
});

it('a patch says of a date or a decimal what JSON writes, as a part that is put does', async () => {
  const base = await buildCatalog({ parts: [{ uid: 'a', mpn: 'a', own: { x: 1 } }] as unknown as Part[] });
  const own = { at: new Date(0), cost: new Decimal('0.05'), list: [new Date(0)], method() {} };
  const written = { at: '1970-01-01T00:00:00.000Z', cost: '0.05', list: ['1970-01-01T00:00:00.000Z'] };
  const over = await overlay(base, { patch: [{ uid: 'a', own, other: new Decimal(7) } as unknown as Part] });
  const shown = await over.parts.get('a', { show: ['own', 'other'] });
  expect(shown).toMatchObject({ own: { x: 1, ...written }, other: '7' });
  const again = await overlay(base, parseChanges(await formatChanges(over.changes())));
  expect(await again.parts.get('a', { show: ['own', 'other'] })).toEqual(shown);
  await again.close();
  await over.close();
  await base.close();
});

it('an issue has its place in the text, whether or not parts were removed', async () => {
  const catalog = await buildCatalog({ parts: [{ ...part('a'), brand: { name: 'x' } }, part('b')] as Part[] });
  const over = await overlay(catalog, { remove: ['b'] });
  const issuesOf = async (of: Catalog) => {
    const api = createRestApi(of, { isValidKey: () => ({ hide: ['brand.name'] }) });
    return JSON.parse((await api.handle('/parts/search?apikey=k&sortby=mpn%20asc,brand.name%20asc')).body).issues;
  };
  expect(await issuesOf(over as unknown as Catalog)).toEqual(await issuesOf(catalog));
  expect(await issuesOf(over as unknown as Catalog)).toMatchObject([{ offset: 8, length: 10 }]);
  await over.close();
  await catalog.close();
});

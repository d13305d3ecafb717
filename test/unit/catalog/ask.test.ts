import { beforeAll, describe, expect, it } from 'vitest';
import { internalsOf } from '../../../src/catalog/internals.js';
import { type AskRequest, buildCatalog, type Catalog, ValidationError } from '../../../src/partdex.js';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await buildCatalog({
    parts: Array.from({ length: 60 }, (_, i) => ({
      uid: `u${String(i).padStart(2, '0')}`,
      mpn: `AB-${i}`,
      brand: { uid: `b${i % 3}`, name: ['Acme', 'Bolt', 'Coil'][i % 3] },
      descriptions: [{ value: i % 5 === 0 ? 'thick film resistor' : 'ceramic capacitor' }],
    })),
  });
});

const uids = (answer: { results: { item: { uid?: string } }[] }) => answer.results.map(({ item }) => item.uid);

describe('ask', () => {
  it('answers as the request of the interpretation does', async () => {
    const understood = await catalog.parts.interpret('ceramic Acme');
    const asked = await catalog.parts.ask('ceramic Acme');
    const searched = await catalog.parts.search(understood.request);
    expect(asked.understood).toEqual(understood);
    expect(uids(asked)).toEqual(uids(searched));
    expect(asked.hits).toBe(searched.hits);
    expect(asked.hits).toBe(16);
  });

  it('adds the conditions of the request, whose paging and order are its own', async () => {
    const request: AskRequest = {
      filter: { fields: { 'brand.name': ['Acme'] }, queries: ['mpn:AB3* OR mpn:AB5*'] },
      sortby: 'mpn desc',
      limit: 1,
    };
    const { hits, results, request: echo } = await catalog.parts.ask('ceramic', request);
    expect(hits).toBe(7);
    expect(results.map(({ item }) => item.mpn)).toEqual(['AB-57']);
    expect(echo.filter?.queries?.at(-1)).toBe('mpn:AB3* OR mpn:AB5*');
  });

  it('tells every fault of the request, at its place there', async () => {
    const request = { q: 'x', filter: { queries: ['mpn:'] }, limit: 1000 } as AskRequest;
    const error = await catalog.parts.ask('ceramic', request).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['q', 'filter.queries[0]', 'limit']);
  });

  it.each([undefined, null, 5, {}, ['a']])('takes a text, not %j', async (text) => {
    await expect(catalog.parts.ask(text as string)).rejects.toThrow('text must be a string');
    await expect(catalog.parts.interpret(text as string)).rejects.toThrow('text must be a string');
  });

  it('answers no text with all parts', async () => {
    expect((await catalog.parts.ask(' ')).hits).toBe(60);
  });
});

const readingsOf = async (text: string) => (await catalog.parts.interpret(text)).readings;

describe('interpret', () => {
  it('corrects a word that nothing explains, and tells it', async () => {
    const { hits, understood } = await catalog.parts.ask('capasitor');
    expect(hits).toBe(48);
    expect(understood.readings).toMatchObject([{ text: 'capasitor', corrected: 'capasitor → capacitor', parts: 48 }]);
  });

  it('reads the other meaning of an M where no part has the value, and tells it', async () => {
    const quantity = (key: string, value: string, name: string, symbol: string) => ({
      [key]: { value: [value], metadata: { key, name: key, datatype: 'decimal', unit: { name, symbol } } },
    });
    const other = await buildCatalog({
      parts: [
        { uid: 'p1', mpn: 'P1', specs: quantity('current', '0.5', 'ampere', 'A') },
        { uid: 'p2', mpn: 'P2', descriptions: [{ value: '500MA' }], specs: quantity('current', '2000000', 'ampere', 'A') },
        { uid: 'p3', mpn: 'P3', specs: quantity('resistance', '10000000', 'ohm', 'Ω') },
      ],
    } as never);
    const told = async (text: string) => {
      const { results, understood } = await other.parts.ask(text);
      return [results.map(({ item }) => item.uid).join(), understood.readings.map(({ corrected }) => corrected).join()];
    };
    expect(await told('500MA')).toEqual(['p1', '500MA → 500mA']);
    expect(await told('2MA')).toEqual(['p2', '']);
    expect(await told('10m')).toEqual(['p3', '10m → 10M']);
    expect(await told('10M')).toEqual(['p3', '']);
    expect(await told('7MA')).toEqual(['', '']);
    await other.close();
  });

  it('drops the fewest pieces that let something be found, those that leave the most parts', async () => {
    const { hits, understood } = await catalog.parts.ask('thick ceramic');
    expect(hits).toBe(48);
    const [dropped, kept] = understood.readings;
    expect(dropped).toMatchObject({ as: 'ignored', parts: 0, relaxed: expect.stringContaining('dropped') });
    expect(dropped.query).toBeUndefined();
    expect(dropped.alternatives[0]).toMatchObject({ parts: 12 });
    expect(kept.parts).toBe(48);
  });

  it('never drops what stands in quotes, or is excluded', async () => {
    expect((await catalog.parts.ask('"thick" ceramic')).hits).toBe(12);
    expect((await catalog.parts.ask('-ceramic')).hits).toBe(12);
    expect(await readingsOf('-ceramic')).toMatchObject([{ as: 'words', query: 'NOT words:"ceramic"', parts: 12 }]);
    expect((await catalog.parts.ask('"thick" "ceramic"')).hits).toBe(0);
  });

  it('puts a whole part number first', async () => {
    const { results, understood } = await catalog.parts.ask('ab57');
    expect(results[0].item.mpn).toBe('AB-57');
    expect(understood.readings).toMatchObject([{ as: 'part number', field: 'mpn' }]);
  });

  it('reads a long text to its 1,000th unit', async () => {
    const text = `ceramic ${'x'.repeat(2000)}`;
    const last = (await readingsOf(text)).at(-1);
    expect(last).toMatchObject({ as: 'ignored', offset: 1000, length: text.length - 1000 });
  });

  it('warns of what of a question was not read', async () => {
    const { warnings, understood } = await catalog.parts.ask('Acme '.repeat(70));
    const unread = understood.readings.filter(({ relaxed }) => relaxed?.startsWith('not read: the question'));
    expect(unread.length).toBeGreaterThan(1);
    expect(warnings).toEqual([
      `"Acme" and ${unread.length - 1} more of its pieces were not read: the question says more than is read of one`,
      `"${'Acme '.repeat(6).trim()}" was not read: a question is read to its 1,000th character or 64th word`,
    ]);
    expect((await catalog.parts.ask('ceramic')).warnings).toEqual([]);
  });

  it('counts only parts of the scope of a client', async () => {
    const { collections, running } = internalsOf(catalog);
    const scope = ['brand.name:Acme'];
    const understood = await running.answerAsync(undefined, (work) =>
      collections.parts.interpretWithin('ceramic', work, { scope }),
    );
    expect(understood.readings).toMatchObject([{ text: 'ceramic', parts: 16 }]);
    const asked = await running.answerAsync(undefined, (work) => collections.parts.askWithin('ceramic', {}, work, { scope }));
    expect(asked.hits).toBe(16);
  });

  it('is explained by the request: each reading is a step', async () => {
    const { request } = await catalog.parts.interpret('ceramic Acme');
    const { plan, hits } = await catalog.parts.explain(request);
    expect(hits).toBe(16);
    expect(JSON.stringify(plan)).toContain('ceramic');
    expect(JSON.stringify(plan)).toContain('acme');
  });
});

import { describe, expect, it } from 'vitest';
import { serve } from '../support/letter.js';

const SOURCE = {
  parts: [
    {
      uid: 'ti',
      mpn: 'SN74S74N',
      aka_mpns: ['SN74S74NE4', 'SN 74S74-NG'],
      manufacturer: { uid: 'm1', name: 'Texas Instruments' },
    },
    { uid: 'own', mpn: 'SN74S74NE4', offers: [{ sku: 'x' }] },
    { uid: 'long', mpn: '5013340000' },
    { uid: 'two', mpn: 'N1' },
  ],
};

describe('M8: further part numbers', () => {
  it('keywords find them: as tokens, by form and with wildcards', async () => {
    const { uids } = await serve(SOURCE);
    expect((await uids({ q: 'SN74S74NE4' })).sort()).toEqual(['own', 'ti']);
    expect(await uids({ q: 'sn74s74ng' })).toEqual(['ti']);
    expect(await uids({ q: 'sn74s74ng*' })).toEqual(['ti']);
    expect(await uids({ filter: { queries: ['aka_mpns:sn74s74-ng'] } })).toEqual(['ti']);
  });

  it('matches find them behind parts that have the number themselves', async () => {
    const { catalog, ask } = await serve(SOURCE);
    const { results } = await catalog.parts.match({ queries: [{ mpn: 'sn74s74ne4' }, { mpn_or_sku: 'SN74S74NG' }] });
    expect(results[0].items.map(({ uid }) => uid)).toEqual(['own', 'ti']);
    expect(results[1].items.map(({ uid }) => uid)).toEqual(['ti']);
    const { data } = await ask('{ multi_match(queries: [{mpn: "SN74S74NE4"}]) { hits } search_mpn(q: "sn74s74n") { hits } }');
    expect(data).toEqual({ multi_match: [{ hits: 2 }], search_mpn: { hits: 2 } });
  });

  it('a result says which of them was meant', async () => {
    const { ask } = await serve(SOURCE);
    const { data } = await ask('{ search(q: "sn74s74ng") { results { aka_mpn part { mpn } } } }');
    expect(data.search.results).toEqual([{ aka_mpn: 'SN 74S74-NG', part: { mpn: 'SN74S74N' } }]);
    const own = await ask('{ search(q: "sn74s74n") { results { aka_mpn part { mpn } } } }');
    expect(own.data.search.results).toContainEqual({ aka_mpn: null, part: { mpn: 'SN74S74N' } });
  });
});

describe('numbers in a query of a match', () => {
  it('a JSON number is its text, and so is a reference', async () => {
    const { catalog, url } = await serve(SOURCE);
    const queries = [{ mpn: 5013340000, reference: 5 }] as never;
    const { results } = await catalog.parts.match({ queries });
    expect(results[0]).toMatchObject({ hits: 1, reference: '5', error: null });
    const { body } = await url(`/parts/match?queries=${encodeURIComponent('[{"mpn":5013340000,"reference":5}]')}`);
    expect(body.results[0]).toMatchObject({ hits: 1, reference: '5', error: null });
  });

  it('decided otherwise: a number of two characters is looked up; three are needed beside a wildcard alone', async () => {
    const { catalog } = await serve(SOURCE);
    const { results } = await catalog.parts.match({ queries: [{ mpn: 'n1' }, { mpn: 'n1*' }] });
    expect(results[0].hits).toBe(1);
    expect(results[1].error).toMatch(/three/);
  });
});

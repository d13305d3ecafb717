import { describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, type CatalogSource, type SpecMetadata, type ValidationError } from '../../../src/partdex.js';

const farad = { name: 'farad', symbol: 'F' };
const capacitance: SpecMetadata = { key: 'capacitance', datatype: 'decimal', unit: farad };

const part = (uid: string, ...value: (string | number)[]) => ({ uid, mpn: uid, specs: { capacitance: { value } } });

async function built(source: object): Promise<{ catalog: Catalog; notices: string[] }> {
  const notices: string[] = [];
  const catalog = await buildCatalog(source as CatalogSource, { onNotice: (notice) => notices.push(notice) });
  return { catalog, notices };
}

async function found({ parts }: Catalog, ...queries: string[]): Promise<string[]> {
  const { results } = await parts.search({ filter: { queries }, sortby: 'uid' });
  return results.map(({ item }) => item.uid);
}

const FIELD = 'specs.capacitance.value';

describe('quantities in documents', () => {
  it('are numbers of a key whose metadata has a unit', async () => {
    const parts = [part('a', '100 nF'), part('b', '0.0000001'), part('c', '4u7'), part('d', 1e-7), part('e', '16 V', '1-10uF')];
    const { catalog, notices } = await built({ parts, spec_metadata: [capacitance] });
    expect(await found(catalog, `${FIELD}:1e-7`)).toEqual(['a', 'b', 'd']);
    expect(await found(catalog, `${FIELD}:[4.7u TO *]`)).toEqual(['c']);
    expect(await found(catalog, `${FIELD}:*`)).toEqual(['a', 'b', 'c', 'd']);
    expect(notices).toEqual([`${FIELD}: 2 values are not numbers ("16 V", "1-10uF"; in parts:5)`]);
    const { stats_results, facet_results } = await catalog.parts.search({
      stats: { [FIELD]: { include: true } },
      facet: { fields: { [FIELD]: { include: true } } },
    });
    expect(stats_results[FIELD]).toMatchObject({ min: '1e-7', max: '0.0000047', count: 4, missing: 1 });
    expect(facet_results.fields[FIELD].facets[0]).toEqual({ value: '1e-7', count: 3 });
    const stored = await catalog.parts.get('a', { show: ['specs'] });
    expect(stored?.specs?.capacitance.value).toEqual(['100 nF']);
  });

  it('are the ends of ranges, and need a unit', async () => {
    const limits = { min_value: '2.7 V', max_value: '5V5', metadata: { datatype: 'decimal', unit: { name: 'volt' } } };
    const plain = { value: '4.7k', metadata: { datatype: 'decimal' } };
    const { catalog, notices } = await built({ parts: [{ uid: 'a', mpn: 'a', specs: { supply: limits, plain } }] });
    expect(await found(catalog, 'specs.supply.max_value:5500mV AND specs.supply.min_value:[2 TO 3V]')).toEqual(['a']);
    expect(notices).toEqual(['specs.plain.value: "4.7k" is not a number (in parts:1)']);
  });

  it('do not vote for a number without metadata', async () => {
    const { catalog } = await built({ parts: [part('a', '100 nF')] });
    expect(catalog.specs[0]).toMatchObject({ key: 'capacitance', type: 'string' });
    expect(await found(catalog, `${FIELD}:"100 nF"`)).toEqual(['a']);
  });
});

it('every way to write a filter finds the same parts', async () => {
  const { catalog } = await built({ parts: [part('a', '1e-7'), part('b', '1e-6')], spec_metadata: [capacitance] });
  for (const value of ['100n', '100nF', '0.1uF', '"0.1 µF"', '100NF', '0u1', '"1e-7"']) {
    expect(await found(catalog, `${FIELD}:${value}`)).toEqual(['a']);
  }
  expect(await found(catalog, `${FIELD}:[100n TO 1uF]`)).toEqual(['a', 'b']);
  expect(await found(catalog, `${FIELD}:100nF+`)).toEqual(['a', 'b']);
  expect(await found(catalog, `${FIELD}:>100nF`)).toEqual(['b']);
  const { hits } = await catalog.parts.search({ filter: { fields: { [FIELD]: ['100 nF', '1uF'] } } });
  expect(hits).toBe(2);
  const codesOf = (value: string) =>
    catalog.parts.search({ filter: { fields: { [FIELD]: [value] }, queries: [`${FIELD}:${value}`] } }).then(
      () => [],
      ({ issues }: ValidationError) => issues.map(({ code }) => code),
    );
  expect(await codesOf('5V')).toEqual(['wrong_unit', 'wrong_unit']);
  expect(await codesOf('much')).toEqual(['not_a_number', 'not_a_number']);
  await expect(catalog.parts.search({ filter: { fields: { [FIELD]: ['5V'] } } })).rejects.toThrow(
    /filter\.fields\.specs\.capacitance\.value\[0\]: "5V" is in volt, and specs\.capacitance\.value is in farad \(written F, farad or farads\)/,
  );
});

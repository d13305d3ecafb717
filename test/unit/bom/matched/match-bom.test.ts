import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BomLine } from '../../../../src/bom/cost/costed-bom.js';
import { matchBom } from '../../../../src/bom/matched/match-bom.js';
import { buildCatalog, type Catalog, type Part, type SimilarResponse, type ValidationError } from '../../../../src/partdex.js';
import { rejectionOf } from '../../../support/thrown.js';

const spec = (key: string, name: string, symbol: string) => ({
  key,
  name: key,
  datatype: 'decimal' as const,
  unit: { name, symbol },
});

function chip(
  uid: string,
  mpn: string,
  key: string,
  value: string,
  box: string,
  stock: number,
  more: object = {},
  brand = 'Yageo',
): Part {
  return {
    uid,
    mpn,
    brand: { uid: brand, name: brand },
    category_uids: [key === 'resistance' ? 'resistors' : 'capacitors'],
    specs: { [key]: { value: [value] }, package: { value: [box] }, ...more },
    offers: [{ sku: `S-${uid}`, seller: { uid: 's', name: 'Shop' }, in_stock_quantity: stock, prices: { USD: [[1, '0.1']] } }],
  };
}

const rated = (volts: string) => ({ voltage_rating: { value: [volts] } });

const PARTS: Part[] = [
  chip('r1', 'RC0603-10K', 'resistance', '10000', '0603', 0),
  chip('r2', 'RC0603-10KB', 'resistance', '10000', '0603', 50, {}, 'Vishay'),
  chip('r3', 'RC0805-10K', 'resistance', '10000', '0805', 50),
  chip('r4', 'RC0603-4K7', 'resistance', '4700', '0603', 50),
  chip('r5', 'RC0402-47K', 'resistance', '47k', '0402', 50),
  chip('c1', 'CC0603-100N-16', 'capacitance', '1e-7', '0603', 50, rated('16')),
  chip('c2', 'CC0603-100N-50', 'capacitance', '1e-7', '0603', 50, rated('50')),
  {
    uid: 'u1',
    mpn: 'LM358DR',
    brand: { uid: 'ti', name: 'Texas Instruments' },
    offers: [{ sku: '296-LM358', in_stock_quantity: 5 }],
  },
  { uid: 'u2', mpn: 'LM358DR', brand: { uid: 'x', name: 'Other Maker' } },
  { uid: 'u3', mpn: 'LTC1050CS8', brand: { uid: 'adi', name: 'Analog Devices' }, offers: [{ in_stock_quantity: -2 }] },
];

describe('matchBom', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    catalog = await buildCatalog({
      parts: PARTS,
      categories: [
        { uid: 'resistors', name: 'Resistors' },
        { uid: 'capacitors', name: 'Capacitors' },
      ],
      spec_metadata: [
        spec('resistance', 'ohm', 'Ω'),
        spec('capacitance', 'farad', 'F'),
        spec('voltage_rating', 'volt', 'V'),
        { key: 'package', name: 'Package', datatype: 'string' },
      ],
    });
  });
  afterAll(() => catalog.close());

  const match = async (line: Omit<BomLine, 'quantity'>, options = {}) =>
    (await matchBom(catalog, [{ quantity: 1, ...line }], options))[0];
  const mpns = ({ candidates }: { candidates: { item: Part }[] }) => candidates.map(({ item }) => item.mpn);

  it('finds part numbers, with short and former names of makers, which it says', async () => {
    expect(await match({ mpn: 'lm358-dr', brand: 'TI' })).toMatchObject({
      state: 'found',
      by: 'part number',
      part: { uid: 'u1' },
      candidates: [{ remark: 'brand in the catalog: Texas Instruments' }],
    });
    expect(await match({ mpn: 'LTC1050CS8', brand: 'Linear' })).toMatchObject({ state: 'found', part: { uid: 'u3' } });
  });

  it('leaves the choice of several parts with a number, and of another brand, to a person', async () => {
    const both = await match({ mpn: 'LM358DR' });
    expect([both.state, both.part, mpns(both)]).toEqual(['ambiguous', undefined, ['LM358DR', 'LM358DR']]);
    const other = await match({ mpn: 'LTC1050CS8', brand: 'Murata' });
    expect(other).toMatchObject({ state: 'ambiguous', candidates: [{ remark: 'of Analog Devices, not of Murata' }] });
  });

  it('says what is not a catalog', async () => {
    for (const wrong of [null, undefined, {}, 'catalog.pdx']) {
      expect(await rejectionOf(matchBom(wrong as never, []))).toMatchObject({ code: 'validation', argument: 'catalog' });
    }
  });

  it("leaves the choice to a person where a seller's number is that of another part", async () => {
    const line = await match({ mpn: 'RC0603-10K', sku: 's r2', seller: 'Shop' });
    expect([line.state, line.by, line.part, mpns(line)]).toEqual([
      'ambiguous',
      'part number',
      undefined,
      ['RC0603-10K', 'RC0603-10KB'],
    ]);
    expect(line.candidates.map(({ remark }) => remark)).toEqual([
      `the list's stock number "s r2" is that of RC0603-10KB`,
      `by the list's stock number; its part number is "RC0603-10K"`,
    ]);
    // Its own, one that no part has, or one of another seller.
    expect(await match({ mpn: 'RC0805-10K', sku: 'S R3' })).toMatchObject({ state: 'found', part: { uid: 'r3' } });
    expect(await match({ mpn: 'RC0805-10K', sku: '71-ABC-1' })).toMatchObject({ state: 'found', part: { uid: 'r3' } });
    expect(await match({ mpn: 'RC0805-10K', sku: 'S-r2', seller: 'Stranger' })).toMatchObject({
      state: 'found',
      part: { uid: 'r3' },
    });
  });

  it('finds the numbers of sellers, and parts whose number is the value of a schematic', async () => {
    expect(await match({ sku: 'S-c1', seller: 'Shop' })).toMatchObject({ state: 'found', by: 'sku', part: { uid: 'c1' } });
    const spelled = await match({ sku: 'S-c1', seller: 'Shop Electronics Ltd.' });
    expect(spelled).toMatchObject({ state: 'found', by: 'sku', part: { uid: 'c1' } });
    expect(spelled.candidates[0].remark).toBeUndefined();
    expect(await match({ sku: 'S-c1', seller: 'Stranger' })).toMatchObject({
      state: 'found',
      candidates: [{ remark: expect.stringContaining('not offered by "Stranger"') }],
    });
    expect(await match({ value: 'LTC1050CS8', references: ['U1'] })).toMatchObject({ state: 'found', by: 'part number' });
  });

  it('reads values and footprints, and says how it found the part', async () => {
    const line = await match({ value: '4k7', footprint: 'Resistor_SMD:R_0603_1608Metric', references: ['R1'] });
    expect(line).toMatchObject({ state: 'found', by: 'value', part: { uid: 'r4' } });
    expect(line.candidates[0].remark).toBe('by 4.7kohm 0603 resistor: the only part');
  });

  it('parts may state their value as a quantity', async () => {
    const line = await match({ value: '47k', footprint: 'Resistor_SMD:R_0402_1005Metric', references: ['R2'] });
    expect(line).toMatchObject({ state: 'found', by: 'value', part: { uid: 'r5' } });
    expect(line.candidates[0].remark).toBe('by 47kohm 0402 resistor: the only part');
  });

  it('offers no part without the value; one that has it as its number, in another package', async () => {
    expect(await match({ value: '4x10k', footprint: 'R_Array_Convex_4x0603', references: ['RN1'] })).toMatchObject({
      state: 'missing',
      candidates: [],
    });
    const line = await match({ value: 'CC0603-100N-1', footprint: 'R_0603_1608Metric', references: ['R3'] });
    expect([line.state, line.by, mpns(line)]).toEqual(['ambiguous', 'part number', ['CC0603-100N-16']]);
    expect(line.candidates[0].remark).toBe(
      'by part number "CC0603-100N-1"; no part with that number fits "CC0603-100N-1 0603 resistor"',
    );
  });

  it('a blank may be before a prefix or unit', async () => {
    const found = async (value: string, references: string[]) => {
      const { state, part } = await match({ value, footprint: '0603', references });
      return [state, part?.uid];
    };
    for (const value of ['4.7 kΩ', '4.7 k', '4k7', '4.7\u00a0kΩ', '4,7 kOhm', '4.7k ohm', '4.7k Ω', '4.7 K OHM', '4.7 kilohm'])
      expect(await found(value, ['R1']), value).toEqual(['found', 'r4']);
    for (const value of ['100 nF 50 V', '100 n/50V', '0.1 uF; 50 V', '100nF 35V0', '100 nF, 50 V', '100n F 50V', '100nF,50V'])
      expect(await found(value, ['C1']), value).toEqual(['found', 'c2']);
  });

  it('takes a higher voltage where there is none that is equal, with a remark', async () => {
    const at = (value: string) => match({ value, footprint: 'C0603', references: ['C1'] });
    expect(await at('100n/16V')).toMatchObject({ state: 'found', part: { uid: 'c1' } });
    const higher = await at('100n/25V');
    expect(higher).toMatchObject({ state: 'found', part: { uid: 'c2' } });
    expect(higher.candidates[0].remark).toContain('rated for more than the list asks');
  });

  it('leaves the choice to a person where it cannot read the footprint', async () => {
    const line = await match({ value: '4k7', footprint: 'Resistor_THT:R_Axial_DIN0207', references: ['R1'] });
    expect([line.state, line.by, line.part]).toEqual(['ambiguous', 'value', undefined]);
    expect(line.candidates.map(({ item }) => item.uid)).toEqual(['r4']);
    expect(line.candidates[0].remark).toContain('the footprint "Resistor_THT:R_Axial_DIN0207" was not read');
    // With the size in the value, there is nothing to be read.
    const sized = { value: '4k7 0603', references: ['R1'] };
    for (const footprint of ['MyLibrary:mine', '~', undefined])
      expect((await match({ ...sized, ...(footprint !== undefined && { footprint }) })).state).toBe('found');
  });

  it('leaves the choice to a person where a value has no footprint: parts of every size have it', async () => {
    for (const footprint of [undefined, '', '~', '-']) {
      const line = await match({ value: '10k', references: ['R1'], ...(footprint !== undefined && { footprint }) });
      expect([line.state, line.by, line.part]).toEqual(['ambiguous', 'value', undefined]);
      expect(line.candidates.map(({ item }) => item.uid).sort()).toEqual(['r1', 'r2', 'r3']);
      expect(line.candidates[0].remark).toBe('by 10kohm resistor: one of 3 parts; the list has no footprint');
    }
    expect((await match({ value: 'LM358DR', brand: 'TI', references: ['U1'] })).state).toBe('found');
    // There is one part only.
    expect((await match({ value: '4k7', footprint: '~', references: ['R1'] })).state).toBe('found');
  });

  it('never takes a part of another value or size', async () => {
    expect((await match({ value: '10M', footprint: 'R_0603_1608Metric', references: ['R1'] })).state).not.toBe('found');
    expect((await match({ value: '4k7', footprint: 'R_0805_2012Metric', references: ['R1'] })).state).not.toBe('found');
    const { state, part } = await match({ mpn: 'NO-SUCH-9', value: '4k7', footprint: 'R_0603_1608Metric', references: ['R1'] });
    expect([state, part]).toEqual(['missing', undefined]);
  });

  it('names parts in stock beside one without, and puts those in stock first on request', async () => {
    const value = { value: '10k', footprint: 'R_0603_1608Metric', references: ['R1'] };
    expect((await match(value, { inStockFirst: true })).part?.uid).toBe('r2');
    const { part, candidates } = await match({ mpn: 'RC0603-10K' });
    expect(part?.uid).toBe('r1');
    expect(candidates.map(({ item, remark }) => [item.uid, remark])).toEqual([
      ['r1', 'not in stock'],
      ['r2', 'in stock, in place of a part that is not'],
    ]);
  });

  it('names the parts in stock that a program finds that has a `similar` of its own', async () => {
    const similar = async () => ({ items: [] }) as unknown as SimilarResponse;
    const own = Object.create(catalog.parts, { similar: { value: similar } }) as Catalog['parts'];
    const [{ candidates }] = await matchBom({ ...catalog, parts: own } as Catalog, [{ quantity: 1, mpn: 'RC0603-10K' }]);
    expect(candidates.map(({ item }) => item.uid)).toEqual(['r1']);
  });

  it('finds what a program finds that has a `match` of its own', async () => {
    const known = { mpn: 'OWN-NUMBER-1' };
    const match: Catalog['parts']['match'] = ({ queries, ...rest }) => {
      const others = queries.map((query) => (query.mpn === known.mpn ? { ...query, mpn: 'LTC1050CS8' } : query));
      return catalog.parts.match({ ...rest, queries: others });
    };
    const own = Object.create(catalog.parts, { match: { value: match } }) as Catalog['parts'];
    const [{ part }] = await matchBom({ ...catalog, parts: own } as Catalog, [{ quantity: 1, ...known }]);
    expect(part?.uid).toBe('u3');
    expect((await matchBom(catalog, [{ quantity: 1, ...known }]))[0].state).toBe('missing');
  });

  it('keeps the lines, and looks for nothing that is not placed', async () => {
    const [line] = await matchBom(catalog, [{ quantity: '3', mpn: 'LM358DR', dnp: true, own: 1, references: ['U1'] }]);
    expect(line).toEqual({
      quantity: '3',
      mpn: 'LM358DR',
      dnp: true,
      own: 1,
      references: ['U1'],
      state: 'do not place',
      by: null,
      candidates: [],
    });
  });

  it('answers more lines than a request may have queries', async () => {
    const lines = Array.from({ length: 50 }, (): BomLine => ({ quantity: 1, mpn: 'LTC1050CS8' }));
    expect((await matchBom(catalog, lines)).filter(({ state }) => state === 'found')).toHaveLength(50);
  });

  it('has as many candidates as asked for', async () => {
    const line = { value: '100n', footprint: 'C0603', references: ['C1'] };
    expect((await match(line, { candidates: 1 })).candidates).toHaveLength(1);
    expect((await match(line)).candidates).toHaveLength(2);
  });

  it('is rejected for what is not valid', async () => {
    const error = await rejectionOf(
      matchBom(catalog, [{ quantity: 1, mpn: 5 } as never, 7 as never], { candidates: 0, x: 1 } as never),
    );
    expect((error as ValidationError).issues.map(({ path }) => path)).toEqual([
      'lines[0].mpn',
      'lines[1]',
      'options.candidates',
      'options.x',
    ]);
  });

  describe('a call', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ mpn: `A${i}`, quantity: 1 }));

    it('has one timeout for all lines', async () => {
      expect(await rejectionOf(matchBom(catalog, many, {}, { timeout: 30 }))).toMatchObject({
        code: 'budget_exceeded',
        budget: 'time',
        limit: 30,
        step: 'matching the lines',
      });
    });

    it('ends with the reason of its signal', async () => {
      expect(await rejectionOf(matchBom(catalog, many, {}, { signal: AbortSignal.abort('enough') }))).toBe('enough');
      const stop = new AbortController();
      setTimeout(() => stop.abort('later'), 5);
      expect(await rejectionOf(matchBom(catalog, many, {}, { signal: stop.signal }))).toBe('later');
    });

    it('is checked', async () => {
      expect(await rejectionOf(matchBom(catalog, [], {}, { timeout: 0 }))).toMatchObject({ code: 'validation' });
    });
  });
});

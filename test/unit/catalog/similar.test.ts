import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCatalog, type Catalog, NotFoundError, type Part, ValidationError } from '../../../src/partdex.js';
import { rejectionOf } from '../../support/thrown.js';

const metadata = [
  { key: 'resistance', name: 'Resistance', datatype: 'decimal' as const },
  { key: 'power', name: 'Power', datatype: 'decimal' as const },
  { key: 'case', name: 'Case', datatype: 'string' as const },
  { key: 'tolerance', name: 'Tolerance', datatype: 'string' as const },
];

type Row = [
  uid: string,
  resistance: string,
  box: string | string[],
  tolerance: string,
  power: string | null,
  stock: number,
  category?: string,
];

function part([uid, resistance, box, tolerance, power, stock, category = 'chip']: Row): Part {
  const specs = { resistance: { value: [resistance] }, case: { value: box }, tolerance: { value: [tolerance] } };
  return {
    uid,
    mpn: `R-${uid}`,
    category_uids: ['resistors', category],
    specs: { ...specs, ...(power !== null && { power: { value: [power] } }) },
    offers: [{ in_stock_quantity: stock }],
  } as Part;
}

const ROWS: Row[] = [
  ['a', '10000', '0603', '1%', '0.1', 5],
  ['b', '1e4', '0603', '1%', '0.1', 0],
  ['c', '10000', '0603', '1%', '0.1', -2],
  ['d', '10000', '0603', '5%', '0.25', 7],
  ['e', '10000', '0603', '1%', '0.25', 7],
  ['f', '10000', '0805', '1%', '0.1', 7],
  ['g', '4700', '0603', '1%', '0.1', 7],
  ['h', '10000', '0603', '1%', '0.05', 7],
  ['i', '10000', ['0603', '1608'], '1%', null, 7],
  ['j', '10000', '0603', '1%', '0.1', 9, 'through'],
];

describe('similar parts', () => {
  let catalog: Catalog;
  beforeAll(async () => {
    const categories = [
      { uid: 'resistors', name: 'Resistors' },
      { uid: 'chip', name: 'Chip', parent_uid: 'resistors' },
      { uid: 'through', name: 'Through hole', parent_uid: 'resistors' },
    ];
    catalog = await buildCatalog({ parts: [...ROWS.map(part), { uid: 'z', mpn: 'Z' }], categories, spec_metadata: metadata });
  });
  afterAll(() => catalog.close());

  const uidsOf = async (uid: string, request = {}) => {
    const { items, hits } = await catalog.parts.similar(uid, request);
    return [items.map(({ item }) => item.uid).join(''), hits];
  };

  it('are of its deepest category and agree in all keys that matter there, in stock first', async () => {
    expect(await uidsOf('a')).toEqual(['cb', 2]);
    expect(await uidsOf('j')).toEqual(['', 0]);
  });

  it('agree in the keys that are named; fewer differences come first, then the uid', async () => {
    // Within the category all but g are 10 kΩ; c and b are alike in all four keys.
    expect(await uidsOf('a', { same: ['resistance'] })).toEqual(['cefhdib', 7]);
    expect(await uidsOf('a', { same: ['resistance', 'case'] })).toEqual(['cehdib', 6]);
    expect(await uidsOf('a', { same: [] })).toEqual(['cefghdib', 8]);
  });

  it('have no less and no more of numbers; without a value they do not qualify', async () => {
    expect(await uidsOf('a', { same: ['resistance'], at_least: ['power'] })).toEqual(['cefdb', 5]);
    expect(await uidsOf('a', { same: ['resistance'], at_most: ['power'] })).toEqual(['cfhb', 4]);
    expect(await uidsOf('i', { same: ['resistance'], at_least: ['power'] })).toEqual(['', 0]);
    expect(await uidsOf('a', { same: ['nothing'] })).toEqual(['', 0]);
  });

  it('tell how they differ', async () => {
    const { items } = await catalog.parts.similar('a', { same: ['resistance'], at_least: ['power'], show: ['uid'] });
    const differences = (uid: string) => items.find(({ item }) => item.uid === uid)?.differences;
    expect(items[0].item).toEqual({ uid: 'c' });
    expect(differences('d')).toEqual(
      expect.arrayContaining([
        { key: 'resistance', here: '10000', there: '10000', verdict: 'same' },
        { key: 'power', here: '0.1', there: '0.25', verdict: 'better' },
        { key: 'tolerance', here: '1%', there: '5%', verdict: 'unknown' },
      ]),
    );
    expect(differences('b')).toContainEqual({ key: 'resistance', here: '10000', there: '1e4', verdict: 'same' });
  });

  it('meet the filter, and are as many as asked for; a part without a category has none', async () => {
    expect(await uidsOf('a', { same: ['resistance'], filter: { fields: { 'specs.tolerance.value': ['5%'] } } })).toEqual([
      'd',
      1,
    ]);
    expect(await uidsOf('a', { same: ['resistance'], limit: 2 })).toEqual(['ce', 7]);
    expect(await uidsOf('z')).toEqual(['', 0]);
  });

  it('are rejected for what is not valid', async () => {
    const error = await rejectionOf(
      catalog.parts.similar('a', {
        same: 5,
        at_least: ['case'],
        limit: -1,
        filter: { fields: { nope: ['1'] } },
        sam: [],
      } as never),
    );
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'same wrong_type',
      'at_least[0] wrong_kind',
      'limit out_of_range',
      'filter.fields.nope unknown_field',
      'sam unknown_argument',
    ]);
    expect(await rejectionOf(catalog.parts.similar('nope'))).toBeInstanceOf(NotFoundError);
    expect(await rejectionOf(catalog.parts.similar(5 as never))).toBeInstanceOf(ValidationError);
  });
});

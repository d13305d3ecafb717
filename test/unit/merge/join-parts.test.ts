import { describe, expect, it } from 'vitest';
import { CompanyGroups } from '../../../src/merge/company-groups.js';
import type { Conflict } from '../../../src/merge/conflict.js';
import { joinParts, joinRows } from '../../../src/merge/join-parts.js';
import type { Part } from '../../../src/partdex.js';

function joined(first: Omit<Part, 'uid' | 'mpn'>, ...later: Omit<Part, 'uid' | 'mpn'>[]): { part: Part; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const part: Part = { uid: '1', mpn: 'AB-1', ...structuredClone(first) } as Part;
  for (const [i, one] of later.entries()) {
    joinParts(part, { uid: `${i + 2}`, mpn: 'ab1', ...structuredClone(one) } as Part, (conflict) => conflicts.push(conflict));
  }
  return { part, conflicts };
}

describe('parts of two sources', () => {
  it('have the uid and number of the first; other uids lead to it', () => {
    const { part, conflicts } = joined({ redirected_uids: ['0'] }, { redirected_uids: ['9', '1'] }, {});
    expect(part).toEqual({ uid: '1', mpn: 'AB-1', redirected_uids: ['0', '2', '9', '3'] });
    expect(conflicts).toEqual([]);
  });

  it('have what the first source has, and what it lacks of the others', () => {
    const { part, conflicts } = joined(
      { brand: { uid: 'b', name: 'Acme' }, catalog_url: null, short_description: 'one', external_links: {} },
      {
        brand: { name: 'ACME' },
        catalog_url: 'x',
        short_description: 'two',
        category_uids: ['c'],
        external_links: { product_url: 'y' },
      },
    );
    expect(part).toMatchObject({
      brand: { uid: 'b', name: 'Acme' },
      catalog_url: 'x',
      short_description: 'one',
      category_uids: ['c'],
      external_links: { product_url: 'y' },
    });
    expect(conflicts).toEqual([{ path: 'short_description', kept: 'one', given: 'two' }]);
  });

  it('have all offers, and of the same seller and number the first', () => {
    const mouser = { uid: 'm', name: 'Mouser' };
    const { part, conflicts } = joined(
      { offers: [{ sku: 'A', seller: mouser, moq: 1 }] },
      { offers: [{ sku: 'A', seller: { uid: 'x', name: 'MOUSER' }, moq: 5 }, { sku: 'B', seller: mouser }, { sku: 'A' }] },
    );
    expect(part.offers?.map(({ sku, seller }) => [sku, seller?.uid])).toEqual([
      ['A', 'm'],
      ['B', 'm'],
      ['A', undefined],
    ]);
    expect(conflicts).toEqual([
      { path: 'offers[0]', kept: part.offers?.[0], given: { sku: 'A', seller: { uid: 'x', name: 'MOUSER' }, moq: 5 } },
    ]);
  });

  it('unite lists by value and keep what a document repeats itself', () => {
    const ofA = { sources: [{ uid: 'a', name: 'A' }] };
    const { part, conflicts } = joined(
      { descriptions: [{ value: 'x', attribution: ofA }], tags: ['p', 'p'], datasheets: [{ url: 'u' }] },
      { descriptions: [{ value: 'x' }, { value: 'y' }], tags: ['q', 'p', 'q'], datasheets: [{ url: 'u', mimetype: 'm' }] },
    );
    expect(part.descriptions).toEqual([{ value: 'x', attribution: ofA }, { value: 'y' }]);
    expect(part.tags).toEqual(['p', 'p', 'q', 'q']);
    expect(part.datasheets).toEqual([{ url: 'u' }]);
    expect(conflicts).toEqual([]);
  });

  it('unite texts of specs; of numbers the first source counts', () => {
    const text = { datatype: 'string' } as const;
    const number = { datatype: 'decimal' } as const;
    const { part, conflicts } = joined(
      {
        specs: {
          case: { value: ['a'], metadata: text },
          r: { value: ['10'], metadata: number },
          empty: { value: [] },
          t: { value: '1' },
        },
      },
      {
        specs: {
          case: { value: ['b', 'a'], metadata: text },
          r: { value: ['10.0'], metadata: number },
          empty: { value: [1] },
          t: { value: '2' },
        },
      },
    );
    expect(part.specs?.case.value).toEqual(['a', 'b']);
    expect(part.specs?.r.value).toEqual(['10']);
    expect(part.specs?.empty.value).toEqual([1]);
    expect(conflicts).toEqual([{ path: 'specs.t', kept: '1', given: '2' }]);
  });

  it('may have members of any name', () => {
    const polluted = JSON.parse('{"__proto__": ["x"], "specs": {"__proto__": {"value": ["1"]}}}');
    const { part } = joined({}, polluted, JSON.parse('{"__proto__": ["y"]}'));
    expect(JSON.stringify(part)).toBe(
      '{"uid":"1","mpn":"AB-1","redirected_uids":["2","3"],"__proto__":["x","y"],"specs":{"__proto__":{"value":["1"]}}}',
    );
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it('do not contradict each other in what records say is one', () => {
    const companies = {
      brands: new CompanyGroups([{ uid: 'b1', name: 'Murata', aliases: ['muRata(村田)'] }]),
      manufacturers: new CompanyGroups(),
      sellers: new CompanyGroups(),
    };
    const conflicts: Conflict[] = [];
    const part: Part = { uid: '1', mpn: 'A', brand: { uid: 'b1' }, manufacturer: { name: 'X' } };
    const later: Part = { uid: '1', mpn: 'B', brand: { name: 'MURATA(村田)' }, manufacturer: { name: 'Y' } };
    joinParts(part, later, (conflict) => conflicts.push(conflict), { companies, typeOfKey: () => undefined });
    const made: Part = { uid: '1', mpn: 'A', manufacturer: { name: 'murata' } };
    joinParts(made, { uid: '1', mpn: 'A', manufacturer: { name: 'muRata(村田)' } }, (conflict) => conflicts.push(conflict), {
      companies,
      typeOfKey: () => undefined,
    });
    expect(conflicts.map(({ path }) => path)).toEqual(['mpn', 'manufacturer']);
  });
});

it('rows of one table complete the offers of the rows before', () => {
  const part: Part = { uid: '1', mpn: 'A', offers: [{ sku: 'S', prices: { USD: [[10, '2']] } }] };
  const conflicts: Conflict[] = [];
  const later: Part = { uid: '1', mpn: 'A', offers: [{ sku: 'S', moq: 1, prices: { USD: [[1, '3']] } }, { moq: 7 }] };
  joinRows(part, later, (conflict) => conflicts.push(conflict));
  expect(part.offers).toEqual([
    {
      sku: 'S',
      moq: 1,
      prices: {
        USD: [
          [1, '3'],
          [10, '2'],
        ],
      },
    },
    { moq: 7 },
  ]);
  expect(part.redirected_uids).toBeUndefined();
  expect(conflicts).toEqual([]);
});

it.each([
  ['ascend', [1, 10, 25, 100, 250]],
  ['descend', [250, 100, 25, 10, 1]],
  ['have no order', [25, 250, 1, 100, 10]],
])('price breaks of rows that %s ascend in the offer, and a second price of a quantity is a conflict', (_, quantities) => {
  const row = (quantity: number, price: string): Part => ({
    uid: '1',
    mpn: 'A',
    offers: [{ sku: 'S', prices: { USD: [[quantity, price]] } }],
  });
  const part = row(quantities[0], '5');
  const conflicts: Conflict[] = [];
  for (const quantity of quantities.slice(1)) joinRows(part, row(quantity, '5'), (conflict) => conflicts.push(conflict));
  expect(part.offers?.[0].prices?.USD.map(([from]) => from)).toEqual([1, 10, 25, 100, 250]);
  expect(conflicts).toEqual([]);
  for (const quantity of quantities) joinRows(part, row(quantity, '6'), (conflict) => conflicts.push(conflict));
  expect(conflicts.map(({ kept }) => kept)).toEqual(quantities.map((quantity) => [quantity, '5']));
  expect(part.offers?.[0].prices?.USD).toHaveLength(5);
});

it('a part of very many documents or rows is joined in time', () => {
  const none = () => {};
  const many = 20_000;
  const [part, row]: Part[] = [
    { uid: 'u', mpn: 'A' },
    { uid: 'u', mpn: 'A' },
  ];
  const began = process.cpuUsage();
  for (let i = 0; i < many; i++) {
    const later = (): Part => ({
      uid: `${i}`,
      mpn: 'A',
      offers: [{ in_stock_quantity: i, sku: i % 2 === 0 ? `${i}` : undefined }],
      descriptions: [{ value: `${i}` }],
      specs: { note: { value: [`n ${i}`] } },
    });
    joinParts(part, later(), none);
    joinRows(row, later(), none);
  }
  const { user } = process.cpuUsage(began);
  expect(part.redirected_uids).toHaveLength(many);
  expect(part.offers).toHaveLength(many / 2 + 1);
  expect(row.offers).toHaveLength(many);
  expect(row.specs?.note.value).toHaveLength(many);
  // With a loop over all earlier elements it would be minutes.
  expect(user / 1e6).toBeLessThan(10);
});

import { expect, it } from 'vitest';
import { CompanyGroups } from '../../../src/merge/company-groups.js';
import { keyOfPart } from '../../../src/merge/part-key.js';

const groups = new CompanyGroups([
  { uid: '1', name: 'muRata', aliases: ['muRata(村田)', ''] },
  { uid: '2', name: 'Murata Electronics', aliases: ['MURATA  (村田)', 'Muráta'] },
  { uid: '3', name: 'TDK' },
]);

it('records that share a name or an alias are one company', () => {
  const one = groups.keyOf({ name: 'Murata electronics' });
  expect(groups.keyOf({ uid: '1' })).toBe(one);
  expect(groups.keyOf({ uid: '2', name: 'anything' })).toBe(one);
  expect(groups.keyOf({ uid: 'unknown', name: ' MURATA(村田) ' })).toBe(one);
  expect(groups.keyOf({ name: 'TDK' })).not.toBe(one);
});

it('companies without a record are one by their names, else by their uids', () => {
  expect(groups.areOne({ uid: 'x', name: 'Würth' }, { uid: 'y', name: 'WURTH' })).toBe(true);
  expect(groups.areOne({ uid: 'x' }, { uid: 'x', name: 'Würth' })).toBe(true);
  expect(groups.areOne({ uid: 'x' }, { uid: 'y' })).toBe(false);
  expect(groups.areOne({}, null)).toBe(true);
  expect(groups.areOne({ name: 'uid x' }, { uid: 'x' })).toBe(false);
});

it('a part without a brand has its manufacturer', () => {
  const companies = {
    brands: groups,
    manufacturers: new CompanyGroups([{ uid: 'm', name: 'tdk' }]),
    sellers: new CompanyGroups(),
  };
  const key = (part: object) => keyOfPart({ uid: 'u', mpn: 'C-1', ...part }, 'brand and part number', companies);
  expect(key({ brand: { name: 'TDK' } })).toBe(key({ mpn: 'c1', brand: {}, manufacturer: { uid: 'm' } }));
  expect(key({ manufacturer: { name: 'Tdk' } })).toBe(key({ brand: { uid: '3' } }));
  expect(key({ manufacturer: { uid: 'q' } })).not.toBe(key({}));
  expect(key({ mpn: '+' })).not.toBe(key({ mpn: '-' }));
});

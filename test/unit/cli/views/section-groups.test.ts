import { expect, test } from 'vitest';
import { groupSections } from '../../../../src/cli/views/section-groups.js';

test('each section is counted with what it is for, and what is left of the file with its tables', () => {
  const sections = [
    { name: 'parts/documents', bytes: 1_000 },
    { name: 'parts/fields/mpn/dictionary', bytes: 100 },
    { name: 'parts/fields/mpn/wildcards', bytes: 200 },
    { name: 'parts/fields/offers.sku/wildcards', bytes: 300 },
    { name: 'parts/fields/offers.moq/codes', bytes: 20 },
    { name: 'parts/offer-counts', bytes: 30 },
    { name: 'parts/rows', bytes: 40 },
    { name: 'manifest', bytes: 5 },
  ];
  expect(groupSections(sections, 1_700)).toEqual([
    { name: 'documents', bytes: 1_000 },
    { name: 'part numbers', bytes: 600 },
    { name: 'offers and prices', bytes: 50 },
    { name: 'uids, order of rows', bytes: 40 },
    { name: 'tables of the file', bytes: 10 },
  ]);
});

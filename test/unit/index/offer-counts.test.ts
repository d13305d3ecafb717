import { expect, it } from 'vitest';
import { offerCountsArrays } from '../../../src/build/rows/offer-counts-writer.js';
import { readOfferCounts } from '../../../src/index/offer-counts.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { bundleOf } from '../../support/sections.js';

it.each([
  [255, Uint8Array],
  [256, Uint16Array],
  [70_000, Uint32Array],
])('numbers of offers up to %i are those of the rows, in as few bytes as that takes', (most, kind) => {
  const counts = Uint32Array.from([3, most, 0]);
  const read = readOfferCounts(bundleOf(offerCountsArrays(counts, Uint32Array.from([2, 0, 1]))), 3);
  expect(read).toEqual(kind.from([0, 3, most]));
});

it('other than one for each row is corrupt', () => {
  const arrays = offerCountsArrays(Uint32Array.from([1, 2]), Uint32Array.from([0, 1]));
  expect(() => readOfferCounts(bundleOf(arrays, 'parts/offer-counts'), 3)).toThrow(
    new CorruptCatalogError('parts/offer-counts', 'has 2 counts for 3 rows'),
  );
});

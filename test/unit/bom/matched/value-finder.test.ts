import { expect, it } from 'vitest';
import { ValueFinder } from '../../../../src/bom/matched/value-finder.js';
import type { PartCollection } from '../../../../src/catalog/parts.js';
import type { AskRequest, AskResponse, Part } from '../../../../src/partdex.js';

/** A part with 10 kΩ, or with the number in its texts alone. */
function part(i: number, isStated: boolean): Part {
  return { uid: `u${i}`, mpn: `R${i}`, specs: isStated ? { resistance: { value: ['10000'] } } : {} };
}

/** Answers a question as a catalog does whose hits are these, and notes how many parts it reads. */
function finder(hits: readonly Part[], read: number[]): ValueFinder {
  const stockOf = ({ offers }: Part) => Number(offers?.[0]?.in_stock_quantity ?? 0);
  const ask = async (text: string, { limit = 20, sortby }: AskRequest) => {
    read.push(limit);
    const ordered = sortby === 'total_stock desc' ? [...hits].sort((a, b) => stockOf(b) - stockOf(a)) : hits;
    const reading = { text, offset: 0, length: text.length, as: 'quantity', field: 'specs.resistance.value', value: '10000' };
    const results = ordered.slice(0, limit).map((item) => ({ item }));
    return { results, hits: hits.length, understood: { text, readings: [reading] } } as unknown as AskResponse;
  };
  return new ValueFinder({ ask } as unknown as PartCollection, ['uid'], undefined, () => undefined);
}

const LINE = { quantity: 1, value: '10k', footprint: 'R_0603_1608Metric' };

it.each<[string, hits: number, stated: (i: number) => boolean, candidates: number, read: number[]]>([
  ['that state it', 60, () => true, 3, [6]],
  ['where the first do not', 60, (i) => i > 3, 3, [6, 50]],
  ['where a single one does, far behind', 60, (i) => i === 49, 1, [2, 50]],
  ['where none does', 60, () => false, 1, [2, 50]],
  ['that are few', 4, (i) => i > 2, 3, [6]],
  ['where many are wanted', 60, (i) => i % 2 > 0, 40, [50]],
])('reads as few parts as it needs of those %s', async (_, count, stated, candidates, read) => {
  const hits = Array.from({ length: count }, (_, i) => part(i, stated(i)));
  const looked = hits.slice(0, 50);
  const expected = [...looked.filter(({ specs }) => specs?.resistance), ...looked.filter(({ specs }) => !specs?.resistance)];
  const limits: number[] = [];
  const found = await finder(hits, limits).find(LINE, { candidates, inStockFirst: false });
  expect(found.candidates.slice(0, candidates).map(({ item }) => item.uid)).toEqual(
    expected.slice(0, candidates).map(({ uid }) => uid),
  );
  expect(found.state).toBe(looked.some(({ specs }) => specs?.resistance) ? 'found' : 'ambiguous');
  expect(limits).toEqual(read);
});

it('finds the part with the most pieces, however many parts have the value', async () => {
  const hits = Array.from({ length: 200 }, (_, i) => {
    const stock = i === 180 ? 900 : i === 190 ? 5000 : i;
    return { ...part(i, i !== 190), offers: [{ in_stock_quantity: stock, prices: { USD: [[1, '1']] } }] } as Part;
  });
  const limits: number[] = [];
  const found = await finder(hits, limits).find(LINE, { candidates: 3, inStockFirst: true });
  // The one with the most pieces has the number in its texts alone.
  expect(found.candidates.slice(0, 2).map(({ item }) => item.uid)).toEqual(['u180', 'u199']);
  expect(new Set(found.candidates.map(({ item }) => item.uid)).size).toBe(found.candidates.length);
  expect(found.candidates.at(-1)?.item.uid).toBe('u190');
  expect(limits).toEqual([50, 50]);
});

it('reads parts once where they are few', async () => {
  const limits: number[] = [];
  const hits = Array.from({ length: 40 }, (_, i) => part(i, true));
  await finder(hits, limits).find(LINE, { candidates: 3, inStockFirst: true });
  expect(limits).toEqual([50]);
});

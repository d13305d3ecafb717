import type { CategoryTree } from './category-tree.js';
import type { OrderedField } from './fields-writer.js';
import type { PartIndexer } from './part-indexer.js';
import { type SegmentBuilder, sortDocuments } from './segment-builder.js';

/**
 * The document of each row of parts. Rows are ordered by primary category, brand, part number, uid: rows that searches read together
 * are close in memory.
 */
export async function orderParts(segment: SegmentBuilder, indexer: PartIndexer, tree: CategoryTree): Promise<Uint32Array> {
  const count = segment.size;
  const uid = await segment.writeDictionary('uid');
  const mpn = await segment.writeDictionary('mpn');
  const brand = await segment.writeDictionary('brand.name');
  const ordinalsOf = ({ field, ordinals }: OrderedField, missing: number): Uint32Array => {
    const keys = new Uint32Array(count).fill(missing);
    const { documents, values } = field.pairs;
    for (let i = 0; i < documents.length; i++) keys[documents.array[i]] = ordinals[values.array[i]];
    return keys;
  };
  const uids = [...indexer.categories.numbers.keys()];
  const ranks = tree.ranks(uids);
  const rankOfNumber = Uint32Array.from([ranks.size, ...uids.map((category) => ranks.get(category) as number)]);
  const categories = indexer.categories.primary.view().map((number) => rankOfNumber[number]);
  return sortDocuments(
    [categories, ordinalsOf(brand, brand.size), ordinalsOf(mpn, mpn.size), ordinalsOf(uid, uid.size)],
    [ranks.size + 1, brand.size + 1, mpn.size + 1, uid.size + 1],
  );
}

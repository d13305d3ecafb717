import { CategoryTree } from '../build/category-tree.js';
import { checkCategory } from '../model/check-documents.js';
import type { DocumentContext } from './documents.js';
import type { IndexFacts, Records } from './facts.js';
import { indexLayout } from './schema.js';

/** What the terms of parts depend on, as the facts and records of an index have it. */
export function documentContext(facts: Pick<IndexFacts, 'ownFields' | 'priceCurrency'>, records: Records): DocumentContext {
  const tree = new CategoryTree();
  for (const { record } of records.categories.values()) tree.add(checkCategory(record, { source: 'categories', line: 0 }));
  return {
    layout: indexLayout(facts.ownFields),
    priceCurrency: facts.priceCurrency,
    companies: {
      brands: records.given('brands'),
      manufacturers: records.given('manufacturers'),
      sellers: records.given('sellers'),
    },
    ancestorsOf: (category) => tree.ancestorsOf(category),
    specOf: (key) => {
      const facts = records.specs.get(key)?.record;
      return facts && { type: facts.type, unit: records.metadataOf(key)?.unit };
    },
  };
}

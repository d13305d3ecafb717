import { ALL_VALUES, type Answering } from './answering.js';
import { attributeSource } from './attribute.js';
import { ancestorsOf, type CategoryNode, type CategoryTree, pathOf } from './category-tree.js';
import type { Arguments, ObjectSource } from './schema.js';
import { rankedKeys } from './spec-keys.js';

const RELEVANT_ATTRIBUTES = 10;

/** A category of the interface. */
export class CategorySource implements ObjectSource {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string;

  constructor(private readonly node: CategoryNode) {
    this.id = node.id;
    this.name = node.name;
    this.parent_id = node.parent?.id ?? '';
  }

  path(): string {
    return pathOf(this.node);
  }

  ancestors(_args: Arguments, answering: Answering): CategorySource[] {
    return sources(ancestorsOf(this.node), answering);
  }

  children(_args: Arguments, answering: Answering): CategorySource[] {
    return sources(this.node.children, answering);
  }

  async relevant_attributes(_args: Arguments, answering: Answering): Promise<ObjectSource[]> {
    const keys = await relevantKeys(this.node, answering);
    return keys.map((key) => attributeSource(key, answering));
  }

  async num_parts(_args: Arguments, answering: Answering): Promise<number> {
    return this.node.parts ?? (await countedParts(answering)).get(this.node.uid) ?? 0;
  }
}

/** The categories of some ids and paths, or all of them. */
export async function categories({ ids, paths }: Arguments, answering: Answering): Promise<CategorySource[]> {
  const tree: CategoryTree = await answering.records.categories(answering.work);
  if (!ids && !paths) return sources(tree.nodes, answering);
  const found = [
    ...((ids ?? []) as string[]).map((id) => tree.identified(id)),
    ...((paths ?? []) as string[]).map((path) => tree.atPath(path)),
  ];
  return sources([...new Set(found.filter((node) => node !== undefined))], answering);
}

export function sources(nodes: readonly CategoryNode[], answering: Answering): CategorySource[] {
  answering.countCategories(nodes.length);
  return nodes.map((node) => new CategorySource(node));
}

/** How many parts are in each category or below it. */
function countedParts(answering: Answering): Promise<ReadonlyMap<string, number>> {
  const { records, work } = answering;
  return records.partCounts.get('all', work, async () => {
    const fields = { category_uids: { include: true, limit: ALL_VALUES } };
    const { facet_results } = await answering.search({ limit: 0, facet: { fields } });
    return new Map(facet_results.fields.category_uids.facets.map(({ value, count }) => [value, count]));
  });
}

function relevantKeys({ uid }: CategoryNode, answering: Answering): Promise<readonly string[]> {
  const { records, work } = answering;
  return records.relevantKeys.get(uid, work, async () => {
    const filter = { fields: { category_uids: [uid] } };
    const response = await answering.search({ limit: 0, filter, spec_drilldown: { include: true, limit: 1 } });
    return rankedKeys(response).slice(0, RELEVANT_ATTRIBUTES);
  });
}

import type { AnswerContext } from './answer-context.js';
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

  ancestors(_args: Arguments, context: AnswerContext): CategorySource[] {
    return sources(ancestorsOf(this.node), context);
  }

  children(_args: Arguments, context: AnswerContext): CategorySource[] {
    return sources(this.node.children, context);
  }

  async relevant_attributes(_args: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
    const keys = await relevantKeys(this.node, context);
    return keys.map((key) => attributeSource(key, context));
  }

  async num_parts(_args: Arguments, context: AnswerContext): Promise<number> {
    return this.node.parts ?? (await countedParts(context)).get(this.node.uid) ?? 0;
  }
}

/** The categories of some ids and paths, or all of them. */
export async function categories({ ids, paths }: Arguments, context: AnswerContext): Promise<CategorySource[]> {
  const tree: CategoryTree = await context.records.categories(context.work);
  if (!ids && !paths) return sources(tree.nodes, context);
  const found = [
    ...((ids ?? []) as string[]).map((id) => tree.identified(id)),
    ...((paths ?? []) as string[]).map((path) => tree.atPath(path)),
  ];
  return sources([...new Set(found.filter((node) => node !== undefined))], context);
}

export function sources(nodes: readonly CategoryNode[], context: AnswerContext): CategorySource[] {
  context.countCategories(nodes.length);
  return nodes.map((node) => new CategorySource(node));
}

/** How many parts are in each category or below it. */
function countedParts(context: AnswerContext): Promise<ReadonlyMap<string, number>> {
  const { records, work } = context;
  return records.partCounts.get('all', work, async () => {
    const facets = new Map([['category_uids', Number.POSITIVE_INFINITY]]);
    const { facet_results } = await context.searchWhole({}).ask({ facets });
    return new Map(facet_results.fields.category_uids.facets.map(({ value, count }) => [value, count]));
  });
}

function relevantKeys({ uid }: CategoryNode, context: AnswerContext): Promise<readonly string[]> {
  const { records, work } = context;
  const read = async () => {
    const filter = { fields: { category_uids: [uid] } };
    const keys = Math.min(RELEVANT_ATTRIBUTES, context.internals.limits.drilldownKeys);
    return rankedKeys(await context.searchOf({ filter }).ask({ keys })).slice(0, keys);
  };
  return context.isScoped ? read() : records.relevantKeys.get(uid, work, read);
}

import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getVariableValues,
  isAbstractType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { shorten } from '../model/nearest.js';
import type { SchemaVariant } from './dialect.js';
import { TextKeys } from './keys.js';
import { type Arguments, namedSchemaOf } from './schema.js';
import { Selections } from './selections.js';
import { SIMILAR_PARTS } from './similar.js';

/** The cost of a search, and of an aggregation of a search; a part costs 1. */
const SEARCH_COST = 20;

/** A document, one operation of which is executed. */
export interface AskedOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * Which limit an operation exceeds, reported before any of it is executed; undefined if none.
 * @param limit the highest cost, perhaps Infinity
 */
export function costFault(asked: AskedOperation, variant: SchemaVariant, limit: number): GraphQLError | undefined {
  if (limit === Number.POSITIVE_INFINITY) return undefined;
  const { schema } = namedSchemaOf(variant);
  const { operation, document, variables } = asked;
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  // Execution reports their faults.
  if (coerced.errors) return undefined;
  const { defined } = namedSchemaOf(variant);
  const bill = new Bill(new Selections(document, coerced.coerced, defined), schema, defined);
  bill.addOperation(operation, schema.getQueryType() as GraphQLObjectType);
  return bill.total > limit ? new GraphQLError(bill.refusal(limit)) : undefined;
}

/** Fields that count something over the hits of a search, in the names of the definition. */
const AGGREGATIONS: ReadonlySet<string> = new Set([
  ...['spec_aggs', 'manufacturer_agg', 'distributor_agg', 'category_agg', 'in_stock_agg', 'cad_agg', 'cad_level_agg'],
  ...['suggested_categories', 'suggested_filters', 'all_filters', 'specs_view_attribute_groups'],
]);

/** Fields that list parts like another one, and how many. */
const SIMILAR: ReadonlyMap<string, (args: Arguments) => number> = new Map([
  ['similar_parts', () => SIMILAR_PARTS],
  ['alternatives', ({ first }: Arguments) => atLeast0(first, 0)],
]);

/** What a field of `Query` requests. */
interface Demand {
  readonly parts: number;
  /** A key for each search; equal searches have equal keys. */
  readonly searches: readonly unknown[];
  /** What the searches share with others that count the same. */
  readonly conditions?: unknown;
}

const NOTHING: Demand = { parts: 0, searches: [] };
const DEFAULT_LIMIT = 10;
const DEFAULT_MATCH_LIMIT = 3;

const DEMANDS: ReadonlyMap<string, (args: Arguments) => Demand> = new Map([
  ['search', (args: Arguments) => searchDemand('q', args)],
  ['search_mpn', (args: Arguments) => searchDemand('mpn', args)],
  ['suggest', ({ q, category_id }: Arguments) => ({ parts: DEFAULT_LIMIT, searches: [['suggest', q, category_id]] })],
  ['spelling_correction', ({ q }: Arguments) => ({ parts: 0, searches: [['spelling', q]] })],
  ['multi_match', matchDemand],
  ['parts', ({ ids }: Arguments) => partsDemand(ids)],
  ['part_offers', ({ references }: Arguments) => partsDemand(references)],
  ['part_extras_by_part_id', () => ({ parts: 1, searches: [] })],
  ['part_extras_by_part_ids', ({ part_ids }: Arguments) => partsDemand(part_ids)],
  ['manufacturers', activeDemand],
]);

function searchDemand(kind: string, args: Arguments): Demand {
  const { q, filters, in_stock_only, start, limit, after, sort, sort_dir } = args;
  const conditions = [kind, q ?? '', filters ?? null, in_stock_only ?? false];
  const page = [start ?? 0, limit ?? DEFAULT_LIMIT, sort ?? null, sort_dir ?? null, after ?? null];
  return { parts: atLeast0(limit, DEFAULT_LIMIT), searches: [[conditions, page]], conditions };
}

/** Each query of a match is a search. */
function matchDemand({ queries, options }: Arguments): Demand {
  const asked = queries as Arguments[];
  const parts = asked.reduce((sum, { limit }) => sum + atLeast0(limit, DEFAULT_MATCH_LIMIT), 0);
  return { parts, searches: asked.map(({ reference: _reference, ...query }) => ['match', query, options ?? null]) };
}

function partsDemand(ids: unknown): Demand {
  return { parts: (ids as unknown[]).length, searches: [] };
}

function activeDemand({ min_number_of_active_parts: least }: Arguments): Demand {
  return { parts: 0, searches: typeof least === 'number' && least > 0 ? [['active']] : [] };
}

function atLeast0(limit: unknown, byDefault: number): number {
  return Math.max(0, (limit as number | null | undefined) ?? byDefault);
}

/** The cost of an operation. Repeated searches run and count once, but their parts are returned, and count, each time. */
class Bill {
  private parts = 0;
  /** Parts that similar ones are looked for. */
  private similar = 0;
  private readonly searches = new Set<string>();
  private readonly aggregations = new Set<string>();
  private dearest = { name: '', cost: 0 };
  private readonly keys = new TextKeys();

  constructor(
    private readonly selections: Selections,
    private readonly schema: GraphQLSchema,
    private readonly defined: (name: string) => string,
  ) {}

  get total(): number {
    return this.parts + SEARCH_COST * (this.searches.size + this.aggregations.size + this.similar);
  }

  addOperation(operation: OperationDefinitionNode, query: GraphQLObjectType): void {
    const fields = query.getFields();
    for (const [name, nodes] of this.selections.fields([operation.selectionSet])) {
      const field = fields[nodes[0].name.value];
      if (!field) continue;
      const before = this.total;
      this.addField(field, nodes);
      const cost = this.total - before;
      if (cost > this.dearest.cost) this.dearest = { name, cost };
    }
  }

  private addField(field: GraphQLField<unknown, unknown>, nodes: readonly FieldNode[]): void {
    const { defined } = this;
    const args = this.selections.argumentsOf(field, nodes[0]);
    if (!args) return;
    const { parts, searches, conditions } = DEMANDS.get(defined(field.name))?.(args) ?? NOTHING;
    this.parts += parts;
    if (parts > 0) this.addSimilar(field, nodes, parts);
    for (const search of searches) this.searches.add(this.keyOf(search));
    const type = getNamedType(field.type);
    if (conditions === undefined || !isObjectType(type)) return;
    const key = this.keyOf(conditions);
    for (const [, inner] of this.selections.fields(nodes.map(({ selectionSet }) => selectionSet))) {
      const counted = type.getFields()[inner[0].name.value];
      if (!counted || !AGGREGATIONS.has(defined(counted.name))) continue;
      const given = this.selections.argumentsOf(counted, inner[0]);
      if (given) this.aggregations.add(this.keyOf([key, counted.name, given]));
    }
  }

  /** Adds the parts like those of a field, and those like them. @param parts how many the field lists at most */
  private addSimilar(field: GraphQLField<unknown, unknown>, nodes: readonly FieldNode[], parts: number): void {
    const open = [{ type: getNamedType(field.type), nodes, parts }];
    for (let at = open.pop(); at; at = open.pop()) {
      for (const [, inner] of this.selections.fields(at.nodes.map(({ selectionSet }) => selectionSet))) {
        const known = inner[0].selectionSet && this.fieldOf(at.type, inner[0].name.value);
        if (!known) continue;
        const countOf = SIMILAR.get(this.defined(known.name));
        const args = countOf && this.selections.argumentsOf(known, inner[0]);
        const each = countOf ? (args ? countOf(args) : 0) : 1;
        if (countOf) this.similar += at.parts;
        if (countOf) this.parts += at.parts * each;
        if (each > 0) open.push({ type: getNamedType(known.type), nodes: inner, parts: at.parts * each });
      }
    }
  }

  /** A field of a type, or of one that may be in its place. */
  private fieldOf(type: GraphQLNamedType, name: string): GraphQLField<unknown, unknown> | undefined {
    const types = isObjectType(type) ? [type] : isAbstractType(type) ? this.schema.getPossibleTypes(type) : [];
    for (const one of types) {
      const fields = one.getFields();
      if (Object.hasOwn(fields, name)) return fields[name];
    }
    return undefined;
  }

  private keyOf(value: unknown): string {
    try {
      return this.keys.of(value);
    } catch (error) {
      // A filter that is nested too deeply to be written equals no other.
      if (error instanceof RangeError) return `deep ${this.searches.size} ${this.aggregations.size}`;
      throw error;
    }
  }

  /** The cost, its limit, and what most of it is for. */
  refusal(limit: number): string {
    const counts = [
      { count: this.parts, cost: this.parts, one: 'part', many: 'parts' },
      { count: this.searches.size, cost: this.searches.size * SEARCH_COST, one: 'search', many: 'searches' },
      { count: this.aggregations.size, cost: this.aggregations.size * SEARCH_COST, one: 'aggregation', many: 'aggregations' },
      { count: this.similar, cost: this.similar * SEARCH_COST, one: 'part with similar parts', many: 'parts with similar parts' },
    ].filter(({ count }) => count > 0);
    counts.sort((a, b) => b.cost - a.cost);
    const items = counts.map(({ count, cost, one, many }) => `${count} ${count === 1 ? one : many} (${cost})`).join(', ');
    const { name, cost } = this.dearest;
    return `the request is too expensive: it costs ${this.total}, and at most ${limit} is allowed (limit graphqlCost): ${items}; "${shorten(name)}" alone costs ${cost}`;
  }
}

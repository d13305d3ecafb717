import { type DocumentNode, type FragmentDefinitionNode, GraphQLError, Kind, type SelectionSetNode } from 'graphql';

/** Limits on one request, so that none can keep a server busy for long. */
export interface GraphqlGuards {
  /** Deepest nesting of selections. Default 20. */
  depth: number;
  /** Most fields at the root of an operation, aliases and fragments included. Default 20. */
  rootFields: number;
  /** Most aliases of a request, those of a fragment counted wherever it is spread. Default 100. */
  aliases: number;
  /** Most fields of a request, those of a fragment counted wherever it is spread. Default 1000. */
  fields: number;
  /** Most parts that a request may request: the ids of `parts`, the limits of searches and of match queries. Default 2000. */
  parts: number;
}

/** The guards of an interface for which none are set. */
export const DEFAULT_GUARDS: Readonly<GraphqlGuards> = Object.freeze({
  depth: 20,
  rootFields: 20,
  aliases: 100,
  fields: 1000,
  parts: 2000,
});

/** Longest text of a request's `query`, in UTF-16 units, and most tokens of it. */
export const LONGEST_QUERY = 65_536;
export const MOST_TOKENS = 10_000;

interface Weight {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly topFields: number;
}

const NOTHING: Weight = { depth: 0, fields: 0, aliases: 0, topFields: 0 };

/** Which limit a document exceeds, before it is parsed. */
export function guardFaults(document: DocumentNode, guards: GraphqlGuards): GraphQLError[] {
  const scales = new Scales(document);
  const faults = new Set<string>();
  for (const definition of document.definitions) {
    if (!('selectionSet' in definition)) continue;
    const { depth, fields, aliases, topFields } = scales.weigh(definition.selectionSet, 0);
    if (depth > guards.depth) faults.add(`selections are nested too deeply: at most ${guards.depth} levels`);
    if (fields > guards.fields) faults.add(`too many fields: at most ${guards.fields} in a request`);
    if (aliases > guards.aliases) faults.add(`too many aliases: at most ${guards.aliases} in a request`);
    if (definition.kind === Kind.OPERATION_DEFINITION && topFields > guards.rootFields) {
      faults.add(`too many root fields: at most ${guards.rootFields} in an operation`);
    }
  }
  return [...faults].map((message) => new GraphQLError(message));
}

/** Weighs selections. A fragment is weighed once, and its weight counts wherever it is spread. */
class Scales {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private readonly weights = new Map<string, Weight>();

  constructor(document: DocumentNode) {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
  }

  /** The parser's limit on tokens also keeps the nesting within the stack. */
  weigh(set: SelectionSetNode | undefined, level: number): Weight {
    if (!set || level > MOST_TOKENS) return NOTHING;
    let depth = 0;
    let fields = 0;
    let aliases = 0;
    let topFields = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const inner = this.weigh(selection.selectionSet, level + 1);
        depth = Math.max(depth, inner.depth + 1);
        fields += inner.fields + 1;
        aliases += inner.aliases + (selection.alias ? 1 : 0);
        topFields++;
        continue;
      }
      const inner =
        selection.kind === Kind.INLINE_FRAGMENT
          ? this.weigh(selection.selectionSet, level + 1)
          : this.weighFragment(selection.name.value, level + 1);
      depth = Math.max(depth, inner.depth);
      fields += inner.fields;
      aliases += inner.aliases;
      topFields += inner.topFields;
    }
    return { depth, fields, aliases, topFields };
  }

  /** A fragment inside itself weighs nothing here: validation refuses it. */
  private weighFragment(name: string, level: number): Weight {
    const known = this.weights.get(name);
    if (known) return known;
    this.weights.set(name, NOTHING);
    const weight = this.weigh(this.fragments.get(name)?.selectionSet, level);
    this.weights.set(name, weight);
    return weight;
  }
}

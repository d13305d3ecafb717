import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  print,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql';
import type { Work } from '../catalog/internals.js';

const MOST_ERRORS = 20;

/** Longer queries, in UTF-16 units, are validated with pauses: a cold one of 10,000 tokens takes 60 ms. */
const LONG_QUERY = 2000;
/** Rules that a long query is checked against without a pause. */
const RULES_AT_ONCE = 4;

/** What is wrong with a document. Without pauses between them, all rules are checked in one walk over the document. */
export async function faultsOf(
  document: DocumentNode,
  length: number,
  schema: GraphQLSchema,
  work: Work,
): Promise<readonly GraphQLError[]> {
  const all = () => work.measure(() => validate(schema, document, undefined, { maxErrors: MOST_ERRORS }));
  if (length <= LONG_QUERY) return all();
  const isMergeable = work.measure(() => new PlainMerging(schema, document).isPlain);
  const rules = specifiedRules.filter((rule) => !isMergeable || rule !== OverlappingFieldsCanBeMergedRule);
  for (let at = 0; at < rules.length; at += RULES_AT_ONCE) {
    const some = rules.slice(at, at + RULES_AT_ONCE);
    // Of a document with a fault, the errors of all rules are reported, in the order of their places.
    if (work.measure(() => validate(schema, document, some, { maxErrors: 1 })).length > 0) return all();
    await work.pause();
  }
  return [];
}

/** Selections that are looked at: more of them are left to the rule of graphql. */
const MOST_SELECTIONS = 20_000;
const DEEPEST = 100;

/**
 * Whether all fields with the same response name are the same field of the same type with the same arguments. Then they can be
 * merged. The rule of graphql also accepts others, but compares each pair of fields: 300 equal selections take it 50 ms.
 */
class PlainMerging {
  readonly isPlain: boolean;
  private readonly fragments = new Map<string, FragmentDefinitionNode>();
  private left = MOST_SELECTIONS;

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode) {
    for (const definition of definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
    this.isPlain = definitions.every((definition) => {
      if (definition.kind === Kind.OPERATION_DEFINITION) {
        return this.areMergeable([definition.selectionSet], schema.getRootType(definition.operation), 0);
      }
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) return true;
      return this.areMergeable([definition.selectionSet], schema.getType(definition.typeCondition.name.value), 0);
    });
  }

  private areMergeable(sets: readonly SelectionSetNode[], type: GraphQLNamedType | null | undefined, depth: number): boolean {
    if (!type || !isCompositeType(type) || depth > DEEPEST) return false;
    const fields = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    if (!sets.every((set) => this.collect(set, type, fields, spread, depth))) return false;
    for (const [first, ...others] of fields.values()) {
      const call = callOf(first);
      if (!others.every((other) => callOf(other) === call)) return false;
      const inner = [first, ...others].flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length === 0) continue;
      const hasFields = isObjectType(type) || isInterfaceType(type);
      const field = hasFields ? type.getFields()[first.name.value] : undefined;
      if (!field || !this.areMergeable(inner, getNamedType(field.type), depth + 1)) return false;
    }
    return true;
  }

  /** Adds the fields of a selection set; returns false for one with parts of another type. */
  private collect(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType,
    fields: Map<string, FieldNode[]>,
    spread: Set<string>,
    depth: number,
  ): boolean {
    this.left -= selections.length;
    if (this.left < 0 || depth > DEEPEST) return false;
    return selections.every((selection) => {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const known = fields.get(name);
        if (known) known.push(selection);
        else fields.set(name, [selection]);
        return true;
      }
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const { typeCondition, selectionSet } = selection;
        const isSame = !typeCondition || typeCondition.name.value === type.name;
        return isSame && this.collect(selectionSet, type, fields, spread, depth + 1);
      }
      const name = selection.name.value;
      if (spread.has(name)) return true;
      spread.add(name);
      const fragment = this.fragments.get(name);
      const isSame = fragment?.typeCondition.name.value === type.name;
      return isSame && this.collect(fragment.selectionSet, type, fields, spread, depth + 1);
    });
  }
}

/** The name and the arguments of a field. */
function callOf({ name, arguments: given = [] }: FieldNode): string {
  return given.length === 0 ? name.value : `${name.value}(${given.map(print).join(', ')})`;
}

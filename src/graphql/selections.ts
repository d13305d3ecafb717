import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { type Arguments, definedArguments } from './schema.js';

/** Reads selections as execution will: fragments are spread, and skipped fields do not count. */
export class Selections {
  private readonly fragments = new Map<string, FragmentDefinitionNode>();

  constructor(
    document: DocumentNode,
    private readonly variables: Readonly<Record<string, unknown>>,
    private readonly defined: (name: string) => string,
  ) {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) this.fragments.set(definition.name.value, definition);
    }
  }

  /** The fields of an object by their names in the answer. */
  fields(sets: readonly (SelectionSetNode | undefined)[]): ReadonlyMap<string, FieldNode[]> {
    const fields = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    for (const set of sets) if (set) this.gather(set, fields, spread);
    return fields;
  }

  private gather({ selections }: SelectionSetNode, fields: Map<string, FieldNode[]>, spread: Set<string>): void {
    for (const selection of selections) {
      if (!this.isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const known = fields.get(name);
        if (known) known.push(selection);
        else fields.set(name, [selection]);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        this.gather(selection.selectionSet, fields, spread);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = this.fragments.get(selection.name.value);
        if (fragment) this.gather(fragment.selectionSet, fields, spread);
      }
    }
  }

  /** The arguments of a field, in the names of the definition; undefined if they are invalid, which execution reports. */
  argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): Arguments | undefined {
    try {
      return definedArguments(field.args, getArgumentValues(field, node, this.variables), this.defined);
    } catch (error) {
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  }

  private isIncluded(node: { readonly directives?: readonly DirectiveNode[] }): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, this.variables);
    const include = getDirectiveValues(GraphQLIncludeDirective, node, this.variables);
    return skip?.if !== true && include?.if !== false;
  }
}

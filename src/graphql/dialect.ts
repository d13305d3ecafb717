import {
  type ASTNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type ListTypeNode,
  type NamedTypeNode,
  type NameNode,
  type TypeNode,
  visit,
} from 'graphql';

/**
 * The names of the schema: `v4` has the first ones (`search_mpn`, `Part`, `short_description`), `sup` those of the later dialect
 * (`supSearchMpn`, `SupPart`, `shortDescription`), which has more fields.
 */
export type Dialect = 'v4' | 'sup';

export const DIALECTS: readonly Dialect[] = ['v4', 'sup'];

/** Names that both dialects share: those of GraphQL itself, and of the scalar for any value. */
const COMMON_TYPES: ReadonlySet<string> = new Set(['Query', 'Map', 'Time', 'String', 'Int', 'Float', 'Boolean', 'ID']);

/** Words that the first dialect writes without a separator. */
const LATER_WORDS: ReadonlyMap<string, string> = new Map([
  ['distributorapi', 'distributor_api'],
  ['is_distributorapi', 'is_distributor_api'],
  ['distributorapi_timeout', 'distributor_api_timeout'],
]);

const LATER = 'later';
const STRICT = 'strict';
/** The directives of the definition that no schema has. */
const OWN_DIRECTIVES: ReadonlySet<string> = new Set([LATER, STRICT]);

/** The name of a type in the later dialect. */
export function laterType(name: string): string {
  return COMMON_TYPES.has(name) ? name : `Sup${name}`;
}

/** The name of a field or argument in the later dialect; a leading underscore stays. */
export function laterName(name: string): string {
  return (LATER_WORDS.get(name) ?? name).replace(/(?<=.)_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

/** The name of a field of `Query` in the later dialect. */
export function laterRoot(name: string): string {
  const inner = laterName(name);
  return `sup${inner[0].toUpperCase()}${inner.slice(1)}`;
}

/** A schema in one dialect, and the definition's names for its own. */
export interface DialectSchema {
  readonly document: DocumentNode;
  /** Names of fields and arguments, of types, and of fields of `Query`, as the definition has them. */
  readonly definedNames: ReadonlyMap<string, string>;
}

/** What differs between the schemas of one dialect. */
export interface SchemaVariant {
  readonly dialect: Dialect;
  /** Whether fields are non-null that are so in the hosted schema. */
  readonly strict: boolean;
  /** The name of the field `catalog_url` of a part, if it has another one. */
  readonly catalogUrl?: string | undefined;
}

/** The type and field, in the names of the definition, that the option `names` renames. */
export const RENAMED = { type: 'Part', field: 'catalog_url' } as const;

/** Derives a schema from the definition. */
export function inDialect(definition: DocumentNode, { dialect, strict, catalogUrl }: SchemaVariant): DialectSchema {
  const definedNames = new Map<string, string>();
  const note = (name: string, defined: string) => {
    definedNames.set(name, defined);
    return name;
  };
  const isLater = dialect === 'sup';
  const renamed = (node: NameNode, rename: (name: string) => string): NameNode => {
    return { ...node, value: note(isLater ? rename(node.value) : node.value, node.value) };
  };
  const member = <Node extends FieldDefinitionNode | InputValueDefinitionNode>(node: Node, rename = laterName): Node => {
    return { ...node, name: renamed(node.name, rename), directives: withoutOwn(node) };
  };
  const typeIn = (node: FieldDefinitionNode): TypeNode => {
    const isNonNull = strict && node.type.kind !== Kind.NON_NULL_TYPE && hasDirective(node, STRICT);
    return isNonNull ? { kind: Kind.NON_NULL_TYPE, type: node.type as NamedTypeNode | ListTypeNode } : node.type;
  };
  const known: DocumentNode = isLater
    ? definition
    : visit(definition, { enter: (node) => (hasDirective(node, LATER) ? null : undefined) });
  const document: DocumentNode = visit(known, {
    DirectiveDefinition: () => null,
    NamedType: { leave: (node) => ({ ...node, name: renamed(node.name, laterType) }) },
    InputValueDefinition: { leave: (node) => member(node) },
    FieldDefinition: {
      leave: (node, _key, _parent, _path, ancestors) => {
        const type = typeOf(ancestors);
        if (catalogUrl !== undefined && type === RENAMED.type && node.name.value === RENAMED.field) {
          return { ...node, name: { ...node.name, value: catalogUrl }, type: typeIn(node), directives: withoutOwn(node) };
        }
        return { ...member(node, type === 'Query' ? laterRoot : laterName), type: typeIn(node) };
      },
    },
    EnumValueDefinition: { leave: (node) => ({ ...node, directives: withoutOwn(node) }) },
    ScalarTypeDefinition: { leave: (node) => ({ ...node, name: renamed(node.name, laterType) }) },
    ObjectTypeDefinition: { leave: (node) => ({ ...node, name: renamed(node.name, laterType), directives: withoutOwn(node) }) },
    UnionTypeDefinition: { leave: (node) => ({ ...node, name: renamed(node.name, laterType), directives: withoutOwn(node) }) },
    EnumTypeDefinition: { leave: (node) => ({ ...node, name: renamed(node.name, laterType), directives: withoutOwn(node) }) },
    InputObjectTypeDefinition: {
      leave: (node) => ({ ...node, name: renamed(node.name, laterType), directives: withoutOwn(node) }),
    },
  });
  return { document, definedNames };
}

function hasDirective(node: ASTNode, directive: string): boolean {
  return 'directives' in node && (node.directives ?? []).some(({ name }) => name.value === directive);
}

/** The directives of a node that a schema may have. */
function withoutOwn<Node extends ASTNode>(node: Node): Extract<Node, { directives?: unknown }>['directives'] {
  const { directives } = node as { directives?: readonly { readonly name: NameNode }[] };
  return directives?.filter(({ name }) => !OWN_DIRECTIVES.has(name.value)) as Extract<
    Node,
    { directives?: unknown }
  >['directives'];
}

/** The object type of a field, in the name of the definition. */
function typeOf(ancestors: readonly (ASTNode | readonly ASTNode[])[]): string | undefined {
  for (const node of ancestors) if ('kind' in node && node.kind === Kind.OBJECT_TYPE_DEFINITION) return node.name.value;
  return undefined;
}

import {
  buildASTSchema,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
  valueFromASTUntyped,
} from 'graphql';
import type { AnswerContext } from './answer-context.js';
import { inDialect, laterType, RENAMED, type SchemaVariant } from './dialect.js';
import { SCHEMA_TEXT } from './schema-text.js';

/** Arguments of a field, in the names of the definition. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * The source of a field of an object type: members in the names of the definition, each a value or a method that receives the
 * arguments and the shared state of the request. A missing member is null, or empty if the field is non-null. A member of a union
 * has a `typeName`. Integers may be larger than those of GraphQL.
 */
export type ObjectSource = object;

/** @param responseName the name of the field in the answer: its alias, if it has one */
type Member = (this: ObjectSource, args: Arguments, context: AnswerContext, responseName: string) => unknown;

/** A schema, and the definition's names of its fields and arguments. */
export interface NamedSchema {
  readonly schema: GraphQLSchema;
  readonly defined: (name: string) => string;
}

const schemas = new Map<string, NamedSchema>();

/** A schema with resolvers that read the members of sources. */
export function schemaOf(variant: SchemaVariant): GraphQLSchema {
  return namedSchemaOf(variant).schema;
}

/** The text of a schema, in the order of names. */
export function schemaTextOf(variant: SchemaVariant): string {
  return `${printSchema(lexicographicSortSchema(schemaOf(variant)))}\n`;
}

export function namedSchemaOf(variant: SchemaVariant): NamedSchema {
  const { dialect, strict, catalogUrl } = variant;
  const key = JSON.stringify([dialect, strict, catalogUrl]);
  const known = schemas.get(key);
  if (known) return known;
  const { document, definedNames } = inDialect(parse(SCHEMA_TEXT, { noLocation: true }), variant);
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const defined = (name: string) => definedNames.get(name) ?? name;
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type)) completeScalar(type);
    if (isUnionType(type)) {
      type.resolveType = ({ typeName = '' }: { typeName?: string }) => (dialect === 'sup' ? laterType(typeName) : typeName);
    }
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      resolveFromMember(field, definedField(type, field, variant, defined), defined);
  }
  const named = { schema, defined };
  schemas.set(key, named);
  return named;
}

/** The definition's name of a field. The name that the option `names` gives may be that of other members of other types. */
function definedField(
  { name: type }: GraphQLObjectType,
  { name }: GraphQLField<unknown, unknown>,
  { dialect, catalogUrl }: SchemaVariant,
  defined: (name: string) => string,
): string {
  const renamedType = dialect === 'sup' ? laterType(RENAMED.type) : RENAMED.type;
  return name === catalogUrl && type === renamedType ? RENAMED.field : defined(name);
}

function resolveFromMember(
  field: GraphQLField<ObjectSource, AnswerContext>,
  name: string,
  defined: (name: string) => string,
): void {
  const finish = finisherOf(field, name);
  // An argument with a default value does not say whether it was sent.
  const country = field.args.find((argument) => argument.defaultValue !== undefined && argument.name === 'country');
  field.resolve = (source, args, context, info) => {
    context.enterField();
    const member: unknown = (source as Readonly<Record<string, unknown>>)[name];
    if (typeof member !== 'function') return finish(member, context);
    const given = definedArguments(field.args, args, defined);
    if (country && !isSent('country', info)) given.country = undefined;
    return finish((member as Member).call(source, given, context, String(info.path.key)), context);
  };
}

/** What completes the value of a member, or a promise of it. */
function finisherOf(
  field: { readonly type: GraphQLOutputType },
  name: string,
): (value: unknown, context: AnswerContext) => unknown {
  const nullable = getNullableType(field.type);
  const isObjects = isListType(nullable) && isCompositeType(getNamedType(field.type));
  const isInt = nullable === GraphQLInt;
  const empty = isNonNullType(field.type) ? emptyOf(field.type.ofType) : null;
  const finish = (value: unknown, context: AnswerContext): unknown => {
    if (value === null || value === undefined) return empty;
    if (isObjects && Array.isArray(value)) return context.spread(value);
    if (isInt && typeof value === 'number' && Math.abs(value) > LARGEST_INT) return largestInt(value, name, context);
    return value;
  };
  return (value, context) => (value instanceof Promise ? value.then((read) => finish(read, context)) : finish(value, context));
}

const LARGEST_INT = 2_147_483_647;

function largestInt(value: number, name: string, context: AnswerContext): number {
  const shown = Math.sign(value) * LARGEST_INT;
  context.warnOfValue(`${context.nameOf(name)}: integers beyond ${shown} are answered as ${shown}`);
  return shown;
}

const NO_MEMBERS: ObjectSource = Object.freeze(Object.create(null));
/** The value of a non-null field without data, by the name of its scalar type. */
const EMPTY_VALUES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['Int', 0],
  ['Float', 0],
  ['Boolean', false],
  ['Time', '1970-01-01T00:00:00Z'],
  ['Map', {}],
]);

function emptyOf(type: GraphQLOutputType): unknown {
  if (isListType(type)) return [];
  if (isCompositeType(type)) return NO_MEMBERS;
  if (isEnumType(type)) return type.getValues()[0].value;
  return EMPTY_VALUES.get(getNamedType(type).name) ?? '';
}

/** Whether the request has an argument, rather than its default value. */
function isSent(name: string, { fieldNodes, variableValues }: GraphQLResolveInfo): boolean {
  const node = fieldNodes[0].arguments?.find((argument) => argument.name.value === name);
  if (!node) return false;
  return node.value.kind !== Kind.VARIABLE || variableValues[node.value.name.value] !== undefined;
}

/** Arguments in the names of the definition. */
export function definedArguments(
  declared: readonly GraphQLArgument[],
  given: Arguments,
  defined: (name: string) => string,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const { name, type } of declared) {
    if (Object.hasOwn(given, name)) args[defined(name)] = definedValue(given[name], type, defined);
  }
  return args;
}

/** A value whose input objects have the names of the definition. */
function definedValue(value: unknown, type: GraphQLInputType, defined: (name: string) => string): unknown {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return definedValue(value, type.ofType, defined);
  if (isListType(type) && Array.isArray(value)) return value.map((element) => definedValue(element, type.ofType, defined));
  if (!isInputObjectType(type)) return value;
  const members: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const member = (value as Arguments)[field.name];
    if (member !== undefined) members[defined(field.name)] = definedValue(member, field.type, defined);
  }
  return members;
}

/** A map may be written in a query, not only sent as a variable. */
function completeScalar(type: GraphQLScalarType): void {
  if (type.name !== 'Map') return;
  type.parseValue = checkMap;
  type.parseLiteral = (node, variables) => checkMap(valueFromASTUntyped(node, variables));
}

function checkMap(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new GraphQLError('Map must be an object, such as {manufacturer_id: "1"}');
}

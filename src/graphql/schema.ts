import {
  buildASTSchema,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  parse,
  valueFromASTUntyped,
} from 'graphql';
import type { AnswerContext } from './answer-context.js';
import { type Dialect, inDialect, laterType } from './dialect.js';
import { SCHEMA_TEXT } from './schema-text.js';

/** Arguments of a field, in the names of the definition. */
export type Arguments = Readonly<Record<string, unknown>>;

/**
 * The source of a field of an object type: members in the names of the definition, each a value or a method that receives the
 * arguments and the shared state of the request. A missing member is null. A member of a union has a `typeName`.
 */
export type ObjectSource = object;

type Member = (this: ObjectSource, args: Arguments, context: AnswerContext) => unknown;

/** A schema, and the definition's names of its fields and arguments. */
export interface NamedSchema {
  readonly schema: GraphQLSchema;
  readonly defined: (name: string) => string;
}

const schemas = new Map<Dialect, NamedSchema>();

/** The schema of a dialect, with resolvers that read the members of sources. */
export function schemaOf(dialect: Dialect): GraphQLSchema {
  return namedSchemaOf(dialect).schema;
}

export function namedSchemaOf(dialect: Dialect): NamedSchema {
  const known = schemas.get(dialect);
  if (known) return known;
  const { document, definedNames } = inDialect(parse(SCHEMA_TEXT, { noLocation: true }), dialect);
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const defined = (name: string) => definedNames.get(name) ?? name;
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type)) completeScalar(type);
    if (isUnionType(type)) {
      type.resolveType = ({ typeName = '' }: { typeName?: string }) => (dialect === 'sup' ? laterType(typeName) : typeName);
    }
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) resolveFromMember(field, defined);
  }
  const named = { schema, defined };
  schemas.set(dialect, named);
  return named;
}

function resolveFromMember(field: GraphQLField<ObjectSource, AnswerContext>, defined: (name: string) => string): void {
  const name = defined(field.name);
  const isObjects = isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type));
  field.resolve = (source, args, context) => {
    context.enterField();
    const member: unknown = (source as Readonly<Record<string, unknown>>)[name];
    if (typeof member !== 'function') return isObjects ? spread(member ?? null, context) : (member ?? null);
    const value = (member as Member).call(source, definedArguments(field.args, args, defined), context);
    return isObjects ? spread(value, context) : value;
  };
}

/** A list of objects or a promise of it, completed in turns. */
function spread(value: unknown, context: AnswerContext): unknown {
  if (Array.isArray(value)) return context.spread(value);
  return value instanceof Promise ? value.then((list: unknown) => spread(list, context)) : value;
}

/** Arguments in the names of the definition. */
export function definedArguments(
  declared: readonly GraphQLArgument[],
  given: Arguments,
  defined: (name: string) => string,
): Arguments {
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

import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** Arguments of fields by `Type.field`, written as in a query. */
export type WrittenArguments = Readonly<Record<string, string>>;

/** A query of all fields of all types that the fields of `Query` lead to; no type is inside itself. */
export function deepQuery(schema: GraphQLSchema, args: WrittenArguments): string {
  const query = schema.getQueryType() as GraphQLObjectType;
  return `{ ${selection(query, [], args)} }`;
}

function selection(type: GraphQLNamedType, above: readonly string[], args: WrittenArguments): string {
  if (isUnionType(type)) {
    const members = type.getTypes().map((member) => `... on ${member.name} { ${selection(member, above, args)} }`);
    return `__typename ${members.join(' ')}`;
  }
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields());
  return ['__typename', ...fields.map((field) => written(type.name, field, [...above, type.name], args))].join(' ');
}

function written(type: string, field: GraphQLField<unknown, unknown>, above: readonly string[], args: WrittenArguments): string {
  const inner = getNamedType(field.type);
  const given = args[`${type}.${field.name}`];
  const isRequired = field.args.some((arg) => isNonNullType(arg.type) && arg.defaultValue === undefined);
  if (isRequired && given === undefined) throw new Error(`${type}.${field.name} needs arguments`);
  if (isCompositeType(inner) && above.includes(inner.name)) return '';
  const text = `${field.name}${given ? `(${given})` : ''}`;
  // Two members of a union may have a field of the same name and different types.
  return isCompositeType(inner) ? `${text} { ${selection(inner, above, args)} }` : text;
}

/** Adds each `Type.field` of an answer that has a value: not null, and not an empty list or text. */
export function addResolved(value: unknown, resolved: Set<string>): void {
  if (Array.isArray(value)) for (const element of value) addResolved(element, resolved);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const { __typename: type, ...members } = value as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    const isEmpty = member === null || (Array.isArray(member) && member.length === 0);
    if (typeof type === 'string' && !isEmpty) resolved.add(`${type}.${name}`);
    addResolved(member, resolved);
  }
}

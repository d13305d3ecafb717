import {
  GraphQLError,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

import { describeValue } from '../model/describe.js';
import { shorten } from '../model/nearest.js';
import { laterType } from './dialect.js';

type Values = Readonly<Record<string, unknown>>;

/** Most values that the variables of a request may have, those inside of lists and objects included. */
const MOST_VALUES = 100_000;

/** Why variables cannot be read: a value that is not one of JSON, or too many of them; undefined if they can. */
export function variableFault(values: Values): GraphQLError | undefined {
  let left = MOST_VALUES;
  for (const [name, value] of Object.entries(values)) {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const next = waiting.pop();
      if (['bigint', 'symbol', 'function'].includes(typeof next)) {
        return new GraphQLError(`the variable "${shorten(name)}" has ${describeValue(next)}, which is not a value of JSON`);
      }
      left--;
      const members: readonly unknown[] = typeof next === 'object' && next !== null ? Object.values(next) : [];
      // What is left of a list that is too long need not be looked at; objects inside of themselves never end.
      if (members.length + waiting.length > left) return new GraphQLError(`variables must have at most ${MOST_VALUES} values`);
      for (const member of members) waiting.push(member);
    }
  }
  return undefined;
}

/** The message of a required variable without a value. */
export interface MissingVariable {
  message: 'must be defined';
  path: ['variable', string];
}

/** The required variables of an operation that have no value. */
export function missingVariables({ variableDefinitions = [] }: OperationDefinitionNode, values: Values): MissingVariable[] {
  return variableDefinitions
    .filter(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined)
    .map(({ variable }) => variable.name.value)
    .filter((name) => !Object.hasOwn(values, name) || values[name] === undefined)
    .map((name) => ({ message: 'must be defined', path: ['variable', name] }));
}

/** The values of variables, with integers for the digit strings that some programs send instead. */
export function withIntegers(operation: OperationDefinitionNode, values: Values, schema: GraphQLSchema): Record<string, unknown> {
  const read: Record<string, unknown> = Object.create(null);
  for (const { variable, type: node } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    if (!Object.hasOwn(values, name)) continue;
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1] & { kind: Kind.NAMED_TYPE });
    read[name] = type && isInputType(type) ? withIntegersOf(values[name], type) : values[name];
  }
  return read;
}

const MATCH_QUERIES: ReadonlySet<string> = new Set(['PartMatchQuery', laterType('PartMatchQuery')]);
const INTEGER = /^[+-]?\d{1,10}$/;

/** @param isText whether a number is the text of one: part numbers of lists often come as JSON numbers */
function withIntegersOf(value: unknown, type: GraphQLInputType, isText = false): unknown {
  if (isNonNullType(type)) return withIntegersOf(value, type.ofType, isText);
  if (isListType(type)) {
    return Array.isArray(value)
      ? value.map((element) => withIntegersOf(element, type.ofType))
      : withIntegersOf(value, type.ofType);
  }
  if (typeof value === 'string' && getNamedType(type) === GraphQLInt && INTEGER.test(value)) return Number(value);
  if (typeof value === 'number' && isText && type === GraphQLString) return String(value);
  if (!isInputObjectType(type) || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = type.getFields();
  const isQuery = MATCH_QUERIES.has(type.name);
  const members: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) {
    members[name] = Object.hasOwn(fields, name) ? withIntegersOf(member, fields[name].type, isQuery) : member;
  }
  return members;
}

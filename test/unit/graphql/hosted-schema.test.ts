import { existsSync, readFileSync } from 'node:fs';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { DIALECTS, laterName, laterRoot, laterType } from '../../../src/graphql/dialect.js';
import { schemaOf } from '../../../src/graphql/schema.js';

const FACTS = new URL('../../../../shared/reference/graphql-schema.json', import.meta.url);
const hasFacts = existsSync(FACTS);

type FieldFact = string | { type: string; args?: Record<string, string>; deprecated?: string };
interface TypeFact {
  kind: 'Object' | 'InputObject' | 'Enum';
  fields?: Record<string, FieldFact>;
  values?: string[];
}

/** Fields that the hosted schema lacks; besides, searches have the argument `after`. */
const EXTENSIONS: ReadonlyMap<string, readonly string[]> = new Map([['PartResultSet', ['next']]]);

/** A type without what it says about null. */
function shape(type: GraphQLType): string {
  if (isNonNullType(type)) return shape(type.ofType);
  return isListType(type) ? `[${shape(type.ofType)}]` : getNamedType(type).name;
}

const factShape = (text: string) => text.replace(/\s*=.*$/, '').replaceAll('!', '');

const where = hasFacts ? '' : ' (skipped: the file of facts is not there)';

describe.skipIf(!hasFacts).each(DIALECTS)(`the facts of the hosted schema, dialect %s${where}`, (dialect) => {
  const facts = hasFacts ? (JSON.parse(readFileSync(FACTS, 'utf8'))[dialect] as Record<string, TypeFact>) : {};
  const schema = schemaOf({ dialect: dialect, strict: false });

  it.each(Object.entries(facts))('%s has every member', (name, fact) => {
    const type = schema.getType(name);
    if (fact.kind === 'Enum') {
      expect(isEnumType(type) && type.getValues().map((value) => value.name)).toEqual(fact.values);
      return;
    }
    if (!isObjectType(type) && !isInputObjectType(type)) throw new Error(`${name} is not there`);
    const fields = type.getFields();
    const extensions = EXTENSIONS.get(name.replace(/^Sup/, '')) ?? [];
    expect(Object.keys(fields).sort()).toEqual([...Object.keys(fact.fields ?? {}), ...extensions].sort());
    for (const [field, given] of Object.entries(fact.fields ?? {})) {
      const { type: expected, args = {}, deprecated } = typeof given === 'string' ? { type: given } : given;
      expect(`${field}: ${fields[field].deprecationReason ?? ''}`).toBe(`${field}: ${deprecated ?? ''}`);
      expect(`${field}: ${shape(fields[field].type)}`).toBe(`${field}: ${factShape(expected)}`);
      const declared: readonly GraphQLArgument[] =
        'args' in fields[field] ? (fields[field] as GraphQLField<unknown, unknown>).args : [];
      const documented = declared.filter((arg) => arg.name !== 'after');
      const described = Object.fromEntries(documented.map((arg) => [arg.name, shape(arg.type)]));
      expect(described).toEqual(Object.fromEntries(Object.entries(args).map(([arg, text]) => [arg, factShape(text)])));
    }
  });

  it('has no other types', () => {
    const own = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));
    const common = ['Boolean', 'Float', 'ID', 'Int', 'Map', 'String', 'Time', ...(dialect === 'sup' ? ['SupUnionPayload'] : [])];
    expect(own.sort()).toEqual([...Object.keys(facts), ...common].sort());
  });

  it('has every type to the letter if it is strict', () => {
    const strict = schemaOf({ dialect, strict: true });
    const own: Record<string, Record<string, string>> = {};
    const expected: typeof own = {};
    for (const [name, { kind, fields = {} }] of Object.entries(facts)) {
      const type = strict.getType(name);
      if (kind !== 'Object' || !isObjectType(type)) continue;
      const extensions = EXTENSIONS.get(name.replace(/^Sup/, '')) ?? [];
      const declared = Object.values(type.getFields()).filter((field) => !extensions.includes(field.name));
      own[name] = Object.fromEntries(declared.map((field) => [field.name, String(field.type)]));
      expected[name] = Object.fromEntries(
        Object.entries(fields).map(([field, given]) => [field, typeof given === 'string' ? given : given.type]),
      );
    }
    expect(Object.keys(own).length).toBeGreaterThan(30);
    expect(own).toEqual(expected);
  });

  it('has lists that are never null', () => {
    const nullable: string[] = [];
    for (const [name, { kind, fields = {} }] of Object.entries(facts)) {
      const type = schema.getType(name);
      if (kind !== 'Object' || !isObjectType(type)) continue;
      for (const [field, given] of Object.entries(fields)) {
        const expected = typeof given === 'string' ? given : given.type;
        if (expected.startsWith('[') && expected.endsWith('!') && !isNonNullType(type.getFields()[field].type))
          nullable.push(field);
      }
    }
    expect(nullable).toEqual([]);
  });
});

describe('the names of the later dialect', () => {
  it.each([
    ['short_description', 'shortDescription'],
    ['median_price_1000', 'medianPrice1000'],
    ['has_3d_model', 'has3dModel'],
    ['url_55px', 'url55px'],
    ['_cache_id', '_cacheId'],
    ['v3uid', 'v3uid'],
    ['distributorapi_timeout', 'distributorApiTimeout'],
    ['is_distributorapi', 'isDistributorApi'],
  ])('%s is %s', (name, later) => expect(laterName(name)).toBe(later));

  it('have a prefix at the root and on types', () => {
    expect(laterRoot('search_mpn')).toBe('supSearchMpn');
    expect([laterType('PartResultSet'), laterType('Int'), laterType('Map')]).toEqual(['SupPartResultSet', 'Int', 'Map']);
  });
});

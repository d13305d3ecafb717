import { existsSync, readFileSync } from 'node:fs';
import { isEnumType, isListType, isNonNullType, isObjectType, isScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { DIALECTS, laterName, laterType } from '../../../src/graphql/dialect.js';
import { schemaOf } from '../../../src/graphql/schema.js';
import { buildCatalog } from '../../../src/partdex.js';
import { addResolved, deepQuery, type WrittenArguments } from '../../support/deep-selection.js';
import { FULL_SOURCE } from '../../support/full-graphql-source.js';
import { executorOf } from '../../support/graphql-queries.js';

const FACTS = new URL('../../../../shared/reference/graphql-schema.json', import.meta.url);
const hasFacts = existsSync(FACTS);
const where = hasFacts ? '' : ' (skipped: the file of facts is not there)';

const ARGUMENTS: Readonly<Record<string, WrittenArguments>> = {
  v4: {
    'Query.parts': 'ids: ["4711"]',
    'Query.suggest': 'q: "resist"',
    'Query.search': 'q: "rc0603 10k", filters: {resistance: "10000", category_id: "c2"}',
    'Query.search_mpn': 'q: "rc0603-10k"',
    'Query.spelling_correction': 'q: "resitor"',
    'Query.multi_match': 'queries: [{mpn: "RC0603FR-0710KL", reference: "R1"}, {}]',
    'PartResultSet.spec_aggs': 'attribute_names: ["resistance"]',
    'Part.sellers': 'include_brokers: true',
  },
  sup: {
    'Query.supParts': 'ids: ["4711"]',
    'Query.supPartOffers': 'country: "US", currency: "USD", references: [{partId: "4711", offerId: "77"}]',
    'Query.supSuggest': 'q: "resist"',
    'Query.supSearch': 'q: "rc0603 10k", filters: {resistance: "10000", category_id: "c2"}',
    'Query.supSearchMpn': 'q: "rc0603-10k"',
    'Query.supSpellingCorrection': 'q: "resitor"',
    'Query.supMultiMatch': 'queries: [{mpn: "RC0603FR-0710KL", reference: "R1"}, {}]',
    'Query.supOctopartIdFromCiivaId': 'workspaceUrl: "", ciivaId: "1"',
    'Query.supPartIdFromCiivaId': 'ciivaId: "1"',
    'Query.supPartIdsFromCiivaIds': 'ciivaIds: ["1"]',
    'Query.supCiivaIdFromPartId': 'partId: "4711"',
    'Query.supCiivaIdsFromPartIds': 'partIds: ["4711"]',
    'Query.supPartExtrasByPartId': 'partId: "4711"',
    'Query.supPartExtrasByPartIds': 'partIds: ["4711", "nothing"]',
    'Query.supOctocart': 'items: []',
    'SupPartResultSet.specAggs': 'attributeNames: ["resistance"]',
    'SupPart.sellers': 'includeBrokers: true',
  },
};

const NO_GUARDS = Object.fromEntries(
  ['depth', 'rootFields', 'aliases', 'fields', 'parts'].map((name) => [name, Number.POSITIVE_INFINITY]),
);

/** The fields of types that some answer has, on data that have every member. */
async function resolvedFields(dialect: 'v4' | 'sup'): Promise<ReadonlySet<string>> {
  const catalog = await buildCatalog(FULL_SOURCE, { limits: { graphqlCost: Number.POSITIVE_INFINITY } });
  const { data, errors } = await executorOf(catalog, { dialect, guards: NO_GUARDS })(
    deepQuery(schemaOf({ dialect, strict: false }), ARGUMENTS[dialect]),
  );
  expect(errors).toBeUndefined();
  const resolved = new Set<string>();
  addResolved(data, resolved);
  // Types that lead to themselves, and warnings, come from another request.
  const [search, categories] = dialect === 'sup' ? ['supSearch', 'supCategories'] : ['search', 'categories'];
  const similar =
    dialect === 'sup'
      ? 'supParts(ids: "4711") { __typename similarParts { id } } supPartExtrasByPartId(partId: "4711") { __typename alternatives { __typename } }'
      : 'parts(ids: "4711") { __typename similar_parts { id } }';
  const further = `{ ${search}(filters: {nothing: 1}) { __typename warnings } ${categories} { __typename ancestors { id } children { id } } ${similar} }`;
  addResolved((await executorOf(catalog, { dialect })(further)).data, resolved);
  return resolved;
}

/** The fields that the documentation says are never answered, in the names of a dialect. */
function documentedFields(isLater: boolean): Set<string> {
  const text = readFileSync(new URL('../../../docs/graphql.md', import.meta.url), 'utf8');
  const section = text.split('\n## Fields without data\n')[1].split('\n## ')[0];
  const names = new Set<string>();
  for (const line of section.split('\n').filter((row) => row.startsWith('| `'))) {
    const [, fields, reason] = line.split('|');
    expect(reason.trim(), line).not.toBe('');
    for (const [, type, field] of fields.matchAll(/`(\w+)\.(\w+)`/g)) {
      names.add(isLater ? `${laterType(type)}.${laterName(field)}` : `${type}.${field}`);
    }
  }
  return names;
}

describe.skipIf(!hasFacts).each(DIALECTS)(`every field of the hosted schema, dialect %s${where}`, (dialect) => {
  it('resolves on data that have every member, or the documentation says why not', async () => {
    const facts = JSON.parse(readFileSync(FACTS, 'utf8'))[dialect] as Record<string, { kind: string; fields?: object }>;
    const types = Object.entries(facts).filter(([name, { kind }]) => kind === 'Object' && name !== 'Query');
    const fields = types.flatMap(([name, fact]) => Object.keys(fact.fields ?? {}).map((field) => `${name}.${field}`));
    expect(fields).toHaveLength(dialect === 'v4' ? 186 : 239);
    const resolved = await resolvedFields(dialect);
    const documented = documentedFields(dialect === 'sup');
    expect(fields.filter((field) => !resolved.has(field) && !documented.has(field))).toEqual([]);
    expect([...documented].filter((field) => resolved.has(field))).toEqual([]);
  });
});

describe.each(DIALECTS)('a strict schema on data that lack everything, dialect %s', (dialect) => {
  it('has a value of its type for every field', async () => {
    const catalog = await buildCatalog(
      { parts: [{ uid: 'p', mpn: 'P-1', offers: [{}], specs: { s: { value: ['x'] } }, broker_listings: [{}] }] },
      { limits: { graphqlCost: Number.POSITIVE_INFINITY } },
    );
    const strict = schemaOf({ dialect, strict: true });
    const args = Object.fromEntries(
      Object.entries(ARGUMENTS[dialect]).map(([field, text]) => [field, text.replace('4711', 'p')]),
    );
    const all = dialect === 'v4' ? 'Query.search' : 'Query.supSearch';
    const query = deepQuery(strict, { ...args, [all]: 'q: ""' });
    const { data, errors } = await executorOf(catalog, { dialect, strict: true, guards: NO_GUARDS })(query);
    expect(errors).toBeUndefined();
    let count = 0;
    const check = (value: unknown) => {
      if (Array.isArray(value)) for (const element of value) check(element);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const type = strict.getType((value as { __typename: string }).__typename);
      if (!isObjectType(type)) return;
      for (const [name, member] of Object.entries(value)) {
        if (name === '__typename') continue;
        const field = type.getFields()[name];
        if (isNonNullType(field.type)) {
          count++;
          expect(member, `${type.name}.${name}`).not.toBeNull();
          const inner = field.type.ofType;
          if (isListType(inner)) expect(Array.isArray(member)).toBe(true);
          else if (isScalarType(inner) || isEnumType(inner)) expect(inner.serialize(member)).toEqual(member);
        }
        check(member);
      }
    };
    check(data);
    expect(count).toBeGreaterThan(100);
    const part = dialect === 'v4' ? data.parts[0] : data.supParts[0];
    expect(part).toMatchObject({ id: 'p', v3uid: 'p', manufacturer: { id: '', name: '', aliases: [] } });
    expect(part.sellers[0].offers[0].updated).toBe('1970-01-01T00:00:00Z');
  });
});

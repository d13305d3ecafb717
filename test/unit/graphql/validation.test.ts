import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '../../../src/graphql/schema.js';
import { faultsOf } from '../../../src/graphql/validation.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';

const SCHEMA = schemaOf({ dialect: 'v4', strict: false, catalogUrl: undefined });

/** Long enough to be validated with pauses. */
const PADDING = Array(150).fill('results { part { mpn } }').join(' ');

const FRAGMENTS = `
  fragment P on Part { mpn category { name } }
  fragment R on PartResult { part { ...P mpn } }`;
/** Each level spreads the next one twice. */
const DOUBLING = Array.from({ length: 18 }, (_, i) => {
  return `fragment F${i} on Category { a: parent_id ${i < 17 ? `children { ...F${i + 1} } children { ...F${i + 1} }` : 'id'} }`;
}).join(' ');

const DOCUMENTS = {
  'equal selections': `{ search { hits ${PADDING} } }`,
  'the same field by two names': `{ search { a: hits b: hits ${PADDING} } }`,
  'two fields by one name': `{ search { a: hits a: msec ${PADDING} } }`,
  'other arguments': `{ search(q: "a") { hits } search(q: "b") { hits ${PADDING} } }`,
  'the same arguments in another order': `{ search(q: "a", limit: 1) { hits } search(limit: 1, q: "a") { ${PADDING} } }`,
  'a conflict below equal fields': `{ search { ${PADDING} results { part { mpn: category { name } } } } }`,
  'a conflict two levels below': `{ search { ${PADDING} results { part { category { name } } } results { part { category { name: id } } } } }`,
  'fragments without a conflict': `{ search { results { ...R } ${PADDING} } } ${FRAGMENTS}`,
  'a fragment with a conflict': `{ search { results { ...R part { category { name: id } } } ${PADDING} } } ${FRAGMENTS}`,
  'inline fragments': `{ search { ... { hits } ... on PartResultSet { hits } results { part { ... on Part { mpn } } } ${PADDING} } }`,
  'a circle of fragments': `{ search { results { ...A } ${PADDING} } } fragment A on PartResult { ...B } fragment B on PartResult { ...A }`,
  'a circle through a field': `{ categories { ...C } search { ${PADDING} } } fragment C on Category { children { ...C } }`,
  'fragments that double': `{ categories { ...F0 } search { ${PADDING} } } ${DOUBLING}`,
  'an unknown field, a missing fragment and an unused one': `{ search { nothing ...X hits { a } ${PADDING} } } ${FRAGMENTS}`,
  'fields of two types': `{ part_extras_by_part_ids(part_ids: ["1"]) { ... on PartExtras { part_id } ... on ErrorPayload { message } } search { ${PADDING} } }`,
  'variables that do not fit': `query($q: Int) { search(q: $q, limit: $l) { hits ${PADDING} } }`,
  'a short conflict': '{ search { a: hits a: msec } }',
};

describe('the faults of a document', () => {
  it.each(Object.entries(DOCUMENTS))('are those of all rules: %s', async (_, text) => {
    const document = parse(text);
    const expected = validate(SCHEMA, document, undefined, { maxErrors: 20 });
    const found = await faultsOf(document, text.length, SCHEMA, new Work(UNBOUNDED));
    expect(found.map((error) => error.toJSON())).toEqual(expected.map((error) => error.toJSON()));
  });

  it('of a long document end with the call', async () => {
    const text = DOCUMENTS['equal selections'];
    const controller = new AbortController();
    // It yields after every step.
    const work = new Work(UNBOUNDED, controller.signal, 0);
    const faults = faultsOf(parse(text), text.length, SCHEMA, work);
    controller.abort(new Error('stopped'));
    await expect(faults).rejects.toThrow('stopped');
  });
});

import fc from 'fast-check';
import type { ObjectSchema, ValueType } from '../../src/model/schema.js';

/** How documents keep to the form that a check gives: always, in any allowed form, or but for a stray value here and there. */
export type Care = 'canonical' | 'allowed' | 'stray';

/** One value in this many has another allowed form, or is a stray. */
const ALLOWED_FORM = 12;
const STRAY = 200;

/** Documents of a schema with any of its members, others beside them, and names that trip up maps. */
export function documentsOf(schema: ObjectSchema, care: Care): fc.Arbitrary<Record<string, unknown>> {
  const documented = Object.fromEntries(schema.members.map((member) => [member.name, given(valuesOf(member.type, care), care)]));
  const undocumented = fc.dictionary(fc.constantFrom('custom', 'a.b', '__class__', '__proto__', 'constructor'), jsonValues(), {
    maxKeys: 2,
    noNullPrototype: true,
  });
  return fc
    .tuple(fc.record(documented, { requiredKeys: [], noNullPrototype: true }), undocumented)
    .map(([members, others]) => ownMembers({ ...members }, others));
}

/** The documents with the members that they need, where these are absent. */
export function withRequired(documents: fc.Arbitrary<Record<string, unknown>>, required: Record<string, unknown>) {
  return documents.map((document) => {
    for (const [name, value] of Object.entries(required)) document[name] ??= value;
    return document;
  });
}

function valuesOf(type: ValueType, care: Care): fc.Arbitrary<unknown> {
  const values = rightValues(type, care);
  if (care !== 'stray') return values;
  return fc.oneof({ weight: STRAY, arbitrary: values }, { weight: 1, arbitrary: strays() });
}

function rightValues(type: ValueType, care: Care): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'text':
      return fc.string({ maxLength: 4 });
    case 'uid':
      return fc.constantFrom('0123456789abcdef', 'a', 'é', 'x'.repeat(255));
    case 'part_number':
      return care === 'allowed' ? fc.oneof(fc.string({ minLength: 1 }), fc.integer()) : fc.string({ minLength: 1, maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.integer();
    case 'quantity':
      return fc.oneof(fc.integer(), fc.constantFrom('0.10', '1e-7', '5 kg', ''));
    case 'boolean':
      return fc.boolean();
    case 'price_break':
      return fc.tuple(fc.integer(), fc.constantFrom('0.10', 2));
    case 'anything':
      return jsonValues();
    case 'list':
      return listsOf(type.of, care);
    case 'map':
      return mapsOf(type.of, care);
    case 'object':
      return documentsOf(type.schema, care);
  }
}

function listsOf(of: ValueType, care: Care): fc.Arbitrary<unknown> {
  const elements = valuesOf(of, care);
  const lists = fc.array(given(elements, care), { maxLength: 2 });
  if (care !== 'allowed' || of.kind === 'price_break') return lists;
  return fc.oneof({ weight: ALLOWED_FORM, arbitrary: lists }, { weight: 1, arbitrary: elements });
}

function mapsOf(of: ValueType, care: Care): fc.Arbitrary<unknown> {
  const keys = fc.constantFrom('USD', 'a.b', 'value', '__proto__', 'toString', '');
  return fc
    .array(fc.tuple(keys, given(valuesOf(of, care), care)), { maxLength: 2 })
    .map((entries) => Object.fromEntries(entries));
}

function given(values: fc.Arbitrary<unknown>, care: Care): fc.Arbitrary<unknown> {
  if (care !== 'allowed') return values;
  return fc.oneof({ weight: ALLOWED_FORM, arbitrary: values }, { weight: 1, arbitrary: fc.constant(null) });
}

/** Values of every type, most of them invalid wherever they occur. */
function strays(): fc.Arbitrary<unknown> {
  return fc.oneof(
    jsonValues(),
    fc.constantFrom<unknown>(
      null,
      undefined,
      '',
      'x'.repeat(256),
      Number.NaN,
      [[]],
      1n,
      new Date(0),
      new Map(),
      () => 1,
      Symbol('s'),
    ),
  );
}

function jsonValues(): fc.Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth: 2 });
}

function ownMembers(target: object, members: object): Record<string, unknown> {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return target as Record<string, unknown>;
}

import fc from 'fast-check';
import { attribution, listOrScalar, rarely, some, unknownMember } from './members.js';
import { quantityTexts, UNIT_OF } from './quantities.js';
import { NUMBER_SCALES, names, numberValues, words } from './text.js';

export const SPEC_KEYS = [
  'ohms',
  'package',
  'a',
  'a.value',
  'value',
  '__proto__',
  'constructor',
  'lifecycle status',
  'x:y',
  'key,comma',
  'min_value',
  '',
  'µ(1)',
  '😀',
  'serial',
  // In JSON text the first is written with the characters of the second.
  'a\n',
  'a\\n',
  '"',
];
/** Keys whose numbers have a scale, and so some meaning; they are more frequent, and so is `package`, a text of few values. */
const SCALED_KEYS: ReadonlyMap<string, () => fc.Arbitrary<string | number>> = new Map([
  ['ohms', NUMBER_SCALES.decades],
  ['µ(1)', NUMBER_SCALES.few],
  ['x:y', NUMBER_SCALES.celsius],
  ['value', NUMBER_SCALES.voltages],
  ['key,comma', NUMBER_SCALES.long],
  ['min_value', NUMBER_SCALES.extreme],
]);
const FREQUENT_KEYS = ['package', ...SCALED_KEYS.keys()];
/** Of some catalogs: more keys than a drilldown returns. */
export const MANY_KEYS = Array.from({ length: 70 }, (_, i) => `k${i}`);

const metadataMembers = () => ({
  name: rarely(fc.constantFrom('Resistance', 'R')),
  unit: rarely(some({ name: fc.constantFrom('ohm', 'volt'), symbol: rarely(fc.constant('Ω')), __class__: fc.constant('Unit') })),
  id: unknownMember(),
  __class__: fc.constant('SpecMetadata'),
});

const specMembers = () => ({ attribution: attribution(), display_value: unknownMember() });

const specValue = () =>
  some({
    value: rarely(
      listOrScalar(
        fc.oneof({ weight: 3, arbitrary: numberValues() }, { weight: 2, arbitrary: words() }, { weight: 1, arbitrary: names() }),
        3,
      ),
    ),
    min_value: rarely(numberValues()),
    max_value: rarely(numberValues()),
    metadata: rarely(
      some({
        ...metadataMembers(),
        key: fc.constant('k'),
        datatype: fc.constantFrom('string', 'integer', 'decimal', 'decimal', 'float', null),
      }),
    ),
    ...specMembers(),
  });

/** Units of some of these keys, by their names in UNIT_OF. */
const UNITS_OF_KEYS: ReadonlyMap<string, string> = new Map([
  ['ohms', 'ohm'],
  ['µ(1)', 'microfarad'],
  ['x:y', 'celsius'],
  ['value', 'volt'],
]);

/** Of a key that is a number nearly everywhere, or nearly everywhere a text. @param unit that of the key in most parts */
const specValueOf = (plain: fc.Arbitrary<string | number>, datatype: 'string' | 'decimal', unit?: string) => {
  const values =
    unit === undefined ? plain : fc.oneof({ weight: 12, arbitrary: plain }, { weight: 1, arbitrary: quantityTexts(unit) });
  const bound = rarely(datatype === 'decimal' ? values : numberValues());
  const withUnit = unit === undefined ? { datatype } : { datatype, unit: UNIT_OF[unit] };
  return (
    fc
      .tuple(
        fc.record({
          value: listOrScalar(fc.oneof({ weight: 20, arbitrary: values }, { weight: 1, arbitrary: words() }), 2),
          metadata: fc.oneof(
            { weight: 4, arbitrary: fc.constant(withUnit) },
            { weight: 1, arbitrary: fc.constant({ datatype }) },
            { weight: 1, arbitrary: fc.constant({}) },
          ),
        }),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant({}) },
          { weight: 1, arbitrary: some({ min_value: bound, max_value: bound, ...specMembers() }) },
          { weight: 1, arbitrary: fc.record({ min_value: values, max_value: values }) },
        ),
        fc.integer({ min: 0, max: 2 }),
      )
      // Two thirds of the parts with an interval have no value.
      .map(([{ value, metadata }, b, n]) => ('max_value' in b && n > 0 ? { metadata, ...b } : { value, metadata, ...b }))
  );
};

const PACKAGES = ['0603', '0603', '0603', '0402', '0402', 'SOT-23', 'sot-23', '', '𠮷', '\uFFFD'];

const spec = (key: fc.Arbitrary<string>) => {
  const odd = rarely(specValue());
  const ofPackage = specValueOf(fc.constantFrom(...PACKAGES), 'string');
  const scaled = new Map(
    [...SCALED_KEYS].map(([name, numbers]) => [name, specValueOf(numbers(), 'decimal', UNITS_OF_KEYS.get(name))]),
  );
  return key.chain((name) => {
    const usual = name === 'package' ? ofPackage : scaled.get(name);
    return fc.tuple(fc.constant(name), usual ? fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd }) : odd);
  });
};

export const specs = () =>
  fc
    .tuple(
      fc.uniqueArray(spec(fc.oneof(fc.constantFrom(...SPEC_KEYS), fc.constantFrom(...FREQUENT_KEYS))), {
        selector: ([key]) => key,
        maxLength: 5,
        size: 'max',
      }),
      // Other exports of the interface put it into maps too; it is not a key.
      fc.constantFrom<[string, unknown][]>([], [], [], [], [], [], [['__class__', 'Specs']], [['__class__', { value: ['x'] }]]),
    )
    .map(([entries, none]) => Object.fromEntries([...entries, ...none]));

export const specMetadata = (): fc.Arbitrary<object[]> =>
  fc.uniqueArray(
    fc.record(
      {
        ...metadataMembers(),
        key: fc.constantFrom(...SPEC_KEYS),
        datatype: fc.constantFrom('string', 'integer', 'decimal', null),
      },
      { requiredKeys: ['key'] },
    ),
    { selector: ({ key }) => key, maxLength: 5 },
  );

/** In this percentage of the lists, parts have further specs, so that together they have more keys than a drilldown returns. */
export function withManySpecs(parts: fc.Arbitrary<object[]>, percent: number): fc.Arbitrary<object[]> {
  const value = (key: number) => (key % 2 === 0 ? fc.nat(3) : fc.constantFrom('a', 'b', 'c'));
  const entry = fc.nat(MANY_KEYS.length - 1).chain((key) =>
    fc.tuple(
      fc.constant(MANY_KEYS[key]),
      value(key).map((one) => ({ value: one })),
    ),
  );
  const entries = fc.array(entry, { maxLength: 15, size: 'max' });
  const many = parts
    .chain((list) => fc.tuple(fc.constant(list as { specs?: object | null }[]), ...list.map(() => entries)))
    .map(([list, ...more]) => list.map((part, i) => ({ ...part, specs: { ...part.specs, ...Object.fromEntries(more[i]) } })));
  return fc.oneof({ weight: 100 - percent, arbitrary: parts }, { weight: percent, arbitrary: many });
}

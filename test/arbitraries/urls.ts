import fc from 'fast-check';

/**
 * URLs for the version 3 interface, as clients send them and as no client should: known arguments in all forms, with values that
 * fit, values of another argument, and anything.
 */

const FIELDS = [
  ...['mpn', 'brand.name', 'offers.sku', 'offers.seller.name', 'descriptions.value', 'category_uids', 'avg_price', 'uid'],
  ...['specs.resistance.value', 'specs.capacitance.value', 'specs.lifecycle_status.value', 'specs.nothing.max_value'],
  ...['offers.in_stock_quantity', 'name', 'parent_uid', 'score', 'offers', 'specs', '__proto__', 'constructor', 'a][b', ''],
];

const NUMBERS = [
  '0',
  '1',
  '10',
  '100',
  '101',
  '1000',
  '1001',
  '-1',
  '1.5',
  'x',
  '99999999999999999999',
  '0x10',
  'Infinity',
  '1e999',
];

const FILTERS = [
  ...[
    'mpn:*',
    'mpn:rc*',
    'mpn:*0*',
    'brand.name:"a b"',
    'specs.resistance.value:[1 TO 1000]',
    'avg_price:{1 to 2}',
    '*:*',
    'mpn:(',
  ],
  ...[
    'NOT mpn:a*',
    'a:b',
    ':',
    '(((',
    ')',
    'mpn:[* TO *',
    '"',
    '\\',
    'mpn:a OR brand.name:(b AND -c)',
    'descriptions.value:re?ist*',
  ],
  ...['specs.resistance.value:(1 OR 2 OR 3)', 'category_uids:*a*', 'mpn:*?*?*?*', 'uid:{a TO b]'],
];

const WORDS = [
  ...[
    'resistor',
    '0603',
    'capacitor x7r',
    '"thick film"',
    '-0402',
    'NOT',
    'rc0603*',
    '*7805*',
    '???',
    '10kΩ',
    'a',
    '"',
    '\\',
    'é',
  ],
  ...['\u0000', '\ud800', '😀', '__proto__', 'a*b*c*d*e*f*g', '"a"b"c', ' ', '%', '+', '&', '=', '[]'],
];

const QUERIES = [
  ...['[]', '[{}]', '{}', 'null', '[', '[{"mpn":"rc0603*"}]', '[{"q":"resistor","limit":"3"},{"sku":"*1?2*"}]', '[[[[]]]]'],
  ...['[{"mpn":"a*","start":1001}]', '[{"__proto__":{"x":1},"mpn":"rc0603"}]', '[{"brand":"a","seller":"b","reference":{}}]'],
  ...[
    '[{"mpn_or_sku":"\\u0000"}]',
    '[1,"2",null,true,[]]',
    '"x"',
    '[{"mpn":"\\\\"}]',
    `[${Array(21).fill('{}').join()}]`,
    '1e999',
  ],
];

const FLAGS = ['true', 'false', '1', '0', 'yes', 'TRUE', '', 'null'];
const SLICES = ['[0:1]', '0:1', '[-1:]', ':', '[::]', '[', '[a:b]', '[99999999999999999999:]'];
const NAMES = [
  'uid',
  'mpn',
  'offers',
  'offers.prices.USD',
  'specs',
  'specs.resistance',
  'brand.name',
  'datasheets',
  'nothing',
  'a.b.c',
  '.',
];

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 20 }),
  fc.constantFrom(...WORDS, ...NUMBERS, ...FILTERS, ...FLAGS),
);

const oneOf = (values: readonly string[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anything });

const field = oneOf(FIELDS);
const index = fc.constantFrom('', '[]', '[0]', '[1]', '[999999999]', '[x]', '[', ']');

/** A name and a value, not yet encoded. */
const argument: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('q'),
    fc.array(oneOf(WORDS), { maxLength: 4 }).map((words) => words.join(' ')),
  ),
  fc.tuple(fc.constantFrom('start', 'limit', 'spec_drilldown[limit]', 'spec_drilldown[keys]'), oneOf(NUMBERS)),
  fc.tuple(fc.constant('after'), anything),
  fc.tuple(
    fc.constant('sortby'),
    fc
      .array(fc.tuple(field, fc.constantFrom(' asc', ' desc', '', ' up')), { maxLength: 3 })
      .map((keys) => keys.map((key) => key.join('')).join(',')),
  ),
  fc.tuple(
    fc.tuple(field, index).map(([name, at]) => `filter[fields][${name}]${at}`),
    anything,
  ),
  fc.tuple(
    fc.tuple(fc.constantFrom('filter[queries]', 'facet[queries]'), index).map(([name, at]) => `${name}${at}`),
    oneOf(FILTERS),
  ),
  fc.tuple(
    fc
      .tuple(field, fc.constantFrom('include', 'exclude_filter', 'chosen', 'order', 'contains'))
      .map(([name, member]) => `facet[fields][${name}][${member}]`),
    oneOf(FLAGS),
  ),
  fc.tuple(
    fc
      .tuple(field, fc.constantFrom('start', 'limit', 'ranges', 'tree', 'x'))
      .map(([name, member]) => `facet[fields][${name}][${member}]`),
    oneOf(NUMBERS),
  ),
  fc.tuple(
    fc.tuple(field, fc.constantFrom('include', 'exclude_filter')).map(([name, member]) => `stats[${name}][${member}]`),
    oneOf(FLAGS),
  ),
  fc.tuple(
    fc.constantFrom('spec_drilldown[include]', 'spec_drilldown[exclude_filter]', 'pretty_print', 'exact_only', 'suggest'),
    oneOf(FLAGS),
  ),
  fc.tuple(
    fc.tuple(fc.constantFrom('include', 'show', 'hide', 'uid'), index).map((parts) => parts.join('')),
    oneOf(NAMES),
  ),
  fc.tuple(
    oneOf(NAMES).map((name) => `slice[${name}]`),
    oneOf(SLICES),
  ),
  fc.tuple(fc.constantFrom('queries'), oneOf(QUERIES)),
  fc.tuple(fc.constantFrom('callback', 'apikey', '_', '__proto__[x]', 'constructor[prototype][x]', 'toString'), anything),
  fc.tuple(anything, anything),
);

/** How a client writes an argument: encoded as it should be, as forms do, hardly, or without `=`. */
const written: fc.Arbitrary<string> = fc.tuple(argument, fc.nat(9)).map(([[name, value], style]) => {
  const encode = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
  if (style < 5) return `${encode(name)}=${encode(value)}`;
  if (style < 7) return `${name.replaceAll('&', '%26')}=${encode(value).replaceAll('%20', '+')}`;
  if (style === 7) return name;
  return `${name}=${value}`;
});

/** Paths and arguments without a key; `uids` are those that there are. */
export function urls(uids: readonly string[]): fc.Arbitrary<string> {
  const methods = ['/parts/search', '/parts/search', '/parts/match', '/brands/search', '/categories/search', '/sellers/search'];
  const path = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...methods, '/parts/get_multi', '/brands/get_multi') },
    { weight: 3, arbitrary: fc.constantFrom(...uids).map((uid) => `/parts/${uid}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '/', '/parts', '/brands/match', '/__proto__/search', '/manufacturers/search', '//x//'),
    },
    { weight: 1, arbitrary: anything.map((text) => `/parts/${text}`) },
  );
  return fc.tuple(path, fc.array(written, { maxLength: 8 })).map(([first, args]) => `${first}?${args.join('&')}`);
}

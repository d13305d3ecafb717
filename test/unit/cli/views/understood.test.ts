import { afterAll, beforeAll, expect, it } from 'vitest';
import { changesOfQuestion, renderUnderstood } from '../../../../src/cli/views/understood.js';
import { buildCatalog, type Catalog, type Interpretation, type Meaning, type Reading } from '../../../../src/partdex.js';
import { CapturedTerminal } from '../../../support/captured-terminal.js';

const { stdout } = new CapturedTerminal();
let catalog: Catalog;

beforeAll(async () => {
  const metadata = (key: string, name: string, unit?: { name: string; symbol: string }) => ({
    key,
    name,
    datatype: unit ? ('decimal' as const) : ('string' as const),
    ...(unit && { unit }),
  });
  catalog = await buildCatalog({
    parts: [
      { uid: 'p', mpn: 'A', specs: { resistance: { value: ['10000'] }, voltage: { value: ['50'] }, esr: { value: ['1'] } } },
    ],
    spec_metadata: [
      metadata('resistance', 'Resistance', { name: 'ohm', symbol: 'Ω' }),
      metadata('voltage', 'Voltage Rating (DC)', { name: 'volt', symbol: 'V' }),
      metadata('esr', 'ESR', { name: 'ohm', symbol: 'Ω' }),
    ],
  });
});

afterAll(() => catalog.close());

function reading(text: string, meaning: Partial<Reading> & Pick<Meaning, 'as'>): Reading {
  return { text, offset: 0, length: text.length, parts: 1234, alternatives: [], query: 'x:y', ...meaning };
}

function linesOf(...readings: Reading[]): string[] {
  return renderUnderstood(of(...readings), catalog, stdout).split('\n');
}

function of(...readings: Reading[]): Interpretation {
  return { text: '', request: {}, readings, suggestions: [] };
}

const WITHOUT_QUERY = { query: undefined } as unknown as Partial<Reading>;

it.each<[string, Reading, string]>([
  ['quantity', reading('10k', { as: 'quantity', field: 'specs.resistance.value', value: '10000' }), 'resistance 10 kΩ'],
  [
    'half-open range',
    reading('50V+', { as: 'quantity', field: 'specs.voltage.value', value: '[50 TO *]' }),
    'voltage rating (DC) ≥ 50 V',
  ],
  [
    'open end',
    reading('over 50V', { as: 'quantity', field: 'specs.voltage.value', value: '{50 TO *]' }),
    'voltage rating (DC) > 50 V',
  ],
  [
    'upper end',
    reading('up to 50V', { as: 'quantity', field: 'specs.voltage.value', value: '[* TO 50]' }),
    'voltage rating (DC) ≤ 50 V',
  ],
  ['below', reading('below 1R', { as: 'quantity', field: 'specs.esr.value', value: '[* TO 1}' }), 'ESR < 1 Ω'],
  [
    'range',
    reading('1-10k', { as: 'quantity', field: 'specs.resistance.value', value: '[1000 TO 10000]' }),
    'resistance 1 to 10 kΩ',
  ],
  ['interval', reading('10k', { as: 'quantity', field: 'specs.resistance.range', value: '10000' }), 'resistance 10 kΩ'],
  ['text of a spec', reading('x7r', { as: 'spec', field: 'specs.odd_key.value', value: 'X7R' }), 'odd key X7R'],
  ['category', reading('res', { as: 'category', field: 'category_uids', value: 'Resistors' }), 'category Resistors'],
  ['brand', reading('ti', { as: 'brand', field: 'brand.name', value: 'Texas Instruments' }), 'brand Texas Instruments'],
  ['seller', reading('from x', { as: 'seller', field: 'offers.seller.name', value: 'X' }), 'seller X'],
  ['part number', reading('ne555', { as: 'part number', field: 'mpn', value: 'NE555' }), 'part number NE555'],
  ['words', reading('blue', { as: 'words', query: 'words:"blue"', value: 'blue' }), 'words blue'],
  ['excluded words', reading('-blue', { as: 'words', query: 'NOT (words:"blue")', value: 'blue' }), 'without the words blue'],
  [
    'stock',
    reading('in stock', {
      as: 'purchase',
      field: 'offers.in_stock_quantity',
      value: '1',
      query: '(offers.in_stock_quantity:{0 TO *]) OR (offers.in_stock_quantity:"-2")',
    }),
    'in stock',
  ],
  [
    'quantity of stock',
    reading('1000 in stock', {
      as: 'purchase',
      field: 'offers.in_stock_quantity',
      value: '1000',
      query: 'offers.in_stock_quantity:[1000 TO *]',
    }),
    'stock ≥ 1,000',
  ],
  [
    'price',
    reading('under $0.05', { as: 'purchase', field: 'price.USD.1', value: '0.05', query: 'price.USD.1:[* TO 0.05}' }),
    'price < 0.05 USD',
  ],
  [
    'price at a quantity',
    reading('$1 to $2', { as: 'purchase', field: 'price.USD.1000', value: '2', query: 'price.USD.1000:[1 TO 2]' }),
    'price at 1,000 pieces 1 to 2 USD',
  ],
])('a %s', (_name, given, words) => {
  expect(linesOf(given)).toEqual([`${given.text}: ${words} (1,234 parts)`]);
});

it('sorts have no number of parts, and what was ignored says why', () => {
  expect(
    linesOf(
      reading('cheapest', { as: 'purchase', field: 'price.USD.1', value: 'price.USD.1 asc', ...WITHOUT_QUERY }),
      reading('cheapest', { as: 'purchase', field: 'price.USD.100', value: 'price.USD.100 asc', ...WITHOUT_QUERY }),
      reading('/', { as: 'ignored', parts: 0, ...WITHOUT_QUERY }),
      reading('blue', { as: 'ignored', parts: 0, relaxed: 'no part has all of it', ...WITHOUT_QUERY }),
      reading('capcitor', { as: 'category', value: 'Capacitors', parts: 1, corrected: 'capcitor → capacitor' }),
    ),
  ).toEqual([
    'cheapest: the cheapest first',
    'cheapest: the cheapest at 100 pieces first',
    '/: ignored',
    'blue: ignored (no part has all of it)',
    'capcitor: category Capacitors (1 part); corrected: capcitor → capacitor',
  ]);
});

it('the whole of it has filter queries and alternatives', () => {
  const alternatives: Meaning[] = [{ as: 'brand', field: 'brand.name', value: 'Ten', parts: 3, query: 'brand.name:"Ten"' }];
  const given = reading('10', { as: 'spec', field: 'specs.odd.value', value: '10', query: 'specs.odd.value:"10"', alternatives });
  expect(renderUnderstood(of(given), catalog, stdout, { isWhole: true })).toBe(
    '10: odd 10 (1,234 parts)\n  specs.odd.value:"10"\n  or brand Ten (3 parts)',
  );
});

it('changes are told alone, too', () => {
  expect(
    changesOfQuestion(
      of(
        reading('fine', { as: 'words' }),
        reading('capcitor', { as: 'category', corrected: 'capcitor → capacitor' }),
        reading('blue', { as: 'ignored', relaxed: 'no part has all of it' }),
      ),
    ),
  ).toEqual(['"capcitor": corrected: capcitor → capacitor', '"blue" was ignored (no part has all of it)']);
});

it('text of a catalog moves no cursor', () => {
  expect(linesOf(reading('a\u001b[1m', { as: 'brand', value: 'B\u001b[2m\n' }))).toEqual(['a [1m: brand B [2m (1,234 parts)']);
});

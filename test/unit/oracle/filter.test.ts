import { describe, expect, it } from 'vitest';
import { OracleError } from '../../oracle/errors.js';
import { parseFilter } from '../../oracle/filter-parser.js';
import { createOracle } from '../../oracle/oracle.js';

const decimal = { datatype: 'decimal' };
const oracle = createOracle({
  parts: [
    {
      uid: '0000000000000001',
      mpn: 'RC0603FR-07 10KL',
      brand: { uid: 'yageo', name: 'Yageo' },
      specs: {
        ohms: { value: ['1e4', '10000.0'], metadata: decimal, min_value: '-5' },
        'a.value': { value: 'x y' },
        key: { value: ['Δ', '—'] },
      },
      category_uids: ['chip'],
      offers: [
        { sku: 'S-1', in_stock_quantity: -2, is_authorized: true },
        { sku: '--', in_stock_quantity: '5', moq: 10 },
      ],
    },
    {
      uid: 'part two',
      mpn: 'LM317T',
      brand: { uid: 'ti', name: 'Texas Instruments' },
      descriptions: [{ value: 'regulator 1.2 V adjustable' }, { value: '' }],
      specs: { ohms: { value: '0.10', metadata: decimal } },
      category_uids: ['ic'],
      offers: { sku: 's1', is_authorized: false },
    },
    { uid: 'ZZZ', mpn: '---', brand: { uid: 'none' } },
  ],
  categories: [
    { uid: 'root', name: 'Root' },
    { uid: 'resistors', name: 'Resistors', parent_uid: 'root' },
    { uid: 'chip', name: 'Chip resistors', parent_uid: 'resistors' },
    { uid: 'ic', name: 'ICs', ancestor_uids: ['root'] },
  ],
});
const order = ['0000000000000001', 'part two', 'ZZZ'];
const positions = (uids: readonly { uid: string }[]) =>
  uids
    .map(({ uid }) => order.indexOf(uid) + 1)
    .sort()
    .join('');
const byQuery = (text: string) => positions(oracle.search('parts', { filter: { queries: [text] } }).ordered);
const byField = (field: string, ...values: string[]) =>
  positions(oracle.search('parts', { filter: { fields: { [field]: values } } }).ordered);

describe('filter.fields', () => {
  it.each([
    ['mpn', 'LM317T', '2'],
    ['mpn', 'lm317t', ''],
    ['mpn', 'LM*', ''],
    ['offers.sku', 'S-1', '1'],
    ['specs.ohms.value', '10000', '1'],
    ['specs.ohms.value', ' 1.000E-001', '2'],
    ['specs.ohms.min_value', '-5.0', '1'],
    ['specs.a.value.value', 'x y', '1'],
    ['offers.in_stock_quantity', '-2', '1'],
    ['offers.is_authorized', 'true', '1'],
    ['category_uids', 'root', '12'],
    ['category_uids', 'resistors', '1'],
    ['category_uids', 'Root', ''],
    ['descriptions.value', '', '2'],
    ['specs.nowhere.value', 'x', ''],
  ])('%s = %j finds %j', (field, value, uids) => expect(byField(field, value)).toBe(uids));

  it('is OR within a field, and nothing for an empty list', () => {
    expect(byField('mpn', 'LM317T', '---')).toBe('23');
    expect(byField('mpn')).toBe('123');
  });
});

describe('filter.queries', () => {
  it.each([
    ['*:*', '123'],
    ['mpn:lm-317-t', '2'],
    ['mpn:LM31*', '2'],
    ['mpn:?m317?', '2'],
    ['mpn:*', '123'],
    ['mpn:"---"', ''],
    ['mpn:-*', '12'],
    ['offers.sku:"--"', ''],
    ['offers.sku:*', '12'],
    ['offers.sku:s1', '12'],
    ['brand.name:instruments', '2'],
    ['brand.name:"texas instruments"', '2'],
    ['brand.name:"instruments texas"', ''],
    ['brand.name:inst*', '2'],
    ['brand.name:"inst*"', ''],
    ['brand.name:texas\\ inst*', '2'],
    ['brand.name:s?', ''],
    ['descriptions.value:1.2', '2'],
    ['descriptions.value:""', '2'],
    ['descriptions.value:"adjustable"', '2'],
    ['specs.key.value:δ', '1'],
    ['specs.key.value:"—"', '1'],
    ['specs.key.value:"–"', ''],
    ['specs.a.value.value:y', '1'],
    ['specs.ohms.value:10000', '1'],
    ['specs.ohms.value:"1e-1"', '2'],
    ['specs.ohms.value:*', '12'],
    ['specs.ohms.min_value:-5', '1'],
    ['specs.ohms.min_value:(-5 OR 7)', '1'],
    ['specs.ohms.value:(-0.1)', ''],
    ['specs.ohms.value:[0.1 TO 10000}', '2'],
    ['specs.ohms.value:{0.1 to 10000]', '1'],
    ['specs.ohms.value:[* TO *]', '12'],
    ['specs.ohms.value:[5 TO *]', '1'],
    ['specs.ohms.value:[9 TO 8]', ''],
    ['offers.in_stock_quantity:[-3 TO 0]', '1'],
    ['offers.in_stock_quantity:(-2 AND 5)', '1'],
    ['mpn:[lm TO m]', '2'],
    ['mpn:["rc0603-fr" TO *]', '1'],
    ['brand.name:[T TO z]', '12'],
    ['brand.name:[T TO y}', '2'],
    ['uid:[A TO a]', '3'],
    ['uid:part\\ two', '2'],
    ['uid:part*', '2'],
    ['uid:PART*', ''],
    ['uid:????????????????', '1'],
    ['offers.is_authorized:true', '1'],
    ['offers.is_authorized:TRUE', ''],
    ['category_uids:root', '12'],
    ['category_uids:r*', '12'],
    ['NOT category_uids:root', '3'],
    ['-(mpn:lm* OR brand.name:yageo)', '3'],
    ['NOT specs.nowhere.value:*', '123'],
    ['specs.nowhere.min_value:abc', ''],
    ['mpn:lm317t OR mpn:rc* brand.name:yageo', '12'],
    ['(mpn:lm317t OR mpn:rc*) AND brand.name:yageo', '1'],
    ['brand.name:(texas instruments)', '2'],
    ['brand.name:(texas OR yageo)', '12'],
    ['brand.name:(texas OR (yageo NOT texas))', '12'],
    ['brand.name:(* -texas)', '1'],
    ['brand.name:-texas', '2'],
    ['(mpn:lm*)(brand.name:ti*)', ''],
    ['(mpn:lm*)OR(mpn:rc*)', '12'],
    ['mpn:(lm317t)OR mpn:rc*', '12'],
  ])('%s finds %j', (text, uids) => expect(byQuery(text)).toBe(uids));

  it.each([
    '',
    ' ',
    'mpn',
    'mpn:',
    'mpn: a',
    'mpn :a',
    'mpn:a AND',
    'OR mpn:a',
    'mpn:a OR OR mpn:b',
    'NOT NOT mpn:a',
    '--mpn:a',
    '- mpn:a',
    'NOT -mpn:a',
    '(mpn:a',
    'mpn:a)',
    'mpn:(a',
    'mpn:()',
    'mpn:"a',
    'mpn:a\\',
    'mpn:AND',
    'mpn:(a AND)',
    'mpn:[a b]',
    'mpn:[a TO b',
    'mpn:[a TO]',
    'mpn:[a* TO b]',
    'mpn:a:b',
    'mp*:a',
    'mpn:"a"brand.name:b',
    'mpn:a(brand.name:b)',
    'mpn:(- a)',
    'mpn:(--a)',
    'a or mpn:b',
  ])('%j is a syntax error', (text) => expect(faults(text)).toEqual(['FilterSyntaxError']));

  it.each([
    'brand:a',
    'specs.ohms.value:abc',
    'specs.ohms.value:1*',
    'specs.ohms.value:[a TO 5]',
    'offers.is_authorized:t*',
    'avg_price:?',
    'parent_uid:x',
    `${'('.repeat(101)}mpn:a${')'.repeat(101)}`,
    `mpn:(${'a '.repeat(10_001)})`,
    `mpn:${'a'.repeat(65_536)}`,
  ])('%.40s is refused', (text) => expect(faults(text)).toEqual(['ValidationError']));

  it('stays within the guards', () => {
    for (const text of [`${'('.repeat(100)}mpn:a${')'.repeat(100)}`, `mpn:(${'a '.repeat(10_000)})`])
      expect(byQuery(text)).toBe('');
  });

  it('warns', () => {
    const warnings = (text: string) => oracle.search('parts', { filter: { queries: [text] } }).warnings.map(({ about }) => about);
    expect(warnings('brand.name:(a or b)')).toEqual(['or', 'brand.name']);
    expect(warnings('mpn:(a b)')).toEqual(['mpn']);
    expect(warnings('mpn:(a AND (b OR c))')).toEqual([]);
    expect(warnings('mpn:(a AND NOT b)')).toEqual([]);
    expect(warnings('mpn:(a (b* (c OR d)))')).toEqual(['mpn']);
    expect(warnings('offers.sku:(a b)')).toEqual([]);
    expect(warnings('mpn:[b TO a]')).toEqual(['b']);
    expect(warnings('mpn:[a TO a}')).toEqual([]);
    expect(warnings('specs.no\\:where.value:x')).toEqual(['no:where']);
  });

  it('reads escapes and phrases', () => {
    const { tree } = parseFilter('specs.a\\ \\:b.value:("x \\" y" \\(z\\))');
    expect(tree).toEqual({
      kind: 'leaf',
      leaf: {
        field: 'specs.a :b.value',
        operand: {
          kind: 'and',
          children: [
            { kind: 'leaf', leaf: { kind: 'literal', text: 'x " y' } },
            { kind: 'leaf', leaf: { kind: 'literal', text: '(z)' } },
          ],
        },
      },
    });
  });
});

function faults(text: string): string[] {
  try {
    byQuery(text);
    return [];
  } catch (error) {
    if (!(error instanceof OracleError)) throw error;
    return [...error.faults];
  }
}

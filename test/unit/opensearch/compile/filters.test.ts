import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../../../src/analysis/decimal.js';
import { partFields } from '../../../../src/opensearch/compile/fields.js';
import { compileFilter } from '../../../../src/opensearch/compile/filters.js';
import { RecordNames } from '../../../../src/opensearch/compile/names.js';
import { ALL, NONE, oneOf } from '../../../../src/opensearch/compile/queries.js';
import { beginsWith, type FilterContext } from '../../../../src/opensearch/compile/ranges.js';
import { indexLayout } from '../../../../src/opensearch/schema.js';
import type { ResolvedFilter, ResolvedOperand } from '../../../../src/resolve/resolved-filter.js';

const names = new RecordNames({
  brands: [{ uid: 'b1', called: ['Texas Instruments', 'TI'] }],
  manufacturers: [],
  sellers: [],
  categories: [{ uid: 'c1', called: ['Chip Resistors'] }],
});
const types = new Map([
  ['ohms', 'number'],
  ['color', 'string'],
] as const);
const fields = partFields(indexLayout([]), (key) => types.get(key as 'ohms'));
const context: FilterContext = { fields, names };

const on = (name: string, operand: ResolvedOperand): ResolvedFilter => ({ kind: 'field', name, fieldKind: 'name', operand });
const compile = (name: string, operand: ResolvedOperand, more: Partial<FilterContext> = {}) =>
  compileFilter(on(name, operand), { ...context, ...more });
const number = (text: string) => parseDecimal(text) as NonNullable<ReturnType<typeof parseDecimal>>;
const bound = (text: string, inclusive = true) => ({ value: number(text), inclusive });

describe('filters as queries', () => {
  it('compares part numbers by form, and finds none without a letter or digit', () => {
    expect(compile('mpn', { kind: 'term', text: 'RC-0603' })).toEqual({ term: { mpn_p: 'rc0603' } });
    expect(compile('mpn', { kind: 'term', text: '---' })).toBe(NONE);
  });

  it('finds names by adjacent words, and by fold without any', () => {
    expect(compile('manufacturer.name', { kind: 'term', text: 'Texas Instr.' })).toEqual({
      match_phrase: { manufacturer_name_t: { query: 'texas instr', slop: 0 } },
    });
    expect(compile('manufacturer.name', { kind: 'term', text: '—' })).toEqual({ term: { manufacturer_name_f: '—' } });
  });

  it('gives terms of specs the name of their member', () => {
    expect(compile('specs.color.value', { kind: 'value', text: 'Red' })).toEqual({ term: { spec_s: 'color.value=Red' } });
    expect(compile('specs.ohms.value', { kind: 'number', number: number('10') })).toEqual({
      term: { spec_n: 'ohms.value=650011' },
    });
  });

  it('keeps an open range within the terms of its member', () => {
    const range: ResolvedOperand = { kind: 'number_range', lower: bound('10', false), upper: undefined };
    expect(compile('specs.ohms.value', range)).toEqual({ range: { spec_n: { gt: 'ohms.value=650011', lt: 'ohms.value>' } } });
  });

  it('finds nothing of a spec that no part has, whatever is asked', () => {
    for (const operand of [{ kind: 'exists' }, { kind: 'term', text: 'x' }] satisfies ResolvedOperand[]) {
      expect(compile('specs.nowhere.value', operand)).toBe(NONE);
    }
    expect(compileFilter({ kind: 'not', child: on('specs.nowhere.value', { kind: 'exists' }) }, context)).toBe(ALL);
  });

  it('makes one clause of many values', () => {
    const children = ['a', 'b', 'c'].map((text): ResolvedOperand => ({ kind: 'value', text }));
    expect(compile('brand.name', { kind: 'or', children })).toEqual({ terms: { brand_name: ['a', 'b', 'c'] } });
  });

  it('asks intervals and values whether they meet a range, and intervals alone whether they hold it', () => {
    const met = JSON.stringify(compile('specs.ohms.range', { kind: 'number_range', lower: bound('1'), upper: bound('2') }));
    for (const field of ['extent_from', 'extent_to', 'spec_n']) expect(met).toContain(field);
    const held = JSON.stringify(compile('specs.ohms.covers', { kind: 'covered_range', lower: bound('1'), upper: bound('2') }));
    expect(held).not.toContain('spec_n');
    expect(compile('specs.ohms.range', { kind: 'number_range', lower: bound('3', false), upper: bound('3', false) })).toBe(NONE);
  });

  it('finds records by their names, and parts by the uids of those', () => {
    const query = JSON.stringify(compile('words', { kind: 'term', text: 'ti' }));
    expect(query).toContain('{"terms":{"brand_uid":["b1"]}}');
    expect(query).not.toContain('category_uids');
    expect(JSON.stringify(compile('words', { kind: 'term', text: 'resistors' }))).toContain('{"terms":{"category_uids":["c1"]}}');
  });

  it('looks through values where a pattern is too complex or too long', () => {
    const pattern: ResolvedOperand = {
      kind: 'pattern',
      parts: [{ kind: 'any_run' }, { kind: 'literal', text: 'a*' }, { kind: 'any_one' }],
    };
    expect(compile('mpn', pattern)).toEqual({ wildcard: { mpn_w: { value: '*a?' } } });
    expect(compile('uid', pattern)).toEqual({ wildcard: { uid: { value: '*a\\*?' } } });
    expect(JSON.stringify(compile('mpn', pattern, { scripted: true }))).toContain('"field":"mpn_p"');
    const long: ResolvedOperand = { kind: 'pattern', parts: [{ kind: 'literal', text: 'x'.repeat(1000) }, { kind: 'any_run' }] };
    for (const query of [compile('descriptions.value', pattern, { scripted: true }), compile('descriptions.value', long)]) {
      const text = JSON.stringify(query);
      expect(text).not.toContain('"wildcard"');
      for (const field of ['descriptions_value_k', 'descriptions_value_o']) expect(text).toContain(`"field":"${field}"`);
    }
  });

  it('asks the documents of offers for conditions on one of them', () => {
    const moq = on('offers.moq', { kind: 'number', number: number('5') });
    const group = (child: ResolvedFilter) => compileFilter({ kind: 'offers', child }, context);
    expect(group(moq)).toEqual({ nested: { path: 'offer', query: { term: { 'offer.moq': '650005' } }, score_mode: 'none' } });
    expect(group({ kind: 'not', child: moq })).toMatchObject({
      nested: { query: { bool: { must_not: [{ term: { 'offer.moq': '650005' } }] } } },
    });
    expect(group({ kind: 'all' })).toMatchObject({ nested: { query: ALL } });
    expect(compile('offers.moq', { kind: 'number', number: number('5') })).toEqual({ term: { offers_moq: '650005' } });
  });

  it('looks at the prices of a currency that may be within bounds, and which of them count', () => {
    const range: ResolvedOperand = { kind: 'number_range', lower: bound('1', false), upper: bound('10') };
    const query = compile('price.USD.250', range);
    expect(query).toMatchObject({
      bool: {
        filter: [
          { range: { prices: { gte: 'USD=650001!', lt: 'USD=650011!' } } },
          {
            script: {
              script: { params: { quantity: '000000250', lower: '650001', from: false, upper: '650011', lowest: true } },
            },
          },
        ],
      },
    });
    expect(compile('price.USD.250', { kind: 'exists' })).toEqual({ prefix: { prices: 'USD=' } });
    expect(JSON.stringify(compile('offers.price.USD.250', range))).toContain('"lowest":false');
    const inside = compileFilter({ kind: 'offers', child: on('offers.price.USD.250', range) }, context);
    expect(JSON.stringify(inside)).toContain('"field":"offer.prices"');
  });

  it('gives the engine no long bound of a price', () => {
    const long = { value: number(`1${'1'.repeat(990)}`), inclusive: true };
    const query = compile('price.USD.1', { kind: 'number_range', lower: long, upper: undefined });
    expect(query).toMatchObject({ bool: { filter: [{ prefix: { prices: 'USD=' } }, { script: {} }] } });
  });

  it('never gives the engine a text to parse', () => {
    const texts = ['" OR *:*', '{"match_all":{}}', '\\', '*'];
    for (const text of texts) expect(compile('uid', { kind: 'value', text })).toEqual({ term: { uid: text } });
  });

  it('has programs look for what begins with a text that is too long for the engine', () => {
    expect(beginsWith('mpn_p', 'rc06')).toEqual({ prefix: { mpn_p: 'rc06' } });
    expect(beginsWith('mpn_p', '\ud800')).toBe(NONE);
    const long = `${'a'.repeat(1200)}*`;
    const { script } = (beginsWith('extent_from', long) as { script: { script: { params: object } } }).script;
    expect(script.params).toEqual({ field: 'extent_from', pattern: `${'a'.repeat(1200)}\\**`, separator: null });
  });

  it('takes more values than the engine does in one clause', () => {
    expect(oneOf('uid', [])).toBe(NONE);
    expect(oneOf('uid', ['a'])).toEqual({ terms: { uid: ['a'] } });
    const values = Array.from({ length: 130_000 }, (_, i) => String(i));
    const { should } = (oneOf('uid', values) as { bool: { should: { terms: { uid: string[] } }[] } }).bool;
    expect(should.map(({ terms }) => terms.uid.length)).toEqual([60_000, 60_000, 10_000]);
  });
});

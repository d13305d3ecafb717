import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/model/errors.js';
import { Issues, withoutIssues } from '../../../src/model/issues.js';
import { DEFAULT_LIMITS } from '../../../src/model/limits.js';
import { type FieldTypes, FilterResolver, type ResolvedFilter } from '../../../src/resolve/filters.js';
import { soleField } from '../../../src/resolve/sole-names.js';
import { finished } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { fieldOf as field, parsed, parseFilter } from '../../support/checked.js';

const TYPES: FieldTypes = {
  collection: 'parts',
  specType: (key) => (key === 'case' ? 'string' : [...TYPES.specKeys()].includes(key) ? 'number' : undefined),
  specUnit: (key) => (key === 'resistance' ? { name: 'ohm', symbol: 'Ω' } : undefined),
  specKeys: () => ['ohms', 'case', 'resistance', 'Fmax.min', 'Fmax'],
  isMultiValued: (field) => field === 'offers.sku',
};

function resolve(query: string, types = TYPES): { filter: ResolvedFilter; warnings: string[] } {
  return withoutIssues(undefined, (issues) => {
    const resolver = new FilterResolver(types, issues);
    const { filter, places } = parsed(query);
    return { filter: resolver.filter(filter, { path: ['filter', 'queries', 0], places }), warnings: [...resolver.warnings] };
  });
}

/** The operand of a query on one field. */
function operandOf(query: string): { kind: string; [member: string]: unknown } {
  const { filter } = resolve(query);
  if (filter.kind !== 'field') throw new Error(`${query} is a ${filter.kind}`);
  return filter.operand as never;
}

describe('FilterResolver', () => {
  it.each([
    ['mpn:x', 'part_number', 'term'],
    ['brand.name:"a b"', 'name', 'term'],
    ['brand.name:a*', 'name', 'pattern'],
    ['brand.name:*', 'name', 'exists'],
    ['brand.name:[a TO b]', 'name', 'text_range'],
    ['brand.name:(a b)', 'name', 'and'],
    ['brand.name:(a OR b)', 'name', 'or'],
    ['brand.name:(NOT a)', 'name', 'not'],
    ['descriptions.value:x', 'text', 'term'],
    ['offers.is_authorized:true', 'boolean', 'term'],
    ['category_uids:c*', 'uid', 'pattern'],
    ['avg_price:1', 'number', 'number'],
    ['avg_price:[1 TO *]', 'number', 'number_range'],
    ['avg_price:*', 'number', 'exists'],
    ['specs.ohms.value:10', 'number', 'number'],
    ['specs.case.value:10', 'string', 'term'],
    ['specs.case.min_value:10', 'number', 'number'],
  ])('resolves %s as %s, %s', (query, kind, operand) => {
    const { filter, warnings } = resolve(query);
    expect(filter).toMatchObject({ kind: 'field', fieldKind: kind, operand: { kind: operand } });
    if (operand !== 'and') expect(warnings).toEqual([]);
  });

  it('warns of a range whose bounds are the wrong way round by code points', () => {
    expect(resolve('brand.name:[𠮷 TO \uFFFD]').warnings).toHaveLength(1);
    expect(resolve('brand.name:[\uFFFD TO 𠮷]').warnings).toHaveLength(0);
  });

  it('brings the bounds of a range into the form that is compared', () => {
    expect(operandOf('mpn:[A-1 TO Z-9}')).toMatchObject({
      lower: { value: 'a1', inclusive: true },
      upper: { value: 'z9', inclusive: false },
    });
    expect(operandOf('brand.name:{É TO Ω]')).toMatchObject({ lower: { value: 'e', inclusive: false }, upper: { value: 'ohm' } });
    expect(operandOf('uid:[A TO É]')).toMatchObject({ lower: { value: 'A' }, upper: { value: 'É' } });
    expect(operandOf('uid:[* TO *]')).toMatchObject({ lower: undefined, upper: undefined });
    expect(operandOf('uid:["*" TO *]')).toMatchObject({ lower: { value: '*' } });
    const { lower, upper } = operandOf('avg_price:[0.10 TO 1e3}') as never as {
      lower: { value: object };
      upper: { value: object };
    };
    expect([String(lower.value), String(upper.value)]).toEqual(['0.1', '1000']);
  });

  it.each([
    ['specs.resistance.value:4k7', '4700'],
    ['specs.resistance.value:4.7kΩ', '4700'],
    ['specs.resistance.value:"4.7 kΩ"', '4700'],
    ['specs.resistance.min_value:10mR', '0.01'],
    ['specs.resistance.value:4.7e3', '4700'],
  ])('reads the quantity of %s', (query, number) => expect(String(operandOf(query).number)).toBe(number));

  it.each([
    ['[1k TO 1M}', '[1000 TO 1000000}'],
    ['["4.7 kΩ" TO *]', '[4700 TO *]'],
    ['1k+', '[1000 TO *]'],
    ['">= 1 kΩ"', '[1000 TO *]'],
    ['<1k', '[* TO 1000}'],
    ['1..10k', '[1000 TO 10000]'],
  ])('reads the range of specs.resistance.value:%s', (value, expected) => {
    const { kind, lower, upper } = operandOf(`specs.resistance.value:${value}`) as never as {
      kind: string;
      lower?: { value: object; inclusive: boolean };
      upper?: { value: object; inclusive: boolean };
    };
    expect(kind).toBe('number_range');
    const brackets = [lower?.inclusive === false ? '{' : '[', upper?.inclusive === false ? '}' : ']'];
    expect(`${brackets[0]}${lower?.value ?? '*'} TO ${upper?.value ?? '*'}${brackets[1]}`).toBe(expected);
  });

  it.each([
    [
      'specs.resistance.value:5V',
      /"5V" is in volt, and specs\.resistance\.value is in ohm \(written Ω, ohm, ohms or R\); write for example 4\.7k/,
    ],
    ['specs.resistance.value:ten', /"ten" is neither a number nor a quantity, and specs\.resistance\.value is in ohm/],
    ['specs.resistance.value:[1k+ TO 5]', /"1k\+" is a range, and one quantity in ohm/],
    ['specs.ohms.value:1k', /"1k" is not a number, and specs\.ohms\.value is a number field/],
    ['specs.ohms.value:.5', /"\.5" is not a number/],
    ['avg_price:1k', /"1k" is not a number/],
  ])('refuses %s', (query, message) => expect(() => resolve(query)).toThrow(message));

  it.each([
    ['colour:red', /filter\.queries\[0\]: "colour" is not a fieldname of parts; did you mean/],
    ['avg_price:cheap', /filter\.queries\[0\]: "cheap" is not a number, and avg_price is a number field/],
    ['avg_price:"1 2"', /"1 2" is not a number/],
    ['avg_price:[1 TO ten]', /"ten" is not a number/],
    ['avg_price:1*', /avg_price is a number field and takes no wildcards; write a number or a range/],
    ['specs.ohms.value:(1 OR x)', /"x" is not a number/],
    ['specs.ohms.min_value:1?', /takes no wildcards/],
    ['offers.is_authorized:t*', /is a boolean field and takes no wildcards; write true or false/],
    ['brand.name:x AND NOT (avg_price:1 OR avg_price:y)', /"y" is not a number/],
  ])('refuses %s', (query, message) => {
    expect(() => resolve(query)).toThrow(ValidationError);
    expect(() => resolve(query)).toThrow(message);
  });

  it('warns of a spec that no part has, and accepts any value for it', () => {
    for (const query of [
      'specs.none.value:x',
      'specs.none.min_value:x',
      'specs.none.value:x*',
      'specs.none.max_value:[a TO b]',
    ]) {
      const { warnings } = resolve(query);
      expect(warnings.length, query).toBe(1);
      expect(warnings[0]).toMatch(/^no part has the spec "none": specs\.none\.\w+ matches nothing$/);
    }
    expect(resolve('specs.none.value:x OR specs.none.value:y').warnings.length).toBe(1);
    const resolver = new FilterResolver(TYPES, new Issues());
    for (const name of ['mpn', 'specs.ohms.value', 'specs.none.value']) resolver.warnOfUnknownSpec(name);
    expect([...resolver.warnings]).toEqual(['no part has the spec "none": specs.none.value orders nothing']);
  });

  it.each([
    ['resistance:[1 TO 5]', '"resistance" is not a fieldname of parts; did you mean "specs.resistance.value"?'],
    ['specs.resistance:1', '"specs.resistance" is not a fieldname of parts; did you mean "specs.resistance.value"?'],
    ['specs.resistence:1', 'did you mean "specs.resistance.value"?'],
    ['specs.none:1', 'did you mean "specs.none.value"?'],
    ['Resistence:1', 'did you mean "specs.resistance.value" or '],
    ['fmax.min:1', 'did you mean "specs.Fmax.min.value" or '],
    ['specs.ohms.unit:1', '"specs.ohms.unit" is not a fieldname of parts; did you mean "specs.ohms.value"?'],
    ['specs.Ohms.metadata.unit:1', 'did you mean "specs.ohms.value"?'],
    ['specs.ohms.max:1', 'did you mean "specs.ohms.max_value"?'],
    ['specs.ohms.MIN:1', 'did you mean "specs.ohms.min_value"?'],
    ['specs.fmax.min:1', 'did you mean "specs.Fmax.min.value"?'],
    ['specs.Fmax.min:1', 'did you mean "specs.Fmax.min.value"?'],
    ['specs.Fmax.min.unit:1', 'did you mean "specs.Fmax.min.value"?'],
    ['specs.none.unit:1', 'did you mean "specs.none.unit.value"?'],
    ['mpm:1', 'did you mean "mpn" or '],
    ['specs.:1', '"specs." is not a fieldname'],
  ])('knows which spec %s means', (query, message) => {
    expect(() => resolve(query)).toThrow(message);
  });

  it.each([
    [
      'specs.resistence.value:1',
      'no part has the spec "resistence": specs.resistence.value matches nothing; did you mean "specs.resistance.value"?',
    ],
    ['specs.Resistance.max_value:1', 'did you mean "specs.resistance.max_value"?'],
    ['specs.ohm.value:x', 'did you mean "specs.ohms.value"?'],
  ])('names the spec that %s probably means', (query, warning) => {
    expect(resolve(query).warnings).toEqual([expect.stringContaining(warning)]);
    const resolver = new FilterResolver(TYPES, new Issues());
    resolver.warnOfUnknownSpec('specs.resistence.value');
    expect([...resolver.warnings][0]).toContain('orders nothing; did you mean "specs.resistance.value"?');
  });

  it.each([
    ['brand.name:(TDK Murata)', 1],
    ['brand.name:(TDK AND Murata AND Vishay)', 1],
    ['brand.name:(TDK -Murata)', 0],
    ['brand.name:(TDK OR Murata)', 0],
    ['brand.name:("TDK Murata")', 0],
    ['offers.sku:(a b)', 0],
    ['brand.name:TDK brand.name:Murata', 0],
  ])('warns of %s, which asks one value to be two: %i', (query, count) => {
    const { warnings } = resolve(query);
    expect(warnings.filter((warning) => warning.startsWith('no part has two values')).length).toBe(count);
  });

  it('shows the group with OR', () => {
    expect(resolve('brand.name:(TDK "Murata Co")').warnings[0]).toContain('for any of them: brand.name:(TDK OR "Murata Co")');
  });

  it.each([
    ['avg_price:[2 TO 1]', 1],
    ['avg_price:[0.10 TO 0.1]', 0],
    ['avg_price:{1 TO 1}', 0],
    ['mpn:[b-1 TO B1]', 0],
    ['mpn:[b2 TO B-1]', 1],
    ['brand.name:[É TO e]', 0],
    ['brand.name:[z TO É]', 1],
    ['uid:[a TO Z]', 1],
  ])('warns of the empty range %s: %i', (query, count) => {
    const { warnings } = resolve(query);
    expect(warnings.filter((warning) => warning.includes('its lower bound is above the upper one')).length).toBe(count);
  });

  it.each([
    'specs.none.value:[5 TO 10]',
    'specs.none.range:[5 TO 10]',
    'specs.none.min_value:[b TO a]',
    'specs.none.value:(5 6)',
  ])('says of %s that no part has the spec, and nothing of its values', (query) => {
    expect([...resolve(query).warnings]).toEqual([expect.stringContaining('no part has the spec "none"')]);
  });

  it('takes the values of filter.fields literally', () => {
    const issues = new Issues();
    const resolver = new FilterResolver(TYPES, issues);
    const work = new Work(UNBOUNDED);
    const values = (name: string, ...texts: string[]) =>
      finished(resolver.values({ field: field('parts', name), values: texts }, work));
    expect(values('brand.name', 'a*', 'b')).toMatchObject({
      operand: {
        kind: 'or',
        children: [
          { kind: 'value', text: 'a*' },
          { kind: 'value', text: 'b' },
        ],
      },
    });
    expect(values('mpn', '-')).toMatchObject({ operand: { kind: 'value', text: '-' } });
    expect(values('avg_price', '1.0')).toMatchObject({ operand: { kind: 'number' } });
    values('avg_price', '1', 'x');
    expect(() => issues.throwIfAny()).toThrow(/^filter\.fields\.avg_price\[1\]: "x" is not a number/);
    expect(values('specs.resistance.value', '4k7')).toMatchObject({ operand: { kind: 'number' } });
    expect(values('specs.none.min_value', 'x')).toMatchObject({ operand: { kind: 'value', text: 'x' } });
    expect(resolver.warnings.size).toBe(1);
  });
});

describe('the values of filter.fields', () => {
  it('are read in steps, each charged by its length', () => {
    const spent: number[] = [];
    const work = { spend: (units: number) => spent.push(units) > 0 } as unknown as Work;
    const resolver = new FilterResolver(TYPES, new Issues());
    const steps = resolver.values(
      { field: field('parts', 'specs.resistance.value'), values: ['4k7', `${' '.repeat(97)}10k`] },
      work,
    );
    let pauses = 0;
    while (!steps.next().done) pauses++;
    expect(pauses).toBe(2);
    expect(spent[1] / spent[0]).toBeCloseTo(100 / 3);
  });
});

describe('soleField', () => {
  const fieldOf = (query: string) => soleField(parseFilter(query, DEFAULT_LIMITS, 'filter.queries').filter);

  it.each([
    ['mpn:a', 'mpn'],
    ['NOT mpn:a', 'mpn'],
    ['mpn:a OR (NOT mpn:(b c) AND mpn:[a TO b])', 'mpn'],
    ['specs.ohms.value:1 OR specs.ohms.value:2', 'specs.ohms.value'],
    ['mpn:a OR *:*', 'mpn'],
    ['mpn:a uid:b', undefined],
    ['specs.ohms.value:1 specs.ohms.min_value:1', undefined],
    ['*:*', undefined],
    ['NOT *:*', undefined],
  ])('of %j is %j', (query, field) => {
    expect(fieldOf(query)).toBe(field);
  });

  it('is found among more clauses than a call takes arguments', () => {
    const { filter } = parseFilter('mpn:a', DEFAULT_LIMITS, 'filter.queries');
    expect(soleField({ kind: 'or', children: Array(300_000).fill(filter) })).toBe('mpn');
  });
});

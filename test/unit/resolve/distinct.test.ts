import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, parseAskedDecimal } from '../../../src/analysis/decimal.js';
import type { PatternPiece } from '../../../src/analysis/pattern.js';
import type { FieldKind } from '../../../src/model/fields.js';
import { distinctFilter } from '../../../src/resolve/distinct.js';
import type { FieldTypes, ResolvedFilter, ResolvedOperand } from '../../../src/resolve/filters.js';
import { patternParts } from '../../arbitraries/ast.js';
import { resolvedFilter } from '../../support/checked.js';
import { forAll } from '../../support/for-all.js';

const TYPES: FieldTypes = {
  collection: 'parts',
  specType: (key) => (key === 'ohms' ? 'number' : 'string'),
  specUnit: () => undefined,
  specKeys: () => ['ohms', 'case'],
  isMultiValued: () => true,
};

function resolved(query: string): ResolvedFilter {
  return resolvedFilter(query, TYPES);
}

/** The key of a filter, and how many conditions it has. */
function distinct(filter: ResolvedFilter): { filter: ResolvedFilter; key: string; clauses: number } {
  const clauses = new Set<string>();
  return { ...distinctFilter(filter, clauses), clauses: clauses.size };
}

const keyOf = (query: string) => distinct(resolved(query)).key;
const clausesOf = (query: string) => distinct(resolved(query)).clauses;

/** What a filter says of a row, given which of its conditions the row meets. */
function meets(filter: ResolvedFilter, isMet: (condition: string) => boolean): boolean {
  switch (filter.kind) {
    case 'all':
      return true;
    case 'not':
      return !meets(filter.child, isMet);
    case 'and':
      return filter.children.every((child) => meets(child, isMet));
    case 'or':
      return filter.children.some((child) => meets(child, isMet));
    case 'offers':
      return meets(filter.child, (condition) => isMet(`offers ${condition}`));
    case 'field':
      return meetsOperand(filter.operand, (operand) => isMet(JSON.stringify([filter.name, operand])));
  }
}

function meetsOperand(operand: ResolvedOperand, isMet: (operand: ResolvedOperand) => boolean): boolean {
  switch (operand.kind) {
    case 'not':
      return !meetsOperand(operand.child, isMet);
    case 'and':
      return operand.children.every((child) => meetsOperand(child, isMet));
    case 'or':
      return operand.children.some((child) => meetsOperand(child, isMet));
    default:
      return isMet(operand);
  }
}

/** Which conditions an imaginary row meets: any half of them. */
const rowOf = (row: number) => (condition: string) => {
  let hash = row + 1;
  for (let i = 0; i < condition.length; i++) hash = Math.imul(hash ^ condition.charCodeAt(i), 0x01000193);
  return ((hash ^ (hash >>> 15)) & 1) === 1;
};
const ROWS = Array.from({ length: 64 }, (_, row) => rowOf(row));
const rowsOf = (filter: ResolvedFilter) => ROWS.map((row) => meets(filter, row));

const decimal = (text: string) => parseAskedDecimal(text) as Decimal;
const bound = <T>(value: fc.Arbitrary<T>) => fc.option(fc.record({ value, inclusive: fc.boolean() }), { nil: undefined });

/** Texts that look like what keys are made of. */
const text = () =>
  fc.constantFrom('a', 'b', '', '"', '\\', 'a"', ',', ')', 'a,b', '*', '?', '\\*', '!a', '* TO *', '1', '\ud800');
const number = () => fc.constantFrom('1', '1.0', '10', '1e1', '-5', '1e400').map(decimal);
const parts = () =>
  fc.oneof(
    patternParts,
    fc
      .constantFrom('a', '*', '?', '\\')
      .map((literal): PatternPiece[] => [{ kind: 'literal', text: literal }, { kind: 'any_run' }]),
  );

const condition = (): fc.Arbitrary<ResolvedOperand> =>
  fc.oneof(
    fc.record({ kind: fc.constantFrom('value' as const, 'term' as const), text: text() }),
    fc.record({ kind: fc.constant('pattern' as const), parts: parts() }),
    fc.record({ kind: fc.constant('exists' as const) }),
    fc.record({ kind: fc.constant('number' as const), number: number() }),
    fc.record({ kind: fc.constant('number_range' as const), lower: bound(number()), upper: bound(number()) }),
    // A range without bounds is that of numbers: no field has both kinds, and then they are one condition.
    fc
      .record({ kind: fc.constant('text_range' as const), lower: bound(text()), upper: bound(text()) })
      .filter(({ lower, upper }) => lower !== undefined || upper !== undefined),
  );

const groupKind = () => fc.constantFrom('and' as const, 'or' as const);

const { filter: filters } = fc.letrec<{ operand: ResolvedOperand; filter: ResolvedFilter }>((tie) => ({
  operand: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition(),
    fc.record({ kind: groupKind(), children: fc.array(tie('operand'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ kind: fc.constant('not' as const), child: tie('operand') }),
  ),
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({
      kind: fc.constant('field' as const),
      name: fc.constantFrom('mpn', 'brand.name', 'avg_price', 'specs.a"b.value'),
      fieldKind: fc.constant<FieldKind>('string'),
      operand: tie('operand'),
    }),
    fc.record({ kind: groupKind(), children: fc.array(tie('filter'), { minLength: 1, maxLength: 4 }) }),
    fc.record({ kind: fc.constant('not' as const), child: tie('filter') }),
    fc.constant<ResolvedFilter>({ kind: 'all' }),
  ),
}));

type Group<T> = { readonly kind: 'and' | 'or'; readonly children: readonly T[] };

/** All groups of a filter, of filters and of operands. */
function groupsOf(node: ResolvedFilter | ResolvedOperand): Group<ResolvedFilter | ResolvedOperand>[] {
  if (node.kind === 'field') return groupsOf(node.operand);
  if (node.kind === 'not') return groupsOf(node.child);
  if (node.kind !== 'and' && node.kind !== 'or') return [];
  return [node, ...node.children.flatMap(groupsOf)];
}

/** The same with every group written twice. */
function repeated<T extends ResolvedFilter | ResolvedOperand>(node: T): T {
  if (node.kind === 'field') return { ...node, operand: repeated(node.operand) };
  if (node.kind === 'not') return { ...node, child: repeated(node.child) };
  if (node.kind !== 'and' && node.kind !== 'or') return node;
  const children = (node.children as readonly T[]).map(repeated);
  return { ...node, children: [...children, ...children] };
}

describe('a filter without duplicates', () => {
  it('has the rows of the one that it was made of', () => {
    forAll([filters], (filter) => expect(rowsOf(distinct(filter).filter)).toEqual(rowsOf(filter)), 500);
  });

  it('has no condition twice beside itself, and no two alternatives on one field', () => {
    const check = (filter: ResolvedFilter) => {
      for (const { kind, children } of groupsOf(distinct(filter).filter)) {
        expect(children.length).toBeGreaterThan(1);
        expect(new Set(children.map((child) => JSON.stringify(child))).size).toBe(children.length);
        const fields = children.flatMap((child) => (child.kind === 'field' ? [child.name] : []));
        if (kind === 'or') expect(new Set(fields).size).toBe(fields.length);
      }
    };
    forAll([filters], check, 500);
  });

  it('is the same, with as many conditions, where everything is written twice', () => {
    const check = (filter: ResolvedFilter) => {
      const { key, clauses } = distinct(filter);
      expect(distinct(repeated(filter))).toMatchObject({ key, clauses });
    };
    forAll([filters], check, 300);
  });

  it('has a key that no other filter with other rows has', () => {
    const check = (drawn: readonly ResolvedFilter[]) => {
      const byKey = new Map<string, boolean[]>();
      for (const filter of drawn) {
        const { key } = distinct(filter);
        const rows = rowsOf(filter);
        expect(byKey.get(key) ?? rows).toEqual(rows);
        byKey.set(key, rows);
      }
    };
    forAll([fc.array(filters, { minLength: 80, maxLength: 80 })], check, 60);
  });
});

describe('conditions', () => {
  it.each([
    ['mpn:a mpn:a', 'mpn:a'],
    ['mpn:a AND mpn:b AND mpn:a', 'mpn:a AND mpn:b'],
    ['mpn:a OR mpn:a OR mpn:a', 'mpn:a'],
    ['mpn:(a OR b OR a)', 'mpn:(a OR b)'],
    ['mpn:(a a)', 'mpn:a'],
    ['mpn:a OR mpn:b', 'mpn:(a OR b)'],
    ['mpn:a OR mpn:(b OR c) OR mpn:b', 'mpn:(a OR b OR c)'],
    ['mpn:a OR brand.name:x OR mpn:b', 'brand.name:x OR mpn:(a OR b)', 'mpn:(a OR b) OR brand.name:x'],
    ['(mpn:a OR mpn:b) AND (mpn:a OR mpn:b)', 'mpn:(a OR b)'],
    ['NOT mpn:a NOT mpn:a', 'NOT mpn:a'],
    ['NOT (mpn:a OR mpn:b)', 'NOT mpn:(a OR b)'],
    ['mpn:a* mpn:a*', 'mpn:a*'],
    ['mpn:"a" mpn:a', 'mpn:a'],
    ['mpn:"a b"', 'mpn:a\\ b'],
    ['avg_price:1.0 avg_price:1', 'avg_price:1'],
    ['avg_price:[1 TO 10] avg_price:[1.0 TO 1e1]', 'avg_price:[1 TO 10]'],
    ['brand.name:[a TO b] brand.name:[A TO B]', 'brand.name:[a TO b]'],
    ['*:* *:*', '*:*'],
    ['specs.ohms.value:(1 OR (2 OR (1 OR 3)))', 'specs.ohms.value:(1 OR 2 OR 3)'],
  ])('%s is %s', (one, ...others) => {
    expect(others.map(keyOf)).toContain(keyOf(one));
  });

  it.each([
    ['mpn:a', 'mpn:b'],
    ['mpn:a', 'offers.sku:a'],
    ['mpn:a', 'NOT mpn:a'],
    ['mpn:a', 'mpn:a*'],
    ['mpn:a*', 'mpn:a?'],
    ['mpn:a*', 'mpn:a\\*'],
    ['mpn:a*b', 'mpn:a\\*b*'],
    ['mpn:\\**', 'mpn:**'],
    ['mpn:\\\\*', 'mpn:\\**'],
    ['mpn:"*"', 'mpn:*'],
    ['mpn:(a b)', 'mpn:(a OR b)'],
    ['mpn:a mpn:b', 'mpn:a OR mpn:b'],
    ['mpn:(a (b OR c))', 'mpn:((a b) OR c)'],
    ['mpn:(a OR NOT b)', 'mpn:(NOT a OR b)'],
    ['NOT (mpn:a mpn:b)', 'NOT mpn:a NOT mpn:b'],
    ['mpn:[a TO b]', 'mpn:{a TO b]'],
    ['mpn:[a TO b]', 'mpn:[a TO b}'],
    ['mpn:[a TO *]', 'mpn:[* TO a]'],
    ['mpn:[* TO *]', 'mpn:*'],
    ['avg_price:1', 'avg_price:[1 TO 1]'],
    ['avg_price:[1 TO 2]', 'avg_price:[1 TO 20]'],
    ['mpn:a', '*:*'],
  ])('%s is not %s', (one, other) => expect(keyOf(one)).not.toBe(keyOf(other)));

  it('of a value as it is, and of its words, are two', () => {
    const ofKind = (kind: 'value' | 'term'): ResolvedFilter => {
      return { kind: 'field', name: 'brand.name', fieldKind: 'name', operand: { kind, text: 'a' } };
    };
    expect(distinct(ofKind('value')).key).not.toBe(distinct(ofKind('term')).key);
    expect(distinct({ kind: 'or', children: [ofKind('value'), ofKind('term')] }).clauses).toBe(2);
  });

  it.each([
    ['*:*', 0],
    ['mpn:a', 1],
    ['mpn:a OR mpn:a', 1],
    ['mpn:(a OR b OR a) mpn:b', 2],
    ['mpn:a offers.sku:a', 2],
    ['NOT mpn:a OR mpn:a', 1],
    ['mpn:[a TO b] mpn:[a TO b}', 2],
  ])('of %s are %i', (query, count) => expect(clausesOf(query)).toBe(count));

  it('are counted together with those that are known already', () => {
    const clauses = new Set<string>();
    for (const query of ['mpn:(a OR b)', 'mpn:(b OR c)', 'offers.sku:a']) distinctFilter(resolved(query), clauses);
    expect(clauses.size).toBe(4);
  });
});

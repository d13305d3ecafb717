import { decimalText } from '../analysis/decimal.js';
import { printPattern } from '../parser/print.js';
import { rangeText } from './describe.js';
import type { ResolvedFilter, ResolvedOperand } from './filters.js';

/*
 * A condition that a request repeats is evaluated once (docs/semantics.md, "Calls that end"). Two conditions are the same if their
 * keys are.
 */

/** A filter without repeated conditions, in which alternatives on one field are one condition. */
export interface DistinctFilter {
  readonly filter: ResolvedFilter;
  readonly key: string;
}

/** Whether a filter is a single condition, which has no repetitions. */
export function isSingle(filter: ResolvedFilter): boolean {
  if (filter.kind !== 'field') return filter.kind === 'all';
  const { kind } = filter.operand;
  return kind !== 'and' && kind !== 'or' && kind !== 'not';
}

/** What was made of filters, and the keys of their conditions: a question asks how many its conditions have before its request has them. */
const KNOWN = new WeakMap<ResolvedFilter, { readonly distinct: DistinctFilter; readonly clauses: ReadonlySet<string> }>();

/** Makes a filter distinct that will be made so again. @returns the keys of its conditions */
export function clausesOf(filter: ResolvedFilter): ReadonlySet<string> {
  const known = KNOWN.get(filter);
  if (known) return known.clauses;
  const clauses = new Set<string>();
  KNOWN.set(filter, { distinct: distinctFilter(filter, clauses), clauses });
  return clauses;
}

/** What `clausesOf` has made, or what is made now. @param clauses the keys of all conditions; those of this filter are added */
export function distinctAgain(filter: ResolvedFilter, clauses: Set<string>): DistinctFilter {
  const known = KNOWN.get(filter);
  if (!known) return distinctFilter(filter, clauses);
  for (const clause of known.clauses) clauses.add(clause);
  return known.distinct;
}

/** @param clauses the keys of all conditions; the function adds those of this filter */
export function distinctFilter(filter: ResolvedFilter, clauses: Set<string>): DistinctFilter {
  switch (filter.kind) {
    case 'all':
      return { filter, key: '*' };
    case 'not': {
      const child = distinctFilter(filter.child, clauses);
      return { filter: { kind: 'not', child: child.filter }, key: `!${child.key}` };
    }
    case 'offers': {
      const ofGroup = new Set<string>();
      const child = distinctFilter(filter.child, ofGroup);
      // The same condition outside of a group is another one.
      for (const key of ofGroup) clauses.add(`offers(${key})`);
      return { filter: { kind: 'offers', child: child.filter }, key: `offers(${child.key})` };
    }
    case 'and':
    case 'or': {
      const children = withoutRepeats(flattened(filter).map((child) => distinctFilter(child, clauses)));
      if (filter.kind === 'and') return joined('and', joinNegations(children, clauses));
      return joined('or', withoutRepeats(joinFields(children)));
    }
    case 'field': {
      const name = quote(filter.name);
      const { operand, key } = distinctOperand(filter.operand, (text) => clauses.add(`${name}:${text}`));
      return { filter: operand === filter.operand ? filter : { ...filter, operand }, key: `${name}:${key}` };
    }
  }
}

interface DistinctOperand {
  readonly operand: ResolvedOperand;
  readonly key: string;
}

function distinctOperand(operand: ResolvedOperand, clause: (key: string) => void): DistinctOperand {
  switch (operand.kind) {
    case 'not': {
      const child = distinctOperand(operand.child, clause);
      return { operand: { kind: 'not', child: child.operand }, key: `!${child.key}` };
    }
    case 'and':
    case 'or': {
      const { kind } = operand;
      const nested = operand.children.flatMap((child) => (child.kind === kind ? child.children : [child]));
      const different = withoutRepeats(nested.map((child) => distinctOperand(child, clause)));
      const children = kind === 'and' ? joinNegatedOperands(different) : different;
      if (children.length === 1) return children[0];
      return { operand: { kind, children: children.map((child) => child.operand) }, key: keyOfAll(kind, children) };
    }
    default: {
      const key = leafKey(operand);
      clause(key);
      return { operand, key };
    }
  }
}

function leafKey(operand: Exclude<ResolvedOperand, { kind: 'and' | 'or' | 'not' }>): string {
  switch (operand.kind) {
    case 'value':
    case 'term':
      return `${operand.kind} ${quote(operand.text)}`;
    case 'pattern':
      return `pattern ${quote(printPattern(operand.parts))}`;
    case 'exists':
      return '*';
    case 'number':
      return `number ${decimalText(operand.number)}`;
    case 'number_range':
      return rangeText(operand.lower, operand.upper, decimalText);
    case 'covered_range':
      return `covers ${rangeText(operand.lower, operand.upper, decimalText)}`;
    case 'text_range':
      return rangeText(operand.lower, operand.upper, quote);
  }
}

function quote(text: string): string {
  return JSON.stringify(text);
}

function flattened(filter: ResolvedFilter & { kind: 'and' | 'or' }): readonly ResolvedFilter[] {
  return filter.children.flatMap((child) => (child.kind === filter.kind ? child.children : [child]));
}

function withoutRepeats<T extends { readonly key: string }>(items: readonly T[]): T[] {
  const first = new Map<string, T>();
  for (const item of items) if (!first.has(item.key)) first.set(item.key, item);
  return [...first.values()];
}

function joined(kind: 'and' | 'or', children: readonly DistinctFilter[]): DistinctFilter {
  if (children.length === 1) return children[0];
  return { filter: { kind, children: children.map(({ filter }) => filter) }, key: keyOfAll(kind, children) };
}

function keyOfAll(kind: string, children: readonly { readonly key: string }[]): string {
  return `${kind}(${children.map(({ key }) => key).join(',')})`;
}

/** Alternatives on the same field become one condition with alternatives: `a:1 OR a:2` becomes `a:(1 OR 2)`. */
function joinFields(children: readonly DistinctFilter[]): DistinctFilter[] {
  const byField = new Map<string, DistinctFilter[]>();
  const others: DistinctFilter[] = [];
  for (const child of children) {
    if (child.filter.kind !== 'field') others.push(child);
    else {
      const known = byField.get(child.filter.name);
      if (known) known.push(child);
      else byField.set(child.filter.name, [child]);
    }
  }
  for (const same of byField.values()) others.push(same.length === 1 ? same[0] : alternativesOf(same));
  return others;
}

/** At least this many negations in a row become the negation of their alternatives, which are one set. */
const MANY_NEGATIONS = 8;

/** Many negated conditions that must all hold become one: `NOT a AND NOT b` becomes `NOT (a OR b)`. */
function joinNegations(children: readonly DistinctFilter[], clauses: Set<string>): readonly DistinctFilter[] {
  const negated = children.flatMap(({ filter }) => (filter.kind === 'not' ? [filter.child] : []));
  if (negated.length < MANY_NEGATIONS) return children;
  const others = children.filter(({ filter }) => filter.kind !== 'not');
  return [...others, distinctFilter({ kind: 'not', child: { kind: 'or', children: negated } }, clauses)];
}

function joinNegatedOperands(children: readonly DistinctOperand[]): readonly DistinctOperand[] {
  const negated = children.flatMap(({ operand }) => (operand.kind === 'not' ? [operand.child] : []));
  if (negated.length < MANY_NEGATIONS) return children;
  const others = children.filter(({ operand }) => operand.kind !== 'not');
  return [...others, distinctOperand({ kind: 'not', child: { kind: 'or', children: negated } }, () => {})];
}

function alternativesOf(same: readonly DistinctFilter[]): DistinctFilter {
  const first = same[0].filter as ResolvedFilter & { kind: 'field' };
  const operands = same.map(({ filter }) => (filter as typeof first).operand);
  const { operand, key } = distinctOperand({ kind: 'or', children: operands }, () => {});
  return { filter: { ...first, operand }, key: `${quote(first.name)}:${key}` };
}

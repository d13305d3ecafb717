import { isPrefix } from '../analysis/pattern.js';
import { Issues } from '../model/issues.js';
import type { Limits } from '../model/limits.js';
import type { Filter, Operand } from '../parser/ast.js';
import { utf8Length } from '../parser/characters.js';
import { parseFilter } from '../parser/filter.js';
import { printFilter } from '../parser/print.js';
import { clausesOf } from './distinct.js';
import type { ResolvedFilter } from './resolved-filter.js';

/** A condition with its meaning. */
export interface Sized {
  readonly filter: ResolvedFilter;
  /** Number of its values with a wildcard before their end. */
  readonly wildcards: number;
}

interface Size {
  clauses: number;
  characters: number;
  /** Values with a wildcard before their end. */
  wildcards: number;
}

/** An escaped UTF-16 unit has at most so many bytes, and a clause or an operator so many besides its texts. */
const UNIT_BYTES = 4;
const CLAUSE_BYTES = 24;

/** Whether a filter is, printed, a query of these limits. */
export function isWritable(filter: Filter, limits: Limits): boolean {
  const size: Size = { clauses: 0, characters: 0, wildcards: 0 };
  const depth = addFilter(filter, size);
  if (size.clauses > limits.queryClauses || size.wildcards > limits.wildcards) return false;
  const isShort = size.characters * UNIT_BYTES + size.clauses * CLAUSE_BYTES <= limits.queryLength;
  if (isShort && depth <= limits.queryDepth) return true;
  const text = printFilter(filter);
  if (depth <= limits.queryDepth) return utf8Length(text) <= limits.queryLength;
  return parseFilter(text, limits, ['filter'], new Issues()) !== undefined;
}

/** @returns how deep its parentheses nest at most */
function addFilter(filter: Filter, size: Size): number {
  switch (filter.kind) {
    case 'all':
      size.clauses++;
      return 0;
    case 'not':
    case 'offers':
      return 1 + addFilter(filter.child, size);
    case 'and':
    case 'or':
      return 1 + filter.children.reduce((deepest, child) => Math.max(deepest, addFilter(child, size)), 0);
    case 'field':
      size.characters += filter.field.length;
      return addOperand(filter.operand, size);
  }
}

function addOperand(operand: Operand, size: Size): number {
  switch (operand.kind) {
    case 'not':
      return 1 + addOperand(operand.child, size);
    case 'and':
    case 'or':
      return 1 + operand.children.reduce((deepest, child) => Math.max(deepest, addOperand(child, size)), 0);
    case 'range':
      size.characters += (operand.lower.value?.length ?? 1) + (operand.upper.value?.length ?? 1);
      break;
    case 'pattern':
      if (operand.parts.length > 1 && !isPrefix(operand.parts)) size.wildcards++;
      for (const part of operand.parts) size.characters += part.kind === 'literal' ? part.text.length : 1;
      break;
    default:
      size.characters += operand.text.length;
  }
  size.clauses++;
  return 0;
}

/** What a request may still have. */
export class RequestRoom {
  readonly boosts: number;
  private readonly clauses = new Set<string>();
  private readonly queries = new Set<string>();
  private wildcards = 0;

  constructor(
    private readonly limits: Limits,
    /** The meaning of a condition; undefined if a request of these limits may not have it. */
    private readonly sized: (condition: Filter) => Sized | undefined,
  ) {
    this.boosts = limits.facets;
  }

  allows(condition: Filter): boolean {
    return this.sized(condition) !== undefined;
  }

  takes(query: string, condition: Filter): boolean {
    if (this.queries.has(query)) return true;
    const sized = this.sized(condition);
    if (!sized || this.wildcards + sized.wildcards > this.limits.wildcards) return false;
    const own = clausesOf(sized.filter);
    let more = 0;
    for (const clause of own) if (!this.clauses.has(clause)) more++;
    if (this.clauses.size + more > this.limits.filters) return false;
    for (const clause of own) this.clauses.add(clause);
    this.wildcards += sized.wildcards;
    this.queries.add(query);
    return true;
  }
}

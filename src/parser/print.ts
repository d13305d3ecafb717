import type { PatternPiece } from '../analysis/pattern.js';
import { OFFERS } from '../model/offer-fields.js';
import type { Bound, Filter, KeywordQuery, KeywordTerm, Operand } from './ast.js';

/*
 * Every text printed here is read back as the tree that it was printed from, without a warning. Parentheses are as few
 * as that allows.
 */

/** A backslash before each character of `special`, a set of single UTF-16 units. */
function escaped(text: string, special: RegExp): string {
  return text.replace(special, '\\$&');
}

/** A value with wildcards, as a filter query has it. */
export function printPattern(parts: readonly PatternPiece[], special: RegExp = FILTER_SPECIAL): string {
  const pieces = parts.map((part) => {
    if (part.kind === 'literal') return escaped(part.text, special);
    return part.kind === 'any_run' ? '*' : '?';
  });
  return pieces.join('');
}

function printPhrase(text: string): string {
  return `"${escaped(text, /["\\]/g)}"`;
}

/** The text of a keyword query, terms separated by a blank. */
export function printKeywords(query: KeywordQuery): string {
  return query.terms.map(printKeyword).join(' ');
}

const KEYWORD_SPECIAL = /[\\*?\p{White_Space}]/gu;

function printKeyword(term: KeywordTerm): string {
  const sign = term.excluded ? '-' : '';
  if (term.kind === 'phrase') return sign + printPhrase(term.text);
  const word = term.kind === 'word' ? escaped(term.text, KEYWORD_SPECIAL) : printPattern(term.parts, KEYWORD_SPECIAL);
  return `${sign}${/^(?:["-]|NOT$)/.test(word) ? '\\' : ''}${word}`;
}

/** The text of a filter query. */
export function printFilter(filter: Filter): string {
  return printTree(filter);
}

/** A tree of clauses, or of the values of a group: only their leaves differ. */
function printTree(node: Filter | Operand): string {
  switch (node.kind) {
    case 'or':
      return node.children.map(printTree).join(' OR ');
    case 'and':
      return node.children.map((child) => (child.kind === 'or' ? `(${printTree(child)})` : printTree(child))).join(' AND ');
    case 'not':
      return isJoined(node.child) ? `NOT (${printTree(node.child)})` : `NOT ${printTree(node.child)}`;
    case 'all':
      return '*:*';
    case 'offers':
      return `${OFFERS}:(${printTree(node.child)})`;
    case 'field': {
      const { field, operand } = node;
      return `${printFieldname(field)}:${isJoined(operand) ? `(${printTree(operand)})` : printValue(operand)}`;
    }
    default: {
      const value = printValue(node);
      // in a group a "-" would negate, unless it is the sign of a number; a lower-case operator would cause a warning
      return /^(?:-(?![0-9.])|(?:and|or|not)$)/.test(value) ? `\\${value}` : value;
    }
  }
}

type Joined = 'and' | 'or' | 'not';

/** Whether a tree needs parentheses to be negated, or to follow a fieldname. */
function isJoined<Node extends Filter | Operand>(node: Node): node is Extract<Node, { kind: Joined }> {
  return node.kind === 'and' || node.kind === 'or' || node.kind === 'not';
}

const FILTER_SPECIAL = /[()"*?[\]{}:\\\p{White_Space}]/gu;

const OPERATOR = /^(?:AND|OR|NOT)$/;

function printFieldname(field: string): string {
  const name = escaped(field, FILTER_SPECIAL);
  return field.startsWith('-') || OPERATOR.test(field) ? `\\${name}` : name;
}

/** A value directly after a fieldname's colon. */
function printValue(value: Exclude<Operand, { kind: Joined }>): string {
  switch (value.kind) {
    case 'term': {
      const text = escaped(value.text, FILTER_SPECIAL);
      return OPERATOR.test(text) ? `\\${text}` : text;
    }
    case 'phrase':
      return printPhrase(value.text);
    case 'pattern':
      return printPattern(value.parts);
    case 'range': {
      const { lower, upper } = value;
      return `${lower.inclusive ? '[' : '{'}${printBound(lower)} TO ${printBound(upper)}${upper.inclusive ? ']' : '}'}`;
    }
  }
}

/** A bound; quoted if it is not a plain word. */
function printBound({ value }: Bound): string {
  if (value === null) return '*';
  const plain = value !== '' && value.search(FILTER_SPECIAL) < 0 && !/^(?:AND|OR|NOT|TO|to)$/.test(value);
  return plain ? value : printPhrase(value);
}

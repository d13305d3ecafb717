/** Filter queries, read by recursive descent along the grammar of docs/semantics.md, "Filter queries". */
import { OracleError } from './errors.js';
import { type Pattern, plainText, readPhrase, readWord } from './text.js';

export interface Bound {
  /** Undefined: unbounded. */
  readonly value: string | undefined;
  readonly inclusive: boolean;
}
export type Value =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'range'; readonly lower: Bound; readonly upper: Bound };
/** AND, OR, NOT over clauses (a query) or over values (a group). */
export type Tree<Leaf> =
  | { readonly kind: 'and' | 'or'; readonly children: readonly Tree<Leaf>[] }
  | { readonly kind: 'not'; readonly child: Tree<Leaf> }
  | { readonly kind: 'leaf'; readonly leaf: Leaf };
export type Clause =
  | { readonly field: string; readonly operand: Tree<Value> }
  /** `offers:( … )` */
  | { readonly inOffers: Tree<Clause> }
  | 'all';

const MAX_BYTES = 65_536;
const MAX_DEPTH = 100;
const MAX_CLAUSES = 10_000;

const SPACE = /\p{White_Space}*/uy;
const BLANKS = /\p{White_Space}+/uy;
const WORD = /(?:\\.|[^\p{White_Space}()"[\]{}:\\])+/suy;
const PHRASE = /"((?:\\.|[^"\\])*)"/suy;
/** An operator is a whole word; so is `TO`. */
const END_OF_WORD = '(?![^\\p{White_Space}()"[\\]{}:])';
const AND = new RegExp(`AND${END_OF_WORD}`, 'uy');
const OR = new RegExp(`OR${END_OF_WORD}`, 'uy');
const NOT = new RegExp(`NOT${END_OF_WORD}`, 'uy');
const UNBOUNDED = new RegExp(`\\*${END_OF_WORD}`, 'uy');
const OPERATOR = new RegExp(`(?:AND|OR|NOT)${END_OF_WORD}`, 'uy');
const LOWER_CASE_OPERATOR = new RegExp(`(?:and|or|not)${END_OF_WORD}`, 'uy');
const TO = new RegExp(`(?:TO|to)${END_OF_WORD}`, 'uy');

/** What is read between two operators: a clause of a query or a value of a group. */
interface Level<Leaf> {
  readonly leaf: () => Leaf;
  readonly minus: RegExp;
  readonly isGroup: boolean;
}

/** The tree of a query and the words in it that are perhaps meant as operators. */
export function parseFilter(text: string): { tree: Tree<Clause>; lowerCase: string[] } {
  if (new TextEncoder().encode(text).length > MAX_BYTES) throw new OracleError('ValidationError', 'query text over 64 KiB');
  const parser = new Parser(text);
  return { tree: parser.query(), lowerCase: parser.lowerCase };
}

class Parser {
  readonly lowerCase: string[] = [];
  private at = 0;
  private depth = 0;
  private clauses = 0;
  /** True after ")", operators and white space: a "(" or an operator may follow. */
  private mayTouch = true;
  constructor(private readonly text: string) {}

  query(): Tree<Clause> {
    const tree = this.either({ leaf: () => this.clause(), minus: /-/y, isGroup: false });
    if (this.at < this.text.length) this.fail('the end');
    return tree;
  }

  private either<Leaf>(level: Level<Leaf>): Tree<Leaf> {
    this.take(SPACE);
    const children = [this.all(level)];
    while (this.hasMore() && this.operator(OR)) children.push(this.all(level));
    return children.length === 1 ? children[0] : { kind: 'or', children };
  }

  private all<Leaf>(level: Level<Leaf>): Tree<Leaf> {
    const words = [this.peek(LOWER_CASE_OPERATOR)];
    const children = [this.negatable(level)];
    while (this.hasMore() && this.peek(OR) === undefined) {
      if (!this.operator(AND)) words.push(this.peek(LOWER_CASE_OPERATOR));
      children.push(this.negatable(level));
    }
    if (children.length === 1) return children[0];
    if (level.isGroup) this.lowerCase.push(...words.filter((word) => word !== undefined));
    return { kind: 'and', children };
  }

  private negatable<Leaf>(level: Level<Leaf>): Tree<Leaf> {
    const dash = this.take(level.minus) !== undefined;
    if (!dash && !this.operator(NOT)) return this.primary(level);
    if (dash && this.peek(SPACE) !== '') this.fail('no white space after "-"');
    if (this.peek(level.minus) ?? this.peek(NOT)) this.fail('one negation');
    return { kind: 'not', child: this.primary(level) };
  }

  private primary<Leaf>(level: Level<Leaf>): Tree<Leaf> {
    if (this.take(/\(/y) === undefined) return { kind: 'leaf', leaf: level.leaf() };
    if (++this.depth > MAX_DEPTH) throw new OracleError('ValidationError', 'nesting over 100 levels');
    const tree = this.either(level);
    this.need(/\)/y, ')');
    this.depth--;
    this.mayTouch = true;
    return tree;
  }

  private clause(): Clause {
    if (this.take(/\*:\*/y)) {
      this.countClause();
      return 'all';
    }
    const field = this.word('a fieldname');
    this.need(/:/y, ':');
    if (field === 'offers' && this.peek(/\(/y)) {
      // The parenthesis of the group is the tree's.
      return { inOffers: this.primary({ leaf: () => this.clause(), minus: /-/y, isGroup: false }) };
    }
    // In a group, where values can be negated, a "-" before a digit or "." belongs to the value.
    return { field, operand: this.primary({ leaf: () => this.value(), minus: /-(?![0-9.])/y, isGroup: true }) };
  }

  private value(): Value {
    this.countClause();
    const open = this.take(/[[{]/y);
    if (open) return this.range(open === '[');
    const phrase = this.take(PHRASE);
    if (phrase !== undefined) return { kind: 'literal', text: readPhrase(phrase.slice(1, -1)) };
    const pattern = this.pattern('a value');
    const text = plainText(pattern);
    return text === undefined ? { kind: 'pattern', pattern } : { kind: 'literal', text };
  }

  private range(includesLower: boolean): Value {
    this.take(SPACE);
    const lower = this.bound();
    this.need(BLANKS, 'white space');
    this.need(TO, 'TO');
    this.need(BLANKS, 'white space');
    const upper = this.bound();
    this.take(SPACE);
    const includesUpper = this.need(/[\]}]/y, '] or }') === ']';
    return {
      kind: 'range',
      lower: { value: lower, inclusive: includesLower },
      upper: { value: upper, inclusive: includesUpper },
    };
  }

  private bound(): string | undefined {
    const phrase = this.take(PHRASE);
    if (phrase !== undefined) return readPhrase(phrase.slice(1, -1));
    return this.take(UNBOUNDED) ? undefined : this.word('a bound');
  }

  /** A word without wildcards. */
  private word(expected: string): string {
    return plainText(this.pattern(expected)) ?? this.fail(`${expected} without wildcards`);
  }

  private pattern(expected: string): Pattern {
    if (this.peek(OPERATOR)) this.fail(`${expected}, operators quoted or escaped`);
    return readWord(this.need(WORD, expected));
  }

  private operator(which: RegExp): boolean {
    if (this.take(which) === undefined) return false;
    this.mayTouch = true;
    this.hasMore();
    return true;
  }

  /** Goes on to the next operand or operator, which is separated from the text before it; false at the end and at ")". */
  private hasMore(): boolean {
    const apart = this.take(SPACE) !== '' || (this.mayTouch && (this.peek(OPERATOR) ?? this.peek(/\(/y)) !== undefined);
    const more = this.at < this.text.length && this.peek(/\)/y) === undefined;
    if (more && !apart) this.fail('white space');
    this.mayTouch = true;
    return more;
  }

  private countClause(): void {
    this.mayTouch = false;
    if (++this.clauses > MAX_CLAUSES) throw new OracleError('ValidationError', 'more than 10,000 clauses');
  }

  /** The text here that fits, or undefined; `take` goes on behind it, `need` fails without it. */
  private peek(what: RegExp): string | undefined {
    what.lastIndex = this.at;
    return what.exec(this.text)?.[0];
  }

  private take(what: RegExp): string | undefined {
    const found = this.peek(what);
    this.at += found?.length ?? 0;
    return found;
  }

  private need(what: RegExp, expected: string): string {
    return this.take(what) ?? this.fail(expected);
  }

  private fail(expected: string): never {
    throw new OracleError('FilterSyntaxError', `expected ${expected} at ${this.at} of ${this.text}`);
  }
}

import type { IOrAlt, IParserConfig, IParserErrorMessageProvider, IToken, ParserMethod } from 'chevrotain';
import { defaultParserErrorProvider, EmbeddedActionsParser, EOF } from 'chevrotain';
import type { Bound, Filter, Operand } from './ast.js';
import {
  bareWord,
  characterNumber,
  EXPECTED,
  type Expectation,
  endOf,
  faultAt,
  hintInsideWord,
  touch,
  unexpected,
} from './filter-faults.js';
import * as T from './filter-lexer.js';
import { readPhrase, readWord } from './words.js';

/** The kinds of text that a fault may be in: fieldnames, values and bounds. */
export type PlacedNode = Filter | Operand | Bound;

/** The place of a fieldname, value or bound in its text, in UTF-16 units. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

/** A parsed filter query. */
export interface ParsedFilter {
  /** Deeply frozen. */
  readonly filter: Filter;
  /** What may be a mistake, each with the argument that holds the text. */
  readonly warnings: readonly string[];
  /** Maps each field clause to its fieldname's place, and each value and bound to its own. */
  readonly places: ReadonlyMap<PlacedNode, Place>;
}

/** What follows a fieldname. */
type Condition = { readonly operand: Operand } | (Filter & { readonly kind: 'offers' });

/** The message of a failed alternative or token is the name of its place in the grammar; `unexpected` turns it into words. */
const AT = Object.fromEntries(Object.keys(EXPECTED).map((place) => [place, { ERR_MSG: place }])) as Record<
  Expectation,
  { ERR_MSG: Expectation }
>;

const ERROR_MESSAGES: IParserErrorMessageProvider = {
  ...defaultParserErrorProvider,
  buildNoViableAltMessage: ({ customUserDescription }) => customUserDescription as Expectation,
};

/** Words that, in upper case, are operators. */
const LOWER_CASE_OPERATORS = new Set(['and', 'or', 'not']);

/** Tokens that can begin an operand or an operator. */
const STARTS = new Set([
  ...[T.Word, T.To, T.Phrase, T.Everything, T.OpenParen, T.OpenBracket, T.OpenBrace],
  ...[T.Minus, T.And, T.Or, T.Not],
]);

/** The operators and parentheses, which may touch each other without white space. */
const MAY_TOUCH_AFTER = new Set([T.CloseParen, T.And, T.Or, T.Not]);
const MAY_TOUCH_BEFORE = new Set([T.OpenParen, T.And, T.Or, T.Not]);

/**
 * The grammar of filter queries, rule by rule as in docs/semantics.md ("Filter queries"); one instance parses one text at a time.
 * Recursion is as deep as the parentheses are nested, so the caller must bound that first.
 */
export class FilterParser extends EmbeddedActionsParser {
  private text = '';
  private readonly warnings = new Map<string, string>();
  private places = new Map<PlacedNode, Place>();

  constructor(config: IParserConfig = {}) {
    super(T.FILTER_TOKENS, { recoveryEnabled: false, maxLookahead: 1, errorMessageProvider: ERROR_MESSAGES, ...config });
    this.performSelfAnalysis();
  }

  private readonly query = this.RULE('query', (): Filter => {
    const filter = this.SUBRULE(this.clauses);
    this.CONSUME(EOF, AT.end);
    return filter;
  });

  private readonly clauses: ParserMethod<[], Filter> = this.RULE('clauses', (): Filter => {
    const children = [this.SUBRULE(this.clausesOfAnd)];
    this.MANY(() => {
      this.between();
      this.CONSUME(T.Or);
      this.between();
      children.push(this.SUBRULE2(this.clausesOfAnd));
    });
    return combined('or', children);
  });

  private readonly clausesOfAnd = this.RULE('clausesOfAnd', (): Filter => {
    const children = [this.SUBRULE(this.clause)];
    this.MANY(() => {
      this.between();
      this.OPTION(() => {
        this.CONSUME(T.And);
        this.between();
      });
      children.push(this.SUBRULE2(this.clause));
    });
    return combined('and', children);
  });

  private readonly clause = this.RULE('clause', (): Filter => {
    const negated = this.OPTION(() => this.SUBRULE(this.negation, IN_CLAUSES)) !== undefined;
    const child = this.OR(negated ? this.negatedClauseKinds : this.clauseKinds);
    return negated ? Object.freeze({ kind: 'not', child }) : child;
  });

  private readonly clauseKinds = {
    ...AT.clause,
    DEF: [
      { ALT: () => this.SUBRULE(this.nestedClauses) },
      { ALT: () => this.SUBRULE(this.fieldClause) },
      { ALT: () => this.CONSUME(T.Everything) && EVERYTHING },
    ],
  };
  private readonly negatedClauseKinds = { ...this.clauseKinds, ...AT.negated_clause };

  private readonly nestedClauses = this.RULE('nestedClauses', (): Filter => {
    this.CONSUME(T.OpenParen);
    const filter = this.SUBRULE(this.clauses);
    this.CONSUME(T.CloseParen, AT.close_clauses);
    return filter;
  });

  private readonly offerClauses: ParserMethod<[], Filter> = this.RULE('offerClauses', (): Filter => {
    this.CONSUME(T.OpenOffers);
    const filter = this.SUBRULE(this.clauses);
    this.CONSUME(T.CloseParen, AT.close_clauses);
    return filter;
  });

  private readonly fieldClause = this.RULE('fieldClause', (): Filter => {
    const word = this.CONSUME(T.Word);
    const field = this.fieldname(word);
    this.CONSUME(T.Colon, AT.colon);
    this.adjoining('value', 'no white space after ":"');
    const filter = this.OR(this.conditionKinds);
    return this.placed<Filter>(Object.freeze('operand' in filter ? { kind: 'field', field, ...filter } : filter), word);
  });

  private readonly conditionKinds: { ERR_MSG: Expectation; DEF: IOrAlt<Condition>[] } = {
    ...AT.value,
    DEF: [
      { ALT: () => ({ kind: 'offers', child: this.SUBRULE(this.offerClauses) }) },
      { ALT: () => ({ operand: this.SUBRULE(this.nestedValues) }) },
      { ALT: () => ({ operand: this.SUBRULE(this.value) }) },
    ],
  };

  private readonly operandKinds = {
    ...AT.value,
    DEF: [{ ALT: () => this.SUBRULE(this.nestedValues) }, { ALT: () => this.SUBRULE(this.value) }],
  };

  private readonly negation = this.RULE('negation', (operand: Expectation): boolean => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(T.Not);
          this.between();
        },
      },
      {
        ALT: () => {
          this.CONSUME(T.Minus);
          this.adjoining(operand, 'no white space after "-"');
        },
      },
    ]);
    return true;
  });

  private readonly nestedValues: ParserMethod<[], Operand> = this.RULE('nestedValues', (): Operand => {
    this.CONSUME(T.OpenParen);
    const operand = this.SUBRULE(this.values);
    this.CONSUME(T.CloseParen, AT.close_values);
    return operand;
  });

  private readonly values = this.RULE('values', (): Operand => {
    const children = [this.SUBRULE(this.valuesOfAnd)];
    this.MANY(() => {
      this.between();
      this.CONSUME(T.Or);
      this.between();
      children.push(this.SUBRULE2(this.valuesOfAnd));
    });
    return combined('or', children);
  });

  private readonly valuesOfAnd = this.RULE('valuesOfAnd', (): Operand => {
    const first = this.LA(1);
    const juxtaposed = [first];
    const children = [this.SUBRULE(this.negatableValue)];
    this.MANY(() => {
      this.between();
      if (this.OPTION(() => this.CONSUME(T.And)) === undefined) juxtaposed.push(this.LA(1));
      else this.between();
      children.push(this.SUBRULE2(this.negatableValue));
    });
    if (children.length > 1) this.warnOfLowerCaseOperators(juxtaposed);
    return combined('and', children);
  });

  private readonly negatableValue = this.RULE('negatableValue', (): Operand => {
    const negated = this.OPTION(() => this.SUBRULE(this.negation, IN_VALUES)) !== undefined;
    const child = this.OR(this.operandKinds);
    return negated ? Object.freeze({ kind: 'not', child }) : child;
  });

  private readonly value = this.RULE('value', (): Operand => this.OR<Operand>(this.valueKinds));

  private readonly valueKinds = {
    ...AT.value,
    DEF: [
      { ALT: () => this.placedValue(this.CONSUME(T.Word), term) },
      { ALT: () => this.placedValue(this.CONSUME(T.Phrase), phrase) },
      { ALT: () => this.SUBRULE(this.range) },
    ],
  };

  private readonly range = this.RULE('range', (): Operand => {
    const lowerInclusive = this.OR(this.openings);
    const lowerToken = this.LA(1);
    const lower = this.SUBRULE(this.bound);
    this.between();
    this.CONSUME(T.To, AT.to);
    this.between();
    const upperToken = this.LA(1);
    const upper = this.SUBRULE2(this.bound);
    const upperInclusive = this.OR2(this.closings);
    return Object.freeze({
      kind: 'range',
      lower: this.placed(bound(lower, lowerInclusive), lowerToken),
      upper: this.placed(bound(upper, upperInclusive), upperToken),
    });
  });

  /** Square brackets include the bound. */
  private readonly openings = [
    { ALT: () => this.CONSUME(T.OpenBracket) && true },
    { ALT: () => this.CONSUME(T.OpenBrace) && false },
  ];
  private readonly closings = {
    ...AT.close_range,
    DEF: [{ ALT: () => this.CONSUME(T.CloseBracket) && true }, { ALT: () => this.CONSUME(T.CloseBrace) && false }],
  };

  /** The text of a bound, or null for `*`. */
  private readonly bound = this.RULE('bound', (): string | null => this.OR<string | null>(this.boundKinds));

  private readonly boundKinds = {
    ...AT.bound,
    DEF: [{ ALT: () => this.boundText(this.CONSUME(T.Word)) }, { ALT: () => readPhrase(this.CONSUME(T.Phrase).image) }],
  };

  /** The fieldname of a word that a colon touches. */
  private fieldname(word: IToken): string {
    const next = this.LA(1);
    if (this.RECORDING_PHASE) return '';
    if (next.tokenType !== T.Colon) {
      const spoiled = hintInsideWord(word, next);
      throw spoiled === undefined
        ? bareWord(this.text, word)
        : faultAt(this.text, next.startOffset, next.startOffset + 1, 'colon', spoiled);
    }
    if (!touch(word, next)) throw faultAt(this.text, endOf(word), next.startOffset, 'colon', 'no white space before ":"');
    const name = readWord(word.image);
    if (typeof name === 'string') return name;
    const hint = 'a fieldname has no wildcards but in "*:*"; the characters themselves are written "\\*" and "\\?"';
    throw faultAt(this.text, word.startOffset, endOf(word), 'clause', hint);
  }

  private boundText(word: IToken): string | null {
    if (word.image === '*') return null;
    const text = readWord(word.image);
    if (typeof text === 'string') return text;
    const hint = 'a bound has no wildcards but "*" alone; the characters themselves are written "\\*" and "\\?"';
    throw faultAt(this.text, word.startOffset, endOf(word), 'bound', hint);
  }

  /**
   * Between two operands, and between an operand and an operator, there is white space or a parenthesis. A token that would be
   * invalid even after white space is left to the rule that reads it next.
   */
  private between(): void {
    const left = this.LA(0);
    const right = this.LA(1);
    if (!touch(left, right) || !STARTS.has(right.tokenType)) return;
    if (MAY_TOUCH_AFTER.has(left.tokenType) && MAY_TOUCH_BEFORE.has(right.tokenType)) return;
    throw faultAt(this.text, right.startOffset, endOf(right), 'white_space', hintInsideWord(left, right));
  }

  /** The next token touches the last one. */
  private adjoining(expectation: Expectation, hint: string): void {
    const left = this.LA(0);
    const right = this.LA(1);
    if (this.RECORDING_PHASE || right.tokenType === EOF || touch(left, right)) return;
    throw faultAt(this.text, endOf(left), right.startOffset, expectation, hint);
  }

  private warnOfLowerCaseOperators(firstTokens: readonly IToken[]): void {
    for (const { image, startOffset } of firstTokens) {
      if (!LOWER_CASE_OPERATORS.has(image) || this.warnings.has(image)) continue;
      const place = `at character ${characterNumber(this.text, startOffset)}`;
      const operator = image.toUpperCase();
      this.warnings.set(image, `"${image}" ${place} is taken as a word; the operator is written "${operator}"`);
    }
  }

  private placedValue(token: IToken, read: (token: IToken) => Operand): Operand {
    return this.placed(read(token), token);
  }

  private placed<Node extends PlacedNode>(node: Node, { startOffset, image }: IToken): Node {
    this.places.set(node, { offset: startOffset, length: image.length });
    return node;
  }

  /** @throws FilterFault */
  parse(tokens: IToken[], text: string): ParsedFilter {
    this.text = text;
    this.warnings.clear();
    this.places = new Map();
    this.input = tokens;
    try {
      const filter = this.query();
      const error = this.errors[0];
      if (error !== undefined) throw unexpected(text, tokens, error.token, error.message as Expectation);
      return { filter, warnings: [...this.warnings.values()], places: this.places };
    } finally {
      this.input = []; // releases the tokens, and the text with them
    }
  }
}

const IN_CLAUSES: { ARGS: [Expectation] } = { ARGS: ['negated_clause'] };
const IN_VALUES: { ARGS: [Expectation] } = { ARGS: ['value'] };
const EVERYTHING: Filter = Object.freeze({ kind: 'all' });

/** Children joined by one operator: a single child is returned as it is, and children of the same kind are merged. */
function combined<Node extends Filter | Operand>(kind: 'and' | 'or', children: readonly Node[]): Node {
  if (children.length === 1) return children[0];
  const flat = children.flatMap((child) => (child.kind === kind ? (child.children as readonly Node[]) : [child]));
  return Object.freeze({ kind, children: Object.freeze(flat) }) as unknown as Node;
}

function term(token: IToken): Operand {
  const meaning = readWord(token.image);
  return Object.freeze(typeof meaning === 'string' ? { kind: 'term', text: meaning } : { kind: 'pattern', parts: meaning });
}

function phrase(token: IToken): Operand {
  return Object.freeze({ kind: 'phrase', text: readPhrase(token.image) });
}

function bound(value: string | null, inclusive: boolean): Bound {
  return Object.freeze({ value, inclusive });
}

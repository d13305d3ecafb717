import type { CustomPatternMatcherFunc, IParserConfig, IToken } from 'chevrotain';
import { createToken, EmbeddedActionsParser, Lexer } from 'chevrotain';
import type { KeywordQuery, KeywordTerm } from './ast.js';
import { isWhiteSpace, MINUS, QUOTE, WHITE_SPACE } from './characters.js';
import { closingQuote, readPhrase, readWord, wordEnd } from './words.js';

/*
 * The keyword language. People type it, so every text is one of its sentences:
 *
 *   query = { "NOT" | lone dashes | [ "-" ] term }
 *   term  = word | phrase
 *
 * A term starts at the start of the text, after white space and after the closing quote of a phrase. Only there are
 * `-`, `"` and `NOT` special. Several negations before one term ("NOT NOT x", "NOT -x", "--x") exclude it once: a user
 * who repeats a negation stresses it, and does not mean a double negation.
 */

const matchPhrase: CustomPatternMatcherFunc = (text, offset) => {
  if (text.charCodeAt(offset) !== QUOTE) return null;
  const closing = closingQuote(text, offset);
  return [text.slice(offset, closing < 0 ? text.length : closing + 1)];
};

const matchWord: CustomPatternMatcherFunc = (text, offset) => [text.slice(offset, wordEnd(text, offset, isWhiteSpace))];

const WhiteSpace = createToken({ name: 'WhiteSpace', pattern: new RegExp(`[${WHITE_SPACE}]+`), group: Lexer.SKIPPED });
const Phrase = createToken({ name: 'Phrase', pattern: matchPhrase, line_breaks: true });
const LoneDashes = createToken({ name: 'LoneDashes', pattern: new RegExp(`-+(?![^${WHITE_SPACE}])`) });
const Dashes = createToken({ name: 'Dashes', pattern: /-+/ });
const Not = createToken({ name: 'Not', pattern: new RegExp(`NOT(?![^${WHITE_SPACE}])`) });
const Word = createToken({ name: 'Word', pattern: matchWord, line_breaks: true });

/** In the order in which the lexer tries them; `Word` matches what the others leave. */
const TOKENS = [WhiteSpace, Phrase, LoneDashes, Dashes, Not, Word];

/** The grammar above; one instance parses one text at a time. */
export class KeywordParser extends EmbeddedActionsParser {
  private readonly warnings = new Set<string>();

  constructor(config: IParserConfig = {}) {
    super(TOKENS, { recoveryEnabled: false, maxLookahead: 1, ...config });
    this.performSelfAnalysis();
  }

  private readonly query = this.RULE('query', (): KeywordQuery => {
    const terms: KeywordTerm[] = [];
    let negated = false;
    this.MANY(() => {
      this.OR([
        {
          ALT: () => {
            this.CONSUME(LoneDashes);
            this.warn('a "-" alone is ignored; to exclude a term, put the "-" directly before it');
          },
        },
        {
          ALT: () => {
            this.CONSUME(Not);
            if (negated) this.warnOfRepetition();
            negated = true;
          },
        },
        {
          ALT: () => {
            terms.push(this.SUBRULE(this.dashed, { ARGS: [negated] }));
            negated = false;
          },
        },
        {
          ALT: () => {
            terms.push(this.SUBRULE(this.term, { ARGS: [negated] }));
            negated = false;
          },
        },
      ]);
    });
    if (negated) this.warn('the last "NOT" is ignored because no term follows it');
    return Object.freeze({ kind: 'keywords', terms: Object.freeze(terms) });
  });

  private readonly dashed = this.RULE('dashed', (negated: boolean): KeywordTerm => {
    const dashes = this.CONSUME(Dashes);
    if (negated || dashes.image.length > 1) this.warnOfRepetition();
    return this.OR<KeywordTerm>([
      { ALT: () => this.SUBRULE(this.term, { ARGS: [true] }) },
      // directly after "-", the word NOT is an ordinary one
      { ALT: () => wordTerm(this.CONSUME(Not), true) },
    ]);
  });

  private readonly term = this.RULE(
    'term',
    (excluded: boolean): KeywordTerm =>
      this.OR<KeywordTerm>([
        { ALT: () => wordTerm(this.CONSUME(Word), excluded) },
        { ALT: () => Object.freeze({ kind: 'phrase', text: readPhrase(this.CONSUME(Phrase).image), excluded }) },
      ]),
  );

  private warnOfRepetition(): void {
    this.warn('a repeated "NOT" or "-" is ignored; the term after it is excluded once');
  }

  private warn(message: string): void {
    if (!this.RECORDING_PHASE) this.warnings.add(message);
  }

  parse(tokens: IToken[]): { query: KeywordQuery; warnings: string[] } {
    this.input = tokens;
    this.warnings.clear();
    const query = this.query();
    if (this.errors.length > 0) throw this.errors[0];
    this.input = []; // releases the tokens, and the text with them
    return { query, warnings: [...this.warnings] };
  }
}

function wordTerm(token: IToken, excluded: boolean): KeywordTerm {
  const meaning = readWord(token.image);
  return Object.freeze(
    typeof meaning === 'string' ? { kind: 'word', text: meaning, excluded } : { kind: 'pattern', parts: meaning, excluded },
  );
}

let machinery: { lexer: Lexer; parser: KeywordParser } | undefined;

/**
 * Parses a keyword query (`q`). Every text is valid, so this never throws; `warnings` names what is ignored. Takes time linear in
 * the length of the text.
 *
 * Returns all terms of the grammar. Whether a term has enough letters to search for is decided later, after folding.
 */
export function parseKeywords(q: string): { query: KeywordQuery; warnings: string[] } {
  machinery ??= {
    lexer: new Lexer(TOKENS, { positionTracking: 'onlyOffset' }),
    parser: new KeywordParser({ skipValidations: true }),
  };
  const { tokens, errors } = machinery.lexer.tokenize(q);
  if (errors.length > 0) throw new Error(`keyword lexer: ${errors[0].message}`);
  return machinery.parser.parse(tokens);
}

/** UTF-16 units to parse in one step. */
const PIECE = 1 << 13;
/** UTF-16 units in one step if terms are only counted. */
const COUNTED_PIECE = 1 << 18;

/** The terms within the limit. */
export interface ReadKeywords {
  readonly terms: readonly KeywordTerm[];
  /** Number of terms after them. */
  readonly unread: number;
  readonly warnings: readonly string[];
}

/** Parses a keyword query of any length in steps; terms after the first `most` are counted and not parsed. */
export function* readKeywords(q: string, most: number): Generator<undefined, ReadKeywords> {
  const terms: KeywordTerm[] = [];
  const warnings = new Set<string>();
  let unread = 0;
  for (let at = 0; at < q.length; ) {
    const isCounted = terms.length >= most;
    // A piece ends after a term: text before that place does not affect the next term.
    const piece = scanTerms(q, at, isCounted ? COUNTED_PIECE : PIECE);
    if (isCounted) unread += piece.terms;
    else {
      const parsed = parseKeywords(at === 0 && piece.end === q.length ? q : q.slice(at, piece.end));
      for (const warning of parsed.warnings) warnings.add(warning);
      for (const term of parsed.query.terms) {
        if (terms.length < most) terms.push(term);
        else unread++;
      }
    }
    at = piece.end;
    if (at < q.length) yield;
  }
  return { terms, unread, warnings: [...warnings] };
}

/** The end of the first term that ends at least `least` units after `from`, and the number of terms up to it. */
function scanTerms(q: string, from: number, least: number): { end: number; terms: number } {
  let terms = 0;
  let at = from;
  while (at < q.length) {
    while (at < q.length && isWhiteSpace(q.charCodeAt(at))) at++;
    while (at < q.length && q.charCodeAt(at) === MINUS) at++;
    if (at === q.length) break;
    const start = at;
    if (q.charCodeAt(at) === QUOTE) {
      const closing = closingQuote(q, at);
      at = closing < 0 ? q.length : closing + 1;
    } else at = Math.min(q.length, wordEnd(q, at, isWhiteSpace));
    // No term follows a lone dash. NOT belongs to the next term, but directly after a dash it is an ordinary word.
    if (at === start || isNegation(q, start, at)) continue;
    terms++;
    if (at - from >= least) return { end: at, terms };
  }
  return { end: q.length, terms };
}

function isNegation(q: string, start: number, end: number): boolean {
  return end - start === 3 && q.startsWith('NOT', start) && (start === 0 || q.charCodeAt(start - 1) !== MINUS);
}

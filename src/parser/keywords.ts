import type { CustomPatternMatcherFunc, IParserConfig, IToken } from 'chevrotain';
import { createToken, EmbeddedActionsParser, Lexer } from 'chevrotain';
import { isWhiteSpace, WHITE_SPACE } from '../analysis/white-space.js';
import type { KeywordQuery, KeywordTerm } from './ast.js';
import { MINUS, QUOTE } from './characters.js';
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
/** Longest term that is read, in UTF-16 units as it is written. */
export const LONGEST_TERM = 65_536;
/** Longer runs of negations and dashes between two terms are parsed as a short one with the same meaning. */
const LONG_GAP = 1 << 10;

/** The terms within the limit. */
export interface ReadKeywords {
  readonly terms: readonly KeywordTerm[];
  /** Number of terms after them. */
  readonly unread: number;
  /** Number of terms within the limit that are too long. */
  readonly tooLong: number;
  readonly warnings: readonly string[];
}

/**
 * Parses a keyword query of any length in steps. Terms after the first `most` are counted and not parsed, and those that are too long
 * are left out.
 */
export function* readKeywords(q: string, most: number): Generator<undefined, ReadKeywords> {
  const terms: KeywordTerm[] = [];
  const warnings = new Set<string>();
  let read = 0;
  let unread = 0;
  for (let at = 0; at < q.length; ) {
    const isCounted = read >= most;
    // A piece ends after a term: text before that place does not affect the next term.
    const piece = scanTerms(q, at, isCounted ? COUNTED_PIECE : PIECE);
    if (isCounted) unread += piece.terms;
    else {
      const parsed = parseKeywords(piece.text);
      for (const warning of parsed.warnings) warnings.add(warning);
      for (const [i, term] of parsed.query.terms.entries()) {
        if (read === most) unread++;
        else if (++read && !piece.tooLong.has(i)) terms.push(term);
      }
    }
    at = piece.end;
    if (at < q.length) yield;
  }
  return { terms, unread, tooLong: read - terms.length, warnings: [...warnings] };
}

/** Some terms of a keyword query. */
interface Piece {
  /** Where the last of them ends. */
  readonly end: number;
  /** How many there are. */
  readonly terms: number;
  /** What to parse for them. */
  readonly text: string;
  /** Which of the terms stand for ones that are too long. */
  readonly tooLong: ReadonlySet<number>;
}

/** The terms up to the first that ends at least `least` units after `from`. */
function scanTerms(q: string, from: number, least: number): Piece {
  const tooLong = new Set<number>();
  let terms = 0;
  let text = '';
  let copied = from;
  let gap = from;
  let negations = 0;
  let at = from;
  while (at < q.length) {
    while (at < q.length && isWhiteSpace(q.charCodeAt(at))) at++;
    const dashes = at;
    while (at < q.length && q.charCodeAt(at) === MINUS) at++;
    if (at === q.length) break;
    const start = at;
    at = termEnd(q, start);
    // No term follows a lone dash. NOT belongs to the next term, but directly after a dash it is an ordinary word.
    if (at === start) continue;
    if (isNegation(q, start, at)) {
      negations++;
      continue;
    }
    if (start - gap > LONG_GAP) {
      text += `${q.slice(copied, gap)}${shortGap(q, gap, dashes, negations)}${dashesOf(start - dashes)}`;
      copied = start;
    }
    if (at - start > LONGEST_TERM) {
      text += `${q.slice(copied, start)}x`;
      copied = at;
      tooLong.add(terms);
    }
    terms++;
    gap = at;
    negations = 0;
    if (at - from >= least) return { end: at, terms, text: text + q.slice(copied, at), tooLong };
  }
  const rest = q.length - gap > LONG_GAP ? q.slice(copied, gap) + shortGap(q, gap, q.length, negations) : q.slice(copied);
  return { end: q.length, terms, text: text + rest, tooLong };
}

function termEnd(q: string, start: number): number {
  if (q.charCodeAt(start) !== QUOTE) return Math.min(q.length, wordEnd(q, start, isWhiteSpace));
  const closing = closingQuote(q, start);
  return closing < 0 ? q.length : closing + 1;
}

function isNegation(q: string, start: number, end: number): boolean {
  return end - start === 3 && q.startsWith('NOT', start) && (start === 0 || q.charCodeAt(start - 1) !== MINUS);
}

/** A gap between two terms, shorter: whether it has lone dashes, one negation or more of them is all that it says. */
function shortGap(q: string, from: number, to: number, negations: number): string {
  const hasDash = q.slice(from, to).includes('-');
  return `${hasDash ? ' - ' : ' '}${'NOT '.repeat(Math.min(negations, 2))}`;
}

/** Dashes directly before a term. */
function dashesOf(count: number): string {
  return '-'.repeat(Math.min(count, 2));
}

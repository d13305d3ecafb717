import { characterClass, SEPARATOR } from '../analysis/text.js';
import { areTwoValues } from './between-values.js';
import { CONNECTING_WORDS } from './connecting-words.js';
import { groupsOf } from './forms.js';
import { stem } from './stems.js';

/**
 * What a piece of a question is before anything is known of the catalog. `connecting` words need no reading, but may stand in one
 * (`ON Semiconductor`, `in stock`, `3 A`); a `mark` is punctuation that stands alone and is ignored; a `comparison` is `>`, `>=`,
 * `<`, `<=` or `=`, and is ignored where no reading takes it; `quoted` is a phrase between quotes.
 */
export type WordKind = 'word' | 'connecting' | 'comparison' | 'mark' | 'quoted';

/** One piece of a question. Every character that is no white space belongs to one. */
export interface QuestionWord {
  readonly kind: WordKind;
  /** What stands there without the punctuation around it; for a phrase what stands between the quotes, for a comparison its mark. */
  readonly text: string;
  /** Where it begins, with its punctuation, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
  /** Whether `-` or `NOT` excludes it. The `-` or `NOT` belongs to the piece. */
  readonly isExcluded: boolean;
  /** Whether it is the beginning of a number that goes on with other letters or a dash: the `LM1117` of `LM1117-3.3`. */
  readonly isFamily?: boolean;
  /** Its groups of letters and digits; see `groupsOf`. */
  readonly groups: readonly string[];
  /** The same as stems, in one piece; see `phraseKey`. */
  readonly key: string;
}

/** UTF-16 units of a question that are read. */
export const LONGEST_QUESTION = 1000;
/** Words of a question that are read. */
export const MOST_WORDS = 64;

const WHITE_SPACE = /\s/u;
/** What ends a word wherever it stands; a comma and a colon do not between digits. */
const SEPARATORS = new Set(',;:()[]{}=@|_!?#\u3001\u3002\uff0c\uff1b\uff1a\uff08\uff09');
const BETWEEN_DIGITS = new Set(',:');
/** The symbol of a property, with an index in brackets. */
const SYMBOL = /^[rv][a-z]{1,2}\((?:on|off|th|sat)\)/i;
const LONGEST_INDEX = 5;
/** The letter of a formula, whose unit says the same: `C=100nF`. */
const LETTER = /^[a-z]$/i;
/** Digits of the longest code of a package: `01005`. */
const LONGEST_CODE = 5;
const COMPARISONS = new Map([
  ['>', '>'],
  ['<', '<'],
  ['\uff1e', '>'],
  ['\uff1c', '<'],
  ['≥', '>='],
  ['≤', '<='],
  ['≧', '>='],
  ['≦', '<='],
]);
/** Each opening quote with what closes it. */
const QUOTES = new Map([
  ['"', '"'],
  ['\u201c', '\u201d"'],
  ['\u201e', '\u201c\u201d"'],
  ['\u00ab', '\u00bb"'],
]);
/** Fractions in one character, as what stands behind the point. */
const FRACTIONS = new Map([
  ['¼', '25'],
  ['½', '5'],
  ['¾', '75'],
  ['⅛', '125'],
  ['⅜', '375'],
  ['⅝', '625'],
  ['⅞', '875'],
]);
const FRACTION = /(\d?)([¼½¾⅛⅜⅝⅞])/gu;
/** Punctuation that means something before a word, and behind one. */
const KEPT_BEFORE = new Set('-\u2013\u2212+±.~$€£¥%°√');
const KEPT_BEHIND = new Set('+%"\u2033\u201d°$€£¥¢');

/** The pieces of a text, and where the last one ends. */
export function readWords(text: string, most: number): { words: QuestionWord[]; end: number } {
  return new Cutter(cutAt(text), most).run();
}

/** Without the first half of a character of two units, which a cut may leave. */
function cutAt(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return text.length === LONGEST_QUESTION && last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

class Cutter {
  private readonly words: QuestionWord[] = [];
  private at = 0;
  private count = 0;
  /** Where a `NOT` began that still waits for what it excludes. */
  private notAt = -1;

  constructor(
    private readonly text: string,
    private readonly most: number,
  ) {}

  run(): { words: QuestionWord[]; end: number } {
    const { text } = this;
    while (this.count < this.most) {
      while (this.at < text.length && isWhite(text[this.at])) this.at++;
      if (this.at >= text.length) break;
      this.readTerm();
    }
    if (this.notAt >= 0) this.push('mark', this.notAt, this.lastWordEnd(), 'NOT', false);
    const last = this.words[this.words.length - 1];
    const end = this.count < this.most ? text.length : last.offset + last.length;
    return { words: this.words, end };
  }

  /** A `NOT` without anything behind it ends where it ends, with the marks that it has taken. */
  private lastWordEnd(): number {
    return this.text.trimEnd().length;
  }

  /** One piece at a place that is no white space. */
  private readTerm(): void {
    const { text, at: start } = this;
    const isStart = start === 0 || isWhite(text[start - 1]);
    this.takeSeparators();
    const isExcluded = isStart && text[this.at] === '-' && this.excludes(this.at + 1);
    if (isExcluded) {
      this.at++;
      this.takeSeparators();
    }
    const quote = QUOTES.get(text[this.at]);
    if (quote !== undefined) this.readQuoted(start, quote, isExcluded);
    else if (COMPARISONS.has(text[this.at])) this.readComparison(start, isExcluded);
    else this.readWord(start, isExcluded);
  }

  /** Whether a `-` before this place excludes: it is a sign before a digit and a point, and nothing before a blank. */
  private excludes(at: number): boolean {
    const next = this.text[at];
    return next !== undefined && !isWhite(next) && next !== '.' && !isDigit(next);
  }

  private readQuoted(start: number, closing: string, isExcluded: boolean): void {
    const { text } = this;
    const from = ++this.at;
    while (this.at < text.length && !closing.includes(text[this.at])) this.at++;
    const content = text.slice(from, this.at).trim();
    if (this.at < text.length) this.at++;
    this.takeSeparators();
    this.push(groupsOf(content).length === 0 ? 'mark' : 'quoted', start, this.at, content, isExcluded);
  }

  /** An excluded comparison belongs to what stands behind it, and that is excluded. */
  private readComparison(start: number, isExcluded: boolean): void {
    const { text } = this;
    let mark = COMPARISONS.get(text[this.at]) as string;
    if (this.at > start && text[this.at - 1] === '=') mark += '=';
    this.at++;
    if (mark.length === 1 && text[this.at] === '=') {
      mark += '=';
      this.at++;
    }
    if (isExcluded && this.notAt < 0) this.notAt = start;
    if (this.notAt < 0) this.push('comparison', start, this.at, mark.slice(0, 2), false);
  }

  private readWord(start: number, isExcluded: boolean): void {
    const { text } = this;
    const from = this.at;
    while (this.at < text.length && !this.endsAt(this.at, from)) this.at++;
    const core = trimmed(text.slice(from, this.at));
    if (!isExcluded && this.notAt < 0 && CONNECTING_WORDS.has(core.toLowerCase())) {
      this.pushConnecting(start, text.indexOf(core, from), core);
      return;
    }
    this.takeSeparators();
    if (core === 'NOT' && this.notAt < 0 && !isExcluded && from === start) {
      this.notAt = start;
      return;
    }
    const isLetter = LETTER.test(core) && text.startsWith(`${core}=`, from) && !isExcluded;
    this.push(groupsOf(core).length > 0 && !isLetter ? 'word' : 'mark', start, this.at, core, isExcluded);
  }

  /** A connecting word needs no reading, but the punctuation around it does. */
  private pushConnecting(start: number, from: number, core: string): void {
    if (from > start) this.push('mark', start, from, '', false);
    this.at = from + core.length;
    this.push('connecting', from, this.at, core, false);
  }

  /** Punctuation directly behind a piece belongs to it. */
  private takeSeparators(): void {
    while (this.at < this.text.length && this.isSeparatorAt(this.at)) this.at++;
  }

  private isSeparatorAt(at: number): boolean {
    const { text } = this;
    const character = text[at];
    if (!SEPARATORS.has(character)) return false;
    // `=>` and `=<` are comparisons.
    if (character === '=' && COMPARISONS.has(text[at + 1])) return true;
    return !(BETWEEN_DIGITS.has(character) && isDigit(text[at - 1]) && isDigit(text[at + 1]) && !this.isCodeBefore(at));
  }

  /** `0603,1%`: digits that begin with 0 are no whole part of a number. */
  private isCodeBefore(end: number): boolean {
    const { text } = this;
    let at = end - 1;
    while (at > 0 && end - at < LONGEST_CODE && isDigit(text[at - 1])) at--;
    return end - at > 1 && text[at] === '0';
  }

  private endsAt(at: number, from: number): boolean {
    const { text } = this;
    const character = text[at];
    if (isWhite(character) || COMPARISONS.has(character)) return true;
    if (this.isSeparatorAt(at)) return !this.isInSymbol(at, from);
    if (at === from) return false;
    return isBetweenScripts(text[at - 1], character) || this.isBetweenValues(at, from);
  }

  /** `RDS(on)` is one word. */
  private isInSymbol(at: number, from: number): boolean {
    const isBracket = at > from && this.text[at] === '(';
    return isBracket && SYMBOL.test(this.text.slice(from, at + LONGEST_INDEX));
  }

  /** At a place behind a slash: whether another value begins there. */
  private isBetweenValues(at: number, from: number): boolean {
    const { text } = this;
    if (text[at - 1] !== '/' || at - 1 === from) return false;
    let end = at;
    while (end < text.length && text[end] !== '/' && !isWhite(text[end]) && !this.isSeparatorAt(end)) end++;
    return areTwoValues(text.slice(from, at - 1), text.slice(at, end), text[from - 1] === '/');
  }

  private push(kind: WordKind, start: number, end: number, written: string, isExcluded: boolean): void {
    const text = inDecimals(written);
    if (kind === 'mark' && this.notAt >= 0 && text !== 'NOT') return;
    const offset = this.notAt >= 0 ? this.notAt : start;
    const excluded = isExcluded || (this.notAt >= 0 && kind !== 'mark');
    const groups = kind === 'mark' || kind === 'comparison' ? [] : groupsOf(text);
    const key = groups.map(stem).join('');
    this.notAt = -1;
    this.words.push({ kind, text, offset, length: end - offset, isExcluded: excluded, groups, key });
    if (kind !== 'mark' && kind !== 'comparison') this.count++;
  }
}

/** `¼W` is 0.25 W, and `1½` 1.5. */
export function inDecimals(text: string): string {
  return text
    .replaceAll('\u2044', '/')
    .replace(FRACTION, (_, digit: string, fraction: string) => `${digit || '0'}.${FRACTIONS.get(fraction)}`);
}

function isWhite(character: string): boolean {
  return WHITE_SPACE.test(character);
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** Chinese, Japanese and Korean are written without blanks: `10k电阻`. */
function isBetweenScripts(before: string, behind: string): boolean {
  return isUnspaced(before) ? isSpaced(behind) : isUnspaced(behind) && isSpaced(before);
}

function isUnspaced(character: string): boolean {
  const unit = character.charCodeAt(0);
  return (unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af);
}

/** ASCII letters and digits. */
function isSpaced(character: string): boolean {
  const unit = character.charCodeAt(0);
  return unit < 0x80 && characterClass(unit) !== SEPARATOR;
}

/** A word without the punctuation around it that means nothing. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && !isAlphanumericAt(text, from) && !KEPT_BEFORE.has(text[from])) from++;
  while (to > from && !isAlphanumericBefore(text, to) && !KEPT_BEHIND.has(text[to - 1])) to--;
  return text.slice(from, to);
}

function isAlphanumericAt(text: string, at: number): boolean {
  return characterClass(text.codePointAt(at) as number) !== SEPARATOR;
}

function isAlphanumericBefore(text: string, end: number): boolean {
  const isPair = end > 1 && isTrail(text.charCodeAt(end - 1));
  return isAlphanumericAt(text, isPair ? end - 2 : end - 1);
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

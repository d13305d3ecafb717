import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { Pattern, type PatternPiece } from './pattern.js';
import { fold, partNumberForm } from './text.js';
import type { Tokenizer } from './tokenizer.js';
import { compareBytes } from './utf8.js';

/** A place in a text as it was given, in UTF-16 units. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Cutting and folding a character takes about as long as this many steps of a plain loop. */
const CHARACTER_COST = 8;
/** Comparing a token with a pattern likewise. */
const PATTERN_COST = 4;
/** Comparing a phrase with the tokens of a text likewise. */
const PHRASE_COST = 20;

/** The terms that a field was asked for, and where they are in its values; docs/semantics.md, "Highlights". */
export class TermMarker {
  /** Token sequences by their first token. */
  private readonly phrases = new Map<string, (readonly string[])[]>();
  /** Folds of whole values: terms without tokens. */
  private readonly folds = new Set<string>();
  /** Patterns of tokens, or of whole folds. */
  private readonly patterns: Pattern[] = [];
  private readonly forms = new Set<string>();
  private readonly formPatterns: Pattern[] = [];

  /** A term that occurs as a sequence of tokens. @param tokens at least one */
  addPhrase(tokens: readonly string[]): void {
    const known = this.phrases.get(tokens[0]);
    if (known) known.push(tokens);
    else this.phrases.set(tokens[0], [tokens]);
  }

  /** A term that has the fold of a whole value. */
  addFold(term: string): void {
    this.folds.add(fold(term));
  }

  /** The fold of whole values. */
  addFolded(folded: string): void {
    this.folds.add(folded);
  }

  /** A pattern of one token, or of a whole fold. */
  addPattern(pieces: readonly PatternPiece[]): void {
    this.patterns.push(new Pattern(pieces, fold));
  }

  /** A part number; one without a letter or digit is found nowhere. */
  addNumber(text: string): void {
    this.addForm(partNumberForm(text));
  }

  /** The form of part numbers; the empty one is found nowhere. */
  addForm(form: string): void {
    if (form !== '') this.forms.add(form);
  }

  /** A pattern of a whole part number. */
  addFormPattern(pieces: readonly PatternPiece[]): void {
    this.formPatterns.push(new Pattern(pieces, partNumberForm));
  }

  /**
   * The places of the terms in a value, in order; spans that overlap are joined.
   * @param tokenizer the caller's own: nobody else may use it in between
   */
  *spansIn(text: string, tokenizer: Tokenizer, work: Work): Steps<Span[]> {
    if (work.spend(text.length * CHARACTER_COST)) yield;
    const count = tokenizer.run(text);
    const spans: Span[] = [];
    if (this.phrases.size > 0) yield* this.addPhrases(tokenizer, count, spans, work);
    if (count > 0 && this.hasForm(text)) spans.push({ from: tokenizer.from(0), to: tokenizer.to(count - 1) });
    for (const pattern of this.patterns) {
      if (work.spend(count * PATTERN_COST)) yield;
      if (!addTokens(pattern, tokenizer, count, spans) && pattern.matchesText(fold(text)))
        spans.push({ from: 0, to: text.length });
    }
    if (this.folds.size > 0 && this.folds.has(fold(text))) spans.push({ from: 0, to: text.length });
    return joinSpans(spans);
  }

  private *addPhrases(tokenizer: Tokenizer, count: number, spans: Span[], work: Work): Steps<void> {
    for (let at = 0; at < count; at++) {
      const phrases = this.phrases.get(tokenizer.token(at));
      if (!phrases) continue;
      if (work.spend(phrases.length * PHRASE_COST)) yield;
      for (const phrase of phrases) {
        const last = at + phrase.length - 1;
        if (last < count && phrase.every((token, i) => i === 0 || tokenizer.token(at + i) === token))
          spans.push({ from: tokenizer.from(at), to: tokenizer.to(last) });
      }
    }
  }

  /** Whether a value is a part number that was asked for. Its form is not empty. */
  private hasForm(value: string): boolean {
    if (this.forms.size === 0 && this.formPatterns.length === 0) return false;
    const form = partNumberForm(value);
    return this.forms.has(form) || this.formPatterns.some((pattern) => pattern.matchesText(form));
  }
}

/** Adds the tokens that a pattern matches. Returns whether there are any. */
function addTokens(pattern: Pattern, tokenizer: Tokenizer, count: number, spans: Span[]): boolean {
  const { bytes, starts, ends } = tokenizer;
  const { prefix, isPrefixOnly } = pattern;
  const before = spans.length;
  for (let i = 0; i < count; i++) {
    const matches = isPrefixOnly
      ? ends[i] - starts[i] >= prefix.length &&
        compareBytes(bytes, starts[i], starts[i] + prefix.length, prefix, 0, prefix.length) === 0
      : pattern.matches(bytes, starts[i], ends[i]);
    if (matches) spans.push({ from: tokenizer.from(i), to: tokenizer.to(i) });
  }
  return spans.length > before;
}

/** Spans of a text in order, those that overlap as one. Sorts the list. */
export function joinSpans(spans: Span[]): Span[] {
  if (spans.length < 2) return spans.filter(({ from, to }) => to > from);
  spans.sort((a, b) => a.from - b.from || a.to - b.to);
  const result: { from: number; to: number }[] = [];
  for (const { from, to } of spans) {
    const last = result.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else if (to > from) result.push({ from, to });
  }
  return result;
}

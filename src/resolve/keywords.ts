import { isPrefix, type PatternPiece } from '../analysis/pattern.js';
import { partNumberForm, tokens } from '../analysis/text.js';
import type { CollectionName } from '../model/fields.js';
import { DEFAULT_LIMITS, type Limits } from '../model/limits.js';
import { shorten } from '../model/nearest.js';
import type { KeywordTerm } from '../parser/ast.js';
import { LONGEST_TERM, readKeywords } from '../parser/keywords.js';
import { printKeywords, printPattern } from '../parser/print.js';
import type { Steps } from '../work/pauses.js';

/** Cutting texts of so many characters into tokens takes long enough for a pause. */
const LONG_TEXT = 1 << 14;

/** A wildcard term needs at least this many letters or digits. */
const LEAST_PATTERN_LETTERS = 3;

/** A term of `q` that is searched, the same for every segment. */
export type ResolvedKeyword =
  | { readonly kind: 'words'; readonly tokens: readonly string[]; readonly partNumber: string; readonly excluded: boolean }
  | { readonly kind: 'pattern'; readonly parts: readonly PatternPiece[]; readonly excluded: boolean };

type KeywordLimits = Pick<Limits, 'terms' | 'wildcards'>;

/** The terms of `q` that are searched; `warnings` names the ignored ones. */
export interface ResolvedKeywords {
  readonly terms: readonly ResolvedKeyword[];
  readonly warnings: readonly string[];
}

/** Parses and resolves `q` in steps. */
export function* resolveKeywords(
  q: string,
  collection: CollectionName,
  limits: KeywordLimits = DEFAULT_LIMITS,
): Steps<ResolvedKeywords> {
  const { terms: read, unread, tooLong, warnings: parsed } = yield* readKeywords(q, limits.terms);
  const warnings = [...parsed];
  const terms: ResolvedKeyword[] = [];
  let wildcards = 0;
  let tooMany = 0;
  let characters = 0;
  for (const term of read) {
    characters += lengthOf(term);
    if (characters > LONG_TEXT) {
      characters = 0;
      yield;
    }
    if (term.kind === 'pattern' && !isPrefix(term.parts) && ++wildcards > limits.wildcards) {
      tooMany++;
      continue;
    }
    const resolved = term.kind === 'pattern' ? resolvePattern(term, collection) : resolveWords(term);
    if (typeof resolved === 'string')
      warnings.push(`${shorten(printKeywords({ kind: 'keywords', terms: [term] }))} is ignored: ${resolved}`);
    else terms.push(resolved);
  }
  if (tooMany > 0) {
    warnings.push(
      `only ${limits.wildcards} part numbers may have a wildcard before their end: ${tooMany} ${tooMany === 1 ? 'is' : 'are'} ignored`,
    );
  }
  if (tooLong > 0)
    warnings.push(`terms of more than ${LONGEST_TERM} characters are ignored: ${tooLong} ${tooLong === 1 ? 'is' : 'are'} longer`);
  if (unread > 0)
    warnings.push(`only the first ${limits.terms} terms count: ${unread} more ${unread === 1 ? 'is' : 'are'} ignored`);
  return { terms, warnings };
}

function lengthOf(term: KeywordTerm): number {
  if (term.kind !== 'pattern') return term.text.length;
  return term.parts.reduce((sum, part) => sum + (part.kind === 'literal' ? part.text.length : 1), 0);
}

function resolveWords(term: KeywordTerm & { kind: 'word' | 'phrase' }): ResolvedKeyword | string {
  const words = tokens(term.text);
  if (words.length === 0) return 'it has no letter or digit';
  return { kind: 'words', tokens: words, partNumber: partNumberForm(term.text), excluded: term.excluded };
}

function resolvePattern(term: KeywordTerm & { kind: 'pattern' }, collection: CollectionName): ResolvedKeyword | string {
  if (collection !== 'parts') return `wildcards look at part numbers, and ${collection} have none`;
  let letters = 0;
  for (const part of term.parts) if (part.kind === 'literal') letters += [...partNumberForm(part.text)].length;
  if (letters < LEAST_PATTERN_LETTERS)
    return `a part number with wildcards needs at least ${LEAST_PATTERN_LETTERS} letters or digits`;
  return { kind: 'pattern', parts: term.parts, excluded: term.excluded };
}

/** Equal for terms with the same meaning. */
export function keywordKey(keyword: ResolvedKeyword): string {
  return keyword.kind === 'pattern'
    ? `pattern ${printPattern(keyword.parts)}`
    : `words ${keyword.tokens.join(' ')}\n${keyword.partNumber}`;
}

import { END, GUARDS } from '../terms.js';
import type { Query, TermBound } from './queries.js';

/*
 * The programs that the engine runs: few fixed texts, each compiled once by the cluster; everything that differs is a parameter.
 */

/** A script with its parameters. */
export interface Script {
  readonly lang: 'painless';
  readonly source: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const script = (source: string, params: Readonly<Record<string, unknown>>): Script => ({
  lang: 'painless',
  source,
  params,
});

/** Whether a text fits a pattern of `*` and `?`; `\` escapes. `?` is a code point, so surrogates are stepped over. */
const FITS = `
boolean fits(String text, String pattern) {
  int t = 0; int p = 0; int star = -1; int mark = 0;
  while (t < text.length()) {
    int c = text.codePointAt(t);
    boolean next = false;
    if (p < pattern.length()) {
      char w = pattern.charAt(p);
      if (w == (char) '*') { star = p; p++; mark = t; continue; }
      if (w == (char) '?') { p++; t += Character.charCount(c); continue; }
      int at = w == (char) '\\\\' ? p + 1 : p;
      if (pattern.codePointAt(at) == c) { p = at + Character.charCount(c); t += Character.charCount(c); next = true; }
    }
    if (!next) {
      if (star < 0) { return false; }
      p = star + 1; mark += Character.charCount(text.codePointAt(mark)); t = mark;
    }
  }
  while (p < pattern.length() && pattern.charAt(p) == (char) '*') { p++; }
  return p == pattern.length();
}`;

const HAS_FITTING = `${FITS}
for (String value : doc[params.field]) {
  String text = params.separator == null ? value : value.substring(0, value.lastIndexOf(params.separator));
  if (fits(text, params.pattern)) { return true; }
}
return false;`;

const HAS_FITTING_FOLD = `${FITS}
for (String value : doc[params.field]) {
  String text = value.substring(0, value.lastIndexOf(params.separator));
  for (pair in params.guards) { text = text.replace(pair[0], pair[1]); }
  if (fits(text, params.pattern)) { return true; }
}
return false;`;

/** The order of code points, which is that of the bytes of terms: in UTF-16, surrogates stand before some smaller characters. */
const COMPARE = `
int place(char c) { return c < 55296 ? (int) c : c >= 57344 ? (int) c - 2048 : (int) c + 8192; }
int order(String a, String b) {
  int n = (int) Math.min(a.length(), b.length());
  for (int i = 0; i < n; i++) {
    int x = place(a.charAt(i)); int y = place(b.charAt(i));
    if (x != y) { return x < y ? -1 : 1; }
  }
  return a.length() < b.length() ? -1 : a.length() > b.length() ? 1 : 0;
}`;

const HAS_BETWEEN = `${COMPARE}
for (String value : doc[params.field]) {
  if (params.lower != null) { int c = order(value, params.lower); if (c < 0 || (c == 0 && !params.from)) { continue; } }
  if (params.upper != null) { int c = order(value, params.upper); if (c > 0 || (c == 0 && !params.to)) { continue; } }
  return true;
}
return false;`;

/**
 * What a wildcard query finds, for patterns that are too complex for its automaton. The field must have doc values.
 * @param separator behind the text that is compared, in each value; null if that is all of it
 */
export const scriptedWildcard = (field: string, pattern: string, separator: string | null = null): Query => ({
  script: { script: script(HAS_FITTING, { field, pattern, separator }) },
});

/** What a wildcard query finds of folds, over the ordered forms that begin with them (terms.ts). */
export const scriptedFold = (ordered: string, pattern: string): Query => ({
  script: { script: script(HAS_FITTING_FOLD, { field: ordered, pattern, separator: END, guards: GUARDS }) },
});

/** What a range query finds, for bounds that are too long for it. The field must have doc values. */
export const scriptedRange = (field: string, lower: TermBound | undefined, upper: TermBound | undefined): Query => ({
  script: {
    script: script(HAS_BETWEEN, {
      field,
      lower: lower?.value ?? null,
      from: lower?.inclusive ?? false,
      upper: upper?.value ?? null,
      to: upper?.inclusive ?? false,
    }),
  },
});

/** The first or the last term of a field that begins with a prefix; terms of a document are in order. */
const PREFIXED = `
String found = null;
for (String value : doc[params.field]) {
  if (value.startsWith(params.prefix)) { found = value; if (params.first) { return found; } }
  else if (found != null) { return found; }
}
return found != null ? found : params.missing;`;

/** All of them. */
const ALL_PREFIXED = `
List found = new ArrayList();
for (String value : doc[params.field]) { if (value.startsWith(params.prefix)) { found.add(value); } }
return found;`;

export const prefixedValues = (field: string, prefix: string): Script => script(ALL_PREFIXED, { field, prefix });

/** The same where the engine's score tells by a bit whether there is one: of other parts no term is read, which takes long. */
const PREFIXED_IF_MARKED = `
if ((((long) _score) >> params.bit & 1L) == 0L) { return params.missing; }${PREFIXED}`;

/** @param params with the place of the bit that marks the parts that have such a term, if there is one */
export const prefixedValue = (params: {
  readonly field: string;
  readonly prefix: string;
  readonly first: boolean;
  readonly missing: string;
  readonly bit?: number | undefined;
}): Script => script(params.bit === undefined ? PREFIXED : PREFIXED_IF_MARKED, params);

/**
 * The score, in doubles and in the order of docs/semantics.md. The engine's own score is a whole number below 2^24, which holds two bits a
 * term, one for a whole part number, and one a boost.
 */
const SCORE = `
double scoreOf(double code, def length, Map params) {
  long bits = (long) code;
  double sum = params.idf.length == 0 ? 1.0 : 0.0;
  for (int i = 0; i < params.idf.length; i++) {
    int c = (int) ((bits >> params.shift[i]) & 3L);
    double weight = c == 3 ? 8.0 : c == 2 ? 3.0 : c == 1 ? 1.5 : 1.0;
    sum += (double) params.idf[i] * (weight * (1 - 0.15 + (0.15 * 32) / (32 + length)));
  }
  if (params.exact >= 0 && ((bits >> params.exact) & 1L) == 1L) { sum += 1000000.0; }
  for (int i = 0; i < params.factors.length; i++) {
    if (((bits >> params.boosts[i]) & 1L) == 1L) { sum *= (double) params.factors[i]; }
  }
  return sum;
}`;

const SCORED = `${SCORE}
return scoreOf(_score, doc['length'].value, params);`;

/** The step of the score, then what is known of the part. */
const RANKED = `${SCORE}
long step = Double.doubleToLongBits(scoreOf(_score, doc['length'].value, params)) >>> 50;
int merit = (int) params.points[(int) doc['merit'].value] + 255 - (int) doc['number_length'].value;
return (step < 4 ? 0L : step) * 65536L + merit;`;

/** Bits of a whole number that the engine's score, a float, holds. */
export const SCORE_BITS = 24;

/** Where the parts of a score are in the engine's own. */
export interface ScoreParameters {
  /** Of each term of the request, in its order. */
  readonly idf: readonly number[];
  readonly shift: readonly number[];
  /** The place of the bit for a whole part number; negative if no term can be one. */
  readonly exact: number;
  /** The places of the boosts' bits. */
  readonly boosts: readonly number[];
  readonly factors: readonly number[];
}

export const scoreScript = (params: ScoreParameters): Script => script(SCORED, { ...params });
/** @param points what each value of `merit` counts, without the length of the part number */
export const rankScript = (params: ScoreParameters, points: readonly number[]): Script => script(RANKED, { ...params, points });

/** The rank of the best part number that matches one of some patterns: by the length of its form, other numbers after a part's own. */
const SHORTEST = `${FITS}
int best = 2147483647;
for (int i = 0; i < params.fields.length; i++) {
  for (String value : doc[params.fields[i]]) {
    int length = 0;
    if (params.written) {
      int end = value.lastIndexOf(params.separator);
      if (!fits(value.substring(0, end), params.patterns[i])) { continue; }
      length = Integer.parseInt(value.substring(end + 1));
    } else {
      if (value.length() == 0 || !fits(value, params.patterns[i])) { continue; }
      length = value.codePointCount(0, value.length());
    }
    int rank = params.bases[i] + length;
    if (rank < best) { best = rank; }
  }
}
return best;`;

/** @param params with `written` the fields have lower-case numbers with the lengths of their forms, else the forms */
export const shortestMatch = (params: {
  readonly fields: readonly string[];
  readonly bases: readonly number[];
  readonly patterns: readonly string[];
  readonly written: boolean;
}): Script => script(SHORTEST, { ...params, separator: '\0' });

/** The score of the shortest form that goes on where another one ends. */
const LONGER = `
double score = 0;
for (String value : doc[params.form]) {
  if (!value.startsWith(params.wanted) || value.length() == params.wanted.length()) { continue; }
  double own = params.best - 2.0 * (value.codePointCount(0, value.length()) - params.length);
  if (own > score) { score = own; }
}
return score;`;

/** @param params with the score of no distance */
export const longerForms = (params: {
  readonly form: string;
  readonly wanted: string;
  readonly length: number;
  readonly best: number;
}): Script => script(LONGER, params);

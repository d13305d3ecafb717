import { tokens, withoutWildcards } from '../analysis/text.js';
import { printFilter } from '../parser/print.js';
import type { AnswerContext } from './answer-context.js';
import type { CategoryTree } from './category-tree.js';
import { equals } from './clauses.js';
import type { NamedThing } from './named-things.js';
import type { Arguments, ObjectSource } from './schema.js';
import { searchMpn } from './searches.js';

const SUGGESTIONS = 10;
/** With fewer than three letters or digits, nearly every part number would match. */
const ENOUGH = /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){3}/u;
/** Letters of the last word with which names and words are completed. */
const LEAST_LETTERS = 2;
/** Longer texts are not what people type. */
const LONGEST_TEXT = 10_000;
/** Most words that are corrected. */
const MOST_WORDS = 20;
/** Most words of which it is checked whether the client sees them. */
const MOST_WORDS_CHECKED = 50;
/** Most names, and how many of them at a time. */
const [MOST_NAMES, NAMES_AT_ONCE] = [1000, 20];

const UID_FIELDS = { brands: 'brand.uid', manufacturers: 'manufacturer.uid', sellers: 'offers.seller.uid' } as const;

/** A completion of what was typed. */
interface Suggestion extends ObjectSource {
  readonly text: string;
  readonly in_category_name: string | null;
  readonly in_category_id: string | null;
}

/**
 * `suggest`: part numbers that begin with what was typed; then names of companies and categories, and words of descriptions, in
 * which a word begins with the last word typed.
 */
export async function suggest({ q, category_id, part_numbers_only }: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
  const typed = q as string;
  if (typed.length > LONGEST_TEXT) return [];
  const found = new Map<string, Suggestion>();
  const add = (suggestion: Suggestion) => {
    if (found.size < SUGGESTIONS && !found.has(suggestion.text)) found.set(suggestion.text, suggestion);
  };
  for (const suggestion of await numbersBeginning(typed, category_id, context)) add(suggestion);
  const last = tokens(typed).at(-1) ?? '';
  if (part_numbers_only === true || [...last].length < LEAST_LETTERS || found.size === SUGGESTIONS) return [...found.values()];
  for (const { name, category } of await thingsBeginning(last, context)) {
    add({ text: name, in_category_name: category?.name ?? null, in_category_id: category?.id ?? null });
  }
  for (const word of await wordsBeginning(last, context)) add({ text: word, in_category_name: null, in_category_id: null });
  return [...found.values()];
}

/** Things with a word that begins so; for a client that does not see everything, only those of parts that it sees. */
async function thingsBeginning(text: string, context: AnswerContext): Promise<readonly NamedThing[]> {
  const things = (await namedThings(context)).filter(({ words }) => words.some((word) => word.startsWith(text)));
  if (!context.isScoped) return things;
  const visible = things.filter(({ field }) => !context.hides(field) && !context.hides(field.replace(/\.uid$/, '.name')));
  const seen: NamedThing[] = [];
  for (let from = 0; from < Math.min(visible.length, MOST_NAMES) && seen.length < SUGGESTIONS; from += NAMES_AT_ONCE) {
    const some = visible.slice(from, from + NAMES_AT_ONCE);
    const isSeen = await areSeen(
      some.map(({ field, uid }) => printFilter(equals(field, uid))),
      context,
    );
    seen.push(...some.filter(({ name }, i) => isSeen[i] && !seen.some((other) => other.name === name)));
  }
  return seen;
}

/** For each condition, whether a part that the client sees meets it. */
async function areSeen(queries: readonly string[], context: AnswerContext): Promise<boolean[]> {
  const search = context.searchOf({});
  const responses = await Promise.all(queries.map((query) => search.ask({ query })));
  return responses.map(({ facet_results }, i) => facet_results.queries[queries[i]].count > 0);
}

/** Words of descriptions; for a client that does not see everything, only those of descriptions that it sees. */
async function wordsBeginning(text: string, context: AnswerContext): Promise<string[]> {
  const { vocabulary } = context.internals.collections.parts;
  const most = context.isScoped ? MOST_WORDS_CHECKED : SUGGESTIONS;
  const words = (await vocabulary.wordsBeginning(text, most, context.work)).map(({ word }) => word);
  if (!context.isScoped || words.length === 0) return words;
  const isSeen = await areSeen(
    words.map((word) => printFilter(equals('descriptions.value', word))),
    context,
  );
  return words.filter((_, i) => isSeen[i]);
}

async function numbersBeginning(typed: string, category_id: unknown, context: AnswerContext): Promise<Suggestion[]> {
  if (!ENOUGH.test(typed)) return [];
  const filters = category_id ? { category_id } : undefined;
  const found = await searchMpn({ q: withoutWildcards(typed), limit: SUGGESTIONS, filters }, context);
  const numbers = new Set(await found.mpns());
  const category = found.applied_category();
  return [...numbers].map((text) => {
    return { text, in_category_name: category?.name ?? null, in_category_id: category?.id ?? null };
  });
}

/** Names of brands, manufacturers, sellers and categories, each kind in the order of its records. */
function namedThings({ records, work }: AnswerContext): Promise<readonly NamedThing[]> {
  return records.named.get('all', work, async () => {
    const things: NamedThing[] = [];
    for (const kind of ['brands', 'manufacturers', 'sellers'] as const) {
      for (const { uid, name } of (await records.companies(kind, work)).records) {
        if (name !== null) things.push({ name, words: tokens(name), field: UID_FIELDS[kind], uid, category: undefined });
      }
    }
    const tree: CategoryTree = await records.categories(work);
    const ofTree = tree.nodes.map(({ id, uid, name }): NamedThing => {
      return { name, words: tokens(name), field: 'category_uids', uid, category: { id, name } };
    });
    return [...things, ...ofTree];
  });
}

/**
 * `spelling_correction`: part numbers that differ from what was typed in one character; then the text with each word that no part
 * has replaced by the nearest word that parts have.
 */
export async function spellingCorrection({ q }: Arguments, context: AnswerContext): Promise<ObjectSource[]> {
  const typed = q as string;
  const query = { mpn_or_sku: withoutWildcards(typed), limit: 0 };
  const { results } = await context.match({ queries: [query], suggest: true, show: ['uid'] }, {});
  const near = (results[0].suggestions ?? []).filter(({ reason }) => reason === 'edit').map(({ value }) => value);
  const corrected = await withNearWords(typed, context);
  const corrections = new Set([...near, ...(corrected === undefined ? [] : [corrected])]);
  return Promise.all(
    [...corrections].map(async (text) => {
      return { correction_string: text, hits: (await context.searchOf({ q: text }).ask({})).hits };
    }),
  );
}

/** The text with its unknown words replaced; undefined if it has none, or some word has no near one. */
async function withNearWords(typed: string, context: AnswerContext): Promise<string | undefined> {
  const { internals, work } = context;
  if (typed.length > LONGEST_TEXT) return undefined;
  const { vocabulary } = internals.collections.parts;
  const pieces = typed.split(/(\s+)/);
  if (pieces.length > 2 * MOST_WORDS) return undefined;
  let isChanged = false;
  for (const [i, piece] of pieces.entries()) {
    const words = tokens(piece);
    // An excluded word need not be known, and a code that no part has is not a misspelled word.
    if (piece.startsWith('-') || words.length !== 1 || /\P{L}/u.test(words[0]) || (await vocabulary.has(words[0], work)))
      continue;
    const nearest = await vocabulary.nearest(words[0], work);
    if (!nearest || (context.isScoped && !(await isSeen(nearest.word, context)))) return undefined;
    // Quotation marks stay.
    pieces[i] = piece.replace(/[\p{L}\p{M}]+/u, nearest.word);
    isChanged = true;
  }
  return isChanged ? pieces.join('') : undefined;
}

/** Whether a search finds a word in what the client sees. */
async function isSeen(word: string, context: AnswerContext): Promise<boolean> {
  return (await context.searchOf({ q: `"${word}"` }).ask({})).hits > 0;
}

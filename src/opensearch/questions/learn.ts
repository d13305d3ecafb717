import type { VocabularySource } from '../../ask/vocabulary-learned.js';
import type { CountedValue } from '../../ask/vocabulary-values.js';
import { specField } from '../../model/fields.js';
import { Pauses } from '../../work/pauses.js';
import { allTerms, escaped, type TermCount, termsLike, wordsIn } from '../all-terms.js';
import { countLimits } from '../compile/counts.js';
import { type PartField, sortsByFold, valueOfTerm } from '../compile/fields.js';
import {
  inOrder,
  internalsOf,
  isNamed,
  isWordOfTexts,
  NAMING_FIELDS,
  numberKeysOf,
  readNames,
  type SpecSizes,
  stringKeys,
  WORDS_BESIDE,
} from '../in-process.js';
import type { OpenedIndex } from '../opened.js';
import { SPEC, WORDS_OF_PART } from '../schema.js';
import type { EngineSession } from '../session.js';
import { prefixOf, specName } from '../terms.js';

/** Longest expression that the engine takes: index.max_regex_length. */
const LONGEST_EXPRESSION = 1000;

/** Reads what the vocabulary of a catalog is learned from: counts of the cluster, and the records beside it. */
export async function readClusterVocabulary(
  opened: OpenedIndex,
  session: EngineSession,
): Promise<Omit<VocabularySource, 'texts'>> {
  const { catalog, specMetadata, context } = opened;
  const counts: Map<string, number>[] = [];
  for (const name of NAMING_FIELDS) counts.push(await countsOf(context.fields.find(name) as PartField, session));
  const [categories, brands, manufacturers, sellers] = counts;
  const { segments } = internalsOf(catalog);
  const names = await new Pauses().run(readNames({ segments, specMetadata }, { categories, brands, manufacturers, sellers }));
  return {
    ...names,
    values: await valuesOf(opened, session),
    numberKeys: numberKeysOf({ specMetadata }, sizesOf(opened, 'number')),
    words: await wordsOf(opened, session),
  };
}

/** Number of parts with each value of a field, in the order of a file's dictionary. */
async function countsOf(field: PartField, session: EngineSession): Promise<Map<string, number>> {
  const terms = (await allTerms(field.raw, session)) ?? [];
  return inOrder(new Map(terms.map(([term, parts]) => [valueOfTerm(field.kind, term), parts])), sortsByFold(field));
}

/** The sizes of the specs of a type, in the order of the catalog's keys. */
function sizesOf({ specs, having }: OpenedIndex, type: 'string' | 'number'): SpecSizes[] {
  const of = specs.filter((spec) => spec.type === type);
  return of.map(({ key, parts, values }) => {
    const ends = type === 'string' ? [0] : (['min_value', 'max_value'] as const).map((end) => having(specName(key, end)));
    return { key, value: { values, rows: parts }, intervals: Math.max(...ends) };
  });
}

/** The string values of specs that are names, key by key. */
async function valuesOf(opened: OpenedIndex, session: EngineSession): Promise<CountedValue[]> {
  const keys = stringKeys(sizesOf(opened, 'string'));
  const sizes = new Map(opened.specs.map(({ key, values }) => [key, values]));
  const found = new Map<string, Map<string, number>>(keys.map((key) => [key, new Map()]));
  const byPrefix = new Map(keys.map((key) => [prefixOf(specName(key, 'value')), key]));
  const add = (terms: readonly TermCount[]) => {
    for (const [term, parts] of terms) {
      const prefix = term.slice(0, term.indexOf('=') + 1);
      const key = byPrefix.get(prefix);
      if (key !== undefined) found.get(key)?.set(term.slice(prefix.length), parts);
    }
  };
  for (const include of expressionsOf(keys, sizes)) {
    const terms = include === undefined ? undefined : await termsLike(SPEC.strings, include, session);
    add(terms ?? (await allTerms(SPEC.strings, session)) ?? []);
  }
  return keys.flatMap((key) => {
    const field = opened.context.fields.find(specField(key, 'value')) as PartField;
    const values = inOrder(found.get(key) as Map<string, number>, sortsByFold(field));
    return Array.from(values, ([value, parts]) => ({ key, value, parts })).filter(({ value }) => isNamed(value));
  });
}

/** Expressions for the terms of all keys, each of no more than the cluster answers with; undefined: all terms must be read. */
function expressionsOf(keys: readonly string[], sizes: ReadonlyMap<string, number>): (string | undefined)[] {
  const expressions: (string | undefined)[] = [];
  let left = 0;
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) expressions.push(`(${open.join('|')}).*`);
    open = [];
    left = countLimits.values;
  };
  close();
  for (const key of keys) {
    const prefix = escaped(prefixOf(specName(key, 'value')));
    const size = sizes.get(key) ?? 0;
    if (prefix.length > LONGEST_EXPRESSION - 4) return [undefined];
    if (left < size || open.join('|').length + prefix.length > LONGEST_EXPRESSION - 8) close();
    open.push(prefix);
    left -= size;
  }
  close();
  return expressions;
}

/** The words that are made of letters of what `q` searches, in order, and then those of short descriptions alone. */
async function wordsOf({ context }: OpenedIndex, session: EngineSession): Promise<{ word: string; parts: number }[]> {
  const searched = await lettersIn(WORDS_OF_PART, session);
  const field = context.fields.find(WORDS_BESIDE)?.words;
  const beside = field === undefined ? [] : [...(await lettersIn(field, session))].filter(([word]) => !searched.has(word));
  return Array.from([...searched, ...beside], ([word, parts]) => ({ word, parts }));
}

async function lettersIn(field: string, session: EngineSession): Promise<Map<string, number>> {
  const counts = new Map((await wordsIn(field, session)).filter(([word]) => isWordOfTexts(word)));
  return inOrder(counts, false);
}

import { countLimits } from './compile/counts.js';
import type { EngineAnswer, EngineSession } from './session.js';

/** Parts of the values that are read one after the other at most. */
const MOST_PARTITIONS = 1024;
/** Beyond all code points. */
const LAST_CODE_POINT = 0x10ffff;
const [FIRST_SURROGATE, LAST_SURROGATE] = [0xd800, 0xdfff];
/** Most characters of a word that is read. */
const LONGEST_WORD = 32;
const DIGIT = /[0-9]/;
const STEP = 'reading terms';

/** A term of an index field, and the number of parts that have it. */
export type TermCount = readonly [term: string, parts: number];

export const termsOf = (found: EngineAnswer): TermCount[] =>
  found.buckets.map(({ key, doc_count }: EngineAnswer) => [String(key), doc_count]);

/** All terms of an index field; undefined if there are too many. */
export function allTerms(field: string, session: EngineSession): Promise<TermCount[] | undefined> {
  return readTerms(
    field,
    session,
    (): TermCount[] => [],
    (all, terms) => void all.push(...terms),
  );
}

/**
 * Reads all terms of an index field, in as many parts as it takes, of which one is held at a time; undefined if there are too many.
 * @param begin makes what takes the terms, again where more parts are needed than were tried
 */
export async function readTerms<Taken>(
  field: string,
  session: EngineSession,
  begin: () => Taken,
  take: (taken: Taken, terms: readonly TermCount[]) => void,
): Promise<Taken | undefined> {
  for (let parts = 1; parts <= MOST_PARTITIONS; parts *= 4) {
    const taken = begin();
    let isWhole = true;
    for (let partition = 0; partition < parts && isWhole; partition++) {
      const include = parts === 1 ? {} : { include: { partition, num_partitions: parts } };
      const some = await someTerms(field, include, session);
      isWhole = some !== undefined;
      if (some) take(taken, some);
    }
    if (isWhole) return taken;
  }
  return undefined;
}

/** The terms of an index field that an expression of the engine's includes; undefined if there are more than it answers with. */
export async function termsLike(field: string, include: string, session: EngineSession): Promise<TermCount[] | undefined> {
  return someTerms(field, { include }, session);
}

async function someTerms(field: string, include: object, session: EngineSession): Promise<TermCount[] | undefined> {
  const { values } = countLimits;
  const aggs = { terms: { terms: { field, ...include, size: values, shard_size: values } } };
  const answer = await session.search({ size: 0, track_total_hits: false, aggs }, STEP);
  const { terms } = answer.aggregations;
  return terms.sum_other_doc_count === 0 ? termsOf(terms) : undefined;
}

/** Terms that begin with a text and go on with a character between two. */
interface Stretch {
  readonly prefix: string;
  readonly from: number;
  readonly to: number;
}

/** All terms of an index field without digits and of no more than 32 characters: where there are many, in stretches of the alphabet. */
export async function wordsIn(field: string, session: EngineSession): Promise<TermCount[]> {
  const words: TermCount[] = [];
  const open: Stretch[] = [{ prefix: '', from: 0, to: LAST_CODE_POINT }];
  for (let next = open.pop(); next; next = open.pop()) {
    const found = await termsLike(field, expressionOf(next), session);
    if (found) words.push(...found);
    else if (next.from < next.to) open.push(...halvesOf(next));
    else {
      const prefix = next.prefix + String.fromCodePoint(next.from);
      words.push(...((await termsLike(field, escaped(prefix), session)) ?? []));
      open.push({ prefix, from: 0, to: LAST_CODE_POINT });
    }
  }
  return words.filter(([word]) => !DIGIT.test(word));
}

function expressionOf({ prefix, from, to }: Stretch): string {
  const left = Math.max(0, LONGEST_WORD - [...prefix].length - 1);
  const first = from === to ? escaped(String.fromCodePoint(from)) : `[${characterOf(from)}-${characterOf(to)}]`;
  return `${escaped(prefix)}${first}[^0-9]{0,${left}}`;
}

function halvesOf({ prefix, from, to }: Stretch): Stretch[] {
  const middle = (from + to) >>> 1;
  return [
    { prefix, from, to: outsideSurrogates(middle, -1) },
    { prefix, from: outsideSurrogates(middle + 1, 1), to },
  ];
}

/** No term has half of a surrogate pair. */
function outsideSurrogates(code: number, direction: 1 | -1): number {
  if (code < FIRST_SURROGATE || code > LAST_SURROGATE) return code;
  return direction === 1 ? LAST_SURROGATE + 1 : FIRST_SURROGATE - 1;
}

const characterOf = (code: number): string => escaped(String.fromCodePoint(code));

/** A text in an expression of the engine's: a letter or digit behind a backslash would be a class. */
export const escaped = (text: string): string => text.replace(/[^\p{L}\p{N}_=%]/gu, (c) => `\\${c}`);

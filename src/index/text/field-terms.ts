import { GrowableBytes, GrowableU32 } from '../../encoding/growable.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import type { BytesMatcher } from '../dictionary/dictionary.js';
import type { TermDictionary } from '../dictionary/term-dictionary.js';
import type { Postings } from '../postings.js';
import { hasBit } from '../row-set/bits.js';
import type { TermMasks } from './term-masks.js';

/** Terms to read in one step. */
const TERMS_AT_ONCE = 1 << 12;

/**
 * A copy of the terms that occur in some fields of a text index. Most terms of the keyword index come from part numbers and SKUs: a
 * pattern in descriptions need not read those.
 */
export class FieldTerms {
  private constructor(
    /** Ordinals in the dictionary of the index, ascending. */
    readonly ordinals: Uint32Array,
    /** Term `i` is `bytes[offsets[i], offsets[i + 1])`. */
    private readonly offsets: Uint32Array,
    private readonly bytes: Uint8Array,
  ) {}

  /** @param wanted mask of the fields */
  static *gather(terms: TermDictionary, postings: Postings, masks: TermMasks, wanted: number, work: Work): Steps<FieldTerms> {
    const ordinals = new GrowableU32();
    const offsets = new GrowableU32();
    const bytes = new GrowableBytes();
    const cursor = terms.cursorAt(0);
    while (cursor.next()) {
      if (cursor.ordinal % TERMS_AT_ONCE === 0 && work.spend(TERMS_AT_ONCE * 8)) yield;
      if (!masks.occursIn(cursor.ordinal, postings.multiIndex(cursor.ordinal), wanted)) continue;
      ordinals.push(cursor.ordinal);
      offsets.push(bytes.length);
      bytes.append(cursor.term, 0, cursor.length);
    }
    offsets.push(bytes.length);
    return new FieldTerms(ordinals.view().slice(), offsets.view().slice(), bytes.view().slice());
  }

  /** The ordinals of the terms that match, ascending. */
  *matching(matcher: BytesMatcher, work: Work): Steps<Uint32Array> {
    const { ordinals, offsets, bytes } = this;
    const found = new GrowableU32();
    for (let i = 0; i < ordinals.length; i++) {
      if (matcher.matches(bytes, offsets[i], offsets[i + 1])) found.push(ordinals[i]);
      if (i % TERMS_AT_ONCE === 0 && work.spend(TERMS_AT_ONCE * 4)) yield;
    }
    return found.view();
  }
}

/** Some terms of an index that follow one another. */
interface TermInterval {
  readonly terms: TermDictionary;
  readonly postings: Postings;
  readonly masks: TermMasks;
  readonly from: number;
  readonly to: number;
}

/** The ordinals of the terms of an interval that match and occur in some fields, ascending: read one by one, nothing is gathered. */
export function* termsMatching(
  { terms, postings, masks, from, to }: TermInterval,
  matcher: BytesMatcher,
  wanted: number,
  work: Work,
): Steps<Uint32Array> {
  const found = new GrowableU32();
  const cursor = terms.cursorAt(from);
  while (cursor.ordinal + 1 < to && cursor.next()) {
    const { ordinal } = cursor;
    if (ordinal % TERMS_AT_ONCE === 0 && work.spend(TERMS_AT_ONCE * 8)) yield;
    if (!matcher.matches(cursor.term, 0, cursor.length)) continue;
    if (masks.occursIn(ordinal, postings.multiIndex(ordinal), wanted)) found.push(ordinal);
  }
  return found.view();
}

/** Rows to clear again; kept to avoid an allocation in every call. */
const added = new GrowableU32();

/** Sets the bits of the rows that have a term in one of the wanted fields, and not only in other fields of the index. */
export function addTermRows(term: number, postings: Postings, masks: TermMasks, wanted: number, words: Int32Array): void {
  const isUsual = (masks.usualOf(term) & wanted) !== 0;
  const multi = postings.multiIndex(term);
  const { exceptionRows, exceptionMasks } = masks;
  const from = multi < 0 ? 0 : masks.exceptionsFrom(multi);
  const to = multi < 0 ? 0 : masks.exceptionsTo(multi);
  if (!isUsual) {
    for (let at = from; at < to; at++) {
      const row = exceptionRows[at];
      if ((exceptionMasks[at] & wanted) !== 0) words[row >>> 5] |= 1 << (row & 31);
    }
    return;
  }
  // Exceptions are few: set the bits of all rows, then clear those with the term in other fields, unless they were set before.
  added.length = 0;
  for (let at = from; at < to; at++) {
    if ((exceptionMasks[at] & wanted) === 0 && !hasBit(words, exceptionRows[at])) added.push(exceptionRows[at]);
  }
  postings.addTo(term, words);
  for (let i = 0; i < added.length; i++) {
    const row = added.array[i];
    words[row >>> 5] &= ~(1 << (row & 31));
  }
}

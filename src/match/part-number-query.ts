import { countCharacters, type PatternPiece } from '../analysis/pattern.js';
import { fold, lowerCase, partNumberForm } from '../analysis/text.js';
import { compareBytes, utf8Bytes } from '../analysis/utf8.js';
import { LONGEST_STORED } from '../encoding/wildcard-arrays.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import { PlainDictionary } from '../index/dictionary/plain-dictionary.js';
import type { Postings } from '../index/postings.js';
import type { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { Steps } from '../work/pauses.js';
import { RecentCache } from '../work/recent-cache.js';
import type { Work } from '../work/work.js';
import { findPartNumbers } from './find-part-numbers.js';
import { PartNumberPattern } from './part-number-pattern.js';
import type { SimilarPartNumbers } from './similar-part-numbers.js';

/** The fields that hold part numbers. */
export type PartNumberField = 'mpn' | 'offers.sku' | 'aka_mpns';
export const PART_NUMBER_FIELDS: readonly PartNumberField[] = ['mpn', 'offers.sku', 'aka_mpns'];

/** Other numbers that a part is known by. They count after its own that match as well. */
const OTHER_NUMBERS: PartNumberField = 'aka_mpns';

/**
 * Ranks of the part numbers that match; a smaller rank comes first. The ranks of wildcard matches grow with the length of the
 * number. Other numbers of a part have the next rank, those of wildcard matches one above all lengths.
 */
const AS_WRITTEN = 0;
const WRITTEN_OTHERWISE = 2;
const OTHER = 1;
const WILDCARD = 4;
const OTHER_WILDCARD = 1 << 30;
/** Up to this many part numbers, reading their forms is cheaper than loading the table of their lengths. */
const FEW_NUMBERS = 1024;

/** The part numbers of one field of a segment, loaded. */
export interface PartNumbers {
  readonly name: PartNumberField;
  readonly field: SegmentField;
  readonly dictionary: PlainDictionary;
  readonly forms: PartNumberForms;
  readonly postings: Postings;
  /** Numbers that are similar to those asked for last, by form: a list asks again without the brand. */
  readonly similar: RecentCache<readonly SimilarPartNumbers[]>;
}

/** Forms whose similar numbers are kept, and most of those numbers: a list of 200 lines asks for some 40 (`npm run bench:offers`). */
const SIMILAR_KEPT = { entries: 64, weight: 1 << 15 };

/** Adds what `partNumbersOf` reads, and what finding part numbers in the result reads. */
export function needPartNumbers(segment: Segment, name: PartNumberField, needs: Needs): void {
  const field = segment.field(name);
  if (field) field.needForms(needs).add(field.postings).add(field.wildcards);
}

/** The part numbers of a field, or undefined if no row has any. */
export function partNumbersOf(segment: Segment, name: PartNumberField): PartNumbers | undefined {
  const field = segment.field(name);
  if (!field) return undefined;
  const dictionary = field.dictionary.value;
  if (!(dictionary instanceof PlainDictionary))
    throw new CorruptCatalogError(`${segment.name}/fields/${name}/dictionary`, 'the part numbers are not in memory form');
  const weightOf = (groups: readonly SimilarPartNumbers[]) => groups.reduce((sum, { ordinals }) => sum + ordinals.length, 0);
  const similar = new RecentCache<readonly SimilarPartNumbers[]>({ ...SIMILAR_KEPT, weightOf });
  return { name, field, dictionary, forms: field.forms.value, postings: field.postings.value, similar };
}

/** The part numbers of a field that match. */
export interface MatchedNumbers {
  readonly numbers: PartNumbers;
  /** Ordinals, distinct, in any order. */
  readonly ordinals: ArrayLike<number>;
  /** The least rank that any of them can have. */
  readonly base: number;
  /** The rank of one of them: how well it matches, counted from `base`. */
  rankOf(ordinal: number): number;
}

/** One requested part number. A pattern takes steps to find. */
export type PartNumberQuery = NumberQuery | PatternQuery;

/**
 * @param reading the text, escapes resolved, or the pieces of one with wildcards
 * @param exactOnly compares as written except for letter case, not by letters and digits alone
 */
export function partNumberQuery(reading: string | readonly PatternPiece[], exactOnly: boolean): PartNumberQuery {
  return typeof reading === 'string' ? new NumberQuery(reading, exactOnly) : new PatternQuery(reading, exactOnly);
}

const NO_NUMBERS = new Uint32Array(0);

/** A part number without wildcards. */
export class NumberQuery {
  readonly isPattern = false;
  /** Whether it has no letter or digit; only those are compared. */
  readonly isEmpty: boolean;
  /** Its part-number form, in UTF-8. */
  readonly form: Uint8Array;
  private inBytes: Uint8Array | undefined = undefined;

  constructor(
    readonly text: string,
    private readonly exactOnly: boolean,
  ) {
    this.form = utf8Bytes(partNumberForm(text));
    this.isEmpty = !exactOnly && this.form.length === 0;
  }

  /** The text in UTF-8. */
  private get written(): Uint8Array {
    this.inBytes ??= utf8Bytes(this.text);
    return this.inBytes;
  }

  findNow(numbers: PartNumbers): MatchedNumbers {
    return {
      numbers,
      base: numbers.name === OTHER_NUMBERS ? OTHER : 0,
      ordinals: this.exactOnly ? this.inLowerCase(numbers) : this.ofForm(numbers),
      rankOf: (ordinal) => (this.isWritten(ordinal, numbers) ? AS_WRITTEN : WRITTEN_OTHERWISE),
    };
  }

  private isWritten(ordinal: number, { dictionary: { bytes, offsets } }: PartNumbers): boolean {
    const { written } = this;
    return compareBytes(bytes, offsets[ordinal], offsets[ordinal + 1], written, 0, written.length) === 0;
  }

  /** False if no part number has the form; most numbers that none has are known without a look-up. */
  mayBeIn({ forms }: PartNumbers): boolean {
    return this.form.length > 0 && forms.mayHave(this.form);
  }

  /** The ordinals of the part numbers that have the form, ignoring `exactOnly`. */
  ofForm(numbers: PartNumbers): Uint32Array {
    if (!this.mayBeIn(numbers)) return NO_NUMBERS;
    const { forms } = numbers;
    const from = forms.lowerBound(this.form);
    return forms.order.subarray(from, forms.equalEnd(this.form, from));
  }

  /** Texts that are equal in lower case have the same fold, and the dictionary is in the order of folds. */
  private inLowerCase({ dictionary }: PartNumbers): number[] {
    const folded = fold(this.text);
    const wanted = lowerCase(this.text);
    const found: number[] = [];
    const end = dictionary.upperBound(folded);
    for (let ordinal = dictionary.lowerBound(folded); ordinal < end; ordinal++) {
      if (lowerCase(dictionary.value(ordinal)) === wanted) found.push(ordinal);
    }
    return found;
  }
}

/** A part number with wildcards. */
class PatternQuery {
  readonly isPattern = true;
  /** Whether it has only wildcards. */
  readonly isEmpty: boolean;
  private readonly pattern: PartNumberPattern;

  constructor(pieces: readonly PatternPiece[], exactOnly: boolean) {
    this.pattern = exactOnly ? PartNumberPattern.asWritten(pieces) : PartNumberPattern.normalised(pieces);
    this.isEmpty = !exactOnly && this.pattern.form.codes.every((code) => code < 0);
  }

  *find(numbers: PartNumbers, work: Work): Steps<MatchedNumbers> {
    const ordinals = yield* findPartNumbers(numbers.field, this.pattern, work);
    work.hold(ordinals.byteLength);
    const base = numbers.name === OTHER_NUMBERS ? OTHER_WILDCARD : 0;
    if (ordinals.length <= FEW_NUMBERS) {
      return { numbers, ordinals, base, rankOf: (ordinal) => WILDCARD + charactersOf(numbers, ordinal) };
    }
    const { lengths } = numbers.field.wildcards.value;
    const charactersAt = (ordinal: number) =>
      lengths[ordinal] < LONGEST_STORED ? lengths[ordinal] : charactersOf(numbers, ordinal);
    return { numbers, ordinals, base, rankOf: (ordinal) => WILDCARD + charactersAt(ordinal) };
  }
}

/** Code points of the form of a part number. */
function charactersOf({ forms }: PartNumbers, ordinal: number): number {
  const { bytes, length } = forms.formOf(ordinal);
  return countCharacters(bytes, 0, length);
}

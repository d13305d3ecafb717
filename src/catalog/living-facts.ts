import {
  hasLivingPair,
  hasLivingTwoPriced,
  livingCurrencies,
  livingRows,
  needLiving,
  needLivingOffers,
  needLivingPrices,
} from '../index/alive/alive-counts.js';
import { Needs } from '../index/section.js';
import type { Segment, SegmentField } from '../index/segment.js';
import { isExtentMember, parseSpecField, specField } from '../model/fields.js';
import { parsePriceField } from '../model/offer-fields.js';
import type { Steps, Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { load } from './load.js';

/**
 * The fields of which some living record has several values, and the currencies in which living parts have prices. The manifest of a file
 * says it for all of its records; where some are dead, the columns are read when a request first depends on it.
 */
export class LivingFacts {
  private readonly known = new Map<string, boolean>();
  private readonly asked = new Set<string>();
  /** By segment with dead rows; undefined until a request depends on it. */
  private currencies: ReadonlyMap<Segment, readonly string[]> | undefined = undefined;
  private areCurrenciesAsked = false;
  /** Number of answers that were doubtful. */
  doubts = 0;

  constructor(private readonly segments: readonly Segment[]) {}

  /** Whether any answer may have to be settled. */
  get hasDoubts(): boolean {
    return this.segments.some(({ dead }) => dead);
  }

  /** Whether some record has several values of a field: what is known, or what all records with the dead ones say; that is noted. */
  hasPairs(name: string): boolean {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const ofEachOffer = isPriceOfEach(name);
    let isDoubtful = false;
    for (const segment of this.segments) {
      const isMulti = ofEachOffer ? segment.offerRows?.manifest.hasTwoPriced : segment.field(name)?.info.multiValued;
      if (!isMulti) continue;
      if (!segment.dead) return true;
      isDoubtful = true;
    }
    if (isDoubtful) {
      this.asked.add(name);
      this.doubts++;
    }
    return isDoubtful;
  }

  /** Whether an offer has a price in a currency, or can have one by conversion; likewise. */
  hasPrices(currency: string): boolean {
    let isDoubtful = false;
    for (const segment of this.segments) {
      const living = this.currencies?.get(segment);
      if (!segment.offerRows?.hasPrices(currency, living)) continue;
      if (!segment.dead || living) return true;
      isDoubtful = true;
    }
    if (isDoubtful) {
      this.areCurrenciesAsked = true;
      this.doubts++;
    }
    return isDoubtful;
  }

  /** Reads the columns of what was noted. */
  *settle(work: Work): Task<void> {
    if (this.areCurrenciesAsked) this.currencies = yield* this.findCurrencies(work);
    this.areCurrenciesAsked = false;
    for (const name of this.asked) {
      this.known.set(name, yield* this.find(name, work));
      this.asked.delete(name);
    }
  }

  private *find(name: string, work: Work): Task<boolean> {
    if (isPriceOfEach(name)) return yield* this.someTwoPriced(work);
    const spec = parseSpecField(name);
    // A part may meet two values of a range with one interval.
    if (spec && isExtentMember(spec.member)) {
      const ends = ['min_value', 'max_value'] as const;
      for (const end of ends) if (yield* this.some(specField(spec.key, end), hasLivingRow, work)) return true;
      return yield* this.some(specField(spec.key, 'value'), hasLivingPair, work);
    }
    return yield* this.some(name, hasLivingPair, work);
  }

  /** Prices count as several where a part has two offers with prices, in whatever currencies and at whatever quantities. */
  private *someTwoPriced(work: Work): Task<boolean> {
    for (const segment of this.segments) {
      const needs = new Needs();
      needLivingOffers(segment, needs);
      if (!needs.isEmpty) yield* load(needs);
      if (yield* hasLivingTwoPriced(segment, work)) return true;
    }
    return false;
  }

  private *findCurrencies(work: Work): Task<ReadonlyMap<Segment, readonly string[]>> {
    const found = new Map<Segment, readonly string[]>();
    for (const segment of this.segments) {
      if (!segment.dead) continue;
      const needs = new Needs();
      needLivingPrices(segment, needs);
      if (!needs.isEmpty) yield* load(needs);
      found.set(segment, yield* livingCurrencies(segment, work));
    }
    return found;
  }

  private *some(name: string, has: IsLiving, work: Work): Task<boolean> {
    for (const segment of this.segments) {
      const field = segment.field(name);
      if (!field) continue;
      const needs = new Needs();
      needLiving(segment, field, needs);
      if (!needs.isEmpty) yield* load(needs);
      if (yield* has(segment, field, work)) return true;
    }
    return false;
  }
}

/** Whether a field is the price of each offer of a part. */
function isPriceOfEach(name: string): boolean {
  return parsePriceField(name)?.isOfEach === true;
}

type IsLiving = (segment: Segment, field: SegmentField, work: Work) => Steps<boolean>;

// biome-ignore lint/correctness/useYield: only the dead rows are read
function* hasLivingRow(segment: Segment, field: SegmentField): Steps<boolean> {
  return livingRows(segment, field) > 0;
}

import { dateText, FIRST_INSTANT, instantOf, LAST_INSTANT } from '../../analysis/date.js';
import { utf8Bytes } from '../../analysis/utf8.js';
import type { BundleReader } from '../../encoding/bundle.js';
import { GrowableU32 } from '../../encoding/growable.js';
import { partitionPoint } from '../../encoding/partition-point.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import type { BytesMatcher, Dictionary } from './dictionary.js';

/** Writing the text of a date takes about as long as this many steps of a plain loop. */
const TEXT_COST = 64;
/** Dates that are compared in one step. */
const DATES_AT_ONCE = 1 << 10;

/** The distinct instants of a column, ascending, as milliseconds. Its texts are canonical. */
export class DateDictionary implements Dictionary {
  readonly order = 'raw';
  readonly size: number;
  private readonly instants: Float64Array;

  constructor(section: string, bundle: BundleReader) {
    this.instants = bundle.f64();
    this.size = this.instants.length;
    for (let i = 0; i < this.size; i++) {
      const instant = this.instants[i];
      const isInstant = Number.isInteger(instant) && instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
      if (!isInstant) throw new CorruptCatalogError(section, `date ${i} is not an instant`);
      if (i > 0 && this.instants[i - 1] >= instant) throw new CorruptCatalogError(section, `date ${i} is out of order`);
    }
  }

  value(ordinal: number): string {
    return dateText(this.instants[ordinal]);
  }

  find(value: string): number {
    const instant = instantOf(value);
    const at = partitionPoint(0, this.size, (i) => this.instants[i] < instant);
    return at < this.size && this.instants[at] === instant ? at : -1;
  }

  compare(a: number, b: number): number {
    return a - b;
  }

  lowerBound(key: string): number {
    const instant = instantOf(key);
    return partitionPoint(0, this.size, (i) => this.instants[i] < instant);
  }

  upperBound(key: string): number {
    const instant = instantOf(key);
    return partitionPoint(0, this.size, (i) => this.instants[i] <= instant);
  }

  *matching(matcher: BytesMatcher, work: Work): Steps<Uint32Array> {
    const found = new GrowableU32();
    for (let ordinal = 0; ordinal < this.size; ordinal++) {
      const text = utf8Bytes(this.value(ordinal));
      if (matcher.matches(text, 0, text.length)) found.push(ordinal);
      if (ordinal % DATES_AT_ONCE === 0 && work.spend(DATES_AT_ONCE * TEXT_COST)) yield;
    }
    return found.view();
  }

  /** The constructor has checked all. */
  validate(): void {}
}

import { comparePartNumber, PartNumberReader } from '../../analysis/part-number.js';
import { compareBytes } from '../../analysis/utf8.js';
import type { BundleReader } from '../../encoding/bundle.js';
import { BYTE_RANK, keyAt } from '../../encoding/byte-keys.js';
import { CorruptCatalogError } from '../../model/errors.js';
import { finished } from '../../work/pauses.js';
import { checkBelow } from '../array-checks.js';
import type { PlainDictionary } from './plain-dictionary.js';

const SAMPLE_EVERY = 64;

/**
 * The part numbers of a dictionary in the order of their normalised forms ("RC0603FR-07 10KL" is "rc0603fr0710kl"). Only the
 * ordinals in that order are stored; forms are computed from the part numbers as written.
 */
export class PartNumberForms {
  private readonly reader = new PartNumberReader();
  private samples: Float64Array | undefined;

  constructor(
    private readonly section: string,
    readonly dictionary: PlainDictionary,
    /** Ordinals in order of form. */
    readonly order: Uint32Array,
  ) {
    if (order.length !== dictionary.size) throw new CorruptCatalogError(section, 'forms and part numbers differ in number');
    finished(checkBelow(section, 'ordinal', order, dictionary.size));
  }

  static open(section: string, bundle: BundleReader, dictionary: PlainDictionary): PartNumberForms {
    return new PartNumberForms(section, dictionary, bundle.u32());
  }

  get size(): number {
    return this.order.length;
  }

  /** The form at a place of the order; valid until the next call. */
  form(place: number): PartNumberReader {
    return this.formOf(this.order[place]);
  }

  /** The form of an ordinal; valid until the next call. */
  formOf(ordinal: number): PartNumberReader {
    const { offsets, bytes } = this.dictionary;
    this.reader.read(bytes, offsets[ordinal], offsets[ordinal + 1]);
    return this.reader;
  }

  /** First place whose form is not below `key`. @param from it is known to be in `[from, to]` */
  lowerBound(key: Uint8Array, from = 0, to = this.size): number {
    return this.bound(key, 0, from, to);
  }

  /** First place whose form is above `key`. @param from it is known to be in `[from, to]` */
  upperBound(key: Uint8Array, from = 0, to = this.size): number {
    return this.bound(key, 1, from, to);
  }

  /** First place whose comparison with `key` gives at least `least`: 0 for not below the key, 1 for above it. */
  private bound(key: Uint8Array, least: number, from: number, to: number): number {
    if (to - from <= SAMPLE_EVERY) return this.search(key, least, from, to);
    this.samples ??= this.takeSamples();
    const { samples } = this;
    const start = keyAt(key, BYTE_RANK, 0, key.length);
    // Samples below the key's first bytes are before the place, samples above them after it.
    const first = Math.max(0, firstNotBelow(samples, start) - 1) * SAMPLE_EVERY;
    // Keys are integers, so that the first one above `start` is the first not below its successor.
    const last = firstNotBelow(samples, start + 1) * SAMPLE_EVERY;
    return this.search(key, least, Math.max(from, first), Math.min(to, last));
  }

  private search(key: Uint8Array, least: number, from: number, to: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, key) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first six bytes of every 64th form as a number: they narrow a search without reading part numbers. */
  private takeSamples(): Float64Array {
    const samples = new Float64Array(Math.ceil(this.size / SAMPLE_EVERY));
    for (let i = 0; i < samples.length; i++) {
      const form = this.form(i * SAMPLE_EVERY);
      samples[i] = keyAt(form.bytes, BYTE_RANK, 0, form.length);
    }
    return samples;
  }

  /** First place after `lowerBound(prefix)` whose form does not begin with `prefix`. @param from it is known to be in `[from, to]` */
  prefixEnd(prefix: Uint8Array, from = 0, to = this.size): number {
    const after = new Uint8Array(prefix.length + 1);
    after.set(prefix);
    // No byte of UTF-8 is that high.
    after[prefix.length] = 0xff;
    return this.lowerBound(after, from, to);
  }

  /** End of the places from `from` on whose form is `key`. */
  equalEnd(key: Uint8Array, from: number): number {
    let to = from;
    while (to < this.size && this.compare(to, key) === 0) to++;
    return to;
  }

  /**
   * Checks that a walk through the order moves on from `place` to a place after it, and returns that. The order is not checked when it
   * is loaded, and a walk that moves back would never end.
   * @throws CorruptCatalogError
   */
  onward(place: number, next: number): number {
    return next > place ? next : this.failOrder(place);
  }

  /** @throws CorruptCatalogError */
  failOrder(place: number): never {
    throw new CorruptCatalogError(this.section, `form ${place} is out of order`);
  }

  private compare(place: number, key: Uint8Array): number {
    const { offsets, bytes } = this.dictionary;
    const ordinal = this.order[place];
    const quick = comparePartNumber(bytes, offsets[ordinal], offsets[ordinal + 1], key);
    if (quick !== undefined) return quick;
    const form = this.formOf(ordinal);
    return compareBytes(form.bytes, 0, form.length, key, 0, key.length);
  }

  validate(section: string): void {
    const seen = new Uint8Array(this.size);
    for (const ordinal of this.order) {
      if (seen[ordinal] === 1) throw new CorruptCatalogError(section, `ordinal ${ordinal} is repeated`);
      seen[ordinal] = 1;
    }
    for (let place = 1; place < this.size; place++) {
      const previous = this.form(place - 1);
      const key = previous.bytes.slice(0, previous.length);
      if (this.compare(place, key) < 0) throw new CorruptCatalogError(section, `form ${place} is out of order`);
    }
  }
}

/** First index of an ascending array whose value is not below `value`. */
function firstNotBelow(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

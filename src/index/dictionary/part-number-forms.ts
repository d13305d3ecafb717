import { comparePartNumber, PartNumberReader } from '../../analysis/part-number.js';
import { nextCharacter } from '../../analysis/pattern.js';
import { compareBytes } from '../../analysis/utf8.js';
import { type FormFilter, hashOf } from '../../encoding/form-filter.js';
import { CorruptCatalogError } from '../../model/errors.js';
import { findKeys, formKey, type KeyRange } from './form-keys.js';
import type { FormOrder } from './form-order.js';
import type { PlainDictionary } from './plain-dictionary.js';

const SAMPLE_EVERY = 64;

/** Forms of a range whose branches are cached; fewer take less time than the look-up is worth. */
const LARGE_RANGE = 1024;
/** Branches that are cached, some 50 bytes each: a million part numbers have some thousand large ranges, of ten to thirty branches. */
const MOST_CACHED = 1 << 16;
const LONGEST_CACHED = 255;
/** Most bytes of a character. */
const CHARACTER_BYTES = 4;

/** Which place a search is for: the first that is not below a key, the first above it, or the first behind those that begin with it. */
type Bound = typeof NOT_BELOW | typeof ABOVE | typeof BEHIND;
const NOT_BELOW = 0;
const ABOVE = 1;
const BEHIND = 2;

/** Neighbours in the order of forms whose next character is the same. */
export interface Branch {
  readonly from: number;
  readonly to: number;
  /** The bytes of the character, the last one in the lowest bits; 0 if the forms end there. */
  readonly character: number;
}

/** Writes the character of a branch to `target[at, …)` and returns where it ends. */
export function writeCharacter({ character }: Branch, target: Uint8Array, at: number): number {
  const bytes = character > 0xff_ffff ? 4 : character > 0xffff ? 3 : character > 0xff ? 2 : 1;
  for (let i = bytes; i > 0; i--) target[at + bytes - i] = character >>> ((i - 1) * 8);
  return at + bytes;
}

/**
 * The part numbers of a dictionary in the order of their normalised forms ("RC0603FR-07 10KL" is "rc0603fr0710kl"). Only the
 * ordinals in that order are stored; forms are computed from the part numbers as written.
 */
export class PartNumberForms {
  private readonly reader = new PartNumberReader();
  private samples: Float64Array | undefined = undefined;
  private readonly keys: KeyRange = { least: 0, most: 0 };
  private readonly known = new Map<number, readonly Branch[]>();
  private knownBranches = 0;

  /** Ordinals in order of form. */
  readonly order: Uint32Array;
  readonly filter: FormFilter;

  constructor(
    private readonly section: string,
    readonly dictionary: PlainDictionary,
    private readonly formOrder: FormOrder,
  ) {
    this.order = formOrder.ordinals;
    this.filter = formOrder.filter;
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

  /** False if no part number has a form. */
  mayHave(form: Uint8Array): boolean {
    return this.formOrder.mayHave(form);
  }

  /** First place whose form is not below `key[0, length)`. @param from it is known to be in `[from, to]` */
  lowerBound(key: Uint8Array, from = 0, to = this.size, length = key.length): number {
    return this.bound(key, length, NOT_BELOW, from, to);
  }

  /** First place whose form is above `key[0, length)`. @param from it is known to be in `[from, to]` */
  upperBound(key: Uint8Array, from = 0, to = this.size, length = key.length): number {
    return this.bound(key, length, ABOVE, from, to);
  }

  private bound(key: Uint8Array, length: number, which: Bound, from: number, to: number): number {
    if (to - from <= SAMPLE_EVERY) return this.search(key, length, which, from, to);
    this.samples ??= this.takeSamples();
    const { samples, keys } = this;
    findKeys(key, length, which === BEHIND, keys);
    const low = Math.floor(from / SAMPLE_EVERY);
    const high = Math.ceil(to / SAMPLE_EVERY);
    const first = firstNotBelow(samples, keys.least, low, high);
    // Keys are integers, so that the first one above `most` is the first not below its successor.
    const last = firstNotBelow(samples, keys.most + 1, first, high);
    return this.search(key, length, which, Math.max(from, (first - 1) * SAMPLE_EVERY), Math.min(to, last * SAMPLE_EVERY));
  }

  private search(key: Uint8Array, length: number, which: Bound, from: number, to: number): number {
    const least = which === NOT_BELOW ? 0 : 1;
    const longer = which === BEHIND ? 0 : 1;
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(middle, key, length, longer) < least) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The keys of every 64th form: they narrow a search without reading part numbers. */
  private takeSamples(): Float64Array {
    const samples = new Float64Array(Math.ceil(this.size / SAMPLE_EVERY));
    for (let i = 0; i < samples.length; i++) {
      const form = this.form(i * SAMPLE_EVERY);
      samples[i] = formKey(form.bytes, form.length);
    }
    return samples;
  }

  /**
   * First place after `lowerBound(prefix)` whose form does not begin with `prefix[0, length)`.
   * @param from it is known to be in `[from, to]`
   */
  prefixEnd(prefix: Uint8Array, from = 0, to = this.size, length = prefix.length): number {
    return this.bound(prefix, length, BEHIND, from, to);
  }

  /** End of the places from `from` on whose form is `key[0, length)`. */
  equalEnd(key: Uint8Array, from: number, length = key.length): number {
    let to = from;
    while (to < this.size && this.compare(to, key, length, 1) === 0) to++;
    return to;
  }

  /**
   * The forms of `[from, to)`, which are all that begin with `key[0, length)`, by their next character, in their order: those that end
   * there come first. The branches of large ranges are cached: every search begins with the same.
   * @throws CorruptCatalogError
   */
  branches(key: Uint8Array, length: number, from: number, to: number): readonly Branch[] {
    if (to - from < LARGE_RANGE || length > LONGEST_CACHED) return this.findBranches(key, length, from, to);
    const name = from * (LONGEST_CACHED + 1) + length;
    let known = this.known.get(name);
    if (known) return known;
    known = this.findBranches(key, length, from, to);
    if (this.knownBranches + known.length > MOST_CACHED) {
      this.known.clear();
      this.knownBranches = 0;
    }
    this.known.set(name, known);
    this.knownBranches += known.length;
    return known;
  }

  private findBranches(key: Uint8Array, length: number, from: number, to: number): Branch[] {
    const begin = new Uint8Array(length + CHARACTER_BYTES);
    for (let i = 0; i < length; i++) begin[i] = key[i];
    const branches: Branch[] = [];
    for (let place = from; place < to; ) {
      const form = this.form(place);
      const end = form.length === length ? length : nextCharacter(form.bytes, length, form.length);
      let character = 0;
      for (let i = length; i < end; i++) character = character * 0x100 + (begin[i] = form.bytes[i]);
      const next = end === length ? this.upperBound(begin, place, to, end) : this.prefixEnd(begin, place, to, end);
      branches.push({ from: place, to: this.onward(place, next), character });
      place = next;
    }
    return branches;
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

  /** @param longer the result for a form that continues the key */
  private compare(place: number, key: Uint8Array, length: number, longer: number): number {
    const { offsets, bytes } = this.dictionary;
    const ordinal = this.order[place];
    const quick = comparePartNumber(bytes, offsets[ordinal], offsets[ordinal + 1], key, length, longer);
    if (quick !== undefined) return quick;
    const form = this.formOf(ordinal);
    const isLonger = form.length > length && compareBytes(form.bytes, 0, length, key, 0, length) === 0;
    return isLonger ? longer : compareBytes(form.bytes, 0, form.length, key, 0, length);
  }

  validate(section: string): void {
    const seen = new Uint8Array(this.size);
    for (const ordinal of this.order) {
      if (seen[ordinal] === 1) throw new CorruptCatalogError(section, `ordinal ${ordinal} is repeated`);
      seen[ordinal] = 1;
    }
    for (let place = 0; place < this.size; place++) {
      const form = this.form(place);
      if (!this.filter.mayHave(hashOf(form.bytes, form.length)))
        throw new CorruptCatalogError(section, `the filter lacks form ${place}`);
    }
    for (let place = 1; place < this.size; place++) {
      const previous = this.form(place - 1);
      const key = previous.bytes.slice(0, previous.length);
      if (this.compare(place, key, key.length, 1) < 0) throw new CorruptCatalogError(section, `form ${place} is out of order`);
    }
  }
}

/** First index from `from` on, at most `to`, of an ascending array whose value is not below `value`. */
function firstNotBelow(values: Float64Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

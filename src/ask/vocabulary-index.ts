import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { appendForm, formSink, MARK } from './vocabulary-forms.js';
import { GrowingArray } from './vocabulary-packing.js';

/** Reading the form of a text takes about as long as this many steps of a plain loop. */
const FORM_COST = 1000;
/** Comparing two forms likewise. */
const COMPARE_COST = 20;
/** Positions that are sorted without a pause. */
const RUN = 512;

/** Where the key of a span stands in a text. */
export interface FormHit {
  readonly text: number;
  /** Place of the first unit, and of the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * The forms of texts, and the places in them where words begin, in the order of what follows there: all texts that have the key of
 * a span at the beginning of a word stand side by side.
 */
export class FormIndex {
  private constructor(
    readonly units: Uint16Array,
    /** What stands before each unit (`MARK`). */
    readonly marks: Uint8Array,
    /** Where the form of each text begins, and the end of the last. */
    private readonly starts: Uint32Array,
    /** Places where words begin, in the order of the units from there to the end of the text. */
    private readonly places: Uint32Array,
  ) {}

  /** @param leastMark words begin at marks from this one on */
  static *of(texts: Iterable<string>, work: Work, leastMark: number = MARK.blank): Task<FormIndex> {
    const sink = formSink();
    const starts = new GrowingArray(new Uint32Array(64));
    for (const text of texts) {
      starts.push(sink.units.length);
      appendForm(text, sink);
      if (work.spend(FORM_COST)) yield;
    }
    starts.push(sink.units.length);
    const [units, marks] = [sink.units.finish(), sink.marks.finish()];
    const places = new GrowingArray(new Uint32Array(64));
    for (let at = 0; at < marks.length; at++) if (marks[at] >= leastMark) places.push(at);
    const index = new FormIndex(units, marks, starts.finish(), places.finish());
    yield* index.sort(work);
    return index;
  }

  get size(): number {
    return this.starts.length - 1;
  }

  get bytes(): number {
    return this.units.byteLength + this.marks.byteLength + this.starts.byteLength + this.places.byteLength;
  }

  startOf(text: number): number {
    return this.starts[text];
  }

  endOf(text: number): number {
    return this.starts[text + 1];
  }

  /** Calls `visit` for each beginning of a word where the key stands, in whatever follows it. */
  forEach(key: string, visit: (hit: FormHit) => void): void {
    if (key === '') return;
    const from = this.bound(key, 0);
    const to = this.bound(key, 1);
    for (let i = from; i < to; i++) {
      const place = this.places[i];
      const end = place + key.length;
      // Inside of a group of letters or digits nothing ends; most places of short keys go here.
      if (end < this.units.length && this.marks[end] === MARK.inside) continue;
      visit({ text: this.textAt(place), from: place, to: end });
    }
  }

  /** The text that a place is in. */
  private textAt(place: number): number {
    let low = 0;
    let high = this.size;
    // The first text that ends behind the place.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle + 1] <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** First index of places whose units are not below the key (0), or above all that begin with it (1). */
  private bound(key: string, above: 0 | 1): number {
    let low = 0;
    let high = this.places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compareKey(this.places[middle], key) < above) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative, 0 or positive as the units from a place on are below the key, begin with it, or are above. */
  private compareKey(place: number, key: string): number {
    const { units, marks } = this;
    for (let i = 0; i < key.length; i++) {
      const at = place + i;
      if (at >= units.length || (i > 0 && marks[at] === MARK.start)) return -1;
      const difference = units[at] - key.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** Compares the rests of texts from two places on. */
  private compare(a: number, b: number): number {
    const { units, marks } = this;
    for (let i = 0; ; i++) {
      const aEnds = a + i >= units.length || (i > 0 && marks[a + i] === MARK.start);
      const bEnds = b + i >= units.length || (i > 0 && marks[b + i] === MARK.start);
      if (aEnds || bEnds) return aEnds && bEnds ? a - b : aEnds ? -1 : 1;
      const difference = units[a + i] - units[b + i];
      if (difference !== 0) return difference;
    }
  }

  /** Merge sort in steps, since a sort of all places at once would stall the event loop. */
  private *sort(work: Work): Task<void> {
    const { places } = this;
    const compare = (a: number, b: number) => this.compare(a, b);
    for (let from = 0; from < places.length; from += RUN) {
      places.subarray(from, from + RUN).sort(compare);
      if (work.spend(RUN * COMPARE_COST * 9)) yield;
    }
    const other = new Uint32Array(places.length);
    let [source, target]: [Uint32Array, Uint32Array] = [places, other];
    for (let width = RUN; width < places.length; width *= 2) {
      for (let from = 0; from < places.length; from += 2 * width) yield* this.merge(source, target, from, width, work);
      [source, target] = [target, source];
    }
    if (source !== places) places.set(source);
  }

  /** Merges the sorted runs `[from, from + width)` and `[from + width, from + 2 * width)`. */
  private *merge(source: Uint32Array, target: Uint32Array, from: number, width: number, work: Work): Task<void> {
    const middle = Math.min(from + width, source.length);
    const to = Math.min(from + 2 * width, source.length);
    let [left, right] = [from, middle];
    for (let at = from; at < to; at++) {
      const takesLeft = right === to || (left < middle && this.compare(source[left], source[right]) <= 0);
      target[at] = takesLeft ? source[left++] : source[right++];
      if (work.spend(COMPARE_COST)) yield;
    }
  }
}

import { PartNumberReader } from '../analysis/part-number.js';
import { compareBytes, decodeUtf8 } from '../analysis/utf8.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import type { OfferCounts } from '../index/offer-counts.js';
import type { Postings } from '../index/postings.js';
import type { Steps } from '../work/pauses.js';
import { TopPlaces } from './top-places.js';

/** The data by which the part numbers of a segment's field are ranked. */
export interface NumberColumns {
  readonly forms: PartNumberForms;
  readonly postings: Postings;
  /** Number of offers of each row. */
  readonly offers: OfferCounts;
  /** The uid of a row. */
  readonly uidOf: (row: number) => string;
}

/** A number, by its form, and its ranking keys. */
export interface RankedForm {
  readonly form: string;
  readonly key: number;
}

/** One segment's facts about a form. */
export interface NumberUse {
  /** Parts that have a number of this form. */
  readonly parts: number;
  /** Its spellings, each with the number of parts that use it. */
  readonly spellings: readonly { readonly text: string; readonly parts: number }[];
  /** The uid of one part that has it. */
  readonly uid: string;
}

const MOST_OFFERS = 0xffffff;
const MOST_LENGTH = 0xfe;
/** Places in a block, whose highest key is stored. */
const BLOCK_SHIFT = 6;
/** Most blocks whose numbers are examined one by one for pieces of a number. */
const MOST_READ_BLOCKS = 128;
const PLACES_A_STEP = 1 << 14;

/** More offers first, then shorter; above 0. */
function keyOf(offers: number, length: number): number {
  return Math.min(offers, MOST_OFFERS) * 0x100 + MOST_LENGTH + 1 - Math.min(length, MOST_LENGTH);
}

/**
 * The ranked part numbers of a segment's field: finds the best ones that begin with a text without examining all of them, which
 * for a single letter may be a hundred thousand. The numbers are not copied: a rank takes four bytes.
 */
export class RankedNumbers {
  private readonly blockKeys: Uint32Array;
  private readonly seen: Uint32Array;
  private rows = new Uint32Array(64);

  private constructor(
    private readonly columns: NumberColumns,
    /** The ranking key at the first place of each form; 0 at its other places, and for numbers without letters and digits. */
    private readonly keys: Uint32Array,
  ) {
    this.blockKeys = new Uint32Array(Math.ceil(keys.length / (1 << BLOCK_SHIFT)));
    for (let place = 0; place < keys.length; place++) {
      const block = place >>> BLOCK_SHIFT;
      if (keys[place] > this.blockKeys[block]) this.blockKeys[block] = keys[place];
    }
    this.seen = new Uint32Array(Math.ceil(columns.postings.rowCount / 32));
    // Visits all forms once, so that the first request does not have to.
    columns.forms.lowerBound(new Uint8Array(1));
  }

  static *making(columns: NumberColumns): Steps<RankedNumbers> {
    const { postings, offers } = columns;
    const { order, dictionary } = columns.forms;
    const keys = new Uint32Array(order.length);
    let rows = new Uint32Array(64);
    let current = new PartNumberReader();
    let previous = new PartNumberReader();
    let first = 0;
    for (let place = 0; place < order.length; place++) {
      const ordinal = order[place];
      [current, previous] = [previous, current];
      current.read(dictionary.bytes, dictionary.offsets[ordinal], dictionary.offsets[ordinal + 1]);
      if (current.length === 0) continue;
      if (compareBytes(current.bytes, 0, current.length, previous.bytes, 0, previous.length) !== 0) first = place;
      const count = postings.count(ordinal);
      if (count === 0) continue;
      if (rows.length < count) rows = new Uint32Array(count * 2);
      postings.collect(ordinal, rows, 0);
      let most = 0;
      for (let i = 0; i < count; i++) if (offers[rows[i]] > most) most = offers[rows[i]];
      const key = keyOf(most, current.length);
      if (key > keys[first]) keys[first] = key;
      if (place % PLACES_A_STEP === 0) yield;
    }
    return new RankedNumbers(columns, keys);
  }

  /** The best `most` forms that begin with `prefix`, the best first. */
  best(prefix: Uint8Array, most: number): RankedForm[] {
    const { forms } = this.columns;
    const top = new TopPlaces(most);
    // They are at the ends or in the `most` whole blocks with the highest keys: each of these blocks has at least one number that
    // is better than all numbers of any other block.
    for (const [from, to] of this.bestBlocks(forms.lowerBound(prefix), forms.prefixEnd(prefix), most)) {
      for (let place = from; place < to; place++) top.add(this.keys[place], place);
    }
    return this.formsAt(top);
  }

  /**
   * The best `most` forms that begin with the first of `pieces` and contain the others after it, in order. If more than 8,192
   * numbers begin so, only their best blocks are examined.
   */
  bestOfPieces([first, ...others]: readonly Uint8Array[], most: number): RankedForm[] {
    const { forms } = this.columns;
    const top = new TopPlaces(most);
    for (const [from, to] of this.bestBlocks(forms.lowerBound(first), forms.prefixEnd(first), MOST_READ_BLOCKS)) {
      for (let place = from; place < to; place++) {
        if (this.keys[place] === 0) continue;
        const form = forms.form(place);
        if (hasPieces(form.bytes.subarray(0, form.length), first.length, others)) top.add(this.keys[place], place);
      }
    }
    return this.formsAt(top);
  }

  /** The ends of `[from, to)` and its `most` whole blocks with the highest keys, as ascending intervals. */
  private bestBlocks(from: number, to: number, most: number): [number, number][] {
    const size = 1 << BLOCK_SHIFT;
    const firstBlock = Math.ceil(from / size);
    const endBlock = Math.max(firstBlock, to >>> BLOCK_SHIFT);
    const blocks = new TopPlaces(most);
    for (let block = firstBlock; block < endBlock; block++) blocks.add(this.blockKeys[block], block);
    const intervals: [number, number][] = [[from, Math.min(to, firstBlock * size)]];
    for (const block of blocks.places.slice(0, blocks.length).sort()) intervals.push([block * size, (block + 1) * size]);
    intervals.push([Math.max(from, endBlock * size), to]);
    return intervals;
  }

  private formsAt({ keys, places, length }: TopPlaces): RankedForm[] {
    return Array.from({ length }, (_, i) => {
      const form = this.columns.forms.form(places[i]);
      return { form: decodeUtf8(form.bytes, 0, form.length), key: keys[i] };
    });
  }

  /** The facts about a form, or undefined if no number has it. */
  use(form: Uint8Array): NumberUse | undefined {
    const { forms, postings, uidOf } = this.columns;
    const from = forms.lowerBound(form);
    const ordinals = forms.order.subarray(from, forms.equalEnd(form, from));
    if (ordinals.length === 0) return undefined;
    const spellings: { text: string; parts: number }[] = [];
    let total = 0;
    for (const ordinal of ordinals) {
      const parts = postings.count(ordinal);
      if (parts === 0) continue;
      spellings.push({ text: forms.dictionary.value(ordinal), parts });
      if (this.rows.length < total + parts) this.rows = enlarged(this.rows, total + parts);
      total = postings.collect(ordinal, this.rows, total);
    }
    if (total === 0) return undefined;
    const parts = ordinals.length === 1 ? total : this.countDistinct(total);
    return { parts, spellings, uid: uidOf(this.rows[0]) };
  }

  /** The number of different rows in `rows[0, count)`. */
  private countDistinct(count: number): number {
    const { rows, seen } = this;
    let distinct = 0;
    for (let i = 0; i < count; i++) {
      const bit = 1 << (rows[i] & 31);
      if ((seen[rows[i] >>> 5] & bit) === 0) distinct++;
      seen[rows[i] >>> 5] |= bit;
    }
    for (let i = 0; i < count; i++) seen[rows[i] >>> 5] = 0;
    return distinct;
  }
}

function enlarged(rows: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length * 2);
  larger.set(rows);
  return larger;
}

/** Whether `form` contains the pieces from `at` on, one after the other. */
function hasPieces(form: Uint8Array, at: number, pieces: readonly Uint8Array[]): boolean {
  let from = at;
  for (const piece of pieces) {
    const found = indexOfPiece(form, from, piece);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return true;
}

function indexOfPiece(form: Uint8Array, from: number, piece: Uint8Array): number {
  for (let at = form.indexOf(piece[0], from); at >= 0; at = form.indexOf(piece[0], at + 1)) {
    let same = 1;
    while (same < piece.length && form[at + same] === piece[same]) same++;
    if (same === piece.length) return at;
  }
  return -1;
}

import { Tokenizer } from '../../analysis/tokenizer.js';
import { Interner } from '../build/interner.js';
import { orderRaw } from '../build/value-order.js';
import { termDictionaryArrays } from '../dictionary/term-dictionary.js';
import type { BundleArray } from '../file/bundle.js';
import { GrowableBytes, GrowableU32 } from '../growable.js';
import { PostingsWriter } from '../postings.js';
import { CHAMPIONS, selectChampions } from './champions.js';
import { LONGEST, type TextField, weightsOfMasks } from './impact.js';
import { isPaired, pairArrays } from './pairs.js';
import { appendCode } from './token-codes.js';

/** Entries of the log from here on say that a value of field `entry - VALUE_MARK` begins; all others are term numbers. */
const VALUE_MARK = 0xffffff00;

/** A section of a text index; its name is that of the part (`terms`, `postings`, …). */
export interface TextSection {
  readonly name: string;
  readonly arrays: BundleArray[];
}

/** Takes the texts of documents as they come in and makes a text index (text-index.ts) of them. */
export interface TextSink {
  /** Begins the next document; a promise, if any, must be awaited before the next call. */
  beginDocument(): Promise<void> | undefined;
  /** Adds a value of a field (its number) to the document that was begun last. */
  add(field: number, text: string): void;
  /** The same for the text that is `source[from, to)`, UTF-8. */
  addUtf8(field: number, source: Uint8Array, from: number, to: number): void;
  /** The sections of the index. `documentOf` maps rows to documents, `uidRank` gives each row's place by uid. */
  sections(documentOf: Uint32Array, uidRank: Uint32Array): Iterable<TextSection> | AsyncIterable<TextSection>;
}

/** Makes a text index in this thread. */
export class TextIndexBuilder implements TextSink {
  private readonly tokenizer = new Tokenizer();
  private readonly terms = new Interner();
  /** Every token of every document in order. */
  private readonly log = new GrowableU32();
  /** Document `i` has `log[starts[i], starts[i + 1])`. */
  private readonly starts = new GrowableU32();

  constructor(private readonly fields: readonly TextField[]) {}

  beginDocument(): undefined {
    this.starts.push(this.log.length);
  }

  add(field: number, text: string): void {
    this.addTokens(field, this.tokenizer.run(text));
  }

  addUtf8(field: number, source: Uint8Array, from: number, to: number): void {
    this.addTokens(field, this.tokenizer.runUtf8(source, from, to));
  }

  private addTokens(field: number, count: number): void {
    if (count === 0) return;
    const { log, terms } = this;
    log.reserve(count + 1);
    const { bytes, starts, ends } = this.tokenizer;
    const { array } = log;
    let at = log.length;
    array[at++] = VALUE_MARK + field;
    for (let i = 0; i < count; i++) array[at++] = terms.internBytes(bytes, starts[i], ends[i]);
    log.length = at;
  }

  *sections(documentOf: Uint32Array, uidRank: Uint32Array): Iterable<TextSection> {
    this.starts.push(this.log.length);
    const order = orderRaw(this.terms);
    yield { name: 'terms', arrays: termDictionaryArrays(this.terms, order) };
    const { ends, rows, masks, lengths } = this.invert(documentOf);
    const startOf = (term: number) => (term === 0 ? 0 : ends[term - 1]);

    const postings = new PostingsWriter(documentOf.length);
    for (const term of order) postings.add(rows, startOf(term), ends[term]);
    yield { name: 'postings', arrays: postings.arrays() };

    const multiRow = order.filter((term) => ends[term] - startOf(term) > 1);
    const ranked = rankByFrequency(multiRow, startOf, ends);
    yield { name: 'tokens', arrays: this.streamArrays(documentOf, order, ranked) };
    // An index of one field is asked too seldom for the room that pairs take.
    if (this.fields.length > 1) {
      const multiOf = new Uint32Array(this.terms.size);
      multiRow.forEach((term, multi) => {
        multiOf[term] = multi;
      });
      const arrays = pairArrays({
        terms: ranked.filter((term) => isPaired(ends[term] - startOf(term), documentOf.length)),
        multiOf: (term) => multiOf[term],
        termCount: this.terms.size,
        log: this.log.array,
        mark: VALUE_MARK,
        starts: this.starts.array,
        documentOf,
      });
      yield { name: 'pairs', arrays };
    }

    const { usual, exceptionStarts, exceptionRows, exceptionMasks } = splitMasks(
      order,
      startOf,
      ends,
      rows,
      masks,
      this.fields.length,
    );
    yield { name: 'masks', arrays: [usual, exceptionStarts, exceptionRows, exceptionMasks] };

    const weights = weightsOfMasks(this.fields);
    const championTerms = new GrowableU32();
    const champions = new GrowableU32();
    multiRow.forEach((term, multi) => {
      if (ends[term] - startOf(term) < 2 * CHAMPIONS) return;
      championTerms.push(multi);
      selectChampions({ rows, masks, from: startOf(term), to: ends[term], weights, lengths, uidRank, out: champions });
    });
    yield { name: 'scores', arrays: [lengths, championTerms.view(), champions.view()] };
  }

  /** The postings of every term by a counting sort over the rows in order, each with the mask of its fields. */
  private invert(documentOf: Uint32Array): { ends: Uint32Array; rows: Uint32Array; masks: Uint8Array; lengths: Uint8Array } {
    const log = this.log.array;
    const starts = this.starts.array;
    const rowCount = documentOf.length;
    const ends = new Uint32Array(this.terms.size);
    const lastRow = new Int32Array(this.terms.size).fill(-1);
    const lengths = new Uint8Array(rowCount);
    let total = 0;
    for (let row = 0; row < rowCount; row++) {
      const document = documentOf[row];
      let length = 0;
      for (let at = starts[document]; at < starts[document + 1]; at++) {
        const term = log[at];
        if (term >= VALUE_MARK) continue;
        length++;
        if (lastRow[term] === row) continue;
        lastRow[term] = row;
        ends[term]++;
        total++;
      }
      lengths[row] = Math.min(length, LONGEST);
    }
    for (let term = 0, sum = 0; term < ends.length; term++) {
      const count = ends[term];
      ends[term] = sum;
      sum += count;
    }
    lastRow.fill(-1);
    const rows = new Uint32Array(total);
    const masks = new Uint8Array(total);
    for (let row = 0; row < rowCount; row++) {
      const document = documentOf[row];
      let bit = 0;
      for (let at = starts[document]; at < starts[document + 1]; at++) {
        const term = log[at];
        if (term >= VALUE_MARK) {
          bit = 1 << (term - VALUE_MARK);
          continue;
        }
        if (lastRow[term] !== row) {
          lastRow[term] = row;
          rows[ends[term]++] = row;
        }
        masks[ends[term] - 1] |= bit;
      }
    }
    return { ends, rows, masks, lengths };
  }

  private streamArrays(documentOf: Uint32Array, order: Uint32Array, ranked: Uint32Array): BundleArray[] {
    const rankOf = new Uint32Array(this.terms.size);
    // Terms of one row rank behind the others, by ordinal, so that their codes need not be stored.
    order.forEach((term, ordinal) => {
      rankOf[term] = ranked.length + ordinal;
    });
    ranked.forEach((term, rank) => {
      rankOf[term] = rank;
    });
    const multiRow = new Uint8Array(this.terms.size);
    for (const term of ranked) multiRow[term] = 1;
    const ranks = order.filter((term) => multiRow[term] === 1).map((term) => rankOf[term]);

    const log = this.log.array;
    const starts = this.starts.array;
    const stream = new GrowableBytes();
    const rowStarts = new Uint32Array(documentOf.length + 1);
    for (let row = 0; row < documentOf.length; row++) {
      rowStarts[row] = stream.length;
      const document = documentOf[row];
      for (let at = starts[document]; at < starts[document + 1]; at++) {
        const term = log[at];
        if (term < VALUE_MARK) appendCode(stream, rankOf[term]);
        else {
          stream.reserve(1);
          stream.array[stream.length++] = term - VALUE_MARK;
        }
      }
    }
    rowStarts[documentOf.length] = stream.length;
    return [ranks, rowStarts, stream.view()];
  }
}

/** Terms by number of rows, most first; ties in the order given. */
function rankByFrequency(terms: Uint32Array, startOf: (term: number) => number, ends: Uint32Array): Uint32Array {
  const counts = terms.map((term) => ends[term] - startOf(term));
  const order = Uint32Array.from(terms, (_, i) => i).sort((a, b) => counts[b] - counts[a] || a - b);
  return order.map((i) => terms[i]);
}

/** Nearly all postings of a term have the same mask: it is stored once a term, and the others as exceptions. */
function splitMasks(
  order: Uint32Array,
  startOf: (term: number) => number,
  ends: Uint32Array,
  rows: Uint32Array,
  masks: Uint8Array,
  fieldCount: number,
): { usual: Uint8Array; exceptionStarts: Uint32Array; exceptionRows: Uint32Array; exceptionMasks: Uint8Array } {
  const usual = new Uint8Array(order.length);
  const exceptionStarts = new GrowableU32();
  const exceptionRows = new GrowableU32();
  const exceptionMasks = new GrowableBytes();
  const counts = new Uint32Array(1 << fieldCount);
  for (let ordinal = 0; ordinal < order.length; ordinal++) {
    const from = startOf(order[ordinal]);
    const to = ends[order[ordinal]];
    if (to - from === 1) {
      usual[ordinal] = masks[from];
      continue;
    }
    counts.fill(0);
    for (let at = from; at < to; at++) counts[masks[at]]++;
    let best = 0;
    for (let mask = 1; mask < counts.length; mask++) if (counts[mask] > counts[best]) best = mask;
    usual[ordinal] = best;
    exceptionStarts.push(exceptionRows.length);
    for (let at = from; at < to; at++) {
      if (masks[at] === best) continue;
      exceptionRows.push(rows[at]);
      exceptionMasks.reserve(1);
      exceptionMasks.array[exceptionMasks.length++] = masks[at];
    }
  }
  exceptionStarts.push(exceptionRows.length);
  return {
    usual,
    exceptionStarts: exceptionStarts.view(),
    exceptionRows: exceptionRows.view(),
    exceptionMasks: exceptionMasks.view(),
  };
}

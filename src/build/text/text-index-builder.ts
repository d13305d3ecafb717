import { Tokenizer } from '../../analysis/tokenizer.js';
import type { BundleArray } from '../../encoding/bundle.js';
import { GrowableBytes, GrowableU32 } from '../../encoding/growable.js';
import { CHAMPIONS, type TextField, weightsOfMasks } from '../../encoding/impact.js';
import { termDictionaryArrays } from '../dictionary/term-writer.js';
import { orderRaw } from '../dictionary/value-order.js';
import { Interner } from '../interner.js';
import { PostingsWriter } from '../rows/postings-writer.js';
import { ChampionSelector } from './champions.js';
import { isPaired, pairArrays } from './pair-writer.js';
import { type Inversion, invert, rowCounts, rowStream, VALUE_MARK } from './row-stream.js';

/** A section of a text index, with its name in the index: `terms`, `postings`, … */
export interface TextSection {
  readonly name: string;
  readonly arrays: BundleArray[];
}

/** Builds a text index (text-index.ts) from the texts of documents. */
export interface TextSink {
  /** Begins the next document. The caller must await a returned promise before the next call. */
  beginDocument(): Promise<void> | undefined;
  /** Adds a value of a field, given by its number, to the current document. */
  add(field: number, text: string): void;
  /** The same for the text that is `source[from, to)`, UTF-8. */
  addUtf8(field: number, source: Uint8Array, from: number, to: number): void;
  /** The sections of the index. `documentOf` maps rows to documents; `uidRank` is the place of each row in the order of uids. */
  sections(documentOf: Uint32Array, uidRank: Uint32Array): Iterable<TextSection> | AsyncIterable<TextSection>;
}

/** Builds a text index in this thread. */
export class TextIndexBuilder implements TextSink {
  private readonly tokenizer = new Tokenizer();
  private readonly terms = new Interner();
  /** Every token of every document in order. */
  private log = new GrowableU32();
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
    const { rankOf, ordinals, multiOf, counts } = rankTerms(order, rowCounts(this.log.array, this.starts.view(), order.length));
    const stream = rowStream(this.log.array, this.starts.array, documentOf, rankOf);
    // The stream has everything that the log has, in less memory.
    this.log = new GrowableU32();
    const inversion = invert(stream, counts, order.length);
    const { starts, rows } = inversion;

    const postings = new PostingsWriter(documentOf.length);
    for (let ordinal = 0; ordinal < order.length; ordinal++) {
      const rank = rankOf[order[ordinal]];
      if (rank < counts.length) postings.add(rows, starts[rank], starts[rank + 1]);
      else postings.add(inversion.singleRows, ordinal, ordinal + 1);
    }
    yield { name: 'postings', arrays: postings.arrays() };

    const ranks = ordinals.map((ordinal) => rankOf[order[ordinal]]);
    yield { name: 'tokens', arrays: [ranks, stream.starts, stream.bytes] };
    // An index of one field is used too rarely to be worth the size of pairs.
    if (this.fields.length > 1) {
      const paired = counts.filter((count) => isPaired(count, documentOf.length)).length;
      yield { name: 'pairs', arrays: pairArrays(stream, multiOf.subarray(0, paired)) };
    }
    yield { name: 'masks', arrays: maskArrays(inversion, ordinals, ranks, this.fields.length) };

    // Made for the first term with enough rows: a segment of few parts has none.
    let selector: ChampionSelector | undefined;
    const championTerms = new GrowableU32();
    const champions = new GrowableU32();
    const isScored = this.fields.some(({ weight }) => weight > 0);
    ranks.forEach((rank, multi) => {
      if (!isScored || counts[rank] < 2 * CHAMPIONS) return;
      selector ??= new ChampionSelector(inversion, weightsOfMasks(this.fields), stream.lengths, uidRank);
      championTerms.push(multi);
      selector.select(rank, champions);
    });
    yield { name: 'scores', arrays: [stream.lengths, championTerms.view(), champions.view()] };
  }
}

/** The terms by frequency: those of several rows first, most rows first and ties by ordinal; then the others by ordinal. */
interface RankedTerms {
  /** The rank of each term. Terms of one row follow those of several rows, by ordinal, so that their ranks need not be stored. */
  readonly rankOf: Uint32Array;
  /** The ordinals of the terms of several rows, ascending. */
  readonly ordinals: Uint32Array;
  /** By rank: the number of a term among the terms of several rows, and its number of rows. */
  readonly multiOf: Uint32Array;
  readonly counts: Uint32Array;
}

/** Ranks the terms by the number of rows of each. */
function rankTerms(order: Uint32Array, rowCount: Uint32Array): RankedTerms {
  const ordinals = new GrowableU32();
  for (let ordinal = 0; ordinal < order.length; ordinal++) if (rowCount[order[ordinal]] > 1) ordinals.push(ordinal);
  const countOf = (multi: number) => rowCount[order[ordinals.array[multi]]];
  const multiOf = Uint32Array.from({ length: ordinals.length }, (_, multi) => multi);
  multiOf.sort((a, b) => countOf(b) - countOf(a) || a - b);
  const rankOf = new Uint32Array(order.length);
  for (let ordinal = 0; ordinal < order.length; ordinal++) rankOf[order[ordinal]] = multiOf.length + ordinal;
  multiOf.forEach((multi, rank) => {
    rankOf[order[ordinals.array[multi]]] = rank;
  });
  return { rankOf, ordinals: ordinals.view(), multiOf, counts: multiOf.map(countOf) };
}

/** Nearly all postings of a term have the same mask, which is stored once for each term; other masks are stored as exceptions. */
function maskArrays(inversion: Inversion, ordinals: Uint32Array, ranks: Uint32Array, fieldCount: number): BundleArray[] {
  const { starts, rows, masks } = inversion;
  const usual = inversion.singleMasks;
  const exceptionStarts = new GrowableU32();
  const exceptionRows = new GrowableU32();
  const exceptionMasks = new GrowableBytes();
  const counts = new Uint32Array(1 << fieldCount);
  for (let multi = 0; multi < ordinals.length; multi++) {
    const from = starts[ranks[multi]];
    const to = starts[ranks[multi] + 1];
    counts.fill(0);
    for (let at = from; at < to; at++) counts[masks[at]]++;
    let best = 0;
    for (let mask = 1; mask < counts.length; mask++) if (counts[mask] > counts[best]) best = mask;
    usual[ordinals[multi]] = best;
    exceptionStarts.push(exceptionRows.length);
    for (let at = from; at < to; at++) {
      if (masks[at] === best) continue;
      exceptionRows.push(rows[at]);
      exceptionMasks.reserve(1);
      exceptionMasks.array[exceptionMasks.length++] = masks[at];
    }
  }
  exceptionStarts.push(exceptionRows.length);
  return [usual, exceptionStarts.view(), exceptionRows.view(), exceptionMasks.view()];
}

import { GrowableBytes } from '../../encoding/growable.js';
import { CHAMPIONS, type TextField, weightsOfMasks } from '../../encoding/impact.js';
import { appendCode, FIELD_MARKERS } from '../../encoding/token-codes.js';
import { CorruptCatalogError } from '../../model/errors.js';
import type { Sections } from '../../storage/section-store.js';
import { Pauses, type Steps } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import { checkBelow, checkLists, checkStarts, inSequence } from '../array-checks.js';
import type { BytesMatcher } from '../dictionary/dictionary.js';
import { TermDictionary } from '../dictionary/term-dictionary.js';
import { Postings } from '../postings.js';
import { advance } from '../row-set/lists.js';
import { Section, SectionGroup } from '../section.js';
import { FieldTerms, termsMatching } from './field-terms.js';
import { TermPairs } from './pairs.js';
import { fieldsWithPhrase, hasPhrase } from './phrases.js';
import { TermMasks } from './term-masks.js';

/** Term dictionary and postings: which rows have a token in any of the index's fields. */
export interface TextTerms {
  readonly terms: TermDictionary;
  readonly postings: Postings;
}

/** The tokens of every row in order, which decide phrases (token-codes.ts). */
export class TokenStream {
  constructor(
    /** Rank of each term of several rows. */
    private readonly ranks: Uint32Array,
    private readonly rowStarts: Uint32Array,
    private readonly stream: Uint8Array,
  ) {}

  /** The codes of terms, given each term's ordinal and its number among the terms of several rows (-1: of one row). */
  encode(terms: readonly { ordinal: number; multi: number }[]): Uint8Array {
    const codes = new GrowableBytes();
    for (const { ordinal, multi } of terms) appendCode(codes, multi < 0 ? this.ranks.length + ordinal : this.ranks[multi]);
    return codes.view();
  }

  /** Mask of the fields in `wanted` that have the phrase inside one value; the first one found if `any` is set. */
  fieldsWith(row: number, phrase: Uint8Array, wanted: number, any: boolean): number {
    return fieldsWithPhrase(this.stream, this.rowStarts[row], this.rowStarts[row + 1], phrase, phrase.length, wanted, any);
  }

  /**
   * Moves those of `rows[from, to)` that have the phrase in a field of `wanted` to `rows[kept, …)`, `kept` at most `from`; returns
   * where they end.
   */
  filter(
    rows: Uint32Array,
    from: number,
    to: number,
    kept: number,
    phrase: Uint8Array,
    wanted: number,
    everyField: number,
  ): number {
    const { stream, rowStarts } = this;
    if (wanted === everyField) {
      for (let i = from; i < to; i++) {
        const row = rows[i];
        if (hasPhrase(stream, rowStarts[row], rowStarts[row + 1], phrase, phrase.length)) rows[kept++] = row;
      }
      return kept;
    }
    for (let i = from; i < to; i++) {
      const row = rows[i];
      if (fieldsWithPhrase(stream, rowStarts[row], rowStarts[row + 1], phrase, phrase.length, wanted, true) !== 0)
        rows[kept++] = row;
    }
    return kept;
  }

  /** `multi`: number of terms of several rows. */
  validate(section: string, rows: number, multi: number, fieldCount: number): void {
    const fail = (what: string): never => {
      throw new CorruptCatalogError(section, what);
    };
    for (let row = 0; row < rows; row++) {
      const from = this.rowStarts[row];
      if (this.rowStarts[row + 1] > from && this.stream[from] >= fieldCount) fail(`row ${row} does not begin with a field`);
    }
    for (const byte of this.stream) if (byte < FIELD_MARKERS && byte >= fieldCount) fail(`field ${byte} is out of range`);
    if (this.ranks.length !== multi) fail('the number of terms differs');
    const seen = new Uint8Array(multi);
    for (const rank of this.ranks) {
      if (rank >= multi || seen[rank] === 1) fail(`rank ${rank} is out of range or repeated`);
      seen[rank] = 1;
    }
  }
}

/** Row lengths for the score, and the champions of frequent terms. */
export interface TextScores {
  readonly lengths: Uint8Array;
  /** The terms that have champions, as numbers among the terms of several rows, ascending. */
  readonly championTerms: Uint32Array;
  /** `CHAMPIONS` rows for each of them. */
  readonly champions: Uint32Array;
}

/**
 * The inverted index of some text fields of a segment. Its parts are sections of their own, loaded when first needed:
 * `<name>/terms`, `/postings`, `/masks`, `/tokens`, `/pairs`, `/scores`.
 */
export class TextIndex extends SectionGroup {
  readonly weights: Float64Array;
  /** Mask of the fields that are searched: all of them, unless a view hides some (hidden-fields.ts). */
  readonly searched: number;
  private readonly termsOfFields = new Map<number, FieldTerms>();
  /** Which rows have a token in any of the index's fields. */
  readonly terms = new Section(`${this.path}/terms`, this.bytesOf('terms') + this.bytesOf('postings'), async () => {
    const bundles = [`${this.path}/terms`, `${this.path}/postings`].map((name) => this.store.bundle(name));
    const [ofTerms, ofPostings] = await Promise.all(bundles);
    const terms = new TermDictionary(`${this.path}/terms`, ofTerms);
    const postings = new Postings(ofPostings, this.rowCount);
    await new Pauses().run(postings.check(`${this.path}/postings`));
    if (postings.size !== terms.size)
      throw new CorruptCatalogError(`${this.path}/postings`, 'terms and postings differ in number');
    return { terms, postings };
  });
  /** In which fields each row has a term. */
  readonly masks = this.section('masks', async (_name, bundle) => {
    const [usual, starts, rows, masks] = [bundle.u8(), bundle.u32(), bundle.u32(), bundle.u8()];
    const { section } = bundle;
    const checks = [
      checkBelow(section, 'mask', usual, 1 << this.fields.length),
      checkBelow(section, 'mask', masks, 1 << this.fields.length),
      checkLists(section, starts, rows, this.rowCount),
    ];
    await new Pauses().run(inSequence(...checks));
    return new TermMasks(section, usual, starts, rows, masks);
  });
  /** The tokens of every row in order. */
  readonly tokens = this.section('tokens', async (_name, bundle) => {
    const [ranks, rowStarts, stream] = [bundle.u32(), bundle.u32(), bundle.u8()];
    if (rowStarts.length !== this.rowCount + 1) throw new CorruptCatalogError(bundle.section, 'row starts do not fit the rows');
    await new Pauses().run(checkStarts(bundle.section, rowStarts, stream.length));
    return new TokenStream(ranks, rowStarts, stream);
  });
  /** The postings of frequent neighbours; undefined where the index has none. */
  readonly pairs = this.optional('pairs', async (section, bundle) => {
    const pairs = new TermPairs(bundle, this.rowCount);
    if (!pairs.isWellFormed()) throw new CorruptCatalogError(section, 'pairs are out of order');
    await new Pauses().run(pairs.postings.check(section));
    return pairs;
  });
  /** What scores need of each row. */
  readonly scores = this.section('scores', async (_name, bundle) => {
    const scores = { lengths: bundle.u8(), championTerms: bundle.u32(), champions: bundle.u32() };
    const { lengths, championTerms, champions } = scores;
    if (lengths.length !== this.rowCount) throw new CorruptCatalogError(bundle.section, 'there is not one length a row');
    if (champions.length !== championTerms.length * CHAMPIONS)
      throw new CorruptCatalogError(bundle.section, 'champions and their terms differ in number');
    await new Pauses().run(checkBelow(bundle.section, 'champion', champions, this.rowCount));
    return scores;
  });

  constructor(
    store: Sections,
    path: string,
    readonly fields: readonly TextField[],
    private readonly rowCount: number,
  ) {
    super(store, path);
    this.weights = weightsOfMasks(fields);
    this.searched = (1 << fields.length) - 1;
  }

  /** Bit of a field in masks, or 0 where the index does not have it. */
  bitOf(field: string): number {
    const i = this.fields.findIndex((candidate) => candidate.name === field);
    return i < 0 ? 0 : 1 << i;
  }

  /** The terms of some fields, given as a mask; gathered with their first use. Terms and masks must be loaded. */
  *fieldTerms(wanted: number, work: Work): Steps<FieldTerms> {
    const known = this.termsOfFields.get(wanted);
    if (known) return known;
    const { terms, postings } = this.terms.value;
    const gathered = yield* FieldTerms.gather(terms, postings, this.masks.value, wanted, work);
    this.termsOfFields.set(wanted, gathered);
    return gathered;
  }

  /** Those of the terms `[from, to)` that match and occur in some fields. Terms and masks must be loaded. */
  termsIn(from: number, to: number, matcher: BytesMatcher, wanted: number, work: Work): Steps<Uint32Array> {
    const { terms, postings } = this.terms.value;
    return termsMatching({ terms, postings, masks: this.masks.value, from, to }, matcher, wanted, work);
  }

  /** The best rows of the `multi`-th term of several rows, best first, if it is frequent enough to have a list. */
  championsOf({ championTerms, champions }: TextScores, multi: number): Uint32Array | undefined {
    const at = advance(championTerms, 0, championTerms.length, multi);
    if (multi < 0 || at === championTerms.length || championTerms[at] !== multi) return undefined;
    return champions.subarray(at * CHAMPIONS, (at + 1) * CHAMPIONS);
  }

  /** Deep check of all parts. @throws CorruptCatalogError */
  async validate(): Promise<void> {
    const { terms, postings } = await this.terms.load();
    terms.validate();
    postings.validate(`${this.path}/postings`);
    const { multiCount } = postings;
    (await this.masks.load()).validate(`${this.path}/masks`, terms.size, multiCount);
    (await this.tokens.load()).validate(`${this.path}/tokens`, this.rowCount, multiCount, this.fields.length);
    (await this.pairs.load())?.postings.validate(`${this.path}/pairs`);
    const { championTerms } = await this.scores.load();
    if (championTerms.some((term, i) => term >= multiCount || (i > 0 && term <= championTerms[i - 1]))) {
      throw new CorruptCatalogError(`${this.path}/scores`, 'champions are out of range');
    }
  }
}

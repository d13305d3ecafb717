import { KINDS, type Kind } from '../analysis/kinds.js';
import type { FieldInfo } from '../encoding/manifest.js';
import { CorruptCatalogError } from '../model/errors.js';
import type { Sections } from '../storage/section-store.js';
import { Pauses, type Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { RowCodes } from './column/row-codes.js';
import { CompoundValues } from './dictionary/compound-values.js';
import { FormOrder } from './dictionary/form-order.js';
import { NumberDictionary } from './dictionary/number-dictionary.js';
import { openDictionary } from './dictionary/open-dictionary.js';
import { PartNumberForms } from './dictionary/part-number-forms.js';
import { PartNumberWildcards } from './dictionary/part-number-wildcards.js';
import { PlainDictionary } from './dictionary/plain-dictionary.js';
import { ValueTokens } from './dictionary/value-tokens.js';
import type { Extents } from './extents/extents.js';
import { Postings } from './postings.js';
import { type Needs, type Section, SectionGroup } from './section.js';

/** Rows that are read between two steps. */
const ROWS_AT_ONCE = 1 << 16;

/** A field of a segment. Its parts are sections of their own. */
export class SegmentField extends SectionGroup {
  readonly kind: Kind;
  /** What the rows span, of the field `range` of a spec whose parts have intervals (range-field.ts). */
  readonly extents: Section<Extents> | undefined = undefined;
  /** Distinct values of every kind but `number`. */
  readonly dictionary = this.section('dictionary', (name, bundle) =>
    this.checkSize(name, openDictionary(name, bundle, this.store.codec)),
  );
  /** Distinct values of the kind `number`. */
  readonly numbers = this.section('dictionary', (name, bundle) => this.checkSize(name, new NumberDictionary(name, bundle)));
  /** What each row has, as codes of ordinals. */
  readonly codes = this.section('codes', async (name, bundle) => {
    const codes = new RowCodes(bundle, this.rowCount);
    await new Pauses().run(codes.check(name, this.info.values));
    return codes;
  });
  /** The rows of each ordinal; numbers and texts have none. */
  readonly postings = this.section('postings', async (name, bundle) => {
    const postings = this.checkSize(name, new Postings(bundle, this.rowCount));
    await new Pauses().run(postings.check(name));
    return postings;
  });
  /** Which forms the kind `part_number` may have, without the part numbers. */
  readonly formOrder = this.section('forms', (name, bundle) => new Pauses().run(FormOrder.open(name, bundle, this.info.values)));
  /** The normalised forms of the kind `part_number`, made of their order and the dictionary. */
  readonly forms = this.derived('forms', async () => {
    const [dictionary, order] = await Promise.all([this.dictionary.load(), this.formOrder.load()]);
    const name = `${this.path}/forms`;
    if (!(dictionary instanceof PlainDictionary)) throw new CorruptCatalogError(name, 'the part numbers are not in memory form');
    return new PartNumberForms(name, dictionary, order);
  });
  /** What narrows wildcards of the kind `part_number`. */
  readonly wildcards = this.section('wildcards', (name, bundle) => this.checkSize(name, new PartNumberWildcards(bundle)));
  /** The tokens of each value of the kinds `name` and `string`, made from the dictionary. */
  readonly tokens = this.derived('tokens', async () => new Pauses().run(ValueTokens.read(await this.dictionary.load())));
  /** The values of the kind `string` that are not one token, made from the dictionary. */
  readonly compounds = this.derived('compounds', async () => new Pauses().run(CompoundValues.read(await this.dictionary.load())));

  constructor(
    store: Sections,
    path: string,
    readonly info: FieldInfo,
    protected readonly rowCount: number,
  ) {
    super(store, path);
    this.kind = KINDS[info.kind];
  }

  /** Adds what finds part numbers by their forms. */
  needForms(needs: Needs): Needs {
    return needs.add(this.dictionary).add(this.formOrder).add(this.forms);
  }

  private checkSize<T extends { readonly size: number }>(section: string, part: T): T {
    if (part.size !== this.info.values)
      throw new CorruptCatalogError(section, `holds ${part.size} values instead of ${this.info.values}`);
    return part;
  }

  /** Deep check of all parts. @throws CorruptCatalogError */
  async validate(work: Work): Promise<void> {
    const { kind } = this;
    if (kind.numbers) (await this.numbers.load()).validate(`${this.path}/dictionary`);
    else (await this.dictionary.load()).validate(`${this.path}/dictionary`);
    const codes = await this.codes.load();
    const postings = kind.hasPostings ? await this.postings.load() : undefined;
    await work.pause();
    postings?.validate(`${this.path}/postings`);
    await work.run(this.validateValues(codes, postings, work));
    if (!kind.hasForms) return;
    (await this.forms.load()).validate(`${this.path}/forms`);
    (await this.wildcards.load()).validate(`${this.path}/wildcards`, (await this.dictionary.load()) as PlainDictionary);
  }

  /** Deep check of the column alone: of a field whose values are those of another one. @throws CorruptCatalogError */
  async validateCodes(work: Work): Promise<void> {
    await work.run(this.validateValues(await this.codes.load(), undefined, work));
  }

  /** Checks that the rows have the values that the values have the rows of. */
  private *validateValues(codes: RowCodes, postings: Postings | undefined, work: Work): Steps<void> {
    const fail = (what: string): never => {
      throw new CorruptCatalogError(`${this.path}/codes`, what);
    };
    let rows = 0;
    let pairs = 0;
    for (let row = 0; row < this.rowCount; row++) {
      const ordinals = codes.ordinalsOf(codes.code(row));
      if (ordinals.length > 0) rows++;
      pairs += ordinals.length;
      if (postings) for (const ordinal of ordinals) if (!postings.has(ordinal, row)) fail(`the postings lack row ${row}`);
      if (row % ROWS_AT_ONCE === 0 && work.isDue()) yield;
    }
    if (rows !== this.info.rowCount) fail(`${rows} rows have a value instead of ${this.info.rowCount}`);
    if (pairs > rows !== this.info.multiValued) fail('rows have several values, or one at most, other than the manifest says');
    let listed = postings ? 0 : pairs;
    for (let ordinal = 0; postings && ordinal < postings.size; ordinal++) listed += postings.count(ordinal);
    if (listed !== pairs) fail(`the postings have ${listed} rows instead of ${pairs}`);
  }
}

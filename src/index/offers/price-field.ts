import type { FieldInfo } from '../../encoding/manifest.js';
import type { Sections } from '../../storage/section-store.js';
import { finished, Pauses, type Steps } from '../../work/pauses.js';
import type { RowCodes } from '../column/row-codes.js';
import type { NumberDictionary } from '../dictionary/number-dictionary.js';
import { type Computed, Section } from '../section.js';
import { SegmentField } from '../segment-field.js';
import type { PriceCodes, PriceColumn } from './price-column.js';

/**
 * A section that is computed of others. Once they are loaded it has its value at any time, if need be computed on the spot: a price
 * that was not asked for lately is forgotten, and a request that has loaded it may still be about to read it.
 */
export class ComputedSection<T> extends Section<T> implements Computed {
  /**
   * @param size bytes that it takes
   * @param compute reads the sources
   */
  constructor(
    name: string,
    readonly size: number,
    readonly owner: object,
    readonly sources: readonly Section<unknown>[],
    private readonly compute: () => Steps<T>,
  ) {
    super(name, 0, async () => {
      await Promise.all(sources.map((source) => source.load()));
      return this.isLoaded ? super.value : new Pauses().run(compute());
    });
  }

  override get computed(): Computed {
    return this;
  }

  *computing(): Steps<void> {
    if (!this.isLoaded) this.loaded = { value: yield* this.compute() };
  }

  override get value(): T {
    return this.isLoaded ? super.value : finished(this.compute());
  }
}

/** Bytes of the code of a row. */
export const CODE_BYTES = 4;

/** What a price field is computed of. */
export interface PriceSource {
  readonly column: Section<PriceColumn>;
  /** What `codesOf` reads besides the column. */
  readonly parents: Section<unknown>;
  /** What holds all fields of the price. */
  readonly owner: object;
  readonly codesOf: (column: PriceColumn) => Steps<PriceCodes>;
}

/** `price.<CUR>.<n>` of offers or of parts: computed of the price lists when it is first needed. */
export class PriceField extends SegmentField {
  override readonly numbers: Section<NumberDictionary>;
  override readonly codes: Section<RowCodes>;

  constructor(
    store: Sections,
    path: string,
    info: PriceInfo,
    rowCount: number,
    { column, parents, owner, codesOf }: PriceSource,
  ) {
    super(store, `${path}/${info.name}`, info, rowCount);
    const numbers = function* (): Steps<NumberDictionary> {
      yield;
      return column.value.numbers;
    };
    const codes = function* (): Steps<RowCodes> {
      const computed = yield* codesOf(column.value);
      info.rowCount = computed.rowCount;
      info.values = column.value.numbers.size;
      return computed.codes;
    };
    this.numbers = new ComputedSection(`${this.path}/dictionary`, 0, owner, [column], numbers);
    this.codes = new ComputedSection(`${this.path}/codes`, rowCount * CODE_BYTES, owner, [column, parents], codes);
  }
}

/** What is known of a price field; before its codes are loaded, nothing but the name. */
export class PriceInfo implements FieldInfo {
  readonly kind = 'number';
  /** The dictionary has the prices at all quantities: more than rows have. */
  values = 1;
  rowCount = -1;

  constructor(
    readonly name: string,
    readonly multiValued: boolean,
  ) {}
}

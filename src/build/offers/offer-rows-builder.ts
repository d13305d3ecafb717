import { GrowableU32 } from '../../encoding/growable.js';
import type { FieldInfo, OffersManifest } from '../../encoding/manifest.js';
import type { CatalogWriter } from '../../storage/catalog-writer.js';
import type { Pauses } from '../../work/pauses.js';
import type { OrderedField } from '../fields-writer.js';
import { rowCodesArrays } from '../rows/row-codes-writer.js';
import type { FieldValues } from '../rows/row-values.js';
import { PriceListsBuilder } from './price-lists.js';

/**
 * The offers as rows of their own, those of a part adjacent and in the order of the document. Their values are numbered as those of
 * the part, whose dictionaries they share; the sections are `parts/offers/…`.
 */
export class OfferRowsBuilder {
  readonly prices = new PriceListsBuilder();
  /** Whether some part has two offers with prices. */
  hasTwoPriced = false;
  /** By document: its first offer. */
  private readonly first = new GrowableU32();
  private readonly fields: FieldInfo[] = [];
  private count = 0;
  /** The row of each offer, and the reverse. */
  private rowOf = new Uint32Array(0);
  private offerOf = new Uint32Array(0);

  /** @param columns by field of parts, the values of each offer */
  constructor(private readonly columns: ReadonlyMap<string, FieldValues>) {}

  /** Adds the next part. */
  addPart(offers: number): void {
    this.first.push(this.count);
    this.count += offers;
  }

  /** Orders the offers as the rows of their parts. */
  order(documentOf: Uint32Array): void {
    const { first, count } = this;
    this.rowOf = new Uint32Array(count);
    this.offerOf = new Uint32Array(count);
    let row = 0;
    for (const document of documentOf) {
      const end = document + 1 < first.length ? first.array[document + 1] : count;
      for (let offer = first.array[document]; offer < end; offer++) {
        this.rowOf[offer] = row;
        this.offerOf[row++] = offer;
      }
    }
  }

  /** Writes the column of a field of parts, if offers have it. */
  async write({ field, kind, ordinals, size }: OrderedField, writer: CatalogWriter): Promise<void> {
    const column = this.columns.get(field.name);
    if (!column) return;
    const values = column.byRow(ordinals, this.rowOf);
    const rowCount = values.rows.length;
    this.fields.push({ name: field.name, kind: kind.name, values: size, rowCount, multiValued: false });
    await writer.addBundle(`parts/offers/fields/${field.name}/codes`, rowCodesArrays(values, this.count));
  }

  /** Writes the prices. */
  async finish(writer: CatalogWriter, pauses: Pauses): Promise<OffersManifest> {
    const sections = await this.prices.sections(this.offerOf, pauses);
    for (const [name, arrays] of Object.entries(sections)) await writer.addBundle(`parts/offers/${name}`, arrays);
    return {
      rowCount: this.count,
      fields: this.fields,
      currencies: this.prices.currencies,
      hasTwoPriced: this.hasTwoPriced,
    };
  }
}

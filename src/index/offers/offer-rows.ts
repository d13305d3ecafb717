import type { PriceRates } from '../../analysis/price-rates.js';
import type { FieldInfo, OffersManifest } from '../../encoding/manifest.js';
import { type PriceName, parsePriceField } from '../../model/offer-fields.js';
import type { Sections } from '../../storage/section-store.js';
import { Pauses } from '../../work/pauses.js';
import type { Work } from '../../work/work.js';
import { NumberDictionary } from '../dictionary/number-dictionary.js';
import type { OfferCounts } from '../offer-counts.js';
import { ScratchPool } from '../row-set/scratch.js';
import { type Section, SectionGroup } from '../section.js';
import { SegmentField } from '../segment-field.js';
import { OfferField } from './offer-field.js';
import { type Parents, parentsOf } from './parents.js';
import { eachCodes, lowestCodes, offerCodes, type PriceColumn, priceColumn, wantedCurrencies } from './price-column.js';
import { CODE_BYTES, ComputedSection, PriceField, PriceInfo, type PriceSource } from './price-field.js';
import { Ladders, PriceLists } from './price-lists.js';

/** The price fields of one price. */
interface Price {
  readonly ofOffers: SegmentField;
  readonly lowest: SegmentField;
  readonly each: SegmentField;
}

/** Bytes of computed prices that are kept, and prices that are kept in any case. */
const KEPT_BYTES = 1 << 26;
const LEAST_KEPT = 4;
/** Names of prices beyond which those that nobody holds are dropped. */
const MOST_HELD = 1000;
const NOTHING_HIDDEN = (_currency: string) => false;

/** The offers of a segment of parts as rows of their own: the child level of its rows. */
export class OfferRows extends SectionGroup {
  readonly rowCount: number;
  readonly scratches: ScratchPool;
  /** What converts prices; set when the catalog is opened. */
  rates: PriceRates | undefined = undefined;
  readonly parents: Section<Parents>;
  private readonly quantities = this.section('quantities', (name, bundle) => new NumberDictionary(name, bundle));
  private readonly values = this.section('price-values', (name, bundle) => new NumberDictionary(name, bundle));
  private readonly ladders = this.sectionWith('ladders', [this.quantities], async (name, bundle) => {
    const ladders = new Ladders(name, bundle, this.quantities.value);
    await new Pauses().run(ladders.check(this.manifest.currencies.length));
    return ladders;
  });
  /** The prices of all offers. */
  readonly lists = this.sectionWith('prices', [this.ladders, this.values], async (name, bundle) => {
    const lists = new PriceLists(name, bundle, this.ladders.value, this.values.value);
    await new Pauses().run(lists.check(this.rowCount));
    return lists;
  });
  private readonly infos: ReadonlyMap<string, FieldInfo>;
  private readonly fields = new Map<string, SegmentField>();
  /** By currency and quantity; the one that was used last is the last. */
  private readonly prices = new Map<string, Price>();
  /** Also those that only calls hold. */
  private readonly held = new Map<string, WeakRef<Price>>();

  constructor(
    store: Sections,
    path: string,
    readonly manifest: OffersManifest,
    private readonly partCount: number,
    offerCounts: Section<OfferCounts>,
    private readonly ofParts: (field: string) => SegmentField | undefined,
  ) {
    super(store, path);
    this.rowCount = manifest.rowCount;
    this.scratches = new ScratchPool(manifest.rowCount);
    this.infos = new Map(manifest.fields.map((info) => [info.name, info]));
    this.parents = this.derived('parents', async () => {
      const counts = await offerCounts.load();
      return new Pauses().run(parentsOf(`${path}/parents`, counts, this.rowCount));
    });
  }

  /** A field of offers, by its name as a field of parts; undefined if no offer has a value. */
  field(name: string): SegmentField | undefined {
    const known = this.fields.get(name);
    if (known) return known;
    const price = parsePriceField(name);
    if (price) return this.price(price)?.ofOffers;
    const info = this.infos.get(name);
    const ofParts = info && info.values > 0 ? this.ofParts(name) : undefined;
    if (!info || !ofParts) return undefined;
    const field = new OfferField(this.store, `${this.path}/fields/${name}`, info, this.rowCount, ofParts);
    this.fields.set(name, field);
    return field;
  }

  /** The lowest price of each part, or the prices of its offers; undefined if no offer can have one. */
  partPrice(name: PriceName, isHidden = NOTHING_HIDDEN): SegmentField | undefined {
    return this.price(name, isHidden)?.[name.isOfEach ? 'each' : 'lowest'];
  }

  /** The price of each offer. */
  offerPrice(name: PriceName, isHidden = NOTHING_HIDDEN): SegmentField | undefined {
    return this.price(name, isHidden)?.ofOffers;
  }

  /** @param isHidden whether the prices in a currency are not to be used */
  private price({ currency, quantity }: PriceName, isHidden: (currency: string) => boolean = NOTHING_HIDDEN): Price | undefined {
    const wanted = wantedCurrencies(currency, this.manifest.currencies, this.rates, isHidden);
    if (!wanted) return undefined;
    const key = `${quantity} ${wanted.names.join()}`;
    const known =
      this.prices.get(key) ?? this.held.get(key)?.deref() ?? this.newPrice(key, { currency, quantity, isOfEach: false }, wanted);
    this.prices.delete(key);
    const kept = Math.max(LEAST_KEPT, Math.floor(KEPT_BYTES / (8 * (this.rowCount + this.partCount) + 1)));
    if (this.prices.size >= kept) for (const first of this.prices.keys()) if (this.prices.delete(first)) break;
    this.prices.set(key, known);
    return known;
  }

  private newPrice(key: string, name: PriceName, wanted: NonNullable<ReturnType<typeof wantedCurrencies>>): Price {
    const { store, path, rowCount, partCount, manifest } = this;
    const text = `price.${name.currency}.${name.quantity}`;
    const section = `${path}/${text}`;
    const price = {} as { -readonly [Name in keyof Price]: Price[Name] };
    const column: Section<PriceColumn> = new ComputedSection(
      `${section}/column`,
      rowCount * CODE_BYTES,
      price,
      [this.lists],
      () => priceColumn(section, this.lists.value, name, wanted),
    );
    const starts = () => this.parents.value.starts;
    const field = (of: string, isMulti: boolean, rows: number, codesOf: PriceSource['codesOf']) => {
      const source = { column, parents: this.parents, owner: price, codesOf };
      return new PriceField(store, `${path}/${of}`, new PriceInfo(text, isMulti), rows, source);
    };
    price.ofOffers = field('offers', false, rowCount, (computed) => offerCodes(section, computed));
    price.lowest = field('lowest', false, partCount, (computed) => lowestCodes(section, computed, this.parents.value));
    price.each = field('each', manifest.hasTwoPriced, partCount, (computed) => eachCodes(section, computed, starts()));
    if (this.held.size >= MOST_HELD) this.dropForgotten();
    this.held.set(key, new WeakRef(price));
    return price;
  }

  private dropForgotten(): void {
    for (const [key, price] of this.held) if (price.deref() === undefined) this.held.delete(key);
  }

  /**
   * Whether an offer has a price in a currency, or can have one by conversion.
   * @param currencies in which there are prices; default: those of all offers
   */
  hasPrices(currency: string, currencies = this.manifest.currencies): boolean {
    return wantedCurrencies(currency, currencies, this.rates, NOTHING_HIDDEN) !== undefined;
  }

  /** Deep check of everything. @throws CorruptCatalogError */
  async validate(work: Work): Promise<void> {
    await this.parents.load();
    for (const info of this.infos.values())
      await new SegmentField(this.store, `${this.path}/fields/${info.name}`, info, this.rowCount).validateCodes(work);
    await this.lists.load();
    this.quantities.value.validate(`${this.path}/quantities`);
    this.values.value.validate(`${this.path}/price-values`);
    this.ladders.value.validate();
    await work.pause();
  }
}

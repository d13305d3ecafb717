import { OFFER_MEMBERS, OFFER_PREFIX } from '../../model/offer-fields.js';
import type { FieldBuilder } from '../field-builder.js';
import type { PartEntries } from '../part-entries.js';
import { FieldValues } from '../rows/row-values.js';
import type { SegmentBuilder } from '../segment-builder.js';
import { OfferRowsBuilder } from './offer-rows-builder.js';
import { StockTally } from './stock-tally.js';

const NONE = -1;

/** Whether requests can ask for prices in a currency. */
export function isCurrency(name: string): boolean {
  return /^[A-Z]{3}$/.test(name);
}

/** Collects the offers of parts, one by one, for the rows of offers and the stock of parts. */
export class OfferIndexer {
  readonly rows: OfferRowsBuilder;
  private readonly stock: StockTally;
  private readonly columns: ReadonlyMap<string, FieldValues>;
  private readonly moqs: FieldBuilder;
  private readonly multiples: FieldBuilder;
  private readonly flags: FieldBuilder;
  /** The number of the current offer; -1 between two parts. */
  private offer = NONE;
  /** The numbers of the current offer's texts. */
  private moq = NONE;
  private multiple = NONE;
  private quantity = NONE;
  private flag = NONE;
  /** The number of the flag `true`, once some offer had it. */
  private yes = NONE;
  private seller = NONE;
  private offers = 0;
  private priced = 0;
  private pricedOffer = NONE;

  constructor(segment: SegmentBuilder) {
    this.columns = new Map(OFFER_MEMBERS.map((member) => [OFFER_PREFIX + member, new FieldValues()]));
    this.rows = new OfferRowsBuilder(this.columns);
    this.stock = new StockTally(segment);
    this.moqs = segment.field('offers.moq');
    this.multiples = segment.field('offers.order_multiple');
    this.flags = segment.field('offers.is_authorized');
  }

  /** The values of a field, by offer; undefined for a field that offers do not have. */
  column(field: string): FieldValues | undefined {
    return this.columns.get(field);
  }

  /** The columns of a member that is a company; undefined where offers do not have it. */
  sellers(member: string): { readonly uids: FieldValues; readonly names: FieldValues } | undefined {
    const [uids, names] = [this.column(`${member}.uid`), this.column(`${member}.name`)];
    return uids && names && { uids, names };
  }

  beginPart(): void {
    this.stock.beginPart();
    this.priced = 0;
    this.pricedOffer = NONE;
  }

  beginOffer(): void {
    this.endOffer();
    this.offer = this.offers++;
  }

  /** Notes a value of the current offer: the number of its text in a field. */
  note(column: FieldValues, field: string, value: number): void {
    column.add(this.offer, value);
    if (field === 'offers.moq') this.moq = value;
    else if (field === 'offers.order_multiple') this.multiple = value;
    else if (field === 'offers.in_stock_quantity') this.quantity = value;
    else if (field === 'offers.is_authorized') this.flag = value;
  }

  /** Notes who sells the current offer: the numbers of its uid and of its name as written; -1 for none. */
  noteSeller(uid: number, name: number): void {
    this.seller = uid >= 0 ? uid * 2 : name >= 0 ? name * 2 + 1 : NONE;
  }

  /** Adds the price break at the scanner's place, whose price comes next. */
  addBreak(currency: string, part: PartEntries, quantity: number, price: number): void {
    const { prices } = this.rows;
    const numberOf = (entry: number) => [part.source(entry), part.from(entry), part.to(entry)] as const;
    const isAdded = prices.add(currency, prices.quantity(...numberOf(quantity)), prices.price(...numberOf(price)));
    if (!isAdded || this.pricedOffer === this.offer) return;
    this.pricedOffer = this.offer;
    if (++this.priced === 2) this.rows.hasTwoPriced = true;
  }

  endPart(document: number, offers: number): void {
    this.endOffer();
    this.stock.endPart(document);
    this.rows.addPart(offers);
  }

  private endOffer(): void {
    if (this.offer === NONE) return;
    const { prices } = this.rows;
    const textOf = ({ values: { bytes, offsets } }: FieldBuilder, value: number) =>
      value < 0 ? NONE : prices.quantity(bytes.array, offsets.array[value], offsets.array[value + 1]);
    prices.endOffer(textOf(this.moqs, this.moq), textOf(this.multiples, this.multiple));
    if (this.flag >= 0 && this.yes < 0) this.yes = this.flags.values.find('true');
    this.stock.addOffer(this.quantity, this.flag >= 0 && this.yes === this.flag, this.seller);
    this.offer = this.moq = this.multiple = this.quantity = this.flag = this.seller = NONE;
  }
}

import { type Decimal, decimalOf, decimalText, parseDecimal } from '../../analysis/decimal.js';
import { hasStock } from '../../analysis/offer-stock.js';
import { shortDecimal } from '../../analysis/short-decimal.js';
import { decodeUtf8 } from '../../analysis/utf8.js';
import type { FieldBuilder } from '../field-builder.js';
import type { SegmentBuilder } from '../segment-builder.js';

/** Stocks up to this are added as doubles, without loss. */
const SMALL = 2 ** 40;

function isAbove0(quantity: number | Decimal): boolean {
  return typeof quantity === 'number' ? quantity > 0 : quantity.gt(0);
}

const decimalFrom = (quantity: number | Decimal): Decimal => (typeof quantity === 'number' ? decimalOf(quantity, 0) : quantity);

/** Counts the stock of a part over its offers: the fields `total_stock`, `sellers_in_stock`, `authorized_sellers`, `offers_count`. */
export class StockTally {
  private readonly fields: readonly FieldBuilder[];
  private offers = 0;
  /** The part of the sum that is exact in a double, and the rest. */
  private sum = 0;
  private rest: Decimal | undefined = undefined;
  private readonly inStock = new Set<number>();
  private readonly authorized = new Set<number>();
  /** By the number of a text of `in_stock_quantity`: what it means, read once. Whole numbers below `SMALL` are doubles. */
  private readonly quantities: (number | Decimal | null)[] = [];
  private readonly stocks: FieldBuilder;

  constructor(segment: SegmentBuilder) {
    this.stocks = segment.field('offers.in_stock_quantity');
    this.fields = ['total_stock', 'sellers_in_stock', 'authorized_sellers', 'offers_count'].map((name) => segment.field(name));
  }

  beginPart(): void {
    this.offers = 0;
    this.sum = 0;
    this.rest = undefined;
    if (this.inStock.size > 0) this.inStock.clear();
    if (this.authorized.size > 0) this.authorized.clear();
  }

  /**
   * @param stock the number of the text of its `in_stock_quantity`; -1 for none
   * @param seller a number of its seller; -1 for none
   */
  addOffer(stock: number, isAuthorized: boolean, seller: number): void {
    this.offers++;
    const quantity = stock < 0 ? null : this.quantityOf(stock);
    if (quantity !== null && isAbove0(quantity)) this.addStock(quantity);
    if (seller < 0) return;
    if (quantity !== null && (isAbove0(quantity) || (typeof quantity !== 'number' && hasStock(quantity))))
      this.inStock.add(seller);
    if (isAuthorized) this.authorized.add(seller);
  }

  private quantityOf(stock: number): number | Decimal | null {
    const known = this.quantities[stock];
    if (known !== undefined) return known;
    const { bytes, offsets } = this.stocks.values;
    const [from, to] = [offsets.array[stock], offsets.array[stock + 1]];
    const short = shortDecimal(bytes.array, from, to);
    const isSmall = short >= 0 && short < SMALL && Number.isInteger(short);
    // Each text is looked at when it is first seen, so that the list has no holes.
    return (this.quantities[stock] = isSmall ? short : (parseDecimal(decodeUtf8(bytes.array, from, to)) ?? null));
  }

  private addStock(quantity: number | Decimal): void {
    if (typeof quantity === 'number' && this.sum < SMALL) this.sum += quantity;
    else this.rest = this.rest ? this.rest.plus(quantity) : decimalFrom(quantity);
  }

  endPart(document: number): void {
    const total = this.rest ? decimalText(this.rest.plus(this.sum)) : String(this.sum);
    const values = [total, String(this.inStock.size), String(this.authorized.size), String(this.offers)];
    values.forEach((value, i) => void this.fields[i].add(document, value));
  }
}

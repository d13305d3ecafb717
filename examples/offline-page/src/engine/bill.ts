import type { Catalog, Part } from 'partdex';
import { type CostedBom, costBom, type MatchedLine, matchBom, readBom, writeBom } from 'partdex/bom';
import { importTexts } from '../parts/import-texts.js';
import type { BillChoice, BillContents, BillFormat, BillLine, BillSource, CostedBill } from './protocol.js';

/** A bill of materials of the user: its lines with the parts that they may mean, and what was costed last. */
export class Bill {
  private costed: CostedBom | undefined;

  private constructor(
    private readonly lines: readonly MatchedLine[],
    private readonly currency: string,
    private readonly sellers: ReadonlyMap<string, string>,
    private readonly notes: readonly string[],
  ) {}

  /** @param sellers their names, by uid */
  static async read(source: BillSource, catalog: Catalog, sellers: ReadonlyMap<string, string>): Promise<Bill> {
    const given = 'text' in source ? source.text : { name: source.file.name, data: source.file };
    const { lines, report } = await readBom(given);
    const matched = await matchBom(catalog, lines, { inStockFirst: true });
    return new Bill(
      matched,
      catalog.info.priceCurrency,
      sellers,
      importTexts(report).flatMap(({ notes }) => notes),
    );
  }

  contents(): BillContents {
    return { lines: this.lines.map(billLine), notes: this.notes };
  }

  cost({ boards, chosen }: BillChoice): CostedBill {
    const lines = this.lines.map(({ part: _found, ...line }, i) => {
      const part = line.candidates[chosen[i]]?.item;
      return part ? { ...line, part } : line;
    });
    const costed = costBom(lines, { boards, currency: this.currency });
    this.costed = costed;
    const nameOf = (seller: string | null) => (seller === null ? '' : (this.sellers.get(seller) ?? seller));
    return {
      total: costed.total,
      currency: costed.currency,
      isExact: costed.exact,
      sellers: costed.sellers.map(({ seller, ...rest }) => ({ ...rest, seller: nameOf(seller) })),
      lines: costed.lines.map(({ line, needed, cost, shortfall, lead_days, risks, purchases }) => ({
        needed,
        cost,
        shortfall,
        leadDays: lead_days,
        risks,
        purchases: purchases.map(({ offer, seller, pieces, price }) => {
          const sku = (line.part as Part).offers?.[offer]?.sku ?? '';
          return { seller: nameOf(seller), sku, pieces, price };
        }),
      })),
    };
  }

  /** What was costed last, as a file. */
  async file(format: BillFormat): Promise<Blob> {
    if (!this.costed) throw new Error('nothing is costed yet');
    return new Blob([(await writeBom(this.costed, format)) as Uint8Array<ArrayBuffer>]);
  }
}

function billLine({ references = [], quantity, state, candidates, mpn, sku, value, footprint, brand }: MatchedLine): BillLine {
  return {
    references: references.join(' '),
    wanted: [mpn ?? sku ?? value, brand ?? ((mpn ?? sku) ? undefined : footprint)].filter((text) => text).join(', '),
    quantity: String(quantity),
    state,
    candidates: candidates.map(({ item, remark }) => ({
      uid: item.uid,
      name: [item.mpn, item.brand?.name].filter((text) => text).join(', '),
      remark: remark ?? '',
    })),
  };
}

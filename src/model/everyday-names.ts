const STOCK = ['offers.in_stock_quantity'];
const PRICE = ['avg_price'];
const MAKER = ['brand.name', 'manufacturer.name'];
const SELLER = ['offers.seller.name'];
const NUMBER = ['mpn', 'offers.sku'];
const TEXT = ['descriptions.value', 'short_description'];
const PACKAGE = ['specs.case_package.value', 'specs.package.value'];

/** The words of everyday speech for what a field holds, without letter case, blanks and signs. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map([
  ['stock', STOCK],
  ['instock', STOCK],
  ['quantity', STOCK],
  ['availability', STOCK],
  ['price', PRICE],
  ['unitprice', PRICE],
  ['cost', PRICE],
  ['brand', MAKER],
  ['maker', MAKER],
  ['manufacturer', MAKER],
  ['mfr', MAKER],
  ['seller', SELLER],
  ['supplier', SELLER],
  ['distributor', SELLER],
  ['vendor', SELLER],
  ['partnumber', NUMBER],
  ['number', NUMBER],
  ['sku', ['offers.sku']],
  ['description', TEXT],
  ['category', ['category_uids']],
  ['leadtime', ['offers.factory_lead_days']],
  ['authorized', ['offers.is_authorized']],
  ['package', PACKAGE],
  ['footprint', PACKAGE],
]);

/** The fieldnames of parts that an everyday word probably means, the likeliest first; empty for other words. */
export function meantByWord(word: string): readonly string[] {
  return MEANT.get(word.toLowerCase().replace(/[^a-z]/g, '')) ?? [];
}

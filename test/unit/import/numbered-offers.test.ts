import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

async function read(...rows: string[]) {
  const { parts, report } = await readText(rows, {}, 'f.csv');
  const offers = (parts[0].offers ?? []).map(({ seller, sku, in_stock_quantity: stock, prices }) =>
    [seller?.name, sku, stock, JSON.stringify(prices)].filter((one) => one !== undefined).join(' '),
  );
  return { offers, specs: Object.keys(parts[0].specs ?? {}), columns: report[0].columns };
}

const TWO = ['Mouser M1 5 {"USD":[[1,"0.5"]]}', 'LCSC C1 9 {"USD":[[1,"0.4"]]}'];

/** Source: questions and tables, E7 and E10. */
describe('columns of numbered sellers', () => {
  it.each([
    'MPN,Supplier 1,SKU 1,Stock 1,Price 1,Supplier 2,SKU 2,Stock 2,Price 2',
    'MPN,Supplier1,SKU1,Stock1,Price1,Supplier2,SKU2,Stock2,Price2',
    'MPN,Distributor 1,Order Code 1,Qty Available 1,Unit Price 1 (USD),Distributor 2,Order Code 2,Qty Available 2,Unit Price 2 (USD)',
    'MPN,Lieferant 1,Bestellnummer 1,Lagerbestand 1,Preis 1,Lieferant 2,Bestellnummer 2,Lagerbestand 2,Preis 2',
    'MPN,Supplier 1,Supplier Part Number 1,Supplier Stock 1,Supplier Unit Price 1,Supplier 2,Supplier Part Number 2,Supplier Stock 2,Supplier Unit Price 2',
    'MPN,Supplier,SKU,Stock,Price,Supplier,SKU,Stock,Price',
    'MPN,Supplier,SKU #1,Stock,Price,Supplier 2,SKU #2,Stock 2,Price 2',
    'MPN,Supplier 1 Name,Supplier 1 SKU,Supplier 1 Stock,Supplier 1 Price,Supplier 2 Name,Supplier 2 SKU,Supplier 2 Stock,Supplier 2 Price',
    'MPN,Fournisseur 1,Référence fournisseur 1,Stock 1,Prix unitaire 1,Fournisseur 2,Référence fournisseur 2,Stock 2,Prix unitaire 2',
  ])('make an offer of each: %s', async (headings) => {
    const { offers, specs } = await read(headings, 'A,Mouser,M1,5,0.5,LCSC,C1,9,0.4');
    expect(offers).toEqual(TWO);
    expect(specs).toEqual([]);
  });

  it('make an offer of each below a row of groups', async () => {
    const groups = ',Supplier 1,,,,Supplier 2,,,';
    const { offers } = await read(groups, 'MPN,Name,SKU,Stock,Price,Name,SKU,Stock,Price', 'A,Mouser,M1,5,0.5,LCSC,C1,9,0.4');
    expect(offers).toEqual(TWO);
  });

  it('make an offer without a number', async () => {
    const { offers } = await read('MPN,Lieferant 1,Preis 1,Lieferant 2,Preis 2', 'A,Mouser,0.5,LCSC,0.4');
    expect(offers).toEqual(['Mouser {"USD":[[1,"0.5"]]}', 'LCSC {"USD":[[1,"0.4"]]}']);
    const one = await read('MPN,Supplier 1,Stock 1,Price 1', 'A,Mouser,5,0.5');
    expect(one.offers).toEqual(['Mouser 5 {"USD":[[1,"0.5"]]}']);
  });

  it.each([
    ['MPN,Supplier 1 Price,Supplier 1 Stock,Supplier 2 Price,Supplier 2 Stock', 'Supplier 1', 'Supplier 2'],
    ['MPN,Lieferant A Preis,Lieferant A Bestand,Lieferant B Preis,Lieferant B Bestand', 'Lieferant A', 'Lieferant B'],
    ['MPN,Price Supplier 1,Stock Supplier 1,Price Supplier 2,Stock Supplier 2', 'Supplier 1', 'Supplier 2'],
    [',Lieferant A,,Lieferant B,\nMPN,Preis,Bestand,Preis,Bestand', 'Lieferant A', 'Lieferant B'],
    [',Lieferant 1,,Lieferant 2,\nMPN,Preis,Bestand,Preis,Bestand', 'Lieferant 1', 'Lieferant 2'],
  ])('make an offer of each without a column of names: %s', async (headings, first, second) => {
    const { offers, specs } = await read(headings, 'A,0.5,5,0.4,9');
    expect(offers).toEqual([`${first} 5 {"USD":[[1,"0.5"]]}`, `${second} 9 {"USD":[[1,"0.4"]]}`]);
    expect(specs).toEqual([]);
  });

  it('have no names of headings beside a column of names or a single seller', async () => {
    const named = await read('MPN,Supplier 1,Supplier 1 Price,Supplier 2 Price', 'A,Mouser,0.5,0.4');
    expect(named.offers).toEqual(['Mouser {"USD":[[1,"0.5"]]}', 'f {"USD":[[1,"0.4"]]}']);
    const single = await read('MPN,Supplier 1 Price,Supplier 1 Stock', 'A,0.5,5');
    expect(single.offers).toEqual(['f 5 {"USD":[[1,"0.5"]]}']);
    const stocks = await read('MPN,Supplier 1 Stock,Supplier 2 Stock', 'A,5,0');
    expect(stocks.offers).toEqual(['Supplier 1 5', 'Supplier 2 0']);
  });

  it('leave the prices that have other numbers those of pieces', async () => {
    const headings = 'MPN,Supplier 1,Price 1,Supplier 2,Price 2,Price 100';
    const { offers } = await read(headings, 'A,Mouser,0.5,LCSC,0.4,0.3');
    expect(offers).toEqual(['Mouser {"USD":[[1,"0.5"],[100,"0.3"]]}', 'LCSC {"USD":[[1,"0.4"]]}']);
    const ladder = await read('MPN,Supplier,SKU,Price 1,Price 2,Price 10', 'A,Mouser,M1,0.5,0.4,0.3');
    expect(ladder.offers).toEqual(['Mouser M1 {"USD":[[1,"0.5"],[2,"0.4"],[10,"0.3"]]}']);
  });

  it('have price breaks of their own', async () => {
    const headings = 'MPN,Supplier,Price 1,Price 10,Supplier,Price 1,Price 10';
    const { offers } = await read(headings, 'A,Mouser,0.5,0.4,LCSC,0.3,0.2');
    expect(offers).toEqual(['Mouser {"USD":[[1,"0.5"],[10,"0.4"]]}', 'LCSC {"USD":[[1,"0.3"],[10,"0.2"]]}']);
    const paired = await read('MPN,Supplier 1,Qty 1,Price 1,Supplier 2,Qty 2,Price 2', 'A,Mouser,10,0.5,LCSC,20,0.4');
    expect(paired.offers).toEqual(['Mouser {"USD":[[10,"0.5"]]}', 'LCSC {"USD":[[20,"0.4"]]}']);
  });

  it('have currencies and numbers of pieces of their own', async () => {
    const headings = 'MPN,Supplier 1,Price 1,Currency 1,Price Unit 1,Supplier 2,Price 2,Currency 2,Price Unit 2';
    const { offers, columns } = await read(headings, 'A,Mouser,0.5,USD,1,LCSC,40,EUR,100');
    expect(offers).toEqual(['Mouser {"USD":[[1,"0.5"]]}', 'LCSC {"EUR":[[1,"0.4"]]}']);
    expect(columns.map(({ as, read }) => [as, read]).slice(5)).toEqual([
      ['offers.seller.name', 1],
      ['offers.prices.EUR.1', 1],
      ['offers.prices.currency', 1],
      ['offers.prices.pieces', 1],
    ]);
  });

  it('are of the seller without a number, too', async () => {
    const { offers } = await read('MPN,Supplier,Supplier Stock,Supplier Unit Price', 'A,Mouser,5,0.5');
    expect(offers).toEqual(['Mouser 5 {"USD":[[1,"0.5"]]}']);
    expect((await read('MPN,Supplier Device Package,Stock', 'A,SOT-23,5')).specs).toEqual(['supplier_device_package']);
  });
});

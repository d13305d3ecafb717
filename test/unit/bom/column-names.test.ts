import { describe, expect, it } from 'vitest';
import { knownName } from '../../../src/bom/column-names.js';

describe('headings', () => {
  it.each([
    [
      'mpn',
      'MPN, mpn, Manufacturer Part Number, Manufacturer_Part_Number, Manufacturer Part Number 1, Mfr Part Number, Mfr. Part #',
    ],
    [
      'mpn',
      'Mfg P/N, MFR PN, manf#, ManufacturerPart, Mfr.Part No., Manufacturer Part, Hersteller-Teilenummer, Herstellernummer',
    ],
    ['mpn', 'Part Number, Part No, Part No., P/N, PN, Part #, PartNumber, Teilenummer'],
    [
      'sku',
      'SKU, Supplier Part, Supplier Part Number 1, Order Code, Digi-Key Part Number, DigiKey Part #, Digikey, Mouser Part Number',
    ],
    [
      'sku',
      'LCSC, LCSC Part #, JLCPCB Part #, JLC Part, Mouser No, Farnell, Vendor P/N, Distributor Part Number, Bestell-Nr., Artikelnr.',
    ],
    ['brand', 'Manufacturer, Mfr, Mfg, Brand, Make, manf, Manufacturer_Name, Manufacturer 1, Hersteller, Marke'],
    ['seller', 'Distributor, Supplier, Supplier 1, Seller, Vendor, Lieferant'],
    ['quantity', 'Qty, QTY., Quantity, Quantity 1, Qnty, Menge, Stück, Anzahl, Qty per board, Order Qty., Menge/Stk., Qty (pcs)'],
    [
      'reference',
      'Reference, Reference(s), References, Reference Designator, RefDes, Ref Des, Ref., Designator, Designators, Parts',
    ],
    ['mpn', 'Référence fabricant, Réf. fabricant, Code constructeur, Reference du fabricant, N° de parte, Número de pieza'],
    ['sku', 'Référence fournisseur, Réf. Mouser, Code commande, Code RS, Código del proveedor, Referencia Digi-Key'],
    ['mpn', 'Manufacture Part Number, MP'],
    ['sku', 'Best.-Nr., Best.Nr., Lieferant Best.-Nr., Mouser-Best.-Nr.'],
    ['brand', 'Manufacture, MF'],
    [
      'quantity',
      'Anz., Anz. pro Platine, Bestellmenge, Gesamtmenge, Gesamtstückzahl, Bedarf, Bedarf je Gerät, Nb, Nbre, Nb., Piezas',
    ],
    ['reference', 'Part Reference, Part References'],
    ['brand', 'Fabricant, Marque, Fabricante, Marca'],
    ['seller', 'Fournisseur, Distributeur, Proveedor, Distribuidor'],
    ['quantity', 'Qté, Qte, Quantité, Cantidad, Cant.'],
    ['reference', 'Référence, Repère, Réf., Referencia, Designadores'],
    ['description', 'Valeur, Boîtier, Désignation, Valor, Encapsulado, Descripción'],
    ['description', 'Description, Value, Comment, Footprint, Beschreibung'],
  ])('of a column of kind %s: %s', (role, headings) => {
    for (const heading of headings.split(', ')) expect([heading, knownName(heading)?.role]).toEqual([heading, role]);
  });

  it.each([
    '',
    ' ',
    'Foo',
    'Total',
    'Unit Price',
    'Part',
    '12',
    'matched mpn',
    'Stock',
    'MP1',
    'MF 2',
    'Mindestbestellmenge',
    'BOM of board 7',
    '__proto__',
    'constructor',
  ])('that say nothing: %j', (heading) => {
    expect(knownName(heading)).toBeUndefined();
  });

  it('show whether a part number may be a company’s own', () => {
    expect(knownName('Part Number')?.isVague).toBe(true);
    expect(knownName('Mfr Part Number')?.isVague).toBe(false);
    expect(knownName('MP')?.isVague).toBe(true);
  });

  it('show whether a quantity may be that of all boards, or something else', () => {
    for (const heading of ['Bestellmenge', 'Gesamtmenge', 'Gesamtbedarf', 'Bedarf', 'Piezas'])
      expect([heading, knownName(heading)?.isVague]).toEqual([heading, true]);
    for (const heading of ['Anz.', 'Bedarf pro Platine', 'Nb', 'Nbre'])
      expect([heading, knownName(heading)?.isVague]).toEqual([heading, false]);
  });

  it('are checked without delay in a cell of very many digits', () => {
    const began = performance.now();
    expect(knownName(`${'1'.repeat(200_000)}x`)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('agree in either form of an umlaut', () => {
    expect(knownName('Stu\u0308ckzahl')?.role).toBe('quantity');
  });
});

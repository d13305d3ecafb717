import { describe, expect, it } from 'vitest';
import { knownHeading } from '../../../src/import/headings.js';
import { readText } from '../../support/tables/read-text.js';

describe('numbered headings', () => {
  const membersOf = async (headings: string, cells: string) => {
    const { report } = await readText([headings, cells]);
    return report[0].columns.map(({ as }) => as);
  };

  it('of the first manufacturer are those of the part', async () => {
    const headings = 'Description,Manufacturer 1,Manufacturer Part Number 1,Stock';
    const { parts } = await readText([headings, 'Resistor,Yageo,RC0603,5']);
    expect(parts).toMatchObject([{ mpn: 'RC0603', manufacturer: { name: 'Yageo' }, short_description: 'Resistor' }]);
    expect(await membersOf('Brand1,MPN1', 'Yageo,RC0603')).toEqual(['brand.name', 'mpn']);
  });

  it('of further ones are specs', async () => {
    expect(await membersOf('Manufacturer 2,MPN 2,Manufacturer 1,MPN 1', 'Y,A,V,B')).toEqual([
      'specs.manufacturer_2',
      'specs.mpn_2',
      'manufacturer.name',
      'mpn',
    ]);
    expect(await membersOf('Part Number,Manufacturer 1,Alternate,MPN 2', 'A,Y,-,B')).toEqual([
      'mpn',
      'manufacturer.name',
      'specs.alternate',
      'specs.mpn_2',
    ]);
  });

  it('are no part numbers of a row of the table', async () => {
    expect(await membersOf('Name,Description', 'PN 1234,Resistor')).toEqual(['mpn', 'descriptions.value']);
  });
});

describe('headings with the unit of pieces, and those of ERP systems', () => {
  it.each([
    ['Stock pcs', 'offers.in_stock_quantity', undefined],
    ['Lager Stück', 'offers.in_stock_quantity', undefined],
    ['Bestand Stk.', 'offers.in_stock_quantity', undefined],
    ['Verfügbarer Bestand', 'offers.in_stock_quantity', undefined],
    ['MOQ (pcs)', 'offers.moq', undefined],
    ['Gleit.Preis', 'offers.prices', undefined],
    ['Währg', 'offers.prices.currency', undefined],
    ['Plan-Lfz. (Tage)', 'offers.factory_lead_days', 'd'],
    ['Lead (wks)', 'offers.factory_lead_days', 'wk'],
  ])('%s is %s', (heading, as, unit) => expect(knownHeading(heading)).toMatchObject({ as, ...(unit && { unit }) }));

  it.each(['pcs', 'Units', 'Lead', 'Price Units'])('%s alone is no stock', (heading) => {
    expect(knownHeading(heading)?.as).not.toBe('offers.in_stock_quantity');
  });
});

describe('totals', () => {
  it.each([
    ['Ext. (USD)', 'Ext. Price ($)', 'Extended Price USD', 'Extended (€)', 'EUR Extended Cost', 'Line Total US$'],
    ['Total EUR', 'Gesamtpreis EUR', 'Gesamtbetrag (€)', 'Summe €', 'Amount (GBP)', 'Prix total EUR', 'Importe €'],
  ])('are ignored, with a currency too: %s', (...headings) => {
    for (const heading of headings) expect([heading, knownHeading(heading)?.as]).toEqual([heading, 'ignored']);
  });

  it.each(['Ext.', 'Extended', 'Extended Temperature', 'Ext. Interface (EUR)'])('are not %s', (heading) => {
    expect(knownHeading(heading)).toBeUndefined();
  });

  it('do not hide prices', () => {
    for (const heading of ['Price USD', 'USD', '€/Stk']) expect(knownHeading(heading)?.as).not.toBe('ignored');
  });
});

describe('French and Spanish headings', () => {
  it.each([
    ['mpn', 'Référence fabricant', 'REFERENCE FABRICANT', 'Réf. fabricant', 'Réf. du fabricant', 'Numéro de pièce fabricant'],
    ['mpn', 'N° fabricant', 'Fabricant réf.', 'Référence constructeur', 'Numéro de pièce', 'Référence pièce', 'N° de pièce'],
    ['mpn', 'Número de pieza', 'Número de parte', 'NUMERO DE PARTE', 'Nº de parte', 'N° de pieza', 'Núm. de parte'],
    ['mpn', 'Referencia fabricante', 'Referencia del fabricante', 'Número de pieza del fabricante', 'Código del fabricante'],
    ['mpn', 'Référence', 'Referencia', 'Modèle', 'Producto'],
    ['offers.sku', 'Référence fournisseur', 'Réf. distributeur', 'Référence Mouser', 'Referencia proveedor', 'Código de pedido'],
  ])('name columns of numbers: %s', (as, ...headings) => {
    for (const heading of headings) {
      const { as: found, certainty } = knownHeading(heading) ?? {};
      expect([heading, found === 'specs' && certainty === 1 ? 'mpn' : found]).toEqual([heading, as]);
    }
  });

  it.each([
    ['manufacturer.name', 'Fabricant', 'Fabricante', 'Constructeur'],
    ['brand.name', 'Marque', 'Marca'],
    ['descriptions.value', 'Désignation', 'Libellé', 'Descripción', 'DESCRIPCION', 'Description produit'],
    ['category_uids', 'Catégorie', 'Categoría', 'Sous-catégorie'],
    ['datasheets.url', 'Fiche technique', 'Hoja de datos'],
    ['offers.seller.name', 'Fournisseur', 'Distributeur', 'Proveedor', 'Distribuidor'],
    [
      'offers.in_stock_quantity',
      'En stock',
      'Quantité en stock',
      'Qté en stock',
      'Disponibilité',
      'Cantidad en stock',
      'Existencias',
    ],
    ['offers.moq', 'Quantité minimale', 'Qté min.', 'Cantidad mínima', 'Pedido mínimo'],
    ['offers.factory_lead_days', 'Délai de livraison', 'Plazo de entrega (semanas)'],
    ['offers.packaging', 'Conditionnement', 'Embalaje'],
    [
      'offers.prices',
      'Prix',
      'Prix unitaire',
      'Prix unitaire HT (€)',
      'Prix à partir de 100',
      'Precio unitario',
      'Precio por unidad',
    ],
    ['ignored', 'Prix total', 'Montant', 'Importe', 'Total'],
    ['', 'Reference', 'Designation', 'Quantité', 'Cantidad', 'Tension', 'Boîtier'],
  ])('name %s', (as, ...headings) => {
    expect(headings.map((heading) => [heading, knownHeading(heading)?.as ?? ''])).toEqual(
      headings.map((heading) => [heading, as]),
    );
  });

  it('name the columns of a table', async () => {
    const headings =
      'Référence fabricant;Fabricant;Désignation;Qté en stock;Délai (semaines);Prix à partir de 10 (€);Tension (V)';
    const { parts } = await readText([headings, 'RC0603;Yageo;Résistance;1 200;2;0,10;50']);
    expect(parts).toMatchObject([
      {
        mpn: 'RC0603',
        manufacturer: { name: 'Yageo' },
        short_description: 'Résistance',
        offers: [{ in_stock_quantity: 1200, factory_lead_days: 14, prices: { EUR: [[10, '0.10']] } }],
        specs: { tension: { value: ['50'] } },
      },
    ]);
    const numbered = await readText(['Référence fabricant 1;Fabricant 1;Référence fabricant 2', 'A;X;B']);
    expect(numbered.report[0].columns.map(({ as }) => as)).toEqual(['mpn', 'manufacturer.name', 'specs.reference_fabricant_2']);
  });
});

describe('many headings that are equal', () => {
  it('are numbered without looking at those before again', async () => {
    const count = 16_000;
    const before = process.cpuUsage();
    const { report } = await readText([`MPN${',X'.repeat(count)}`, `A${',1'.repeat(count)}`]);
    const { user } = process.cpuUsage(before);
    expect(report[0].columns.slice(1, 4).map(({ heading, as }) => [heading, as])).toEqual([
      ['X', 'specs.x'],
      ['X 2', 'specs.x_2'],
      ['X 3', 'specs.x_3'],
    ]);
    expect(report[0].columns[count].heading).toBe(`X ${count}`);
    // It takes about a second; over 20 s where each looks for its number from 2 on.
    expect(user / 1e6).toBeLessThan(5);
  });

  it('do not take the number of another heading', async () => {
    const { report } = await readText(['MPN,X,x 2,X,X,X 2', 'A,1,2,3,4,5']);
    expect(report[0].columns.map(({ heading }) => heading)).toEqual(['MPN', 'X', 'x 2', 'X 3', 'X 4', 'X 2 2']);
  });

  it('have keys of their own where they differ by punctuation alone', async () => {
    const marks = '!#$%&*/:<=>?@^_|~'.split('');
    const headings = marks.flatMap((one) => marks.flatMap((two) => marks.map((three) => `X${one}${two}${three}`)));
    const before = process.cpuUsage();
    const { report } = await readText([`MPN,${headings.join(',')}`, `A${',1'.repeat(headings.length)}`]);
    const { user } = process.cpuUsage(before);
    const keys = report[0].columns.map(({ as }) => as);
    expect(new Set(keys).size).toBe(keys.length);
    expect(user / 1e6).toBeLessThan(5);
  });
});

describe('German abbreviations', () => {
  it('name numbers of sellers: Best.-Nr.', () => {
    for (const heading of ['Best.-Nr.', 'Best.Nr.', 'Lieferant Best.-Nr.'])
      expect([heading, knownHeading(heading)]).toEqual([heading, { as: 'offers.sku' }]);
    expect(knownHeading('Mouser Best.-Nr.')).toEqual({ as: 'offers.sku', seller: 'Mouser' });
  });
});

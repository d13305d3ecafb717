import { describe, expect, it } from 'vitest';
import { readText } from '../../support/tables/read-text.js';

async function read(...rows: string[]) {
  const { parts, report } = await readText(rows);
  return { mpns: parts.map(({ mpn }) => mpn), columns: report[0].columns.map(({ as }) => as), parts, report: report[0] };
}

describe('the column of part numbers', () => {
  it.each([
    ['Manufacturer,Manufacturer ID,Part Number'],
    ['Manufacturer,Mfr ID,Part Number'],
    ['Manufacturer,Manufacturer Code,Part Number'],
    ['Hersteller,Hersteller-ID,Artikelnummer'],
    ['Hersteller,Hersteller-Code,Teilenummer'],
  ])('is not the number of the maker itself: %s', async (headings) => {
    const { mpns, columns } = await read(headings, 'Yageo,77,RC-1', 'Yageo,77,RC-2');
    expect(mpns).toEqual(['RC-1', 'RC-2']);
    expect(columns[1]).toMatch(/^specs\.(manufacturer|mfr|hersteller)_(id|code)$/);
  });

  it.each(['Manufacturer Number', 'Mfr No'])('is %s before a part number', async (heading) => {
    expect((await read(`${heading},Manufacturer,Part Number`, 'RC-1,Yageo,I-1')).mpns).toEqual(['RC-1']);
  });

  it('is that of a maker if there is no other, or a name', async () => {
    expect((await read('Manufacturer,Manufacturer ID,Stock', 'Yageo,RC-1,5')).mpns).toEqual(['RC-1']);
    expect((await read('Name,Manufacturer,Mfr Code', 'Resistor,Yageo,RC-1')).mpns).toEqual(['RC-1']);
    expect((await read('Mfr ID', 'RC-1')).mpns).toEqual(['RC-1']);
  });

  it('is HAN, the number of the maker', async () => {
    const { mpns, columns } = await read('Artikelnummer;HAN;Hersteller', '4711;NE555P;TI');
    expect(mpns).toEqual(['NE555P']);
    expect(columns[0]).toBe('offers.sku');
  });
});

describe('a column of sellers’ numbers', () => {
  it.each(['Lief.-Art.-Nr.', 'Lieferanten-Art.-Nr.', 'Liefer-Artikelnr', 'Lief. Artikel-Nr.', 'Lief-Bestellnr.'])(
    'is %s',
    async (heading) => {
      expect((await read(`MPN;${heading}`, 'A;R1')).columns[1]).toBe('offers.sku');
    },
  );
});

describe('a column of availability', () => {
  it.each([
    ['Availability,Lifecycle,Stock', 'Active,Active,"1,234"'],
    ['Available,x,In Stock', 'yes,x,1234'],
    ['Verfügbarkeit,x,Lagerbestand', 'lieferbar,x,1234'],
    ['Disponibilité,x,Qté en stock', 'oui,x,1234'],
  ])('is not the stock beside one: %s', async (headings, cells) => {
    const { parts, columns } = await read(`MPN,${headings}`, `A,${cells}`);
    expect(parts[0].offers?.[0].in_stock_quantity).toBe(1234);
    expect(columns[1]).toMatch(/^specs\./);
  });

  it('is the stock alone, and of another seller', async () => {
    expect((await read('MPN,Availability', 'A,"1,234 In Stock"')).parts[0].offers?.[0].in_stock_quantity).toBe(1234);
    const { columns } = await read('MPN,Mouser Availability,Digi-Key Stock', 'A,5,6');
    expect(columns.slice(1)).toEqual(['offers.in_stock_quantity', 'offers.in_stock_quantity']);
  });
});

describe('columns of places and classes', () => {
  it.each([
    ['Lagerplatz', 'R1'],
    ['Lager Ort', 'R0'],
    ['Regal', '1A'],
    ['Ort', '5F'],
    ['Fach', '2V'],
    ['Schublade', '4k'],
    ['Klasse', '1A'],
    ['Class', '2A'],
    ['Grade', '5V'],
    ['GÜTE', '5V'],
    ['Shelf', '3m'],
    ['Rack', '1'],
    ['Emplacement', '1A'],
    ['Ubicación', '1A'],
    ['Estante', '1A'],
    ['Regal-Nr.', '1A'],
  ])('%s are texts', async (heading, cell) => {
    const { parts } = await read(`MPN;${heading}`, `A;${cell}`);
    expect(Object.values(parts[0].specs ?? {})).toMatchObject([{ value: [cell], metadata: { datatype: 'string' } }]);
  });
});

/** Source: questions and tables, E5. */
describe('a column of numbers without a unit', () => {
  const typeOf = async (heading: string, cells: readonly string[]) => {
    const { report, parts } = await read(`MPN,${heading}`, ...cells.map((cell, i) => `A${i},${cell}`));
    const [key] = Object.keys(parts[0].specs ?? {});
    const { value, metadata } = parts[0].specs?.[key] ?? {};
    return [[value].flat()[0], metadata?.datatype, metadata?.unit?.symbol, report.columns[1].unread];
  };

  it.each([
    [['10k', '4k7', '22k', '100nF']],
    [['10k', '4k7', '16MHz']],
    [['10k', '4k7', '10uH']],
    [['10k', '4k7', '22k', '33k', '47k', '1k', '100nF']],
    [['10k', '4k7', '100nF', '220nF', '1uF']],
    [['10', '22', '33', '5 V']],
  ])('does not have that of a few other cells: %j', async (cells) => {
    const [value, datatype, unit, unread] = await typeOf('Value', cells);
    expect([value, unit]).toEqual([cells[0], undefined]);
    expect([datatype, unread]).toEqual(['string', 0]);
  });

  it('has the unit that most cells name, or the heading', async () => {
    const farads = ['100nF', '220nF', '10uF', '22pF', '4u7'];
    expect(await typeOf('Value', farads)).toEqual(['1e-7', 'decimal', 'F', 0]);
    // Numbers without unit are read where the heading has it.
    expect(await typeOf('Length (mm)', ['5 mm', '7', '9'])).toEqual(['0.005', 'decimal', 'm', 0]);
    expect(await typeOf('Voltage', ['5', '12', '24', '3.3 V'])).toEqual(['5', 'decimal', 'V', 0]);
    expect(await typeOf('Value (Ω)', ['10k', '4k7', '22k', '47k', '100nF'])).toEqual(['10000', 'decimal', 'Ω', 1]);
    expect(await typeOf('Resistance', ['10k', '4k7', '22k', '47k', '100nF'])).toEqual(['10000', 'decimal', 'Ω', 1]);
  });
});

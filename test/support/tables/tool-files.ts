import { gzipSync, zipSync } from 'fflate';
import writeWorkbook from 'write-excel-file/universal';
import { distributorCart, jlcpcb, secondDistributor } from './distributor-files.js';
import { lines, type ToolFile, utf8, utf16, windows } from './file-forms.js';

/*
 * Tables of parts in the forms in which tools export them, each with what a person reads in it. The forms are those of common
 * exports; the parts are invented.
 */

function kicadTable(): ToolFile {
  return {
    name: 'kicad-resistors.csv',
    form: 'a KiCad library table: tildes for blank cells, numbers of several sellers',
    bytes: utf8(
      [
        '"Part ID","MPN","Manufacturer","Symbols","Footprints","Value","Resistance","Datasheet","Digikey PN","Mouser PN","Description"',
        '"RES-001","ERJ-3EKF1001V","Panasonic","Device:R","Resistor_SMD:R_0603_1608Metric","1k","1k","~","P1.00KHCT-ND","667-ERJ-3EKF1001V","RES 1K 1% 0603"',
        '"RES-002","ERJ-3EKF4R70V","Panasonic","Device:R","Resistor_SMD:R_0603_1608Metric","4R7","4R7","https://pana.example/erj.pdf","P4.70HHCT-ND","~","RES 4.7 1% 0603"',
        '"RES-003","ERJ-3GEY0R00V","Panasonic","Device:R","Resistor_SMD:R_0603_1608Metric","0R","0R","~","~","667-ERJ-3GEY0R00V","~"',
        '"RES-004","ERJ-3EKF2201V","Panasonic","Device:R","Resistor_SMD:R_0603_1608Metric","2k2","2k2","~","~","~","RES 2.2K 1% 0603"',
      ].join('\n'),
    ),
    parts: {
      'ERJ-3EKF1001V': {
        'specs.resistance.value': '1000',
        'specs.resistance.unit': 'ohm',
        'offers.0.sku': 'P1.00KHCT-ND',
        'offers.0.seller.name': 'Digi-Key',
        'offers.1.sku': '667-ERJ-3EKF1001V',
        'offers.1.seller.name': 'Mouser',
        'specs.footprints.value': 'Resistor_SMD:R_0603_1608Metric',
        datasheets: null,
      },
      'ERJ-3EKF4R70V': { 'specs.resistance.value': '4.7', 'datasheets.0.url': 'https://pana.example/erj.pdf' },
      'ERJ-3GEY0R00V': { 'specs.resistance.value': '0', 'offers.0.seller.name': 'Mouser', descriptions: null },
      'ERJ-3EKF2201V': { 'specs.resistance.value': '2200', offers: null },
    },
    leftOut: 0,
  };
}

function inventree(): ToolFile {
  return {
    name: 'InvenTree_ManufacturerPart.tsv',
    form: 'InvenTree: tabs, category paths with slashes, yes and no',
    bytes: utf8(
      [
        'id\tmanufacturer_id\tMPN\tManufacturer\tdescription\tlink\tcategory_path\tactive\tin_stock',
        '1\t17\tLM358DR\tTexas Instruments\tDual op amp\thttps://ti.example/lm358\tElectronics/ICs/Amplifiers\tTrue\t120.0',
        '2\t18\tBC547B\tonsemi\tNPN transistor\t\tElectronics/Discretes/Transistors\tTrue\t0.0',
        '3\t19\t1N4148W\tDiodes Incorporated\tSmall-signal diode\t\tElectronics/Discretes\tFalse\t2500.0',
      ].join('\n'),
    ),
    parts: {
      LM358DR: {
        'brand.name': 'Texas Instruments',
        'offers.0.in_stock_quantity': 120,
        category: 'Electronics > ICs > Amplifiers',
        'external_links.product_url': 'https://ti.example/lm358',
        'specs.active.value': 'True',
      },
      BC547B: { 'offers.0.in_stock_quantity': 0, category: 'Electronics > Discretes > Transistors' },
      '1N4148W': { 'offers.0.in_stock_quantity': 2500, category: 'Electronics > Discretes', 'brand.name': 'Diodes Incorporated' },
    },
    leftOut: 0,
  };
}

function altium(): ToolFile {
  return {
    name: 'altium.csv',
    form: 'Altium: numbered columns of manufacturers and suppliers',
    bytes: utf8(
      lines(
        'Description,Manufacturer 1,Manufacturer Part Number 1,Manufacturer 2,Manufacturer Part Number 2,Supplier 1,Supplier Part Number 1',
        'RES 10k 1% 0603,Yageo,RC0603FR-0710KL,Panasonic,ERJ-3EKF1002V,Digi-Key,311-10.0KHRCT-ND',
        'CAP 100n 16V 0402,Murata,GRM155R71C104KA88D,,,Mouser,81-GRM155R71C104KA88',
      ),
    ),
    parts: {
      'RC0603FR-0710KL': {
        'brand.name': 'Yageo',
        'offers.0.seller.name': 'Digi-Key',
        'offers.0.sku': '311-10.0KHRCT-ND',
        'specs.manufacturer_part_number_2.value': 'ERJ-3EKF1002V',
      },
      GRM155R71C104KA88D: { 'brand.name': 'Murata', 'offers.0.seller.name': 'Mouser' },
    },
    leftOut: 0,
  };
}

function partkeepr(): ToolFile {
  return {
    name: 'partkeepr.xlsx.csv',
    form: 'PartKeepr: names in place of part numbers, cells of several lines, repeated headings',
    bytes: utf8(
      lines(
        'Name,Description,Manufacturer,Category Path,Stock Level,Min. Stock,Average Price,Footprint,Comment',
        'TL072CP,"Dual JFET op amp',
        'low noise",Texas Instruments,Root Category > ICs > OpAmps,25,5,€0.55,DIP-8,"second',
        'line, with comma"',
        '7805CT,Linear regulator,STMicroelectronics,Root Category > ICs > Regulators,"1,024",10,€0.35,TO-220,',
        'Name,Description,Manufacturer,Category Path,Stock Level,Min. Stock,Average Price,Footprint,Comment',
        'LED-3MM-RED,Red LED,Kingbright,Root Category > LEDs,400,50,€0.04,LED-3MM,n/a',
      ),
    ),
    parts: {
      TL072CP: {
        'descriptions.0.value': 'Dual JFET op amp\nlow noise',
        'offers.0.in_stock_quantity': 25,
        'offers.0.prices.EUR.1': '0.55',
        'specs.min_stock.value': '5',
        'specs.comment.value': 'second\nline, with comma',
        category: 'Root Category > ICs > OpAmps',
      },
      '7805CT': { 'offers.0.in_stock_quantity': 1024, 'specs.footprint.value': 'TO-220' },
      'LED-3MM-RED': { 'offers.0.in_stock_quantity': 400, 'offers.0.prices.EUR.1': '0.04', 'specs.comment': null },
    },
    leftOut: 1,
  };
}

function erp(): ToolFile {
  return {
    name: 'artikel.csv',
    form: 'an ERP: semicolons, decimal commas, Windows-1252, German headings, line of totals',
    bytes: windows(
      lines(
        'Artikelnummer;Herstellerteilenummer;Hersteller;Bezeichnung;Warengruppe;Lagerbestand;Preis ab 1;Preis ab 1.000;Kapazität;Nennspannung (V);Höhe (mm)',
        '100-001;GRM188R71H104KA93D;Murata;Kondensator für SMD;Kondensatoren / Keramik;12.500;0,05 €;0,0123 €;0,1 µF;50;0,9',
        '100-002;EEEFK1V100R;Panasonic;Elko 10µF;Kondensatoren / Elko;1.250;0,31 €;0,2200 €;10 µF;35;5,8',
        '100-003;C0805C475K8RAC;KEMET;Kondensator 4,7µF;Kondensatoren / Keramik;0;0,19 €;0,0987 €;4,7 µF;10;1,25',
        'Summe;;;;;13.750;;;;;',
      ),
    ),
    parts: {
      GRM188R71H104KA93D: {
        'descriptions.0.value': 'Kondensator für SMD',
        'offers.0.sku': '100-001',
        'offers.0.in_stock_quantity': 12_500,
        'offers.0.prices.EUR.1': '0.05',
        'offers.0.prices.EUR.1000': '0.0123',
        'specs.kapazitat.value': '1e-7',
        'specs.kapazitat.unit': 'farad',
        'specs.nennspannung.value': '50',
        'specs.nennspannung.unit': 'volt',
        'specs.hohe.value': '0.0009',
        'specs.hohe.unit': 'metre',
        category: 'Kondensatoren > Keramik',
      },
      EEEFK1V100R: { 'offers.0.in_stock_quantity': 1250, 'specs.kapazitat.value': '0.00001', 'specs.hohe.value': '0.0058' },
      C0805C475K8RAC: { 'offers.0.in_stock_quantity': 0, 'specs.kapazitat.value': '0.0000047', 'specs.hohe.value': '0.00125' },
    },
    leftOut: 1,
  };
}

function utf16File(): ToolFile {
  return {
    name: 'unicode-text.txt',
    form: 'a spreadsheet saved as Unicode text: UTF-16 with tabs',
    bytes: utf16(
      lines(
        'Part Number\tBrand\tDescription\tCurrent Rating (mA)\tInductance\tDC Resistance (mΩ)',
        'VLS3012HBX-100M\tTDK\tFestinduktivität\t960\t10 µH\t330',
        'NR3015T100M\tTAIYO YUDEN\t功率电感\t700\t10 µH\t230',
        'LQH3NPN2R2MM0\tMurata\t"2.2 µH ""power"""\t1,200\t2.2 µH\t81.5',
      ),
    ),
    parts: {
      'VLS3012HBX-100M': {
        'brand.name': 'TDK',
        'specs.current_rating.value': '0.96',
        'specs.current_rating.unit': 'ampere',
        'specs.inductance.value': '0.00001',
        'specs.dc_resistance.value': '0.33',
      },
      NR3015T100M: { 'descriptions.0.value': '功率电感', 'specs.dc_resistance.value': '0.23' },
      LQH3NPN2R2MM0: {
        'descriptions.0.value': '2.2 µH "power"',
        'specs.current_rating.value': '1.2',
        'specs.inductance.value': '0.0000022',
        'specs.dc_resistance.value': '0.0815',
        'specs.dc_resistance.unit': 'ohm',
      },
    },
    leftOut: 0,
  };
}

function mergedHeaders(): ToolFile {
  return {
    name: 'price-list.csv.gz',
    form: 'a price list: title, headings in two rows with merged groups, gzip',
    bytes: gzipSync(
      utf8(
        lines(
          'Price list 2024,,,,,,',
          'Manufacturer Part No.,Manufacturer,Electrical,,Price (EUR),,',
          ',,Voltage,Current,1,100,1000',
          'SS14,onsemi,40 V,1 A,0.21,0.12,0.07',
          'SS34,onsemi,40 V,3 A,0.33,0.19,0.11',
          'MBR0520,Vishay,20 V,500 mA,0.18,0.09,0.05',
        ),
      ),
    ),
    parts: {
      SS14: {
        'brand.name': 'onsemi',
        'specs.electrical_voltage.value': '40',
        'specs.electrical_current.value': '1',
        'offers.0.prices.EUR.1': '0.21',
        'offers.0.prices.EUR.100': '0.12',
        'offers.0.prices.EUR.1000': '0.07',
      },
      SS34: { 'specs.electrical_current.value': '3', 'offers.0.prices.EUR.1000': '0.11' },
      MBR0520: { 'specs.electrical_current.value': '0.5', 'specs.electrical_current.unit': 'ampere', 'brand.name': 'Vishay' },
    },
    leftOut: 0,
  };
}

async function workbook(): Promise<ToolFile> {
  const cell = (value: string | number) => ({ value });
  const rows = [
    ['Stock list', null, null, null, null, null],
    ['MPN', 'Manufacturer', 'Stock', 'Unit Price', 'Pins', 'Supply Voltage'],
    ['ATMEGA328P-PU', 'Microchip', 1500, 2.56, 28, '1.8V ~ 5.5V'],
    ['PIC16F877A-I/P', 'Microchip', 0, 5.125, 40, '2V ~ 5.5V'],
    ['ESP32-WROOM-32E', 'Espressif', 320, 2.1, 38, '3V ~ 3.6V'],
    ['Total', null, 1820, null, null, null],
  ].map((row) => row.map((value) => (value === null ? null : cell(value))));
  const notes = [['Notes'], ['Prices without tax']].map((row) => row.map(cell));
  const blob = await writeWorkbook([
    { sheet: 'Stock', data: rows },
    { sheet: 'Notes', data: notes },
  ]).toBlob();
  return {
    name: 'stock.xlsx',
    form: 'a workbook: numbers as numbers, a title, totals, a second sheet with notes',
    bytes: new Uint8Array(await blob.arrayBuffer()),
    parts: {
      'ATMEGA328P-PU': {
        'offers.0.in_stock_quantity': 1500,
        'offers.0.prices.USD.1': '2.56',
        'specs.pins.value': '28',
        'specs.supply_voltage.min': '1.8',
        'specs.supply_voltage.max': '5.5',
        'specs.supply_voltage.unit': 'volt',
      },
      'PIC16F877A-I/P': { 'offers.0.in_stock_quantity': 0, 'offers.0.prices.USD.1': '5.125', 'specs.supply_voltage.min': '2' },
      'ESP32-WROOM-32E': { 'specs.pins.value': '38', 'offers.0.prices.USD.1': '2.1' },
    },
    leftOut: 1,
  };
}

function apiObjects(): ToolFile {
  const objects = [
    {
      mpn: 'LM317T',
      manufacturer: 'STMicroelectronics',
      stock: 300,
      price: '0.42',
      currency: 'USD',
      specs: { output_voltage: '1.2V to 37V', pins: 3 },
    },
    {
      mpn: 'LM7912CT',
      manufacturer: 'STMicroelectronics',
      stock: 12,
      price: '0.61',
      currency: 'USD',
      specs: { output_voltage: '-12 V', pins: 3 },
    },
    {
      mpn: 'AMS1117-3.3',
      manufacturer: 'AMS',
      stock: 0,
      price: null,
      currency: 'USD',
      specs: { output_voltage: '3.3 V', pins: 3 },
      tags: ['ldo', 'smd'],
    },
  ];
  return {
    name: 'parts.json',
    form: 'an interface: a JSON array of objects, with objects in them',
    bytes: utf8(JSON.stringify(objects, undefined, 2)),
    parts: {
      LM317T: {
        'offers.0.in_stock_quantity': 300,
        'offers.0.prices.USD.1': '0.42',
        'specs.output_voltage.min': '1.2',
        'specs.output_voltage.max': '37',
        'specs.pins.value': '3',
      },
      LM7912CT: { 'specs.output_voltage.value': '-12', 'offers.0.in_stock_quantity': 12 },
      'AMS1117-3.3': {
        'specs.output_voltage.value': '3.3',
        'specs.tags.value': 'ldo; smd',
        'offers.0.in_stock_quantity': 0,
      },
    },
    leftOut: 0,
  };
}

function archive(): ToolFile {
  const table = lines(
    'sep=;',
    'Mfr Part Number;Brand;Price@1;Price@10;Stock;Frequency;Load Capacitance',
    'ABLS-8.000MHZ-B2-T;Abracon;0,4200;0,3500;1 250;8MHz;18pF',
    'ABLS-8.000MHZ-B2-T;Abracon;0,4200;0,3500;1 250;8MHz;18pF',
    'X3225-16;Yangxing;0,1234;0,0950;>10000;16MHz;9pF',
    'Q13FC135;Epson;0,2100;0,1700;auf Lager;32,768kHz;12,5pF',
  );
  return {
    name: 'export.zip',
    form: 'an archive with a readme: semicolons announced by sep=, blanks between thousands, a double row',
    bytes: zipSync({ 'readme.txt': utf8('Exported on Monday.\n'), 'data/crystals.csv': utf8(table) }),
    parts: {
      'ABLS-8.000MHZ-B2-T': {
        'offers.0.prices.USD.1': '0.4200',
        'offers.0.prices.USD.10': '0.3500',
        'offers.0.in_stock_quantity': 1250,
        'specs.frequency.value': '8000000',
        'specs.frequency.unit': 'hertz',
        'specs.load_capacitance.value': '1.8e-11',
      },
      'X3225-16': {
        'offers.0.in_stock_quantity': 10_000,
        'offers.0.prices.USD.10': '0.0950',
        'specs.load_capacitance.value': '9e-12',
      },
      Q13FC135: { 'offers.0.in_stock_quantity': -2, 'specs.frequency.value': '32768' },
    },
    leftOut: 0,
  };
}

/** Twelve files as they come from different tools. */
export async function toolFiles(): Promise<ToolFile[]> {
  return [
    distributorCart(),
    secondDistributor(),
    jlcpcb(),
    kicadTable(),
    inventree(),
    altium(),
    partkeepr(),
    erp(),
    utf16File(),
    mergedHeaders(),
    await workbook(),
    apiObjects(),
    archive(),
  ];
}

/** The bytes with one of them changed in the middle, as a bad download has them. */
export function damaged(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  copy[Math.floor(copy.length / 2)] ^= 0x55;
  return copy;
}

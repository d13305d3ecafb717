import type { CatalogSource, Category, Part, SpecMetadata, SpecValue } from '../../src/partdex.js';

/**
 * A small catalog of look-alikes: part numbers like quantities and packages, brands like words and units, values like connecting
 * words. A row is one part.
 */
const ROWS: readonly (readonly [mpn: string, brand: string, category: string, description: string, specs: string])[] = [
  [
    '1N4148',
    'Vishay',
    'Switching Diodes',
    'Small signal diode 100V 300mA DO-35',
    'package=DO-35 reverse_voltage=100 current=0.3',
  ],
  [
    '1N4148W',
    'Diodes Incorporated',
    'Switching Diodes',
    'Fast diode 75V SOD-123',
    'package=SOD-123 reverse_voltage=75 current=0.15',
  ],
  ['1N4148WS', 'onsemi', 'Switching Diodes', 'Fast diode 75V SOD-323', 'package=SOD-323 reverse_voltage=75 current=0.15'],
  ['1N4007', 'Vishay', 'Rectifiers', 'Standard rectifier 1000V 1A', 'package=DO-41 reverse_voltage=1000 current=1'],
  ['1N5819', 'onsemi', 'Schottky Diodes', 'Schottky barrier rectifier 40V 1A', 'package=DO-41 reverse_voltage=40 current=1'],
  ['BAT54S', 'Nexperia', 'Schottky Diodes', 'Dual Schottky diode 30V 200mA', 'package=SOT-23 reverse_voltage=30 current=0.2'],
  ['1.5KE18A', 'Littelfuse', 'TVS Diodes', 'Suppressor 15.3V 1500W', 'package=DO-201 reverse_voltage=15.3'],
  ['P6KE6.8A', 'Littelfuse', 'TVS Diodes', 'Suppressor 5.8V 600W', 'package=DO-15 reverse_voltage=5.8'],
  ['SMBJ5.0A', 'Bourns', 'TVS Diodes', 'Suppressor 5V 600W', 'package=SMB reverse_voltage=5'],
  ['2N7002', 'Diodes Incorporated', 'MOSFETs', 'N-channel MOSFET 60V 115mA', 'package=SOT-23 drain_voltage=60 current=0.115'],
  ['2N7002K', 'onsemi', 'MOSFETs', 'N-channel MOSFET 60V 300mA, ESD protected', 'package=SOT-23 drain_voltage=60 current=0.3'],
  ['60N03', 'Infineon', 'MOSFETs', 'N-channel power MOSFET 30V 60A', 'package=TO-220 drain_voltage=30 current=60'],
  ['IRF540N', 'Infineon', 'MOSFETs', 'N-channel power MOSFET 100V 33A', 'package=TO-220 drain_voltage=100 current=33'],
  ['2N3904', 'onsemi', 'Bipolar Transistors', 'NPN transistor 40V 200mA', 'package=TO-92 current=0.2'],
  ['2N2222A', 'ON Power', 'Bipolar Transistors', 'NPN switching transistor 40V', 'package=TO-18 current=0.8'],
  ['2SC1815', 'Toshiba', 'Bipolar Transistors', 'NPN audio transistor 50V', 'package=TO-92 current=0.15'],
  ['4N25', 'Vishay', 'Optocouplers', 'Phototransistor output, 5kV', 'package=DIP-6 isolation_voltage=5000'],
  ['4N35', 'Lite-On', 'Optocouplers', 'Phototransistor output, 3.55kV', 'package=DIP-6 isolation_voltage=3550'],
  ['6N137', 'Broadcom', 'Optocouplers', 'High speed 10MBd', 'package=DIP-8 isolation_voltage=3750'],
  ['74HC595', 'Nexperia', 'Shift Registers', '8-bit shift register with output latches', 'package=SO-16'],
  ['SN74HC595N', 'Texas Instruments', 'Shift Registers', '8-bit shift register', 'package=DIP-16'],
  ['CD4017BE', 'Texas Instruments', 'Counters', 'Decade counter', 'package=DIP-16'],
  ['NE555P', 'Texas Instruments', 'Timers', 'Precision timer', 'package=DIP-8'],
  ['LM7805CT', 'onsemi', 'Linear Regulators', 'Regulator 5V 1A', 'package=TO-220 output_voltage=5 current=1'],
  ['78L05', 'STMicroelectronics', 'Linear Regulators', 'Regulator 5V 100mA', 'package=TO-92 output_voltage=5 current=0.1'],
  ['79L12', 'STMicroelectronics', 'Linear Regulators', 'Negative regulator 12V 100mA', 'package=TO-92 current=0.1'],
  ['3V3REF', 'Volt Industries', 'Voltage References', 'Shunt reference', 'package=SOT-23 output_voltage=3'],
  [
    'AMS1117-3.3',
    'Advanced Monolithic Systems',
    'Linear Regulators',
    'LDO 3.3V 1A',
    'package=SOT-223 output_voltage=3.3 current=1',
  ],
  ['24C02', 'Atmel', 'Memory', 'Serial EEPROM 2 Kbit I2C', 'package=SO-8 memory=2048 interface=I2C'],
  ['AT24C02D', 'Microchip', 'Memory', 'Serial EEPROM 2 Kbit I2C', 'package=SO-8 memory=2048 interface=I2C'],
  ['93C46', 'Microchip', 'Memory', 'Microwire EEPROM 1 Kbit', 'package=DIP-8 memory=1024'],
  ['W25Q64JV', 'Winbond', 'Memory', 'Serial NOR flash 64 Mbit SPI', 'package=SO-8 memory=67108864 interface=SPI'],
  ['10M08SAE144C8G', 'Intel', 'FPGAs', 'MAX 10 FPGA, 8000 logic elements', 'package=EQFP-144'],
  ['5M240ZT100C5N', 'Intel', 'CPLDs', 'MAX V CPLD', 'package=TQFP-100'],
  ['PIC16F877A', 'Microchip', 'Microcontrollers', '8-bit microcontroller 20MHz', 'package=DIP-40 frequency=20000000'],
  [
    'STM32F103C8T6',
    'STMicroelectronics',
    'Microcontrollers',
    'ARM Cortex-M3 72MHz 64KB',
    'package=LQFP-48(7x7) frequency=72000000',
  ],
  ['MAX232CPE', 'Maxim', 'Interface ICs', 'RS-232 transceiver', 'package=DIP-16'],
  ['RS485-1', 'Renesas', 'Interface ICs', 'RS-485 transceiver, low noise', 'package=SO-8'],
  ['RC0603FR-0710KL', 'Yageo', 'Chip Resistors', '10 kOhm 1% 0603 thick film', 'package=0603 resistance=10000 tolerance=±1%'],
  ['RC0805JR-074K7L', 'Yageo', 'Chip Resistors', '4.7 kOhm 5% 0805 thick film', 'package=0805 resistance=4700 tolerance=±5%'],
  ['RC0603JR-0710ML', 'Yageo', 'Chip Resistors', '10 MOhm 5% 0603 thick film', 'package=0603 resistance=10000000 tolerance=±5%'],
  ['CRCW0805-1R', 'Vishay', 'Chip Resistors', '1 Ohm 1% 0805', 'package=0805 resistance=1 tolerance=±1%'],
  ['OHM10K', 'Ohmite', 'Power Resistors', 'Wirewound 10 kOhm 5W', 'package=Axial resistance=10000 tolerance=±5%'],
  [
    'GRM155R71C104K',
    'Murata',
    'Ceramic Capacitors',
    '100 nF 16V X7R 0402',
    'package=0402 capacitance=1e-7 voltage=16 dielectric=X7R',
  ],
  [
    'CL21A106KAYNNNE',
    'Samsung',
    'Ceramic Capacitors',
    '10 uF 25V X5R 0805',
    'package=0805 capacitance=0.00001 voltage=25 dielectric=X5R',
  ],
  ['EEU-FR1C471', 'Panasonic', 'Electrolytic Capacitors', '470 uF 16V low ESR', 'package=Radial capacitance=0.00047 voltage=16'],
  ['SRN6045-100M', 'Bourns', 'Inductors', '10 uH 2A shielded', 'package=SMD,6x6mm inductance=0.00001 current=2'],
  ['PULSE-P0544', 'Pulse', 'Transformers', 'Pulse transformer 1:1', 'package=SMD'],
  ['LTST-C170KRKT', 'Lite-On', 'LEDs', 'Red LED clear 0805', 'package=0805 color=Red'],
  ['LTST-C170KGKT', 'Lite-On', 'LEDs', 'Green LED clear 0805', 'package=0805 color=Green'],
  ['LED-TWO-RG', 'Kingbright', 'LEDs', 'Red and green LED, two colours', 'package=PLCC-4 color=Red/Green'],
  ['HDR-1X8', '3M', 'Pin Headers', 'Pin header 8 positions 2.54mm', 'number_of_positions=8 pitch=2.54'],
  ['HDR-2X4', 'TE Connectivity', 'Pin Headers', 'Pin header 8 positions, two rows', 'number_of_positions=8 pitch=2'],
  ['USB4105', 'GCT', 'USB Connectors', 'USB Type-C receptacle 16 contacts', 'number_of_positions=16'],
  ['ABLS-16M', 'Abracon', 'Crystals', 'Crystal 16 MHz 18 pF', 'package=HC-49S frequency=16000000'],
  ['FUSE-1A', 'Bel Fuse', 'Fuses', 'Fast fuse 1A 250V', 'package=1206 current=1'],
  ['0603L050', 'Littelfuse', 'Resettable Fuses', 'Resettable fuse 0.5A', 'package=0603 current=0.5'],
  ['SWITCH-T', 'Switchcraft', 'Switches', 'Toggle switch SPDT', 'package=Panel'],
  ['PI-TNY268', 'Power Integrations', 'AC-DC Converters', 'Off-line switcher 23W', 'package=DIP-8'],
  ['LT1763-5', 'Linear Technology', 'Linear Regulators', 'Low noise LDO 5V 500mA', 'package=SO-8 output_voltage=5 current=0.5'],
  ['OPA2134', 'Texas Instruments', 'Operational Amplifiers', 'Low noise audio op amp, dual', 'package=SO-8'],
  ['LM358', 'General Semiconductor', 'Operational Amplifiers', 'Dual op amp, general purpose', 'package=SO-8'],
];

const UNIT_NAMES: Readonly<Record<string, string>> = {
  V: 'volt',
  A: 'ampere',
  Ω: 'ohm',
  F: 'farad',
  H: 'henry',
  Hz: 'hertz',
  mm: 'millimetre',
};
const METADATA: readonly SpecMetadata[] = [
  ['package', 'Package', null],
  ['tolerance', 'Tolerance', null],
  ['dielectric', 'Dielectric', null],
  ['color', 'Color', null],
  ['interface', 'Interface', null],
  ['reverse_voltage', 'Reverse voltage', 'V'],
  ['drain_voltage', 'Drain voltage', 'V'],
  ['isolation_voltage', 'Isolation voltage', 'V'],
  ['output_voltage', 'Output voltage', 'V'],
  ['voltage', 'Rated voltage', 'V'],
  ['current', 'Current', 'A'],
  ['resistance', 'Resistance', 'Ω'],
  ['capacitance', 'Capacitance', 'F'],
  ['inductance', 'Inductance', 'H'],
  ['frequency', 'Frequency', 'Hz'],
  ['memory', 'Memory size', 'bit'],
  ['pitch', 'Pitch', 'mm'],
  ['number_of_positions', 'Number of positions', ''],
].map(([key, name, symbol]) => {
  const unit = symbol ? { name: UNIT_NAMES[symbol as string] ?? symbol, symbol } : null;
  return { key, name, datatype: symbol === null ? 'string' : 'decimal', unit } as SpecMetadata;
});

const CATEGORIES = [...new Set(ROWS.map(([, , category]) => category))];
const categories: Category[] = CATEGORIES.map((name, i) => ({ uid: uidOf(0xca00 + i), name }) as Category);

function uidOf(number: number): string {
  return number.toString(16).padStart(16, '0');
}

function specsOf(text: string): Record<string, SpecValue> {
  return Object.fromEntries(
    text
      .split(' ')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [key, value] = pair.split('=');
        return [key, { value: [value] }];
      }),
  );
}

/** Every third part is sold by Mouser, half of all are in stock, and the prices rise with the row. */
function partOf([mpn, brand, category, description, specs]: (typeof ROWS)[number], i: number): Part {
  return {
    uid: uidOf(i + 1),
    mpn,
    brand: { uid: uidOf(0xb000 + ROWS.findIndex((row) => row[1] === brand)), name: brand },
    category_uids: [uidOf(0xca00 + CATEGORIES.indexOf(category))],
    descriptions: [{ value: description }],
    specs: specsOf(specs),
    offers: [
      {
        sku: `SKU-${String(i).padStart(4, '0')}`,
        seller: i % 3 === 0 ? { uid: uidOf(0x5e01), name: 'Mouser' } : { uid: uidOf(0x5e02), name: 'Digi-Key' },
        in_stock_quantity: i % 2 === 0 ? 1000 : 0,
        prices: { USD: [[1, String((i + 1) / 100)]] },
      },
    ],
  } as Part;
}

/** The catalog's documents. */
export const SMALL_CATALOG: CatalogSource = { parts: ROWS.map(partOf), categories, spec_metadata: METADATA };

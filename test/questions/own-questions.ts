import {
  type Accepts,
  above,
  all,
  atLeast,
  between,
  type CategoryNames,
  categoryOf,
  cheaperThan,
  inStock,
  maker,
  mpn,
  not,
  number,
  seller,
  text,
  value,
} from './truth.js';

/** What a person types, and which invented parts are right. */
export type OwnQuestion = readonly [question: string, accepts: Accepts];

/** A package of parts whose texts name it, too. */
const pack = (pattern: RegExp) => value('case_package', pattern);
const chip = (code: string) => pack(new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`));

/** A hundred questions over the parts of `generateSample`. */
export function ownQuestions(names: CategoryNames): OwnQuestion[] {
  const category = categoryOf(names);
  return [
    ...resistors(category),
    ...capacitorsAndInductors(category),
    ...discretes(category),
    ...circuits(category),
    ...others(category),
  ];
}

type Category = ReturnType<typeof categoryOf>;

function resistors(category: Category): OwnQuestion[] {
  const resistor = category('Chip Resistors', 'Through Hole Resistors');
  const ohms = (ohm: number, words: RegExp) => number('resistance', ohm, words);
  return [
    ['4k7 resistor', all(resistor, ohms(4700, /\b4K7 Ohm/))],
    ['4.75k 1% resistor', all(resistor, ohms(4750, /\b4K75 Ohm/), value('tolerance', /^1%$/, / 1% /))],
    ['10k resistor 0603', all(resistor, ohms(10000, /\b10K Ohm/), chip('0603'))],
    ['10 kOhm 0805', all(resistor, ohms(10000, /\b10K Ohm/), chip('0805'))],
    ['100R 1206 resistor', all(resistor, ohms(100, /\b100R Ohm/), chip('1206'))],
    ['2M2 resistor', all(resistor, ohms(2.2e6, /\b2M2 Ohm/))],
    ['resistor 0402 thin film', all(resistor, chip('0402'), value('composition', /^Thin Film$/, /Thin Film/))],
    ['res 1% 2512', all(resistor, value('tolerance', /^1%$/, / 1% /), chip('2512'))],
    ['through hole resistor 2W', all(category('Through Hole Resistors'), number('power_rating', 2, / 2W /))],
    [
      'carbon film resistors 5%',
      all(resistor, value('composition', /^Carbon Film$/, /Carbon Film/), value('tolerance', /^5%$/, / 5% /)),
    ],
    [
      'metal film 0805 0.1%',
      all(resistor, value('composition', /^Metal Film$/, /Metal Film/), chip('0805'), value('tolerance', /^0.1%$/, / 0\.1% /)),
    ],
    ['resistors 100k to 200k 0603', all(resistor, between('resistance', 1e5, 2e5), chip('0603'))],
    ['resistor between 1k and 1.2k 0402', all(resistor, between('resistance', 1000, 1200), chip('0402'))],
    ['0603 chip resistor at least 200V', all(category('Chip Resistors'), chip('0603'), atLeast('voltage_rating', 200))],
    ['Widerstand 47k', all(resistor, ohms(47000, /\b47K Ohm/))],
    ['resistencia 220 ohm', all(resistor, ohms(220, /\b220R Ohm/))],
    [
      '1/8W 0805 resistor 1%',
      all(resistor, number('power_rating', 0.125, / 0\.125W /), chip('0805'), value('tolerance', /^1%$/, / 1% /)),
    ],
    [
      'chip resistor 2M2 NOT 0603',
      all(category('Chip Resistors'), ohms(2.2e6, /\b2M2 Ohm/), not(text(/\b0603\b/)), not(value('case_package', /^0603$/))),
    ],
    ['potentiometer 10k', all(category('Potentiometers'), ohms(10000, /\b10K Ohm/))],
    ['pot 20k linear', all(category('Potentiometers'), ohms(20000, /\b20K Ohm/), value('taper', /^Linear$/))],
  ];
}

function capacitorsAndInductors(category: Category): OwnQuestion[] {
  const ceramic = category('Ceramic Capacitors');
  const electrolytic = category('Electrolytic Capacitors');
  const tantalum = category('Tantalum Capacitors');
  const film = category('Film Capacitors');
  const capacitor = category('Ceramic Capacitors', 'Electrolytic Capacitors', 'Tantalum Capacitors', 'Film Capacitors');
  const inductor = category('Fixed Inductors');
  const bead = category('Ferrite Beads');
  const farads = (farad: number, words: RegExp) => number('capacitance', farad, words);
  return [
    ['100nF 0402', all(capacitor, farads(1e-7, /\b100nF/), chip('0402'))],
    ['0.1uF X7R', all(ceramic, farads(1e-7, /\b100nF/), value('dielectric', /^X7R$/, /\bX7R\b/))],
    ['100n 50V ceramic capacitor', all(ceramic, farads(1e-7, /\b100nF/), number('voltage_rating', 50, / 50V /))],
    ['capacitor 10uF', all(capacitor, farads(1e-5, /\b10uF/))],
    [
      'cap X7R 0603 50V',
      all(ceramic, value('dielectric', /^X7R$/, /\bX7R\b/), chip('0603'), number('voltage_rating', 50, / 50V /)),
    ],
    ['1uF tantalum capacitor', all(tantalum, farads(1e-6, /\b1uF/))],
    ['47uF tantalum case d', all(tantalum, farads(4.7e-5, /\b47uF/), pack(/^Case D$|Case D\b/))],
    ['470uF electrolytic 25V', all(electrolytic, farads(4.7e-4, /\b470uF/), number('voltage_rating', 25, / 25V /))],
    ['electrolytic capacitor 100 µF 16 V', all(electrolytic, farads(1e-4, /\b100uF/), number('voltage_rating', 16, / 16V /))],
    ['film capacitor 100nF', all(film, farads(1e-7, /\b100nF/))],
    ['Kondensator 2,2µF', all(capacitor, farads(2.2e-6, /\b2\.2uF/))],
    ['np0 0402 capacitor', all(ceramic, value('dielectric', /^C0G$/, /\bC0G\b/), chip('0402'))],
    ['ceramic capacitor 10n to 22n 1206', all(ceramic, between('capacitance', 1e-8, 2.2e-8), chip('1206'))],
    ['capcitor 1uF 0805', all(capacitor, farads(1e-6, /\b1uF/), chip('0805'))],
    ['10uH inductor', all(inductor, number('inductance', 1e-5, /\b10uH/))],
    [
      'inductors 2u2 shielded',
      all(inductor, number('inductance', 2.2e-6, /\b2\.2uH/), value('shielding', /^Shielded$/, /\bShielded\b/)),
    ],
    ['inductor 4.7uH over 1A', all(inductor, number('inductance', 4.7e-6, /\b4\.7uH/), above('current_rating', 1))],
    ['ferrite bead 0603 470 ohm', all(bead, chip('0603'), number('impedance', 470, /\b470Ohm/))],
    ['ferrites 47R', all(bead, number('impedance', 47, /\b47Ohm/))],
  ];
}

function discretes(category: Category): OwnQuestion[] {
  const mosfet = category('MOSFETs');
  const bipolar = category('Bipolar Transistors');
  const schottky = category('Schottky Diodes');
  const zener = category('Zener Diodes');
  const drain = (volts: number) => number('drain_source_voltage', volts, new RegExp(` ${volts}V `));
  const reverse = (volts: number) => number('reverse_voltage', volts, new RegExp(` ${volts}V `));
  const n = value('polarity', /^N-Channel$/, /MOSFET N-CH/);
  return [
    ['n-channel mosfet 60V', all(mosfet, n, drain(60))],
    ['p-channel mosfet sot-23', all(mosfet, value('polarity', /^P-Channel$/, /P-CH/), pack(/\bSOT-23-3\b/))],
    ['mosfet TO-220 100V', all(mosfet, pack(/\bTO-220-3\b/), drain(100))],
    ['GaN mosfet 650V', all(mosfet, value('technology', /^GaN$/), drain(650))],
    ['fet 30V so-8', all(mosfet, drain(30), pack(/\bSO(?:IC)?-8\b/))],
    ['n-channel mosfet > 20A dpak', all(mosfet, n, above('current_rating', 20), pack(/\bTO-252-3\b/))],
    ['dual n-channel mosfet', all(mosfet, value('polarity', /^Dual N-Channel$/, /Dual N-CH/))],
    ['mosfte 200V', all(mosfet, drain(200))],
    ['npn transistor 40V', all(bipolar, value('polarity', /^NPN$/, /\bNPN\b/), number('collector_emitter_voltage', 40, / 40V /))],
    [
      'pnp 100V sot-223',
      all(
        bipolar,
        value('polarity', /^PNP$/, /\bPNP\b/),
        number('collector_emitter_voltage', 100, / 100V /),
        pack(/\bSOT-223\b/),
      ),
    ],
    ['bjt npn to-92', all(bipolar, value('polarity', /^NPN$/, /\bNPN\b/), pack(/\bTO-92-3\b/))],
    ['schottky 40V 1A', all(schottky, reverse(40), number('current_rating', 1, / 1A /))],
    ['schottky diode sma 60V', all(schottky, reverse(60), pack(/\bSMA\b|\bDO-214AC\b/))],
    ['zener 5.1V', all(zener, reverse(5.1))],
    ['zener diode sod-123 12V', all(zener, pack(/\bSOD-123\b/), reverse(12))],
    ['zener between 9V and 12V', all(zener, between('reverse_voltage', 9, 12))],
    ['tvs diode 5V', all(category('TVS Diodes'), reverse(5))],
    ['rectifier 400V do-41', all(category('Rectifiers'), reverse(400), pack(/\bDO-41\b/))],
    ['rectifiers 600V or more', all(category('Rectifiers'), atLeast('reverse_voltage', 600))],
  ];
}

function circuits(category: Category): OwnQuestion[] {
  const amplifier = category('Operational Amplifiers');
  const linear = category('Linear Regulators');
  const switching = category('Switching Regulators');
  const controller = category('Microcontrollers');
  const memory = category('Memory');
  const converter = category('Data Converters');
  const channels = (count: number, name: string) => number('number_of_channels', count, new RegExp(`\\b${name}\\b`));
  const topology = (name: string) => value('topology', new RegExp(`^${name}$`), new RegExp(`DC-DC ${name} `));
  const core = (name: string) => value('core_architecture', new RegExp(`${name}$`), new RegExp(`${name}\\b`));
  return [
    ['op amp', amplifier],
    ['dual opamp soic-8', all(amplifier, channels(2, 'Dual'), pack(/\bSOIC-8\b/))],
    ['quad operational amplifier', all(amplifier, channels(4, 'Quad'))],
    ['rail-to-rail op amp tssop-14', all(amplifier, value('output_type', /^Rail-to-Rail$/), pack(/\bTSSOP-14\b/))],
    ['ldo 3.3V', all(linear, number('output_voltage', 3.3, / 3\.3V /))],
    ['3v3 ldo sot-23-5', all(linear, number('output_voltage', 3.3, / 3\.3V /), pack(/\bSOT-23-5\b/))],
    ['adjustable linear regulator', all(linear, value('output_type', /^Adjustable$/))],
    ['ldo 5V 1A', all(linear, number('output_voltage', 5, / 5V /), number('output_current', 1, / 1A /))],
    ['buck converter 3A', all(switching, topology('Buck'), number('output_current', 3, / 3A /))],
    ['boost regulator soic-8', all(switching, topology('Boost'), pack(/\bSOIC-8\b/))],
    ['switching regulators sepic', all(switching, topology('SEPIC'))],
    ['mcu cortex-m4 lqfp-64', all(controller, core('Cortex-M4'), value('case_package', /^LQFP-64$/, /^LQFP-64$/))],
    ['microcontroller 100 pin', all(controller, number('number_of_pins', 100, /100-Pin/))],
    ['cortex-m0 microcontroller 64KB', all(controller, core('Cortex-M0'), number('memory_size', 65536, / 64KB /))],
    ['microcontroller usb', all(controller, value('interface', /\bUSB\b/))],
    ['i2c eeprom', all(memory, value('memory_type', /^EEPROM$/, /EEPROM/), value('interface', /^I2C$/, /\bI2C\b/))],
    ['nor flash spi', all(memory, value('memory_type', /^NOR Flash$/, /NOR Flash/), value('interface', /^SPI$/, /\bSPI\b/))],
    ['fram', all(memory, value('memory_type', /^FRAM$/, /\bFRAM\b/))],
    ['parallel sram', all(memory, value('memory_type', /^SRAM$/, /\bSRAM\b/), value('interface', /^Parallel$/, /Parallel/))],
    ['16 bit adc spi', all(converter, number('resolution', 16, /16-bit/), value('interface', /^SPI$/, /\bSPI\b/))],
    [
      'delta-sigma adc 24 bit',
      all(converter, value('architecture', /^Delta-Sigma$/, /Delta-Sigma/), number('resolution', 24, /24-bit/)),
    ],
    ['can transceiver', all(category('Interface ICs'), value('interface', /^CAN$/, /\bCAN\b/))],
    ['rs485 transceiver soic-8', all(category('Interface ICs'), value('interface', /^RS-485$/, /RS-485/), pack(/\bSOIC-8\b/))],
    ['nand gate', all(category('Logic Gates'), text(/NAND Gate/))],
    ['shift register', all(category('Logic Gates'), text(/Shift Register/))],
    ['mcu in stock', all(controller, inStock)],
    ['op amp under $0.50', all(amplifier, cheaperThan(0.5))],
  ];
}

function others(category: Category): OwnQuestion[] {
  const header = category('Headers and Receptacles');
  const block = category('Terminal Blocks');
  const relay = category('Relays');
  const led = category('LEDs');
  const opto = category('Optocouplers');
  const positions = (count: number) => number('number_of_positions', count, new RegExp(`\\b${count} POS`));
  const color = (name: string) => value('color', new RegExp(`^${name}$`), new RegExp(`LED ${name}`));
  return [
    ['8 pin header 2.54mm', all(header, positions(8), number('pitch', 2.54, / 2\.54mm/))],
    ['terminal block 5.08mm', all(block, number('pitch', 5.08, / 5\.08mm/))],
    ['male header right angle', all(header, value('gender', /^Male$/), value('orientation', /^Right Angle$/, /Right Angle/))],
    ['circular connector gold', all(category('Circular Connectors'), value('contact_plating', /^Gold$/, /\bGold\b/))],
    ['relay 12V SPDT', all(relay, number('coil_voltage', 12, / 12VDC/), value('contact_form', /^SPDT$/, /\bSPDT\b/))],
    ['relais 24V 10A', all(relay, number('coil_voltage', 24, / 24VDC/), number('current_rating', 10, / 10A /))],
    ['slide switch', all(category('Switches'), value('actuator_type', /^Slide$/, /\bSlide\b/))],
    [
      'toggle switch SPDT',
      all(category('Switches'), value('actuator_type', /^Toggle$/, /\bToggle\b/), value('contact_form', /^SPDT$/, /\bSPDT\b/)),
    ],
    ['16MHz crystal', all(category('Crystals'), number('frequency', 16e6, / 16MHz /))],
    ['xtal 8pF', all(category('Crystals'), number('load_capacitance', 8e-12, / 8pF/))],
    ['tcxo 10MHz', all(category('Oscillators'), value('technology', /^TCXO$/, /TCXO/), number('frequency', 1e7, / 10MHz/))],
    ['red led 0603', all(led, color('Red'), chip('0603'))],
    ['green leds 20mA', all(led, color('Green'), number('forward_current', 0.02, / 20mA/))],
    ['white led 3000K', all(led, color('White'), number('color_temperature', 3000))],
    ['optocoupler dip-4', all(opto, pack(/\bPDIP-4\b/))],
    ['opto 4 channel', all(opto, number('number_of_channels', 4, /4-CH/))],
    ['Quanjun relays', all(relay, maker('Quanjun'))],
    ['Korjun Devices tantalum capacitor', all(category('Tantalum Capacitors'), maker('Korjun Devices'))],
    ['AD7328', mpn('AD7328')],
  ];
}

/** The seller of most offers: the question is made of its name. */
export function sellerQuestion(names: CategoryNames, name: string): OwnQuestion {
  return [`relay from ${name}`, all(categoryOf(names)('Relays'), seller(name))];
}

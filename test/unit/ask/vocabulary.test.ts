import { describe, expect, it } from 'vitest';
import { tradeWords } from '../../../src/ask/trade-words.js';
import type { CatalogVocabulary } from '../../../src/ask/vocabulary.js';
import { learnVocabulary, type VocabularySource } from '../../../src/ask/vocabulary-learned.js';
import { finished, type Steps, type Task } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { completed } from '../../support/tasks.js';

const work = new Work(UNBOUNDED);
/** Nothing here waits. */
const done = <T>(task: Task<T>): T => finished(task as Steps<T>);

const NUMBERS = [
  'bma280',
  'ch340c',
  'me2803a',
  'me2808a',
  'nrf24l01',
  'stm32f030f4p6',
  'stm32f103c8t6',
  'stm32f103rbt6',
  'stm32f103vct6',
  'uln2003a',
];

function learn(source: Partial<VocabularySource>, synonyms: readonly string[][] = []): CatalogVocabulary {
  const beginning = (form: string) => {
    const some = NUMBERS.filter((number) => number.startsWith(form));
    return some.length === 0 ? undefined : { count: some.length, number: some[0].toUpperCase() };
  };
  const texts = { beginning, partsWithWord: (word: string) => (word === 'film' ? 7 : word === 'thick' ? 3 : 0) };
  const none = { categories: [], brands: [], manufacturers: [], sellers: [], values: [], numberKeys: [], words: [], texts };
  return done(learnVocabulary({ ...none, ...source }, tradeWords(synonyms), work));
}

const category = (name: string, parts: number, parent: string | null = null) => ({ uid: name, name, aliases: [], parts, parent });
const named = (name: string, parts: number, ...aliases: string[]) => ({ name, parts, aliases });
const packages = (...values: string[]) => values.map((value, i) => ({ key: 'package', value, parts: 100 - i }));

describe('values', () => {
  const fits = (span: string, ...values: string[]) => learn({ values: packages(...values) }).lookUp(span).values[0]?.values ?? [];

  it('fit without punctuation, and by beginnings at a boundary of letters and digits', () => {
    expect(fits('LQFP48', 'LQFP-48(7x7)', 'LQFP-484')).toEqual(['LQFP-48(7x7)']);
    expect(fits('sod-123', 'SOD-123FL', 'SOD-1234')).toEqual(['SOD-123FL']);
    expect(fits('0603', '0603x4', '0603 LED')).toEqual(['0603 LED']);
    expect(fits('4x4mm', 'SMD,4x4mm', 'SMD,14x4mm')).toEqual(['SMD,4x4mm']);
  });

  it('of four digits are the size of a package, whatever its pins, and no other digits are', () => {
    expect(fits('3225', 'SMD3225-4P', '3225-6')).toEqual(['SMD3225-4P', '3225-6']);
    expect(fits('48', '23', '48-7')).toEqual([]);
    expect(fits('48', '10 48-48')).toEqual([]);
  });

  it('end where the next item of a list begins', () => {
    expect(fits('100', 'SOT223,100', '2,4,100')).toEqual(['SOT223,100', '2,4,100']);
    expect(fits('500', '1,500 Cycles')).toEqual([]);
    expect(fits('48', '48x, 23SOT', '48x23')).toEqual(['48x, 23SOT']);
  });

  it('of a package with more than three further pins is another package', () => {
    const values = ['SOT-23', 'SOT-23-3L', 'SOT-23(TO-236)', 'SOT-23-5', 'SOT-23-6L'];
    expect(fits('sot23', ...values)).toEqual(values.slice(0, 3));
    expect(fits('sot-23-5', 'SOT-23-5', 'SOT-25', 'SOT-23')).toEqual(['SOT-23-5', 'SOT-25']);
    expect(fits('soic-8', 'SOIC-8-208mil')).toEqual(['SOIC-8-208mil']);
  });

  it('may be an item of a list, or stand behind its number', () => {
    expect(fits('i2c', 'SPI, I2C', 'I2S')).toEqual(['SPI, I2C']);
    expect(fits('n-channel', '1 N-Channel', 'N-channel')).toEqual(['1 N-Channel', 'N-channel']);
    // Items that stand side by side are one value only where they are all of it.
    expect(fits('adc i2c', 'SPI, ADC, I2C', 'ADC, I2C, SPI')).toEqual([]);
    expect(fits('adc i2c', 'ADC, I2C')).toEqual(['ADC, I2C']);
    expect(fits('50V/V', '20V/V, 50V/V')).toEqual(['20V/V, 50V/V']);
    expect(fits('1%', '±1%', '±0.1%', '±1% ~ 2%', '±1%, ±5%')).toEqual(['±1%', '±1%, ±5%']);
  });

  it('count words inside of them only for a spec without better ones', () => {
    expect(fits('red', 'Orange Red', 'Red')).toEqual(['Red']);
    expect(fits('film', 'Thick Film Resistor')).toEqual(['Thick Film Resistor']);
  });

  it('are the 256 of the most parts at most', () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ key: 'package', value: `SMD-${i}P`, parts: i + 1 }));
    const [{ values, value, parts }] = learn({ values: many }).lookUp('smd').values;
    expect(values).toHaveLength(256);
    expect(value).toBe('SMD-299P');
    expect(parts).toBe(values.reduce((sum, one) => sum + Number(/\d+/.exec(one)) + 1, 0));
  });
});

describe('categories', () => {
  const tree = [
    category('Resistors', 100),
    category('Chip Resistor - Surface Mount', 80, 'Resistors'),
    category('Resistor Networks & Arrays', 10, 'Resistors'),
    category('Crystals, Oscillators, Resonators', 50),
    category('Crystals', 30, 'Crystals, Oscillators, Resonators'),
    category('Crystal Oscillators', 20, 'Crystals, Oscillators, Resonators'),
    category('Wumble Plates', 9),
    category('Motor Driver ICs', 8),
    category('USB, DVI, HDMI Connectors', 7),
    category('Multilayer Ceramic Capacitors MLCC - SMD/SMT', 6),
  ];
  const categories = (span: string) =>
    learn({ categories: tree })
      .lookUp(span)
      .categories.map(({ uids, except, fit, parts }) => ({ uids, except, fit, parts }));

  it('are those whose head the words are, with what is below them', () => {
    expect(categories('resistors')).toEqual([
      { uids: ['Resistors'], except: ['Resistor Networks & Arrays'], fit: 'whole', parts: 90 },
    ]);
    expect(categories('driver')).toMatchObject([{ uids: ['Motor Driver ICs'], fit: 'item' }]);
    expect(categories('driver ics')).toMatchObject([{ uids: ['Motor Driver ICs'], fit: 'item' }]);
    expect(categories('capacitors mlcc')).toMatchObject([
      { uids: ['Multilayer Ceramic Capacitors MLCC - SMD/SMT'], fit: 'item' },
    ]);
    expect(categories('mlcc')).toMatchObject([{ uids: ['Multilayer Ceramic Capacitors MLCC - SMD/SMT'], fit: 'item' }]);
    expect(categories('ceramic capacitor')).toMatchObject([{ uids: ['Multilayer Ceramic Capacitors MLCC - SMD/SMT'] }]);
  });

  it('leave out what is several things where one of them has a category of its own', () => {
    expect(categories('crystal')).toEqual([{ uids: ['Crystals'], except: [], fit: 'whole', parts: 30 }]);
  });

  it('leave out what is below others, but is none of them', () => {
    const coils = [
      category('Inductors, Coils, Chokes', 100),
      category('Power Inductors', 80, 'Inductors, Coils, Chokes'),
      category('Pulse Transformers(LAN)', 10, 'Inductors, Coils, Chokes'),
    ];
    const found = (span: string) => learn({ categories: coils }).lookUp(span).categories;
    expect(found('coil')).toMatchObject([{ uids: ['Inductors, Coils, Chokes'], except: ['Pulse Transformers(LAN)'], parts: 90 }]);
    expect(found('pulse transformer')).toMatchObject([{ uids: ['Pulse Transformers(LAN)'], except: [] }]);
  });

  it('are those that have the words anywhere if these are the head of none', () => {
    expect(categories('wumble')).toEqual([{ uids: ['Wumble Plates'], except: [], fit: 'inside', parts: 9 }]);
    expect(categories('usb')).toMatchObject([{ uids: ['USB, DVI, HDMI Connectors'], fit: 'inside' }]);
    expect(categories('connector')).toMatchObject([{ fit: 'item' }]);
    expect(categories('transformer')).toEqual([]);
  });

  it('are found by the words of the trade, which they tell', () => {
    expect(learn({ categories: tree }).lookUp('xtal').categories).toMatchObject([{ name: 'Crystals', via: 'crystal' }]);
  });

  it('of few parts are not meant where other names are', () => {
    const tree = [
      category('RS-485', 1),
      category('RS-485 Modules', 30),
      category('Low Noise Wumbles', 2),
      category('Wumbles', 700),
      category('Switch Caps', 5),
      category('Capacitors', 50),
      category('TVS', 60),
      category('TVS - Diodes', 3),
    ];
    const uids = (span: string) => learn({ categories: tree }).lookUp(span).categories[0]?.uids;
    expect(uids('rs485')).toEqual(['RS-485 Modules', 'RS-485']);
    expect(uids('low noise wumble')).toBeUndefined();
    expect(uids('wumble')).toEqual(['Wumbles', 'Low Noise Wumbles']);
    expect(uids('capacitor')).toEqual(['Capacitors']);
    expect(uids('tvs diodes')).toEqual(['TVS', 'TVS - Diodes']);
  });

  it('that lead in a circle are no fault', () => {
    const circle = [category('Relays', 1, 'Power Relays'), category('Power Relays', 2, 'Relays')];
    expect(learn({ categories: circle }).lookUp('relay').categories).toHaveLength(1);
  });
});

describe('makers', () => {
  const brands = [
    named('Texas Instruments', 900),
    named('TI(德州仪器)', 20),
    named('Texas I', 1),
    named('STMicroelectronics', 800),
    named('ST', 50),
    named('ST(Semtech)', 40),
    named('Semtech', 5),
    named('MCC(Micro Commercial Components)', 30),
    named('Micro Commercial Co', 4),
    named('EPCOS / TDK', 3),
    named('TDK', 70),
    named('muRata', 60),
    named('Murata Manufacturing Co., Ltd.', 6, 'Toko'),
    named('Toko Inc', 2),
    named('Linear Tech', 100),
    named('Linearin', 1),
  ];
  const names = (span: string) => learn({ brands }).lookUp(span).makers[0]?.brands ?? [];

  it('are all names of one maker: company forms, brackets, short names, beginnings, aliases', () => {
    expect(names('TI')).toEqual(['Texas Instruments', 'TI(德州仪器)', 'Texas I']);
    expect(names('texas')).toEqual(names('ti'));
    expect(names('murata')).toEqual(['muRata', 'Murata Manufacturing Co., Ltd.', 'Toko Inc']);
    expect(names('toko')).toEqual(names('murata'));
    expect(names('Toko Electronics GmbH')).toEqual(names('murata'));
    expect(names('MCC')).toEqual(['MCC(Micro Commercial Components)', 'Micro Commercial Co']);
  });

  it('do not mix up a short name that stands for another maker', () => {
    expect(names('ST')).toEqual(['STMicroelectronics', 'ST']);
    expect(names('semtech')).toEqual(['ST(Semtech)', 'Semtech']);
    expect(names('linearin')).toEqual(['Linearin']);
  });

  it('are found by each of the names that stand side by side', () => {
    expect(names('TDK')).toEqual(['TDK', 'EPCOS / TDK']);
  });

  describe('of makers that another has bought', () => {
    const owned = [
      named('Analog Devices', 900),
      named('ADI', 5),
      named('Maxim Integrated', 200),
      named('MAXIM', 3),
      named('ADI/MAXIM', 2),
      named('Linear Tech', 7),
      named('Microchip Tech', 400),
    ];
    const names = (span: string) => learn({ brands: owned }).lookUp(span).makers[0]?.brands ?? [];

    it('are its own, and those of the buyer where it has few parts or none', () => {
      expect(names('maxim')).toEqual(['Maxim Integrated', 'MAXIM', 'ADI/MAXIM']);
      expect(names('linear technology')).toEqual(['Analog Devices', 'Linear Tech', 'ADI', 'ADI/MAXIM']);
      expect(names('dallas')).toEqual(['Maxim Integrated', 'MAXIM', 'ADI/MAXIM']);
      expect(names('atmel')).toEqual(['Microchip Tech']);
    });

    it('are names of the buyer where they have few parts', () => {
      expect(names('analog devices')).toEqual(['Analog Devices', 'Linear Tech', 'ADI', 'ADI/MAXIM']);
      expect(names('ADI')).toEqual(names('analog devices'));
    });
  });
});

describe('sellers and synonyms', () => {
  it('finds sellers, and the phrases of the caller', () => {
    const source = { sellers: [named('Digi-Key Electronics', 5)], categories: [category('Magnet Wires', 3)] };
    const vocabulary = learn(source, [
      ['Kupferlackdraht', 'magnet wire'],
      ['DK', 'Digi-Key'],
    ]);
    expect(vocabulary.lookUp('digikey').sellers).toMatchObject([{ name: 'Digi-Key Electronics', parts: 5 }]);
    expect(vocabulary.lookUp('dk').sellers).toMatchObject([{ name: 'Digi-Key Electronics', via: 'digi-key' }]);
    expect(vocabulary.lookUp('Kupferlackdraht').categories).toMatchObject([{ name: 'Magnet Wires', via: 'magnet wire' }]);
    expect(vocabulary.synonymsOf('magnet wires')).toEqual(['kupferlackdraht']);
  });

  it('has the words of names of specs, and counts the words of texts', () => {
    const key = { key: 'number_of_pins', name: 'Number of Pins', unit: undefined, isInteger: true, valued: 3, intervals: 0 };
    const vocabulary = learn({ numberKeys: [key] });
    expect(vocabulary.numberKeys).toEqual([{ ...key, stems: ['number', 'of', 'pin'] }]);
    expect(done(vocabulary.partsWithWord('Thick Film', work))).toBe(3);
    expect(done(vocabulary.partsWithWord('-', work))).toBe(0);
  });
});

describe('corrections', () => {
  const vocabulary = learn({
    categories: [category('Capacitors', 9)],
    brands: [named('Murata Electronics', 8)],
    values: packages('SOT-23'),
    words: [{ word: 'schottky', parts: 5 }, undefined, { word: 'capacitor', parts: 50 }],
  });
  const corrections = (piece: string, most?: number) => completed(vocabulary.corrections(piece, work, most));
  const texts = async (piece: string) => (await corrections(piece)).map(({ text, of, edits }) => [text, of, edits]);

  it('differ in one letter, or from eight letters on in two', async () => {
    expect(await texts('capcitor')).toEqual([
      ['capacitor', 'word', 1],
      ['capacitors', 'category', 2],
    ]);
    expect(await texts('muratta')).toEqual([['murata', 'maker', 1]]);
    expect(await texts('murrarta')).toEqual([['murata', 'maker', 2]]);
    expect(await texts('urata')).toEqual([['murata', 'maker', 1]]);
    expect(await texts('sot32')).toEqual([['sot23', 'value', 1]]);
    expect(await texts('mur')).toEqual([]);
    expect(await texts('x'.repeat(500))).toEqual([]);
  });

  it('of part numbers take look-alikes and swapped neighbours first, as the catalog writes them', async () => {
    expect((await texts('CH34OC'))[0]).toEqual(['ch340c', 'part number', 0.5]);
    expect((await texts('ULN2OO3'))[0]).toEqual(['uln2003', 'part number', 0.5]);
    expect((await corrections('nrf24l10'))[0]).toMatchObject({ text: 'nrf24l01', display: 'NRF24L01' });
    const [first] = await corrections('STM32F013');
    expect(first).toEqual({ text: 'stm32f103', display: 'STM32F103', of: 'part number', edits: 1, parts: 3 });
  });

  it('of part numbers change the first letter last', async () => {
    expect((await corrections('bme280')).map(({ text }) => text)).toEqual(['bma280', 'me280']);
    expect((await texts('xuln2003'))[0]).toEqual(['uln2003', 'part number', 1]);
  });

  it('are as many as asked for', async () => {
    expect(await corrections('stm32f013', 1)).toHaveLength(1);
  });
});

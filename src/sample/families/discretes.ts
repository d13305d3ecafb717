import type { ChoiceRow } from '../template.js';
import { decades, E12, E24 } from '../values.js';
import { type Family, type FamilyGroup, packages } from './family.js';

const mosfets: Family = {
  name: 'MOSFETs',
  weight: 5,
  prefixes: ['IRX', 'SI', 'STP', 'FQP', 'BSC', 'DMN', 'AO', 'NTD'],
  choices: {
    volts: [20, 30, 40, 60, 80, 100, 150, 200, 500, 600, 650, 900],
    amperes: decades(E12, -1, 1),
    package: packages(
      ['SOT-23-3', 'SOT-23-3', 'TO-252-3', 'TO-263-3', 'SOIC-8', 'SO-8 Power', 'DFN-8'],
      ['TO-220-3', 'TO-247-3'],
    ),
    channel: [
      { name: 'N-Channel', short: 'N-CH' },
      { name: 'N-Channel', short: 'N-CH' },
      { name: 'P-Channel', short: 'P-CH' },
      { name: 'Dual N-Channel', short: 'Dual N-CH' },
    ],
    material: ['Si', 'Si', 'SiC', 'GaN'],
    resistance: decades(E24, -3, -1),
    watts: decades(E12, 0, 0),
    charge: decades(E12, -8, -8),
    pins: [3, 4, 8],
    ending: ['PBF', 'TRPBF', '-T1-G3', '-7', '-13', 'G'],
  },
  numbers: ['{prefix}##@@{ending}', '{prefix}###@@{ending}', '{prefix}####@@{ending}'],
  description: 'Trans MOSFET {channel.short} {volts}V {amperes}A {package.name} T/R',
  specs: {
    case_package: '{package.name}',
    mounting_style: '{package.mounting}',
    polarity: '{channel.name}',
    technology: '{material}',
    drain_source_voltage: '{volts}',
    current_rating: '{amperes}',
    rds_on: '{resistance}',
    power_dissipation: '{watts}',
    gate_charge: '{charge}',
    number_of_pins: '{pins}',
  },
};

const bipolarTransistors: Family = {
  name: 'Bipolar Transistors',
  weight: 3,
  prefixes: ['BC', 'MMBT', 'PMB', '2N', 'FMM', 'PZT'],
  choices: {
    volts: [12, 20, 30, 40, 45, 60, 80, 100, 160, 300],
    amperes: [0.1, 0.2, 0.5, 0.6, 1, 1.5, 2, 3, 5, 8],
    package: packages(['SOT-23-3', 'SOT-223', 'SC-70'], ['TO-92-3', 'TO-220-3']),
    polarity: ['NPN', 'PNP'],
    bandwidth: decades(E12, 7, 7),
    watts: decades(E12, -1, -1),
    gain: ['A', 'B', 'C', ''],
    ending: ['LT1G', ',215', '-7-F', 'TA', ''],
  },
  numbers: ['{prefix}###{gain}{ending}', '{prefix}####{gain}{ending}'],
  description: 'Trans GP BJT {polarity} {volts}V {amperes}A 3-Pin {package.name} T/R',
  specs: {
    case_package: '{package.name}',
    mounting_style: '{package.mounting}',
    polarity: '{polarity}',
    technology: 'Si',
    collector_emitter_voltage: '{volts}',
    current_rating: '{amperes}',
    gain_bandwidth: '{bandwidth}',
    power_dissipation: '{watts}',
    number_of_pins: '3',
  },
};

/** The four kinds of diodes differ only in names and voltages. */
function diodes(identity: Pick<Family, 'name' | 'weight' | 'prefixes'> & { words: string; volts: readonly ChoiceRow[] }): Family {
  const { words, volts, ...rest } = identity;
  return {
    ...rest,
    choices: {
      volts,
      amperes: [0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 20],
      package: packages(['SOD-123', 'SOD-323', 'SMA', 'SMB', 'SMC', 'DO-214AC', 'SOT-23-3'], ['DO-41']),
      configuration: ['Single', 'Dual Common Cathode', 'Dual Common Anode', 'Series'],
      drop: decades(E24, -1, -1),
      watts: decades(E12, -2, -1),
      pins: [2, 3],
      grade: ['A', 'B', 'C', 'W', 'CA'],
      ending: ['-E3/61T', '-7-F', '-TP', 'T1G', '-13-F', ''],
    },
    numbers: ['{prefix}##{grade}{ending}', '{prefix}###{grade}{ending}'],
    description: `${words} {volts}V {amperes}A {pins}-Pin {package.name} T/R`,
    specs: {
      case_package: '{package.name}',
      mounting_style: '{package.mounting}',
      configuration: '{configuration}',
      reverse_voltage: '{volts}',
      current_rating: '{amperes}',
      forward_voltage: '{drop}',
      power_dissipation: '{watts}',
      number_of_pins: '{pins}',
    },
  };
}

export const DISCRETES: FamilyGroup = {
  name: 'Discrete Semiconductors',
  families: [
    mosfets,
    bipolarTransistors,
    diodes({
      name: 'Schottky Diodes',
      weight: 2,
      prefixes: ['SS', 'BAT', 'MBR', 'B', 'PMX'],
      words: 'Diode Schottky',
      volts: [20, 30, 40, 60, 80, 100],
    }),
    diodes({
      name: 'Zener Diodes',
      weight: 2,
      prefixes: ['BZX84C', 'MMSZ', '1N47', 'BZT52C', 'DDZ'],
      words: 'Diode Zener Single',
      volts: [2.4, 3.3, 3.6, 4.7, 5.1, 5.6, 6.2, 8.2, 10, 12, 15, 18, 24, 33],
    }),
    diodes({
      name: 'TVS Diodes',
      weight: 2,
      prefixes: ['SMAJ', 'SMBJ', 'SMCJ', 'P6K', '1.5K', 'PES'],
      words: 'Diode TVS Single Bi-Dir',
      volts: [3.3, 5, 6, 8.5, 12, 15, 18, 24, 28, 33, 48, 58],
    }),
    diodes({
      name: 'Rectifiers',
      weight: 1.5,
      prefixes: ['1N40', 'S1', 'RS1', 'US1', 'ES2', 'GF1'],
      words: 'Diode Switching Rectifier',
      volts: [50, 100, 200, 400, 600, 800, 1000],
    }),
  ],
};

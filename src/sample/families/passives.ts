import { decades, E12, E24, E96, range, repeated } from '../values.js';
import { CHIP_SIZES, coded, type Family, type FamilyGroup } from './family.js';

const resistances = (tolerance: string, percent: string, series: readonly number[], first: number, last: number) =>
  decades(series, first, last).map((ohms) => ({ tolerance, percent, ohms }));

const CHIP_RESISTANCES = [
  ...repeated([resistances('F', '1', E96, 1, 6), 2]).flat(),
  ...resistances('D', '0.5', E96, 1, 6),
  ...resistances('B', '0.1', E96, 1, 6),
  ...repeated([resistances('J', '5', E24, 0, 6), 3]).flat(),
];

const chipResistors: Family = {
  name: 'Chip Resistors',
  weight: 17,
  prefixes: ['RC', 'RJ-', 'CRW', 'RK73H', 'RMF', 'MCR', 'AC', 'RT'],
  choices: {
    size: CHIP_SIZES,
    value: CHIP_RESISTANCES,
    drift: [25, 50, 100, 100, 200],
    film: ['Thick Film', 'Thick Film', 'Thin Film', 'Metal Film'],
    voltage: [25, 50, 75, 150, 200],
    reel: ['07', '10', '13'],
    ending: ['L', 'L', 'H', ''],
    finish: ['EA', 'EB', 'TA', 'HP'],
  },
  numbers: ['{prefix}{size.code}{value.tolerance}R-{reel}{value.ohms|rkm}{ending}'],
  numbersByPrefix: {
    'RJ-': ['{prefix}#@K{value.tolerance}{value.ohms|code}V'],
    CRW: ['{prefix}{size.code}{value.ohms|rkm}{value.tolerance}K{finish}'],
  },
  description: 'Res {film} {size.code} {value.ohms|rkm} Ohm {value.percent}% {size.power}W {drift}ppm/C Pad SMD',
  specs: {
    case_package: '{size.code}',
    mounting_style: 'Surface Mount',
    composition: '{film}',
    tolerance: '{value.percent}%',
    resistance: '{value.ohms}',
    power_rating: '{size.power}',
    temperature_coefficient: '{drift}',
    voltage_rating: '{voltage}',
    size_length: '{size.length}',
  },
};

const throughHoleResistors: Family = {
  name: 'Through Hole Resistors',
  weight: 4,
  prefixes: ['CFR-', 'MFR-', 'RN', 'PRF', 'CF'],
  choices: {
    ohms: decades(E24, 0, 5),
    tolerance: coded('percent', { J: 5, F: 1 }),
    power: coded('watts', { 12: 0.125, 25: 0.25, 50: 0.5, '1W': 1, '2W': 2, '3W': 3, '5W': 5 }),
    element: ['Carbon Film', 'Metal Film', 'Wirewound'],
    packing: ['B', 'R', 'T'],
    voltage: [200, 250, 350, 500],
    drift: [50, 100, 350],
  },
  numbers: ['{prefix}{power.code}{tolerance.code}{packing}-52-{ohms|rkm}'],
  description: 'Res {element} {ohms|rkm} Ohm {tolerance.percent}% {power.watts}W Axial Lead',
  specs: {
    case_package: 'Axial',
    mounting_style: 'Through Hole',
    composition: '{element}',
    tolerance: '{tolerance.percent}%',
    resistance: '{ohms}',
    power_rating: '{power.watts}',
    voltage_rating: '{voltage}',
    temperature_coefficient: '{drift}',
  },
};

const dielectric = (name: string, code: string, first: number, last: number) =>
  decades(E12, first, last).map((farads) => ({ dielectric: name, code, farads }));

const ceramicCapacitors: Family = {
  name: 'Ceramic Capacitors',
  weight: 15,
  prefixes: ['GCR', 'CC', 'C', 'CLN', 'MCX', 'GCM', 'TMK', 'VJ'],
  choices: {
    size: CHIP_SIZES,
    value: [
      ...dielectric('C0G', '5C', -11, -8),
      ...dielectric('X7R', 'R7', -9, -5),
      ...dielectric('X7R', 'R7', -9, -5),
      ...dielectric('X5R', 'R6', -9, -5),
      ...dielectric('Y5V', 'F5', -9, -5),
      ...dielectric('X6S', 'C8', -9, -5),
    ],
    voltage: coded('volts', { '0J': 6.3, '1A': 10, '1C': 16, '1E': 25, '1H': 50, '2A': 100, '2E': 250, '3A': 1000 }),
    tolerance: coded('percent', { J: 5, K: 10, M: 20, Z: 80 }),
    thickness: ['0.3', '0.5', '0.8', '0.9', '1.25', '1.6'],
    revision: ['A93', 'A12', 'E01', 'A01', 'A37', 'E19'],
    packing: ['D', 'J', 'L', 'K'],
  },
  numbers: ['{prefix}{size.code}{value.code}{voltage.code}{value.farads|code 1e-12}{tolerance.code}{revision}{packing}'],
  numbersByPrefix: {
    CC: ['CC{size.code}{tolerance.code}R{value.dielectric}#BB{value.farads|code 1e-12}'],
    C: ['C{size.code}{value.dielectric}{voltage.code}{value.farads|code 1e-12}{tolerance.code}###A@'],
    CLN: ['CLN##@{value.farads|code 1e-12}{tolerance.code}@#NNNC'],
  },
  description:
    'Cap Ceramic {value.farads|eng F} {voltage.volts}V {value.dielectric} {tolerance.percent}% Pad SMD {size.code} 125C',
  specs: {
    case_package: '{size.code}',
    mounting_style: 'Surface Mount',
    dielectric: '{value.dielectric}',
    tolerance: '{tolerance.percent}%',
    capacitance: '{value.farads}',
    voltage_rating: '{voltage.volts}',
    thickness: '{thickness}',
    size_length: '{size.length}',
  },
};

const electrolyticCapacitors: Family = {
  name: 'Electrolytic Capacitors',
  weight: 5,
  prefixes: ['EE-', 'UVR', 'UHX', 'ESK', 'EKM', '86'],
  choices: {
    farads: decades(E12, -6, -3),
    volts: [6.3, 10, 16, 25, 35, 50, 63, 100, 250, 400, 450],
    diameter: [4, 5, 6.3, 8, 10, 12.5, 16, 18],
    height: [5.4, 7, 11, 12.5, 16, 20, 25, 31.5],
    mounting: ['Surface Mount', 'Through Hole'],
    polarity: ['Polar', 'Polar', 'Bipolar'],
    ripple: decades(E12, -1, -1),
    lifetime: [1000, 2000, 3000, 5000, 10000],
    series: ['FK', 'FT', '1V', '1E', '1H', '0J'],
    ending: ['P', 'AP', 'ED', 'DD', 'HD'],
  },
  numbers: ['{prefix}{series}{farads|code 1e-12}@{ending}#'],
  description: 'Cap Aluminum Electrolytic {farads|eng F} {volts}V 20% {diameter} X {height}mm Radial',
  specs: {
    case_package: 'Radial, Can {diameter}mm',
    mounting_style: '{mounting}',
    tolerance: '20%',
    polarity: '{polarity}',
    capacitance: '{farads}',
    voltage_rating: '{volts}',
    diameter: '{diameter}',
    height: '{height}',
    ripple_current: '{ripple}',
    lifetime_hours: '{lifetime}',
  },
};

const tantalumCapacitors: Family = {
  name: 'Tantalum Capacitors',
  weight: 3,
  prefixes: ['T49', 'TAJ', 'TPX', '293D', 'T52'],
  choices: {
    farads: decades(E12, -6, -4),
    volts: [4, 6.3, 10, 16, 20, 25, 35, 50],
    size: ['A', 'B', 'C', 'D', 'E', 'X'],
    tolerance: coded('percent', { K: 10, M: 20 }),
    resistance: decades(E12, -1, 0),
    leakage: decades(E24, -7, 0),
    height: [1.2, 1.6, 1.9, 2.5, 2.8],
    ending: ['AT', 'RNJ', 'R0100', 'ZTE'],
  },
  numbers: ['{prefix}{size}{farads|code 1e-12}{tolerance.code}{volts|bare}{ending}'],
  description: 'Cap Tantalum Solid {farads|eng F} {volts}V Case {size} Inward L SMD',
  specs: {
    case_package: 'Case {size}',
    mounting_style: 'Surface Mount',
    tolerance: '{tolerance.percent}%',
    polarity: 'Polar',
    capacitance: '{farads}',
    voltage_rating: '{volts}',
    esr: '{resistance}',
    height: '{height}',
    leakage_current: '{leakage}',
  },
};

const filmCapacitors: Family = {
  name: 'Film Capacitors',
  weight: 2,
  prefixes: ['ECX-E', 'B32', 'R46', 'MKP', 'MKT'],
  choices: {
    farads: decades(E12, -9, -6),
    volts: [63, 100, 250, 400, 630, 1000],
    film: [
      { name: 'Polyester', short: 'PET' },
      { name: 'Polypropylene', short: 'PP' },
      { name: 'PPS', short: 'PPS' },
    ],
    tolerance: coded('percent', { J: 5, K: 10, M: 20 }),
    pitch: [5, 7.5, 10, 15, 22.5],
    height: range(5, 24),
  },
  numbers: ['{prefix}##{farads|code 1e-12}{tolerance.code}##', '{prefix}##{farads|code 1e-12}{tolerance.code}F##'],
  description: 'Cap Film {farads|eng F} {volts}V {film.short} Radial {pitch}mm',
  specs: {
    case_package: 'Radial',
    mounting_style: 'Through Hole',
    dielectric: '{film.name}',
    tolerance: '{tolerance.percent}%',
    capacitance: '{farads}',
    voltage_rating: '{volts}',
    lead_pitch: '{pitch}',
    height: '{height}',
  },
};

const fixedInductors: Family = {
  name: 'Fixed Inductors',
  weight: 5,
  prefixes: ['LQX', 'SRR', 'VLS', '744', 'IHX', 'MLF'],
  choices: {
    henries: decades(E12, -7, -3),
    amperes: decades(E12, -2, 0),
    size: CHIP_SIZES,
    shielding: ['Shielded', 'Unshielded', 'Semi-Shielded'],
    tolerance: coded('percent', { J: 5, K: 10, M: 20, N: 30 }),
    core: ['Ferrite', 'Iron Powder', 'Ceramic'],
    resistance: decades(E24, -2, -2),
    resonance: decades(E12, 7, 7),
    height: range(5, 64, 0.1),
    ending: ['L', 'D', 'P'],
  },
  numbers: ['{prefix}##@@{henries|code 1e-6}{tolerance.code}##{ending}'],
  description: 'Inductor Power {shielding} Wirewound {henries|eng H} {amperes}A {tolerance.percent}% SMD',
  specs: {
    case_package: '{size.code}',
    mounting_style: 'Surface Mount',
    shielding: '{shielding}',
    tolerance: '{tolerance.percent}%',
    core_material: '{core}',
    inductance: '{henries}',
    current_rating: '{amperes}',
    dc_resistance: '{resistance}',
    self_resonant_frequency: '{resonance}',
    height: '{height}',
  },
};

const ferriteBeads: Family = {
  name: 'Ferrite Beads',
  weight: 3,
  prefixes: ['BLX', 'MMZ', 'MPZ', 'HZ', 'FBM'],
  choices: {
    ohms: [10, 22, 30, 47, 60, 100, 120, 220, 330, 470, 600, 1000, 1500, 2200],
    size: CHIP_SIZES,
    amperes: decades(E12, -1, -1),
    resistance: decades(E12, -2, -2),
    packing: ['D', 'J', 'L'],
  },
  numbers: ['{prefix}##@@{ohms|code}@@1{packing}'],
  description: 'Ferrite Beads Multi-Layer {ohms}Ohm 25% 100MHz Pad SMD {size.code} T/R',
  specs: {
    case_package: '{size.code}',
    mounting_style: 'Surface Mount',
    shielding: 'Unshielded',
    impedance: '{ohms}',
    current_rating: '{amperes}',
    dc_resistance: '{resistance}',
    size_length: '{size.length}',
  },
};

const potentiometers: Family = {
  name: 'Potentiometers',
  weight: 1.5,
  prefixes: ['3296', '3386', 'PV36', 'T93', 'TC33'],
  choices: {
    ohms: decades([1, 2, 5], 1, 6),
    style: ['W', 'X', 'Y', 'P', 'F'],
    body: ['3296', '3386', 'Rectangular', 'Square'],
    taper: ['Linear', 'Audio'],
    percent: [10, 20],
    watts: [0.25, 0.5, 1],
    turns: [1, 12, 25],
    ending: ['LF', 'RLF', ''],
  },
  numbers: ['{prefix}{style}-#-{ohms|code}{ending}'],
  description: 'Res Cermet Trimmer {ohms|rkm} Ohm {percent}% {watts}W {turns}Turn',
  specs: {
    case_package: '{body}',
    mounting_style: 'Through Hole',
    taper: '{taper}',
    tolerance: '{percent}%',
    resistance: '{ohms}',
    power_rating: '{watts}',
    number_of_turns: '{turns}',
    temperature_coefficient: '100',
  },
};

export const PASSIVES: FamilyGroup = {
  name: 'Passive Components',
  families: [
    chipResistors,
    throughHoleResistors,
    ceramicCapacitors,
    electrolyticCapacitors,
    tantalumCapacitors,
    filmCapacitors,
    fixedInductors,
    ferriteBeads,
    potentiometers,
  ],
};

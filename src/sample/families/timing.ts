import { decades, E12 } from '../values.js';
import { type Family, type FamilyGroup, packages } from './family.js';

const crystals: Family = {
  name: 'Crystals',
  weight: 2,
  prefixes: ['ABX', 'NX', 'ECX-', 'FA-', 'ABL-', 'Q'],
  choices: {
    megahertz: [0.032768, 4, 6, 8, 10, 11.0592, 12, 14.7456, 16, 19.2, 20, 24, 25, 26, 27, 30, 32, 40, 48],
    load: [6, 8, 9, 10, 12.5, 16, 18, 20],
    package: packages(['2016', '2520', '3225', '5032'], ['HC-49/US']),
    mode: ['Fundamental', '3rd Overtone'],
    stability: [10, 20, 30, 50, 100],
    resistance: decades(E12, 1, 1),
    height: [0.5, 0.8, 1.1, 3.5],
    size: ['8', '3', '10', '2'],
    grade: ['B2', 'D1', 'R4', '10', '18'],
    ending: ['-T', 'X-T', 'K4', ''],
  },
  numbers: ['{prefix}{size}-{megahertz}MHZ-{grade}{ending}'],
  description: 'Crystal {megahertz}MHz {stability}ppm Stability {load}pF {package.name}',
  specs: {
    case_package: '{package.name}',
    mounting_style: '{package.mounting}',
    operating_mode: '{mode}',
    frequency: '{megahertz|times 1e6}',
    load_capacitance: '{load|times 1e-12}',
    frequency_stability: '{stability}',
    esr: '{resistance}',
    height: '{height}',
  },
};

const oscillators: Family = {
  name: 'Oscillators',
  weight: 1.5,
  prefixes: ['ASX-', 'SG-', 'SIX8', 'DSX1', 'KC', 'ECX-'],
  choices: {
    megahertz: [1, 4, 8, 10, 12, 16, 20, 24, 25, 26, 32, 33.333, 40, 48, 50, 100, 125, 156.25],
    package: ['2016', '2520', '3225', '5032', '7050'],
    output: ['LVCMOS', 'LVDS', 'LVPECL', 'HCSL'],
    technology: ['XO', 'TCXO', 'VCXO', 'MEMS'],
    stability: [1, 2.5, 10, 25, 50],
    volts: [1.8, 2.5, 3.3, 5],
    amperes: decades(E12, -3, -3),
    grade: ['LC', 'ET', 'B', 'LR'],
    ending: ['-T', ''],
  },
  numbers: ['{prefix}##-{megahertz}MHZ-{grade}{ending}'],
  description: 'Oscillator {technology} {megahertz}MHz {stability}ppm {output} {volts}V 4-Pin SMD',
  specs: {
    case_package: '{package}',
    mounting_style: 'Surface Mount',
    output_type: '{output}',
    technology: '{technology}',
    frequency: '{megahertz|times 1e6}',
    frequency_stability: '{stability}',
    supply_voltage_max: '{volts}',
    current_rating: '{amperes}',
  },
};

export const TIMING: FamilyGroup = { name: 'Timing Devices', families: [crystals, oscillators] };

import { decades, E12, range } from '../values.js';
import type { Family, FamilyGroup } from './family.js';

const relays: Family = {
  name: 'Relays',
  weight: 2,
  prefixes: ['G5', 'G2R', 'RT', 'ALX', 'SRD-', 'HF'],
  choices: {
    volts: [3, 5, 6, 9, 12, 24, 48, 110, 230],
    amperes: [1, 2, 5, 8, 10, 16, 30],
    contacts: ['SPST', 'SPDT', 'DPST', 'DPDT'],
    mounting: ['Through Hole', 'Socket', 'Panel'],
    plating: ['Silver', 'Gold'],
    coil: decades(E12, 1, 1),
    switching: [30, 125, 250, 277],
    series: ['LE', 'V', 'Q', 'RL'],
    form: ['A', 'B', 'C'],
    ending: ['', '-E', '-TV8'],
  },
  numbers: ['{prefix}{series}-#{form}-DC{volts}{ending}', '{prefix}{series}-##{form}-DC{volts}{ending}'],
  description: 'Electromechanical Relay {volts}VDC {amperes}A {contacts} {mounting}',
  specs: {
    contact_form: '{contacts}',
    mounting_style: '{mounting}',
    contact_plating: '{plating}',
    case_package: 'Module',
    coil_voltage: '{volts}',
    current_rating: '{amperes}',
    coil_resistance: '{coil}',
    switching_voltage: '{switching}',
  },
};

const switches: Family = {
  name: 'Switches',
  weight: 2.5,
  prefixes: ['B3X-', 'EVX-', 'PTS', 'KSC', 'TL1', 'D2X'],
  choices: {
    contacts: ['SPST', 'SPDT', 'DPDT', 'SPST-NO'],
    mounting: ['Surface Mount', 'Through Hole', 'Panel'],
    actuator: ['Plunger', 'Toggle', 'Rocker', 'Lever', 'Slide', 'Rotary'],
    light: ['None', 'None', 'Red', 'Green'],
    amperes: [0.05, 0.1, 0.5, 3, 5, 10],
    volts: [12, 24, 30, 125, 250],
    force: decades(E12, 0, 0),
    height: range(10, 129, 0.1),
    ending: ['', 'LFS', 'R', 'SM'],
  },
  numbers: ['{prefix}##@@#{ending}', '{prefix}###@@#{ending}', '{prefix}###@@##{ending}'],
  description: 'Switch {actuator} {contacts} {amperes}A {volts}VDC {mounting}',
  specs: {
    contact_form: '{contacts}',
    mounting_style: '{mounting}',
    actuator_type: '{actuator}',
    illumination: '{light}',
    current_rating: '{amperes}',
    voltage_rating: '{volts}',
    actuation_force: '{force}',
    height: '{height}',
  },
};

export const ELECTROMECHANICAL: FamilyGroup = { name: 'Electromechanical', families: [relays, switches] };

import { decades, E12, range } from '../values.js';
import { CHIP_SIZES, type Family, type FamilyGroup } from './family.js';

/** Twenty shades around a wavelength in nanometres. */
const shades = (name: string, nanometres: number) =>
  range(nanometres - 10, nanometres + 9).map((wavelength) => ({ name, wavelength, kelvin: '' }));

const COLORS = [
  ...shades('Red', 625),
  ...shades('Green', 525),
  ...shades('Blue', 470),
  ...shades('Yellow', 590),
  ...shades('Infrared', 940),
  ...shades('Amber', 605),
  // White light has a colour temperature instead of a wavelength; each is as likely as four of the shades.
  ...[2700, 3000, 4000, 5000, 6500].flatMap((kelvin) =>
    Array.from({ length: 4 }, () => ({ name: 'White', wavelength: '', kelvin })),
  ),
];

const leds: Family = {
  name: 'LEDs',
  weight: 3,
  prefixes: ['LTX-', 'LG', 'CLM', 'KP-', '150', 'XPX', 'LW'],
  choices: {
    color: COLORS,
    size: CHIP_SIZES,
    shape: ['Round', 'Rectangular', 'Domed', 'Flat'],
    lens: ['Clear', 'Diffused', 'Tinted'],
    drop: range(18, 35, 0.1),
    amperes: [0.005, 0.01, 0.02, 0.03, 0.35],
    intensity: decades(E12, -1, -1),
    angle: [30, 60, 110, 120, 130, 140],
    ending: ['KRKT', 'GKT', 'TBKT', 'SURCK', 'QBC-D', 'SYC'],
  },
  numbers: ['{prefix}@###{ending}'],
  description: 'LED {color.name} {lens} {size.code} SMD {amperes|times 1000}mA {angle}deg',
  specs: {
    case_package: '{size.code}',
    mounting_style: 'Surface Mount',
    color: '{color.name}',
    lens_style: '{shape}',
    lens_transparency: '{lens}',
    wavelength: '{color.wavelength}',
    color_temperature: '{color.kelvin}',
    forward_voltage: '{drop}',
    forward_current: '{amperes}',
    luminous_intensity: '{intensity}',
    viewing_angle: '{angle}',
  },
};

const optocouplers: Family = {
  name: 'Optocouplers',
  weight: 1.5,
  prefixes: ['PC8', 'TLX', '4N', 'MOX', 'VO', 'LTX-', 'HCX-'],
  choices: {
    package: [
      { name: 'PDIP-4', pins: 4, mounting: 'Through Hole' },
      { name: 'PDIP-6', pins: 6, mounting: 'Through Hole' },
      { name: 'SOIC-4', pins: 4, mounting: 'Surface Mount' },
      { name: 'SOIC-8', pins: 8, mounting: 'Surface Mount' },
    ],
    output: ['Transistor', 'Triac', 'Darlington', 'Logic', 'Gate Driver'],
    isolation: [2500, 3750, 5000, 5300],
    drop: range(11, 18, 0.1),
    ratio: [20, 50, 100, 200, 600],
    channels: [1, 2, 4],
    grade: ['', 'A', 'B', 'X'],
    ending: ['', '-000E', '(TP)', 'SM', 'TA1'],
  },
  numbers: ['{prefix}##{grade}{ending}', '{prefix}###{grade}{ending}'],
  description: 'Optocoupler DC-IN {channels}-CH {output} DC-OUT {package.pins}-Pin {package.name}',
  specs: {
    case_package: '{package.name}',
    mounting_style: '{package.mounting}',
    output_type: '{output}',
    isolation_voltage: '{isolation}',
    forward_voltage: '{drop}',
    current_transfer_ratio: '{ratio}',
    number_of_channels: '{channels}',
    number_of_pins: '{package.pins}',
  },
};

export const OPTOELECTRONICS: FamilyGroup = { name: 'Optoelectronics', families: [leds, optocouplers] };

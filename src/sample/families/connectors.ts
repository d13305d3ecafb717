import { range } from '../values.js';
import type { Family, FamilyGroup } from './family.js';

/** The kinds of connectors differ only in their names. */
function connectors(identity: Pick<Family, 'name' | 'weight' | 'prefixes'> & { words: string }): Family {
  const { words, ...rest } = identity;
  return {
    ...rest,
    choices: {
      positions: range(1, 60),
      pitch: [0.5, 0.8, 1, 1.25, 1.27, 2, 2.54, 3.81, 3.96, 5, 5.08, 7.62],
      rows: [1, 1, 2, 2, 3],
      mounting: ['Through Hole', 'Surface Mount', 'Panel', 'Cable'],
      gender: ['Male', 'Female', 'Hermaphroditic'],
      orientation: ['Vertical', 'Right Angle', 'Straight'],
      plating: ['Gold', 'Tin', 'Silver', 'Palladium'],
      color: ['Black', 'White', 'Green', 'Natural', 'Beige'],
      amperes: [0.5, 1, 2, 3, 5, 10, 15],
      volts: [50, 125, 250, 300, 600],
      cycles: [25, 30, 50, 100, 500],
      grade: ['', 'A', 'L', 'T', 'S'],
      ending: ['-D', '-S', 'LF', '-TR', ''],
    },
    numbers: [
      '{prefix}###-{positions|pad 2}{grade}{ending}',
      '{prefix}####-{positions|pad 2}{grade}{ending}',
      '{prefix}#####-{positions|pad 2}{grade}{ending}',
    ],
    description: `${words} {positions} POS {pitch}mm Solder {orientation} {mounting} {plating}`,
    specs: {
      mounting_style: '{mounting}',
      gender: '{gender}',
      orientation: '{orientation}',
      contact_plating: '{plating}',
      housing_color: '{color}',
      number_of_positions: '{positions}',
      pitch: '{pitch}',
      number_of_rows: '{rows}',
      current_rating: '{amperes}',
      voltage_rating: '{volts}',
      mating_cycles: '{cycles}',
    },
  };
}

export const CONNECTORS: FamilyGroup = {
  name: 'Connectors',
  families: [
    connectors({
      name: 'Headers and Receptacles',
      weight: 6,
      prefixes: ['TSX-', '2213', '87', 'M20-', 'B', 'DF', '5-1'],
      words: 'Conn Unshrouded Header HDR',
    }),
    connectors({
      name: 'Terminal Blocks',
      weight: 3,
      prefixes: ['17', '282', 'ED', 'OST', '19', '691'],
      words: 'Conn Terminal Block',
    }),
    connectors({
      name: 'Circular Connectors',
      weight: 2.5,
      prefixes: ['D38-', 'MS3', 'PT06', '97-', 'M12', 'HR10'],
      words: 'Conn Circular Plug',
    }),
  ],
};

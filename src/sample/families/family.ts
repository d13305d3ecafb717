import type { Choice, ChoiceRow } from '../template.js';
import { repeated } from '../values.js';

/**
 * A category of parts as data: the possible values of its parts, and how part numbers, descriptions and specs are written. All
 * texts are templates (see `../template.ts`).
 */
export interface Family {
  /** Name of the category. */
  readonly name: string;
  /** Share of all parts, relative to the other categories. */
  readonly weight: number;
  /** Part-number prefixes of the category's leading brands, the first brand's first. Other brands use their own letters. */
  readonly prefixes: readonly string[];
  /** The choices of a part, by name. */
  readonly choices: Readonly<Record<string, Choice>>;
  /** Part numbers; one template is drawn. */
  readonly numbers: readonly string[];
  /** Part-number templates of prefixes with a scheme of their own. */
  readonly numbersByPrefix?: Readonly<Record<string, readonly string[]>>;
  readonly description: string;
  /** Spec key to value. */
  readonly specs: Readonly<Record<string, string>>;
}

/** A category whose children are leaf categories with parts. */
export interface FamilyGroup {
  readonly name: string;
  readonly families: readonly Family[];
}

/** Chip sizes in inches with their length in millimetres and usual power in watts, the common ones more often. */
export const CHIP_SIZES = repeated(
  [{ code: '0201', length: 0.508, power: 0.05 }, 6],
  [{ code: '0402', length: 1.016, power: 0.063 }, 22],
  [{ code: '0603', length: 1.524, power: 0.1 }, 26],
  [{ code: '0805', length: 2.032, power: 0.125 }, 20],
  [{ code: '1206', length: 3.048, power: 0.25 }, 14],
  [{ code: '1210', length: 3.048, power: 0.5 }, 6],
  [{ code: '2010', length: 5.08, power: 0.75 }, 3],
  [{ code: '2512', length: 6.35, power: 1 }, 3],
);

/** Packages with their kind of mounting. */
export function packages(surfaceMount: readonly string[], throughHole: readonly string[]) {
  return [
    ...surfaceMount.map((name) => ({ name, mounting: 'Surface Mount' })),
    ...throughHole.map((name) => ({ name, mounting: 'Through Hole' })),
  ];
}

/** Rows of a choice, each with the code of its value in part numbers. */
export function coded(column: string, values: Readonly<Record<string, string | number>>): ChoiceRow[] {
  return Object.entries(values).map(([code, value]) => ({ code, [column]: value }));
}

/** Packages of small integrated circuits, whose names end in the number of pins. */
export const CIRCUIT_PACKAGES = packages(
  ['SOIC-8', 'SOIC-14', 'SOIC-16', 'TSSOP-8', 'TSSOP-14', 'TSSOP-20', 'SOT-23-5', 'SOT-23-6', 'QFN-16', 'QFN-32', 'MSOP-8'],
  ['PDIP-8', 'PDIP-14'],
).map((row) => ({
  ...row,
  pins: Number(row.name.slice(row.name.lastIndexOf('-') + 1)),
}));

/** The specs that every packaged integrated circuit has. */
export const CIRCUIT_SPECS = {
  case_package: '{package.name}',
  mounting_style: '{package.mounting}',
  number_of_pins: '{package.pins}',
} as const;

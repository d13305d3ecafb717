import type { BomLine } from '../cost/costed-bom.js';

/** What kind of part a line is, in a word that questions know. */
export type PartKind =
  | 'resistor'
  | 'capacitor'
  | 'inductor'
  | 'ferrite bead'
  | 'LED'
  | 'diode'
  | 'crystal'
  | 'fuse'
  | 'potentiometer';

/** By the letters of reference designators. */
const BY_REFERENCE: ReadonlyMap<string, PartKind> = new Map([
  ['R', 'resistor'],
  ['C', 'capacitor'],
  ['L', 'inductor'],
  ['FB', 'ferrite bead'],
  ['LED', 'LED'],
  ['D', 'diode'],
  ['Y', 'crystal'],
  ['X', 'crystal'],
  ['XTAL', 'crystal'],
  ['F', 'fuse'],
  ['RV', 'potentiometer'],
  ['POT', 'potentiometer'],
]);

/** By what footprints begin with, as the libraries of the tools name them. The first that fits counts. */
const BY_FOOTPRINT: readonly (readonly [RegExp, PartKind])[] = [
  [/^led/i, 'LED'],
  [/^(?:crystal|xtal)/i, 'crystal'],
  [/^fuse/i, 'fuse'],
  [/^potentiometer/i, 'potentiometer'],
  [/^res/i, 'resistor'],
  [/^cap/i, 'capacitor'],
  [/^ind/i, 'inductor'],
  [/^r[-_]?\d{4}/i, 'resistor'],
  [/^cp?[-_](?:\d{4}|elec|rad)/i, 'capacitor'],
  [/^c\d{4}/i, 'capacitor'],
  [/^l[-_]?\d{4}/i, 'inductor'],
  [/^d[-_]so/i, 'diode'],
];

/** The kind of a line by its references and footprint; undefined if they do not say. */
export function kindOf({ references = [], footprint = '' }: BomLine): PartKind | undefined {
  const name = footprint.slice(footprint.lastIndexOf(':') + 1).trim();
  const ofFootprint = BY_FOOTPRINT.find(([pattern]) => pattern.test(name))?.[1];
  const letters = /^[a-z]{1,8}/i.exec(references[0] ?? '')?.[0].toUpperCase() ?? '';
  const ofReference = BY_REFERENCE.get(letters);
  // A light-emitting diode is often a D, and a ferrite bead an L.
  return ofReference === undefined || ofReference === 'diode' ? (ofFootprint ?? ofReference) : ofReference;
}

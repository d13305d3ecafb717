import { all, any } from './conditions.js';
import type { GeneralConditions } from './general-conditions.js';
import type { NumberKeys } from './number-entries.js';
import type { Entry } from './pieces.js';

/** Length, width and height, which may have a unit: `6x6x4.3`. */
const BOX = /^(\d{1,3}(?:\.\d{1,3})?)x(\d{1,3}(?:\.\d{1,3})?)x(\d{1,3}(?:\.\d{1,3})?)(?:mm)?$/;
/** By so much in millimetres sizes differ that are called the same. */
const SIDES: readonly (readonly [name: string, more: number])[] = [
  ['length', 0.25],
  ['width', 0.25],
  ['height', 0.1],
];
/** Most specs of one side: a height may be that of a switch. */
const MOST_NAMES = 3;

/** What three numbers mean of parts whose length, width and height are specs of their own. */
export function boxEntries(size: string, numberKeys: NumberKeys, general: GeneralConditions): readonly Entry[] {
  const numbers = BOX.exec(size)?.slice(1).map(Number);
  if (!numbers) return [];
  const sides = SIDES.map(([name, more], i) => sideEntries(numbers[i], name, more, numberKeys));
  if (sides.some((entries) => entries.length === 0)) return [];
  const [{ field }] = sides[2];
  const condition = general.add(all(sides.map((entries) => any(entries.map((entry) => entry.condition)))));
  const has = general.add(any(sides[2].map((entry) => entry.has)));
  const bound = Math.min(...sides.map((entries) => entries.reduce((sum, entry) => sum + entry.bound, 0)));
  return [{ as: 'quantity', field, value: size, condition, has, bound, texts: () => [] }];
}

function sideEntries(number: number, name: string, more: number, numberKeys: NumberKeys): readonly Entry[] {
  const [least, most] = [number - more, number + more].map((end) => Math.max(0, end).toFixed(3));
  const isOf = (key: string) => key === name || key.endsWith(`_${name}`);
  return numberKeys.entries(numberKeys.read(`${least} to ${most} mm`), ({ key }) => isOf(key)).slice(0, MOST_NAMES);
}

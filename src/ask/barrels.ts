import { all } from './conditions.js';
import type { GeneralConditions } from './general-conditions.js';
import type { NumberKeys } from './number-entries.js';
import type { Entry } from './pieces.js';
import type { NumberKey } from './vocabulary.js';

/** Two numbers below ten, which may have a unit: `5.5x2.1`. */
const BARREL = /^(\d(?:\.\d{1,2})?)x(\d(?:\.\d{1,2})?)(?:mm)?$/;
/** By so much in millimetres diameters differ that are called the same: jacks are wider than their plugs. */
const LESS = 0.1;
const MORE = { outside: 1, inside: 0.1 };

/** What a size means of round connectors: the diameters outside and inside, as of the jacks of power supplies. */
export function barrelEntries(size: string, numberKeys: NumberKeys, general: GeneralConditions): readonly Entry[] {
  const [, outer, inner] = BARREL.exec(size) ?? [];
  if (outer === undefined || Number(outer) <= Number(inner)) return [];
  const [outside] = diameters(outer, MORE.outside, numberKeys, ['outside', 'outer', 'external']);
  const [inside] = diameters(inner, MORE.inside, numberKeys, ['inside', 'inner', 'internal']);
  if (!outside || !inside) return [];
  const condition = general.add(all([outside.condition, inside.condition]));
  const bound = Math.min(outside.bound, inside.bound);
  return [{ as: 'quantity', field: outside.field, value: size, condition, has: outside.has, bound, texts: () => [] }];
}

function diameters(number: string, more: number, numberKeys: NumberKeys, sides: readonly string[]): readonly Entry[] {
  const [least, most] = [Number(number) - LESS, Number(number) + more].map((end) => end.toFixed(2));
  const isOf = ({ stems }: NumberKey) => stems.includes('diameter') && sides.some((side) => stems.includes(side));
  return numberKeys.entries(numberKeys.read(`${least} to ${most} mm`), isOf);
}

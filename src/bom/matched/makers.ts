import { phraseKey } from '../../ask/forms.js';
import { MAKERS } from '../../ask/maker-table.js';
import { isSameBrand, isSameName } from '../brand-words.js';

/** The names of each line of the table of makers. */
const LINES: readonly (readonly string[])[] = MAKERS.map((line) => line.split(',').map((name) => name.trim()));

/** The other lines name a maker and its owner, who has a line of its own before. */
const ALIASES = LINES.filter((line, i) => LINES.findIndex((other) => other.includes(line[0])) === i);

/**
 * Whether a brand of a list and one of the catalog are names of one maker: short and former names (`TI`, `ST`), and a maker and its owner
 * (`Linear Technology` and `Analog Devices`). Two makers with the same owner are not. A text too long for a name is the same as itself alone.
 */
export function isSameMaker(listed: string, cataloged: string): boolean {
  if (Math.max(listed.length, cataloged.length) > LONGEST_NAME) return listed === cataloged;
  if (isSameBrand(listed, cataloged)) return true;
  const [own, other] = [namesOf(listed), namesOf(cataloged)];
  return LINES.some(
    (line) =>
      line.some((name) => own.some((one) => isName(one, name))) && line.some((name) => other.some((one) => isName(one, name))),
  );
}

/** Each comparison reads both texts anew, and no name is as long, in UTF-16 units. */
const LONGEST_NAME = 1000;

/** A name, and its short and long forms. */
function namesOf(name: string): string[] {
  const aliases = ALIASES.filter((line) => line.some((alias) => isName(name, alias)));
  return [name, ...aliases.flat()];
}

/** A first word that is not also a part of other names, as `ON` is. */
const TELLING = /^[\p{L}\p{N}]{5}/u;

/** Whether a name is one of the table. */
function isName(name: string, known: string): boolean {
  if (phraseKey(name) === phraseKey(known) || isSameName(name, known)) return true;
  return TELLING.test(name) && TELLING.test(known) && isSameBrand(name, known);
}

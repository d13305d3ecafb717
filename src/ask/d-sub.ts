import type { Filter } from '../parser/ast.js';
import type { NamedOptions } from './catalog-options.js';
import { any, contains, words } from './conditions.js';
import { joinedForm } from './forms.js';
import type { Span } from './lexical.js';
import type { NumberKeys } from './number-entries.js';
import { type Option, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import type { NumberKey } from './vocabulary.js';

/** D-subminiature connectors by the letters of their shells and the number of their pins; people say `DB` of each shell. */
const SHELLS = 'db9 de9 db15 da15 de15 hd15 db25 db26 da26 hd26 db37 dc37 db44 hd44 db50 dd50'.split(' ');
/** Words of `d-sub connector 9 pin`. */
const LONGEST = 4;
/** Letters behind the pins in part numbers: plug and socket, or male and female. */
const GENDERS: readonly string[] = ['p', 's', 'm', 'f'];
const COUNTED: readonly string[] = ['pin', 'contact', 'position'];
const NAME = 'd sub';

const PINS: ReadonlyMap<string, string> = new Map(
  SHELLS.flatMap((shell) => {
    const pins = shell.slice(2);
    const spoken = ['dsub', 'dsubconnector'].flatMap((name) => [
      ...['', 'p', 'pin', 'pins', 'way'].map((noun) => name + pins + noun),
      `${pins}pin${name}`,
      `${pins}p${name}`,
    ]);
    return [shell, ...spoken].map((name) => [name, pins] as const);
  }),
);

/** Words that name such connectors with a number of pins. */
export interface NamedPins extends Span {
  readonly categories: readonly Option[];
  readonly having: Filter;
  readonly texts: readonly string[];
}

/** Names of D-subminiature connectors: `DB9`, `DE-9`, `d-sub 9`. Catalogs have the pins in a spec, a text or the part number. */
export function* dSubs(
  question: Question,
  numberKeys: NumberKeys,
  named: (phrase: string) => NamedOptions,
  textsOf: (phrase: string) => readonly string[],
): Iterable<NamedPins> {
  const { length } = question.words;
  for (let from = 0; from < length; from++) {
    for (let to = from + 1; to <= Math.min(length, from + LONGEST); to++) {
      const { kind, isExcluded } = question.words[to - 1];
      if (kind !== 'word' || isExcluded) break;
      const name = joinedForm(phraseOf(question, { from, to }));
      const pins = PINS.get(name);
      // `de 9 broches` are nine pins.
      if (pins === undefined || (to - from > 1 && !name.includes('dsub'))) continue;
      const { categories } = named(NAME);
      if (categories.length > 0) yield { from, to, categories, having: withPins(pins, numberKeys), texts: textsOf(NAME) };
    }
  }
}

function withPins(pins: string, numberKeys: NumberKeys): Filter {
  const isWanted = ({ unit, stems }: NumberKey) =>
    !unit && !stems.includes('row') && COUNTED.some((name) => stems.includes(name));
  const counted = numberKeys.entries(numberKeys.read(pins), isWanted).map(({ condition }) => condition);
  const digits = pins.padStart(2, '0');
  const shells = SHELLS.filter((shell) => shell.slice(2) === pins);
  const ofShells = shells.flatMap((name) => [name, name.slice(0, 2) + digits]);
  const numbers = new Set([...ofShells, `dsub${pins}`, ...GENDERS.map((letter) => digits + letter)]);
  return any([
    words(`${pins}P`, `${pins} pin`, `${pins} pos`, ...shells),
    ...counted,
    ...Array.from(numbers, (one) => contains('mpn', one)),
  ]);
}

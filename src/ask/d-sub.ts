import type { Filter } from '../parser/ast.js';
import type { NamedOptions } from './catalog-options.js';
import { any, contains, words } from './conditions.js';
import { joinedForm } from './forms.js';
import type { Span } from './lexical.js';
import type { NumberKeys } from './number-entries.js';
import { type Option, phraseOf } from './pieces.js';
import type { Question } from './question.js';
import type { NumberKey } from './vocabulary.js';

/** The letters of D-subminiature connectors before the number of their pins; people say `DB` of each. */
const SHELLS: readonly (readonly [pins: string, letters: string])[] = [
  ['9', 'db, de'],
  ['15', 'db, da, de, hd'],
  ['25', 'db'],
  ['26', 'db, da, hd'],
  ['37', 'db, dc'],
  ['44', 'db, hd'],
  ['50', 'db, dd'],
];
/** Words of `d-sub connector 9 pin`. */
const LONGEST = 4;
/** Letters behind the pins in part numbers: plug and socket, or male and female. */
const GENDERS: readonly string[] = ['p', 's', 'm', 'f'];
const COUNTED: readonly string[] = ['pin', 'contact', 'position'];
const OF_A_PART: readonly string[] = ['row', 'port', 'data'];
const NAME = 'd sub';

const PINS = pinsByName();

function pinsByName(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [pins, letters] of SHELLS) {
    for (const name of letters.split(', ')) names.set(name + pins, pins);
    for (const name of ['dsub', 'dsubconnector']) {
      for (const noun of ['', 'p', 'pin', 'pins', 'way', 'pos']) names.set(name + pins + noun, pins);
      for (const noun of ['p', 'pin', 'way']) names.set(pins + noun + name, pins);
    }
  }
  return names;
}

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
  const isIn = (names: readonly string[], { stems }: NumberKey) => names.some((name) => stems.includes(name));
  const isWanted = (key: NumberKey) => !key.unit && isIn(COUNTED, key) && !isIn(OF_A_PART, key);
  const counted = numberKeys.entries(numberKeys.read(pins), isWanted).map(({ condition }) => condition);
  const digits = pins.padStart(2, '0');
  const shells = [...PINS].filter(([name, number]) => number === pins && name.length <= 4).map(([name]) => name);
  const ofShells = shells.flatMap((name) => [name, name.slice(0, 2) + digits]);
  const numbers = new Set([...ofShells, `dsub${pins}`, ...GENDERS.map((letter) => digits + letter)]);
  return any([
    words(`${pins}P`, `${pins} pin`, `${pins} pos`, ...shells),
    ...counted,
    ...Array.from(numbers, (one) => contains('mpn', one)),
  ]);
}

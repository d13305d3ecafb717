import { phraseKey } from '../../ask/forms.js';
import { BOUGHT_MAKERS, MAKERS } from '../../ask/maker-table.js';
import { BrandName } from '../brand-words.js';

/** Each comparison reads the texts anew, and no name is as long, in UTF-16 units. */
const LONGEST_NAME = 1000;

/** A first word that is not also a part of other names, as `ON` is. */
const TELLING = /^[\p{L}\p{N}]{5}/u;

/** A name of a maker, read. */
class MakerName extends BrandName {
  private readonly key: string;
  private readonly isTelling: boolean;

  constructor(name: string) {
    super(name);
    this.key = phraseKey(name);
    this.isTelling = TELLING.test(name);
  }

  /** Whether it is a name of the table. */
  is(known: MakerName): boolean {
    if (this.key === known.key || this.isSameName(known)) return true;
    return this.isTelling && known.isTelling && this.isSameBrand(known);
  }
}

/** The names of each line of the tables of makers, and of those that are names of one maker. */
interface MakerLines {
  readonly all: readonly (readonly MakerName[])[];
  readonly aliases: readonly (readonly MakerName[])[];
}

let lines: MakerLines | undefined;

/** Read once, when a list first needs it: each name of the table is compared with each name that is asked for. */
function makerLines(): MakerLines {
  if (lines) return lines;
  const read = (table: readonly string[]) => table.map((line) => line.split(', ').map((name) => new MakerName(name)));
  const aliases = read(MAKERS);
  lines = { all: [...aliases, ...read(BOUGHT_MAKERS)], aliases };
  return lines;
}

/**
 * Whether a brand of a list and one of the catalog are names of one maker: short and former names (`TI`, `ST`), and a maker and its owner
 * (`Linear Technology` and `Analog Devices`). Two makers with the same owner are not. A text too long for a name is the same as itself alone.
 */
export function isSameMaker(listed: string, cataloged: string): boolean {
  if (Math.max(listed.length, cataloged.length) > LONGEST_NAME) return listed === cataloged;
  const [one, other] = [new MakerName(listed), new MakerName(cataloged)];
  if (one.isSameBrand(other)) return true;
  const { all, aliases } = makerLines();
  const [own, others] = [namesOf(one, aliases), namesOf(other, aliases)];
  const names = (line: readonly MakerName[], some: readonly MakerName[]) => line.some((name) => some.some((it) => it.is(name)));
  return all.some((line) => names(line, own) && names(line, others));
}

/** A name, and its short and long forms. */
function namesOf(name: MakerName, aliases: MakerLines['aliases']): MakerName[] {
  return [name, ...aliases.filter((line) => line.some((alias) => name.is(alias))).flat()];
}

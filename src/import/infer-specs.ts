import { type DecimalMark, markOfCell, textOf } from './cells.js';
import type { ColumnFacts } from './column-facts.js';
import { type ColumnUnit, impliedUnit, isTextKey, unitOfText } from './spec-headings.js';
import { SpecNumbers, unitEvidence } from './spec-values.js';
import type { ColumnMap } from './table-map.js';

/** Least share of quantities of one unit, and of plain numbers, in a column of numbers. */
const LEAST_QUANTITIES = 0.8;
const LEAST_NUMBERS = 0.9;

type Inferred = Pick<ColumnMap, 'unit' | 'datatype' | 'decimal' | 'plain'>;

/** Units that nobody writes without a prefix: a number alone is most likely in another unit, such as pF or mm. */
const PREFIXED = new Set(['farad', 'henry', 'metre']);

const STRING: Inferred = { datatype: 'string' };

/**
 * The type and unit of a spec by its cells.
 * @param known the key and the unit of the heading, and what a map says
 */
export function inferSpec(
  facts: ColumnFacts,
  mark: DecimalMark,
  known: { readonly key: string; readonly unit?: ColumnUnit | undefined; readonly given?: ColumnMap | undefined },
): Inferred {
  const { key, given } = known;
  const isForced = given?.datatype === 'decimal' || given?.datatype === 'integer' || given?.unit !== undefined;
  const fixed = given?.unit === undefined ? known.unit : unitOfText(given.unit);
  const evidence = evidenceOf(facts, mark);
  const isText = !isForced && ((isTextKey(key) && !fixed) || hasLeadingZeros(facts));
  if (isText) return STRING;
  const implied = impliedUnit(key);
  const isShown = isForced || evidence.share >= LEAST_QUANTITIES || evidence.unit?.base.name === implied?.base.name;
  const unit = fixed ?? (isShown ? evidence.unit : undefined) ?? (evidence.prefixes > 0 ? implied : undefined);
  if (unit) {
    const readsPlain = fixed !== undefined || !PREFIXED.has(unit.base.name);
    const share = shareOfNumbers(facts, mark, unit, readsPlain);
    if (!isForced && share < LEAST_QUANTITIES) return STRING;
    return { datatype: 'decimal', unit: unit.text, decimal: mark, ...(!readsPlain && { plain: false }) };
  }
  const share = shareOfNumbers(facts, mark, undefined, true);
  return isForced || share >= LEAST_NUMBERS ? { datatype: 'decimal', decimal: mark } : STRING;
}

/** The decimal marks that cells may have: either one in a column whose cells contradict each other. */
function marksOf(mark: DecimalMark): readonly DecimalMark[] {
  return mark === 'unknown' ? ['.', ','] : [mark];
}

/** The share of the cells that are numbers, of which some may not be read since their mark is not known. */
function shareOfNumbers(facts: ColumnFacts, mark: DecimalMark, unit: ColumnUnit | undefined, readsPlain: boolean): number {
  const readers = marksOf(mark).map((one) => new SpecNumbers(unit, one, readsPlain));
  return facts.share((cell) => readers.some((numbers) => numbers.read(cell) !== undefined), readsPlain);
}

interface Evidence {
  readonly unit: ColumnUnit | undefined;
  /** The share of cells that name the unit, of those that do and those without any: among `10k` and `4k7`, `100nF` shows no unit of theirs. */
  readonly share: number;
  readonly prefixes: number;
}

/** The unit that most quantities with a unit have, and the number of cells with a prefix alone. */
function evidenceOf(facts: ColumnFacts, mark: DecimalMark): Evidence {
  const units = new Map<string, number>();
  let prefixes = 0;
  let plain = facts.numbers;
  for (const [cell, count] of facts.cells()) {
    const [found] = marksOf(markOfCell(cell, mark)).flatMap((one) => unitEvidence(textOf(cell), one) ?? []);
    if (found === 'prefix') prefixes += count;
    else if (found === 'plain') plain += count;
    else if (found !== undefined) units.set(found.unit, (units.get(found.unit) ?? 0) + count);
  }
  const [best] = [...units].sort((a, b) => b[1] - a[1]);
  const [unit, named] = best ?? [undefined, 0];
  return { unit: unit === undefined ? undefined : unitOfText(unit), share: named / (named + prefixes + plain), prefixes };
}

/** Whether a cell is `0603`: digits that begin with a zero are a code. */
function hasLeadingZeros(facts: ColumnFacts): boolean {
  for (const text of facts.texts.keys()) if (/^0\d+$/.test(text)) return true;
  return false;
}

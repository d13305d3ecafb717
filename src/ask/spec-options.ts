import type { Filter } from '../parser/ast.js';
import { all, any, not, words } from './conditions.js';
import { type CountedEntry, oneAfterTheOther } from './measures.js';
import type { Entry, Option, Piece } from './pieces.js';
import { ofOnePolarity } from './polarities.js';
import { pluralOf } from './stems.js';
import { tradeWords } from './trade-words.js';

/** What a piece names in a context, what else it could name, and about how many parts of the context have it. */
export interface Named {
  readonly meant: Option;
  readonly others: readonly Option[];
  readonly parts: number;
  /** Of a spec of polarities, one of which excludes the other: that a part has it, whatever its value. */
  readonly has?: readonly Filter[];
}

/** Values of so many times the parts of a category are meant as well. */
export const VALUES_OVER_CATEGORY = 8;
/** Parts that are called by a value are all that is meant, if they are at least this share of those that have what it implies. */
const CALLED_SHARE = 0.33;

/** The values that parts are called by, where these are enough; else also what parts have that are not called so. */
export function calledSo(counted: readonly CountedEntry[]): readonly CountedEntry[] {
  const implied = counted.find(({ entry }) => entry.isImplied);
  if (!implied) return counted;
  const called = counted.filter((one) => one !== implied);
  const parts = called.reduce((sum, one) => sum + one.parts, 0);
  return parts >= CALLED_SHARE * implied.parts ? called : counted;
}

const IS_LENS = /(?:^|[._])lens(?:[._]|$)/;

/** Without those of lenses, where there are others: the colour of a lens is not that of the light. */
export function withoutLenses(counted: readonly CountedEntry[]): readonly CountedEntry[] {
  const others = counted.filter(({ entry }) => !IS_LENS.test(entry.field));
  return others.length > 0 ? others : counted;
}

/** The values of specs as one option: what parts that have none of the specs say in words counts too. */
export function specOf(piece: Piece, counted: readonly CountedEntry[], isMeasured: boolean): Named {
  const entries = counted.map(({ entry }) => entry);
  const called = piece.isQuality ? [words(...(piece.texts ?? []))] : [];
  const { isRange = false, other, toldBy = [] } = piece.measured ?? {};
  const written = [...entries.flatMap((entry) => entry.texts()), ...(isRange ? [] : (piece.texts ?? []))];
  // Words have no signs.
  const texts = new Set(other?.isMagnitude ? [] : written);
  const lacking =
    texts.size === 0
      ? []
      : [all([...[...entries.map((entry) => entry.has), ...toldBy].map(not), words(...texts), ...namedAfter(entries)])];
  const condition = any([
    ...(isMeasured ? oneAfterTheOther(entries) : entries.map((entry) => entry.condition)),
    ...lacking,
    ...called,
  ]);
  const { as, field, value } = entries[0];
  const others: Entry[] = entries.length > 1 ? entries : [];
  const parts = counted.reduce((sum, one) => sum + one.parts, 0);
  const isPolarity = piece.texts?.some((text) => ofOnePolarity(text) !== undefined);
  return { meant: { as, field, value, condition }, others, parts, ...(isPolarity && { has: entries.map((entry) => entry.has) }) };
}

/** Parts that lack the spec that resistors have first of all are called resistors: others are no `10k` because their texts have it. */
function namedAfter(entries: readonly Entry[]): Filter[] {
  const things = new Set(entries.flatMap(({ thing }) => thing ?? []));
  const names = Array.from(things, (thing) => [
    thing,
    ...pluralOf(thing),
    ...tradeWords()
      .equivalents(thing)
      .map(({ text }) => text),
  ]);
  return names.length === 0 ? [] : [words(...names.flat())];
}

/** A category, with the values of a spec that far more parts have. */
export function categoryOr(spec: Named | undefined, category: Named): Named {
  if (!spec || spec.parts < VALUES_OVER_CATEGORY * category.parts) return category;
  // A part that has the spec is decided by it: a transistor in `NPN/PNP` may be either.
  const lacking = all([category.meant.condition, ...(spec.has ?? []).map(not)]);
  const condition = any([lacking, spec.meant.condition]);
  return {
    meant: { ...spec.meant, condition },
    others: [category.meant, spec.meant],
    parts: category.parts + spec.parts,
  };
}

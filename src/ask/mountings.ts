import type { Filter } from '../parser/ast.js';
import { all, any, beginsWith, not } from './conditions.js';
import { phraseKey } from './forms.js';
import type { GeneralConditions } from './general-conditions.js';
import type { Entry } from './pieces.js';
import { MOUNTINGS, THROUGH_HOLE_OUTLINES } from './trade-values.js';

const [ON_SURFACE, THROUGH_HOLE] = MOUNTINGS;
const SURFACE: ReadonlySet<string> = new Set(ON_SURFACE.split(', ').map(phraseKey));
const THROUGH: ReadonlySet<string> = new Set(THROUGH_HOLE.split(', ').map(phraseKey));
/** What the packages begin with that say how a part is mounted: there are more of them than a name may have values. */
const BEGINNINGS = { surface: ['SMD', 'SMT', '贴片'], through: ['THT', '插件', '直插', '弯插', '卧插'] };
const THROUGH_HOLE_NAMES = [THROUGH_HOLE.split(', ')[0], ...THROUGH_HOLE_OUTLINES.split(', ')];
/** Specs that have the outline of a part, or how it is mounted. */
const IS_OUTLINE = /(?:^|[._])(?:package|mount|mounting|case)(?:$|[._])/;

/** Two words that together say how a part is mounted: `panel mount`, `PCB mounted`, `edge launch`. */
const MOUNTED = /^\S{1,20} (?:mount|mounted|mounting|launch)$/i;

export function isMounting(phrase: string): boolean {
  return MOUNTED.test(phrase);
}

function isSurfaceMount(phrase: string): boolean {
  return SURFACE.has(phraseKey(phrase));
}

/** Words for leads, which parts that are mounted through holes have: how these are called. */
export function leadsOf(phrase: string): string | undefined {
  return /^(?:radial|axial)$/i.test(phrase) ? THROUGH_HOLE_NAMES[0] : undefined;
}

/**
 * How a part is mounted that is not mounted on the surface: through holes. What is not mounted through holes has many names: `0603` is
 * mounted on the surface as well.
 */
export function instead(text: string): string | undefined {
  return isSurfaceMount(text) ? THROUGH_HOLE_NAMES[0] : undefined;
}

/** How parts are mounted that a phrase names. */
export function mountedSo(
  phrase: string,
  values: readonly Entry[],
  named: (name: string) => readonly Entry[],
  general: GeneralConditions,
): readonly Entry[] {
  if (isSurfaceMount(phrase)) return onSurface(values, named, general);
  return THROUGH.has(phraseKey(phrase)) ? throughHoles(values, named, general) : values;
}

/**
 * What is mounted on the surface: what has an outline, and none of those through holes.
 * @param values that are called so
 * @param named the values of a name
 */
function onSurface(
  values: readonly Entry[],
  named: (name: string) => readonly Entry[],
  general: GeneralConditions,
): readonly Entry[] {
  const outline = values.find(({ field }) => IS_OUTLINE.test(field));
  if (!outline) return values;
  const through = THROUGH_HOLE_NAMES.flatMap(named).filter(({ field }) => field === outline.field);
  const condition = all([outline.has, not(any(through.map((value) => value.condition)))]);
  return [implied(outline, condition, general), ...begun(values, outline, BEGINNINGS.surface, general)];
}

/** What is mounted through holes: what is called so, and what has an outline of such parts. */
function throughHoles(
  values: readonly Entry[],
  named: (name: string) => readonly Entry[],
  general: GeneralConditions,
): readonly Entry[] {
  const outline = values.find(({ field }) => IS_OUTLINE.test(field));
  if (!outline) return values;
  const called = begun(values, outline, BEGINNINGS.through, general);
  const through = THROUGH_HOLE_NAMES.flatMap(named).filter(({ field }) => field === outline.field);
  const condition = any([...called, ...through].filter(({ field }) => field === outline.field).map((one) => one.condition));
  return [implied(outline, condition, general), ...called];
}

function implied(outline: Entry, condition: Filter, general: GeneralConditions): Entry {
  return { ...outline, condition: general.add(condition), bound: Number.MAX_SAFE_INTEGER, isImplied: true };
}

/** The values that are called so, with all of an outline that begin so. */
function begun(
  values: readonly Entry[],
  outline: Entry,
  beginnings: readonly string[],
  general: GeneralConditions,
): readonly Entry[] {
  const begin = beginnings.map((text) => beginsWith(outline.field, text));
  const condition = general.add(any([outline.condition, ...begin]));
  return values.map((value) => (value === outline ? { ...value, condition } : value));
}

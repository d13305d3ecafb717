import { all, any, not } from './conditions.js';
import { phraseKey } from './forms.js';
import type { GeneralConditions } from './general-conditions.js';
import type { Entry } from './pieces.js';
import { MOUNTINGS, THROUGH_HOLE_OUTLINES } from './trade-values.js';

const [ON_SURFACE, THROUGH_HOLE] = MOUNTINGS;
const SURFACE: ReadonlySet<string> = new Set(ON_SURFACE.split(', ').map(phraseKey));
const THROUGH_HOLE_NAMES = [THROUGH_HOLE.split(', ')[0], ...THROUGH_HOLE_OUTLINES.split(', ')];
/** Specs that have the outline of a part, or how it is mounted. */
const IS_OUTLINE = /(?:^|[._])(?:package|mount|mounting|case)(?:$|[._])/;

/** Two words that together say how a part is mounted: `panel mount`, `PCB mounted`, `edge launch`. */
const MOUNTED = /^\S{1,20} (?:mount|mounted|mounting|launch)$/i;

export function isMounting(phrase: string): boolean {
  return MOUNTED.test(phrase);
}

export function isSurfaceMount(phrase: string): boolean {
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

/**
 * What is mounted on the surface: what has an outline, and none of those through holes.
 * @param values that are called so
 * @param named the values of a name
 */
export function onSurface(
  values: readonly Entry[],
  named: (name: string) => readonly Entry[],
  general: GeneralConditions,
): readonly Entry[] {
  const outline = values.find(({ field }) => IS_OUTLINE.test(field));
  if (!outline) return values;
  const through = THROUGH_HOLE_NAMES.flatMap(named).filter(({ field }) => field === outline.field);
  const condition = all([outline.has, not(any(through.map((value) => value.condition)))]);
  return [{ ...outline, condition: general.add(condition), bound: Number.MAX_SAFE_INTEGER, isImplied: true }, ...values];
}

import type { Filter } from '../parser/ast.js';
import { all, any, beginsWith, isOneOf, not } from './conditions.js';
import { phraseKey } from './forms.js';
import type { GeneralConditions } from './general-conditions.js';
import type { Entry } from './pieces.js';
import { MOUNTINGS, THROUGH_HOLE_OUTLINES, THROUGH_HOLE_WHOLE } from './trade-values.js';

const [ON_SURFACE, THROUGH_HOLE] = MOUNTINGS;
const SURFACE: ReadonlySet<string> = new Set(ON_SURFACE.split(', ').map(phraseKey));
const THROUGH: ReadonlySet<string> = new Set(THROUGH_HOLE.split(', ').map(phraseKey));
/** What the packages begin with that say how a part is mounted: there are more of them than a name may have values. */
const BEGINNINGS = { surface: ['SMD', 'SMT', '贴片'], through: ['THT', '插件', '直插', '弯插', '卧插'] };
const THROUGH_HOLE_BEGINNINGS = [...new Set([...BEGINNINGS.through, ...THROUGH_HOLE_OUTLINES.split(', ')])];
const [THT] = THROUGH_HOLE.split(', ');
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
  return /^(?:radial|axial)$/i.test(phrase) ? THT : undefined;
}

/**
 * How a part is mounted that is not mounted on the surface: through holes. What is not mounted through holes has many names: `0603` is
 * mounted on the surface as well.
 */
export function instead(text: string): string | undefined {
  return isSurfaceMount(text) ? THT : undefined;
}

/**
 * How parts are mounted that a phrase names: through holes what is called so, and what has an outline of such parts; on the surface what
 * is called so, and what has another outline.
 * @param values that are called so
 * @param hasCode whether the code of a size stands beside it, which is an outline that nobody calls so: `smd 0805`
 */
export function mountedSo(
  phrase: string,
  values: readonly Entry[],
  general: GeneralConditions,
  hasCode: boolean,
): readonly Entry[] {
  const isOnSurface = isSurfaceMount(phrase);
  const outline = isOnSurface || THROUGH.has(phraseKey(phrase)) ? values.find(({ field }) => IS_OUTLINE.test(field)) : undefined;
  if (!outline) return values;
  const { field, has } = outline;
  if (isOnSurface && hasCode) {
    const outlines = values.filter((value) => IS_OUTLINE.test(value.field));
    const condition = all(outlines.map((value) => not(throughHoles(value.field))));
    return [{ ...outline, condition: general.add(condition), bound: Number.MAX_SAFE_INTEGER }];
  }
  const called = calledBy(outline, isOnSurface ? BEGINNINGS.surface : BEGINNINGS.through, general);
  const through = throughHoles(field);
  const condition = isOnSurface ? all([has, not(through)]) : any([called.condition, through]);
  const implied = { ...outline, condition: general.add(condition), bound: Number.MAX_SAFE_INTEGER, isImplied: true };
  return [implied, ...values.map((value) => (value === outline ? called : value))];
}

/** An outline of parts that are mounted through holes. */
function throughHoles(field: string): Filter {
  return any([...THROUGH_HOLE_BEGINNINGS.map((name) => beginsWith(field, name)), isOneOf(field, THROUGH_HOLE_WHOLE)]);
}

/** The values of an outline that are called so, by what they begin with: there may be thousands. */
function calledBy(outline: Entry, beginnings: readonly string[], general: GeneralConditions): Entry {
  const begun = beginnings.map((text) => beginsWith(outline.field, text));
  const isBegun = (value: string) => beginnings.some((text) => value.toLowerCase().startsWith(text.toLowerCase()));
  const others = (outline.values ?? []).filter((value) => !isBegun(value));
  return { ...outline, condition: general.add(any([...begun, isOneOf(outline.field, others)])) };
}

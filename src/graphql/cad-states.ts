import { shorten } from '../model/nearest.js';
import type { Filter } from '../parser/ast.js';
import type { Warn } from './answer-context.js';
import { anyOf, equals, NONE } from './clauses.js';

/** A text of filter queries: the parts that have a three-dimensional model. */
export const HAS_CAD_MODEL = 'has:cad_models';

/** Whether parts have a three-dimensional model, as buckets and filters write it. */
export const CAD_STATES = [
  { hasModel: true, state: 'has_3d_model', level: 1, displayName: '3D model' },
  { hasModel: false, state: 'no_cad_models', level: 0, displayName: 'No CAD models' },
] as const;

/** The filter `cad_models`: a state, a level, or true or false. */
export function cadFilter(values: readonly string[], warn: Warn): Filter {
  const has = equals('has', 'cad_models');
  return anyOf(
    values.map((value): Filter => {
      const meant = CAD_STATES.find(({ hasModel, state, level }) =>
        [String(hasModel), state, String(level)].includes(value.trim()),
      );
      if (meant) return meant.hasModel ? has : { kind: 'not', child: has };
      const known = CAD_STATES.flatMap(({ state, level }) => [state, String(level)]).join(', ');
      warn(`filters.cad_models: "${shorten(value)}" is not one of ${known}, true, false, so it matches nothing`);
      return NONE;
    }),
  );
}

import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/model/limits.js';
import type { Filter } from '../../../src/parser/ast.js';
import { ConditionMeanings } from '../../../src/resolve/condition-meanings.js';
import type { FieldTypes } from '../../../src/resolve/field-types.js';

/** Both words of one name: whether that deserves a warning depends on whether a part may have several names. */
const CONDITION: Filter = {
  kind: 'field',
  field: 'brand.name',
  operand: {
    kind: 'and',
    children: [
      { kind: 'term', text: 'TDK' },
      { kind: 'term', text: 'Murata' },
    ],
  },
};

/** @param isSure whether the types know that parts have several names, or only cannot exclude it */
function meanings(isSure: boolean): ConditionMeanings {
  let doubts = 0;
  const types: FieldTypes = {
    collection: 'parts',
    specType: () => undefined,
    specUnit: () => undefined,
    specKeys: () => [],
    isMultiValued: () => {
      if (!isSure) doubts++;
      return true;
    },
    doubts: () => doubts,
  };
  return new ConditionMeanings(types);
}

describe('the meanings of conditions', () => {
  it('are kept', () => {
    const sure = meanings(true);
    const meaning = sure.within(CONDITION, DEFAULT_LIMITS);
    expect(meaning?.filter.kind).toBe('field');
    expect(sure.known(CONDITION)).toBe(meaning);
  });

  it('are not kept where a warning may come once a doubt is settled', () => {
    const doubtful = meanings(false);
    expect(doubtful.within(CONDITION, DEFAULT_LIMITS)?.filter.kind).toBe('field');
    expect(doubtful.known(CONDITION)).toBeUndefined();
  });
});

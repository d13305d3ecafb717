import type { Extents } from '../index/extents/extents.js';
import { isEmptyRange } from '../resolve/extents.js';
import { type LeafOperand, ordinalsIn } from './field-values.js';
import type { ExtentCondition } from './leaves/extents-leaf.js';

/** What the extents of rows are compared with; nothing for a condition that no extent meets. */
export function extentConditions(operand: LeafOperand, { numbers }: Extents): readonly ExtentCondition[] {
  if (operand.kind === 'number') {
    return [{ from: numbers.lowerBound(operand.number), to: numbers.upperBound(operand.number), isForValues: true }];
  }
  if (operand.kind !== 'number_range' && operand.kind !== 'covered_range') return [];
  if (isEmptyRange(operand)) return [];
  if (operand.kind === 'number_range') return [{ ...ordinalsIn(operand, numbers), isForValues: true }];
  const least = (operand.lower ?? operand.upper)?.value;
  const greatest = (operand.upper ?? operand.lower)?.value;
  if (!least || !greatest) return [];
  return [{ from: numbers.lowerBound(greatest), to: numbers.upperBound(least), isForValues: least.eq(greatest) }];
}

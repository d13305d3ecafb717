import type { ValueTest } from '../answers/folded-text.js';
import { PlainDictionary } from '../index/dictionary/plain-dictionary.js';
import type { Scratch } from '../index/row-set/scratch.js';
import type { Steps } from '../work/pauses.js';
import type { Column } from './columns.js';
import type { ValueCounts } from './value-counts.js';

/** Cost of reading and folding a value, and of comparing its bytes, in steps of a plain loop. */
const FOLDED_COST = 64;
const COMPARED_COST = 16;

/** The counted values that are wanted. The scratch lends the arrays. */
export function* valuesContaining(counted: ValueCounts, column: Column, text: ValueTest, scratch: Scratch): Steps<ValueCounts> {
  const { dictionary } = column;
  const plain = dictionary instanceof PlainDictionary ? dictionary : undefined;
  const cost = plain ? COMPARED_COST : FOLDED_COST;
  const ordinals = scratch.list(counted.length);
  const counts = scratch.list(counted.length);
  let length = 0;
  for (let i = 0; i < counted.length; i++) {
    const ordinal = counted.ordinals[i];
    const isIn = plain
      ? text.isInBytes(plain.bytes, plain.offsets[ordinal], plain.offsets[ordinal + 1])
      : text.isIn(column.value(ordinal));
    if (isIn) {
      ordinals[length] = ordinal;
      counts[length++] = counted.counts[i];
    }
    if (scratch.work.spend(cost)) yield;
  }
  return { ordinals, counts, length, rowCount: counted.rowCount };
}

import { expect, it } from 'vitest';
import { utf8Bytes } from '../../../src/analysis/utf8.js';
import { wildcardArrays } from '../../../src/encoding/wildcard-arrays.js';
import { finished, type Steps } from '../../../src/work/pauses.js';

const FIRST = ['A1', 'ABC-123', 'LM358', 'LM358N', 'X'];
const SECOND = ['LM358', 'NE555', 'Z-1'];

function arraysOf(mpns: readonly string[]) {
  const texts = mpns.map(utf8Bytes);
  const ends = Uint32Array.from(texts, (_, i) => texts.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0));
  const starts = ends.map((end, i) => end - texts[i].length);
  return wildcardArrays({ bytes: Uint8Array.from(texts.flatMap((text) => [...text])), starts, ends }, mpns.length);
}

/** Takes steps of several in turns until all have ended. */
function inTurns<T>(all: readonly Steps<T>[]): T[] {
  const results = all.map((): T | undefined => undefined);
  for (let left = all.length; left > 0; ) {
    for (const [i, steps] of all.entries()) {
      if (results[i] !== undefined) continue;
      const { done, value } = steps.next();
      if (!done) continue;
      results[i] = value as T;
      left--;
    }
  }
  return results as T[];
}

it('are the same when those of other part numbers were made before, at the same time, or begun and given up', () => {
  const alone = [finished(arraysOf(FIRST)), finished(arraysOf(SECOND))];
  expect(alone[0]).not.toEqual(alone[1]);
  expect([finished(arraysOf(FIRST)), finished(arraysOf(SECOND))]).toEqual(alone);
  expect(inTurns([arraysOf(FIRST), arraysOf(SECOND)])).toEqual(alone);
  arraysOf(FIRST).next();
  expect([finished(arraysOf(SECOND)), finished(arraysOf(FIRST))].reverse()).toEqual(alone);
});

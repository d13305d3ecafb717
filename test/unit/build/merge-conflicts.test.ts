import { expect, it } from 'vitest';
import { MergeConflicts } from '../../../src/build/merge-conflicts.js';

const conflict = (uid: string, kept: unknown) => ({ uid, path: 'specs.a', kept, given: ['1'], source: 'a.csv', line: 7 });

it('conflicts are as they were, whatever is joined to the part later', () => {
  const conflicts = new MergeConflicts();
  const kept = ['12700'];
  conflicts.add(conflict('u1', kept));
  kept.push('127000');
  expect(conflicts.list()).toEqual([{ uid: 'u1', path: 'specs.a', kept: ['12700'], given: ['1'], source: 'a.csv' }]);
});

it('a thousand conflicts are listed, and all are counted', () => {
  const conflicts = new MergeConflicts();
  for (let i = 0; i < 1500; i++) conflicts.add(conflict(`u${i}`, i));
  expect([conflicts.count, conflicts.list().length]).toEqual([1500, 1000]);
  const notices = [...conflicts.notices()];
  expect(notices[0]).toBe('part u0: specs.a is 0 in an earlier source; ["1"] in a.csv:7 is not kept');
  expect(notices.at(-1)).toBe('500 more values of merged parts are not kept');
});

import { expect, it } from 'vitest';
import { reduce } from '../../../support/property/reduce.js';

it('leaves what makes it fail', async () => {
  const value = { list: Array.from({ length: 40 }, (_, i) => ({ i, more: { a: [1, 2, 3], b: 'x' } })), other: { keep: 1 } };
  const fails = async (candidate: typeof value) => candidate.list?.some(({ i, more }) => i === 23 && more?.a?.includes(2));
  const smallest = await reduce(value, async (candidate) => (await fails(candidate)) === true);
  expect(smallest).toEqual({ list: [{ i: 23, more: { a: [2] } }] });
  expect(value.list).toHaveLength(40);
});

it('stops after the given number of attempts', async () => {
  let attempts = 0;
  await reduce({ list: Array(50).fill(0) }, async () => ++attempts < 0, { attempts: 10 });
  expect(attempts).toBe(10);
});

import { expect, it } from 'vitest';
import { edgesOf, placeAmong } from '../../../../examples/offline-page/src/parts/edges.js';

const range = (from: string, to: string) => ({ from, to, count: 1, query: '' });
const EDGES = edgesOf([range('1', '10'), range('10', '100'), range('100', '1000')]);

it('are one more than ranges', () => {
  expect(EDGES).toEqual(['1', '10', '100', '1000']);
  expect(edgesOf([])).toEqual([]);
});

it.each([
  [undefined, undefined, 0, 3],
  ['10', '100', 1, 2],
  ['1e1', '1e2', 1, 2],
  ['11', '99', 1, 2],
  ['10', '10', 1, 1],
  ['0.5', '2000', 0, 3],
  ['5000', undefined, 3, 3],
  [undefined, '-5', 0, 0],
])('from %s to %s lies between the edges %i and %i', (from, to, lower, upper) => {
  expect(placeAmong({ from, to }, EDGES)).toEqual({ lower, upper });
});

it('without edges there is one place', () => {
  expect(placeAmong({ from: '1', to: '2' }, [])).toEqual({ lower: 0, upper: 0 });
});

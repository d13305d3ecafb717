import { describe, expect, it } from 'vitest';
import { UnsupportedError } from '../../../src/model/errors.js';
import { checkWindow, inWindow } from '../../../src/opensearch/window.js';

describe('the window of the engine', () => {
  it.each([
    [0, 10, { from: 0, size: 10 }],
    [9990, 20, { from: 9990, size: 10 }],
    [1e15, 10, { from: 10_000, size: 0 }],
    [0, Number.POSITIVE_INFINITY, { from: 0, size: 10_000 }],
  ])('has a part of the page of %d and %d', (start, limit, expected) => {
    expect(inWindow(start, limit)).toEqual(expected);
  });

  it.each([
    [0, 20_000, 10_000],
    [9990, 20, 9995],
    [1e15, 10, 50_000],
    [20_000, 0, 50_000],
    [0, 10, 50_000],
  ])('has all hits of the page of %d and %d, of %d', (start, limit, hits) => {
    expect(() => checkWindow(start, limit, hits)).not.toThrow();
  });

  it.each([
    [0, 20_000, 10_001],
    [9990, 20, 10_001],
    [10_000, 1, 10_001],
  ])('has not all hits of the page of %d and %d, of %d', (start, limit, hits) => {
    expect(() => checkWindow(start, limit, hits)).toThrow(UnsupportedError);
  });
});

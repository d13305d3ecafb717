import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ascendingPlaces } from '../../../src/query/places.js';
import { forAll } from '../../support/for-all.js';

it('are the places of a few rows and of many in ascending order of the rows', () => {
  forAll([fc.uniqueArray(fc.nat(), { maxLength: 100 })], (rows) => {
    const places = ascendingPlaces(Uint32Array.from(rows));
    expect(Array.from(places, (place) => rows[place])).toEqual([...rows].sort((a, b) => a - b));
  });
});

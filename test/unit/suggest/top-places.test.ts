import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TopPlaces } from '../../../src/suggest/top-places.js';
import { forAll } from '../../support/for-all.js';

it('keeps the highest keys, of equal ones the first places, and no 0', () => {
  forAll([fc.array(fc.nat(6)), fc.nat(8)], (keys, most) => {
    const top = new TopPlaces(most);
    keys.forEach((key, place) => {
      top.add(key, place);
    });
    const expected = keys
      .map((key, place) => ({ key, place }))
      .filter(({ key }) => key > 0)
      .sort((a, b) => b.key - a.key || a.place - b.place)
      .slice(0, most);
    expect([...top.places.slice(0, top.length)]).toEqual(expected.map(({ place }) => place));
    expect([...top.keys.slice(0, top.length)]).toEqual(expected.map(({ key }) => key));
  });
});

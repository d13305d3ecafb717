import fc from 'fast-check';
import { words } from './text.js';

/** The member with the value, null or absent. */
export const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 8 });

/** A list, or the value alone where the list would have one. */
export const listOrScalar = <T>(value: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T | T[] | (T | null)[]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(value, { maxLength, size: 'max' }) },
    { weight: 1, arbitrary: value },
    { weight: 1, arbitrary: fc.array(rarely(value), { maxLength, size: 'max' }) },
  );

/** Any of the members. */
export const some = <T extends object>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members, { requiredKeys: [] });

export const unknownMember = () =>
  fc.constantFrom<unknown>(1, 'x', null, [1, 2, 3], { deep: [{ x: 1, __class__: 'X' }, { x: null }] }, false, '\ud800');

export const attribution = () =>
  some({ sources: rarely(fc.constant([{ uid: 's', name: 'S', __class__: 'Source' }])), first_acquired: rarely(words()) });

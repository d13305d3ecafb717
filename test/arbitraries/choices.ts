import fc from 'fast-check';

/** The member in a share of the samples. */
export const sometimes = <T>(percent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: percent, arbitrary: value }, { weight: 100 - percent, arbitrary: fc.constant(undefined) });

/** Positions and numbers of results, mostly small ones, a few of them not allowed. */
export const positions = (maximum: number) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.nat(12) },
    { weight: 8, arbitrary: fc.nat(maximum) },
    { weight: 1, arbitrary: fc.constantFrom(-1, 0.5, maximum + 1, maximum) },
  );

/** The object without its members that are undefined. */
export function withoutUndefined<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}

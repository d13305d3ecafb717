import { ascending } from '../../src/index/row-set/lists.js';
import { bareMap } from '../../src/model/plain.js';
import { checksum } from './inputs.js';
import type { Pair } from './pair.js';

const OBJECTS = 1000;
const NUMBERS = 64;
const KEYS = Array.from({ length: 12 }, (_, i) => `key_${i}`);

function filled(map: Record<string, string>): number {
  for (const key of KEYS) map[key] = key;
  return map[KEYS[KEYS.length - 1]].length;
}

/** Small objects and arrays, which every request makes: as the engine makes them, against shorter ways to write the same. */
export function objectPairs(): Pair[] {
  const given = Array.from({ length: OBJECTS }, (_, i) => ({ from: i, to: i + 1, isWhole: false }));
  const summed = (make: (one: (typeof given)[number], i: number) => { readonly from: number; readonly count: number }) => {
    let sum = 0;
    for (let i = 0; i < OBJECTS; i++) {
      const { from, count } = make(given[i], i);
      sum += from + count;
    }
    return sum;
  };
  return [
    {
      name: 'an object with a member more than another: member by member, against spread first',
      on: `${OBJECTS.toLocaleString('en-US')} objects of four members`,
      fast: () => summed(({ from, to, isWhole }, count) => ({ from, to, isWhole, count })),
      naive: () => summed((one, count) => ({ ...one, count })),
    },
    {
      name: 'an object with a member more than another: spread last, against spread first',
      on: `${OBJECTS.toLocaleString('en-US')} objects of four members`,
      fast: () => summed((one, count) => ({ count, ...one })),
      naive: () => summed((one, count) => ({ ...one, count })),
    },
    {
      name: 'a map without prototype: taken away, against never there',
      on: `${KEYS.length} members`,
      constant: 'bareMap',
      fast: () => filled(bareMap()),
      naive: () => filled(Object.create(null) as Record<string, string>),
    },
    {
      name: 'ascending numbers: by a loop, against Uint32Array.from',
      on: `${NUMBERS} numbers`,
      fast: () => checksum(ascending(0, NUMBERS), NUMBERS),
      naive: () =>
        checksum(
          Uint32Array.from({ length: NUMBERS }, (_, i) => i),
          NUMBERS,
        ),
    },
  ];
}

import { deepStrictEqual } from 'node:assert';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeValue } from '../../../../src/model/describe.js';
import { isPlainObject } from '../../../../src/model/plain.js';
import { packRequest, unpackRequest } from '../../../../src/node/workers/carried-requests.js';
import { forAll } from '../../../support/for-all.js';

function carried(value: unknown): unknown {
  return unpackRequest(structuredClone(packRequest(value)));
}

it('carries any plain request as it is, without a copy of its own', () =>
  forAll([fc.anything({ maxDepth: 4 })], (value) => {
    const { value: packed, hasStandIns } = packRequest(value);
    expect(hasStandIns).toBe(false);
    expect(packed).toBe(value);
    deepStrictEqual(carried(value), value);
  }));

class Simple {
  q = 'relay';
}
class Written {
  toJSON(): string {
    return '';
  }
}

const STRANGE: readonly (readonly [string, unknown])[] = [
  ['a function', () => 1],
  ['a class', Simple],
  ['a symbol', Symbol('s')],
  ['a date', new Date(0)],
  ['a map', new Map([[1, 2]])],
  ['a regular expression', /a/],
  ['bytes', new Uint8Array(3)],
  ['an error', new RangeError('x')],
  ['a promise', Promise.resolve()],
  ['what writes itself', new Written()],
  ['an object that writes itself', Object.create({ toJSON: () => 1 })],
];

describe('what no message can hold is described, and refused, as the original', () => {
  it.each(STRANGE)('%s', (_, value) => {
    for (const place of [(strange: unknown) => strange, (strange: unknown) => [1, { q: strange }]]) {
      const found = carried(place(value));
      const strange = Array.isArray(found) ? (found[1] as { q: unknown }).q : found;
      expect(describeValue(strange)).toBe(describeValue(value));
      expect(isPlainObject(strange)).toBe(isPlainObject(value));
      expect(typeof strange).toBe(typeof value);
    }
  });
});

it('carries instances of simple classes as their members, as requests count them', () => {
  expect(carried({ a: new Simple(), b: () => 1 })).toMatchObject({ a: { q: 'relay' } });
  expect(carried(new Simple())).toEqual({ q: 'relay' });
});

it('carries what a proxy shows', () => {
  const members = { q: 'relay', list: new Proxy(['a', 'b'], {}) };
  expect(carried(new Proxy(members, {}))).toEqual({ q: 'relay', list: ['a', 'b'] });
});

it('carries the arguments of a function, which messages cannot hold, as the object that they are', () => {
  const argumentsOf = function (..._: unknown[]): unknown {
    // biome-ignore lint/complexity/noArguments: the object itself is what is carried
    return arguments;
  };
  const found = carried([{ q: argumentsOf('relay', 5) }]) as [{ q: unknown }];
  expect(describeValue(found[0].q)).toBe('an object with "0", "1"');
  expect(isPlainObject(found[0].q)).toBe(true);
});

it('carries circles', () => {
  const circle: { self?: unknown; f: unknown } = { f: () => 1 };
  circle.self = circle;
  const found = carried(circle) as typeof circle;
  expect(found.self).toBe(found);
  expect(typeof found.f).toBe('function');
});

it('carries lists with holes, however long, and members called __proto__', () => {
  const sparse: unknown[] = [];
  sparse[2 ** 31] = Symbol('far');
  const found = carried(sparse) as unknown[];
  expect(found.length).toBe(2 ** 31 + 1);
  expect(typeof found[2 ** 31]).toBe('symbol');
  const proto = JSON.parse('{"__proto__": {"a": 1}}') as Record<string, unknown>;
  expect(Object.keys(carried({ proto, f: () => 1 }) as object)).toEqual(['proto', 'f']);
  expect(Object.hasOwn((carried({ proto, f: () => 1 }) as { proto: object }).proto, '__proto__')).toBe(true);
});

it('throws what a getter of a request throws', () => {
  const reason = new Error('got');
  const request = {
    get q() {
      throw reason;
    },
  };
  expect(() => packRequest([request])).toThrow(reason);
});

it('carries what is nested deeper than any request as far as a message holds it', () => {
  const nested = (levels: number, add: (inner: unknown) => unknown) => {
    let value: unknown = 'end';
    for (let i = 0; i < levels; i++) value = add(value);
    return value;
  };
  const ways: ((inner: unknown) => unknown)[] = [(inner) => [inner], (filter) => ({ filter }), (a) => new Map([[1, a]])];
  for (const add of ways) expect(() => carried(nested(100_000, add))).not.toThrow();
  const ordinary = nested(100, (filter) => ({ filter }));
  expect(carried(ordinary)).toEqual(ordinary);
  let found = carried(nested(100_000, (filter) => ({ filter }))) as { filter?: unknown } | undefined;
  for (let i = 0; i < 100; i++) found = found?.filter as typeof found;
  expect(found).toBeDefined();
});

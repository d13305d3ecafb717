import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BundleArray, BundleReader, bundlePieces, narrowed } from '../../../src/encoding/bundle.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import { forAll } from '../../support/for-all.js';
import { bundleOf, concatenated } from '../../support/sections.js';

type Kind = 'u8' | 'u16' | 'u32' | 'i32' | 'f64';
const MAKERS: Record<Kind, (numbers: number[]) => BundleArray> = {
  u8: (numbers) => Uint8Array.from(numbers),
  u16: (numbers) => Uint16Array.from(numbers),
  u32: (numbers) => Uint32Array.from(numbers),
  i32: (numbers) => Int32Array.from(numbers, (n) => -n),
  f64: (numbers) => Float64Array.from(numbers, (n) => n / 3),
};
const KINDS = Object.keys(MAKERS) as Kind[];

describe('a bundle', () => {
  it('gives its arrays back, one after the other', () => {
    const arrays = fc.array(fc.tuple(fc.constantFrom(...KINDS), fc.array(fc.nat(200), { maxLength: 9 })), { maxLength: 6 });
    forAll([arrays], (given) => {
      const written = given.map(([kind, numbers]) => MAKERS[kind](numbers));
      const reader = bundleOf(written);
      for (const [i, [kind]] of given.entries()) expect(reader[kind]()).toEqual(written[i]);
      expect(() => reader.u8()).toThrow(CorruptCatalogError);
    });
  });

  it('takes arrays out of the middle of others, at any place', () => {
    const whole = Uint32Array.of(1, 2, 3, 4, 5);
    const bytes = concatenated(bundlePieces([whole.subarray(1, 4), new Uint8Array(3).subarray(1)]));
    expect(bytes.length % 8).toBe(0);
    const shifted = new Uint8Array(bytes.length + 8);
    shifted.set(bytes, 8);
    expect([...new BundleReader('test', shifted.subarray(8)).u32()]).toEqual([2, 3, 4]);
  });

  it('refuses to read an array as one of another type', () => {
    for (const written of KINDS) {
      for (const requested of KINDS) {
        const read = () => bundleOf([MAKERS[written]([1])], 'parts/rows')[requested]();
        if (requested === written) expect(read).not.toThrow();
        else expect(read).toThrow(`catalog section "parts/rows": array 0 is of type ${written}, not ${requested}`);
      }
      const unsigned = () => bundleOf([MAKERS[written]([1])]).unsigned();
      if (written.startsWith('u')) expect(unsigned()).toEqual(MAKERS[written]([1]));
      else expect(unsigned).toThrow(CorruptCatalogError);
    }
  });

  it('refuses lengths that run past its end', () => {
    const bytes = () => concatenated(bundlePieces([Uint32Array.of(1, 2), Float64Array.of(3)]));
    const damaged = (change: (view: DataView) => void) => () => {
      const view = new DataView(bytes().buffer);
      change(view);
      const reader = new BundleReader('test', new Uint8Array(view.buffer));
      return [reader.u32(), reader.f64()];
    };
    expect(damaged(() => {})).not.toThrow();
    const faults: [string, (view: DataView) => void][] = [
      ['more arrays than fit', (view) => view.setUint32(0, 99, true)],
      ['fewer arrays than asked for', (view) => view.setUint32(0, 1, true)],
      ['a long array', (view) => view.setBigUint64(16, 100n, true)],
      ['a length past every number', (view) => view.setBigUint64(16, 2n ** 63n, true)],
      ['a last array that is too long', (view) => view.setBigUint64(32, 2n, true)],
      ['an unknown type', (view) => view.setUint32(8, 7, true)],
    ];
    for (const [what, change] of faults) expect(damaged(change), what).toThrow(CorruptCatalogError);
    for (const length of [0, 7]) expect(() => new BundleReader('test', new Uint8Array(length))).toThrow(CorruptCatalogError);
  });
});

describe('narrowed', () => {
  it('is as wide as the largest value needs', () => {
    for (const [largest, type] of [
      [0, Uint8Array],
      [255, Uint8Array],
      [256, Uint16Array],
      [65_535, Uint16Array],
      [65_536, Uint32Array],
      [0xffffffff, Uint32Array],
    ] as const) {
      const values = Uint32Array.of(largest, 0);
      const found = narrowed(values, largest);
      expect(found).toBeInstanceOf(type);
      expect([...found]).toEqual([...values]);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowableBytes, GrowableU32 } from '../../../src/encoding/growable.js';
import { CatalogTooLargeError } from '../../../src/model/errors.js';
import { forAll } from '../../support/for-all.js';

describe('the arrays that grow', () => {
  it('keep what is pushed and appended', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 150 }), { maxLength: 12 });
    forAll([pieces, fc.array(fc.nat(0xffffffff), { maxLength: 200 })], (given, numbers) => {
      const bytes = new GrowableBytes();
      for (const piece of given) bytes.append(Uint8Array.from([9, ...piece, 9]), 1, piece.length + 1);
      expect([...bytes.view()]).toEqual(given.flatMap((piece) => [...piece]));
      const list = new GrowableU32();
      for (const number of numbers) list.push(number);
      expect([...list.view()]).toEqual(numbers);
    });
  });

  it('refuse to grow past what a section holds', () => {
    expect(() => new GrowableBytes().reserve(2 ** 31)).toThrow(CatalogTooLargeError);
    expect(() => new GrowableU32().reserve(2 ** 29)).toThrow(CatalogTooLargeError);
  });
});

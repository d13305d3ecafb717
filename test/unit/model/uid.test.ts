import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUid } from '../../../src/model/uid.js';

describe('isUid', () => {
  it('counts bytes', () => {
    expect(isUid('x'.repeat(255))).toBe(true);
    expect(isUid('x'.repeat(256))).toBe(false);
    expect(isUid('é'.repeat(127))).toBe(true);
    expect(isUid('é'.repeat(128))).toBe(false);
    expect(isUid('😀'.repeat(63))).toBe(true);
    expect(isUid('😀'.repeat(64))).toBe(false);
  });

  it('is what survives UTF-8 within its length', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', '电', '😀', '\ud800', '\udc00'), maxLength: 130 });
    const decoder = new TextDecoder();
    fc.assert(
      fc.property(texts, (text) => {
        const bytes = new TextEncoder().encode(text);
        return isUid(text) === (text !== '' && bytes.length <= 255 && decoder.decode(bytes) === text);
      }),
    );
  });

  it.each([5, null, undefined, {}, ['a']])('rejects %j', (value) => expect(isUid(value)).toBe(false));
});

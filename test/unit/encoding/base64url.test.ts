import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64url, encodeBase64url } from '../../../src/encoding/base64url.js';

describe('base64url', () => {
  it('is that of Node', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = encodeBase64url(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64url'));
        expect(decodeBase64url(text)).toEqual(bytes);
      }),
    );
  });

  it('reads no other text', () => {
    for (const text of ['A', 'AB=', 'A+', 'A/', 'é', 'AB', '😀', 'AAAAA', 'A\u0100'])
      expect(decodeBase64url(text), text).toBeUndefined();
    expect(decodeBase64url('')).toEqual(new Uint8Array(0));
  });

  it('has one text for some bytes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), (text) => {
        const bytes = decodeBase64url(text);
        if (bytes) expect(encodeBase64url(bytes)).toBe(text);
      }),
    );
  });
});

import * as zlib from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { inflateKept } from '../../../src/node/kept-inflater.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

const replaced = vi.hoisted(() => ({ streams: 'own' as 'own' | 'without a handle' | 'that do nothing' }));

vi.mock('node:zlib', async (original) => {
  const own = await original<typeof zlib>();
  const createInflateRaw: typeof zlib.createInflateRaw = (options) => {
    if (replaced.streams === 'own') return own.createInflateRaw(options);
    const handle = { reset: () => {}, writeSync: () => {} };
    const some = replaced.streams === 'that do nothing' ? { _handle: handle, _writeState: Uint32Array.of(1, 0) } : {};
    return some as unknown as zlib.InflateRaw;
  };
  return { ...own, createInflateRaw };
});

describe('a stream that is kept', () => {
  const texts = ['10 kΩ, 1 %, 0603', '', '4.7 kΩ, 5 %, 0805', 'x'.repeat(60_000)].map(bytesOf);

  it('unpacks one text after another, with each preset', () => {
    const presets = [undefined, texts[0], texts[2], bytesOf('another one')];
    for (let round = 0; round < 3; round++) {
      for (const preset of presets) {
        for (const text of texts) {
          const packed = zlib.deflateRawSync(text, preset && { dictionary: preset });
          expect(textOf(inflateKept(packed, text.length, preset))).toBe(textOf(text));
        }
      }
    }
  });

  it('refuses damaged texts and those of another length, and unpacks the next one', () => {
    const [text] = texts;
    const packed = zlib.deflateRawSync(text);
    for (const damaged of [Uint8Array.of(0xff, 0xff), packed.subarray(0, -3), new Uint8Array(0)]) {
      expect(() => inflateKept(damaged, text.length, undefined)).toThrow();
      expect(textOf(inflateKept(packed, text.length, undefined))).toBe(textOf(text));
    }
    for (const length of [0, text.length - 1, text.length + 1]) expect(() => inflateKept(packed, length, undefined)).toThrow();
    expect(textOf(inflateKept(packed, text.length, undefined))).toBe(textOf(text));
  });

  it('gives each text memory of its own', () => {
    const [one, , other] = texts;
    const first = inflateKept(zlib.deflateRawSync(one), one.length, undefined);
    inflateKept(zlib.deflateRawSync(other), other.length, undefined);
    expect(textOf(first)).toBe(textOf(one));
  });

  it('unpacks no long text', () => {
    const text = new Uint8Array(100_000);
    expect(inflateKept(zlib.deflateRawSync(text), text.length, undefined)).toBeUndefined();
  });
});

it.each(['without a handle', 'that do nothing'] as const)('no stream is kept where Node has streams %s', async (streams) => {
  vi.resetModules();
  replaced.streams = streams;
  const { zlibCodec } = await import('../../../src/node/zlib-codec.js');
  const { inflateKept } = await import('../../../src/node/kept-inflater.js');
  replaced.streams = 'own';
  const text = bytesOf('10 kΩ');
  const packed = zlib.deflateRawSync(text);
  replaced.streams = streams;
  expect(inflateKept(packed, text.length, undefined)).toBeUndefined();
  expect(textOf(zlibCodec.inflate(packed, text.length))).toBe('10 kΩ');
  replaced.streams = 'own';
});

import { describe, expect, it, vi } from 'vitest';
import { AbortedError, buildCatalog, InvalidDocumentError, type Part } from '../../src/partdex.js';

/** What has become of a source. */
interface Fate {
  given: number;
  ended: boolean;
}

/** A waiting time that only a busy machine needs. */
const SOON_MS = 20_000;

const part = (i: number): Part => ({ uid: `u${i}`, mpn: `M${i}` }) as Part;

/** Parts without end, until `at` says something else. */
function source(at: (i: number) => unknown = () => undefined): { parts: AsyncIterable<Part>; fate: Fate } {
  const fate: Fate = { given: 0, ended: false };
  async function* generate() {
    try {
      for (let i = 0; ; i++) {
        const instead = await at(i);
        fate.given++;
        yield (instead ?? part(i)) as Part;
      }
    } finally {
      fate.ended = true;
    }
  }
  return { parts: generate(), fate };
}

describe('a source of documents', () => {
  it('that throws makes the build fail with what it has thrown', async () => {
    const broken = new RangeError('the connection was lost');
    const { parts, fate } = source((i) => {
      if (i === 700) throw broken;
    });
    await expect(buildCatalog({ parts })).rejects.toBe(broken);
    expect(fate).toEqual({ given: 700, ended: true });
  });

  it('is ended when a document is invalid, or the caller throws', async () => {
    const invalid = source((i) => (i === 700 ? { uid: 'x' } : undefined));
    await expect(buildCatalog({ parts: invalid.parts })).rejects.toThrow(InvalidDocumentError);
    expect(invalid.fate.ended).toBe(true);
    for (const signal of [undefined, new AbortController().signal]) {
      const reported = source((i) => (i === 700 ? { uid: 'x' } : undefined));
      const onInvalid = () => {
        throw new RangeError('no more');
      };
      const options = { onInvalid, ...(signal && { signal }) };
      await expect(buildCatalog({ parts: reported.parts }, options)).rejects.toThrow(new RangeError('no more'));
      expect(reported.fate.ended).toBe(true);
    }
  });

  it('is ended when the build is stopped, and is not waited for', async () => {
    const controller = new AbortController();
    const endless = source();
    setTimeout(() => controller.abort(), 30);
    await expect(buildCatalog({ parts: endless.parts }, { signal: controller.signal })).rejects.toThrow(AbortedError);
    await vi.waitFor(() => expect(endless.fate.ended).toBe(true), { timeout: SOON_MS });

    const stopped = new AbortController();
    const silent = source((i) => {
      if (i !== 300) return undefined;
      setTimeout(() => stopped.abort());
      return new Promise(() => {});
    });
    await expect(buildCatalog({ parts: silent.parts }, { signal: stopped.signal })).rejects.toThrow(AbortedError);
    expect(silent.fate.given).toBe(300);
  });

  it('of objects in memory can be stopped too: the event loop has its turn', async () => {
    function* parts(): Generator<Part> {
      for (let i = 0; ; i++) yield part(i);
    }
    const controller = new AbortController();
    const began = performance.now();
    setTimeout(() => controller.abort(), 50);
    await expect(buildCatalog({ parts: parts() }, { signal: controller.signal })).rejects.toThrow(AbortedError);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  });

  it('may give objects of any depth: what is nested too deep or cannot be written as JSON is an invalid document', async () => {
    const nested = (inner: unknown, wrap: (value: unknown) => unknown) => {
      let value = inner;
      for (let i = 0; i < 100_000; i++) value = wrap(value);
      return value;
    };
    const circle: Record<string, unknown> = {};
    circle.circle = circle;
    const members: Record<string, unknown>[] = [
      { x: nested(1, (value) => [value]) },
      { x: nested(1, (value) => ({ x: value })) },
      { specs: nested(1, (value) => ({ x: value })) },
      { specs: { x: { value: nested('1', (value) => [value]) } } },
      { offers: nested(1, (value) => [value]) },
      { descriptions: nested({ value: 'x' }, (value) => ({ value })) },
      { x: circle },
      { x: 10n },
    ];
    for (const member of members) {
      const error = await buildCatalog({ parts: [part(1), { ...part(2), ...member } as Part] }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error, Object.keys(member).join()).toBeInstanceOf(InvalidDocumentError);
      expect((error as InvalidDocumentError).line).toBe(2);
    }
  });

  it('that is not iterable, or whose iterator fails, is reported', async () => {
    const wrong = (parts: unknown) => buildCatalog({ parts: parts as Part[] });
    await expect(wrong(undefined)).rejects.toThrow('parts');
    await expect(wrong({ [Symbol.asyncIterator]: () => ({}) })).rejects.toThrow(TypeError);
    await expect(wrong({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('gone')) }) })).rejects.toThrow(
      'gone',
    );
  });
});

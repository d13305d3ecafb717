import { describe, expect, it } from 'vitest';
import { type SectionReader, SectionRegistry } from '../../../../src/node/workers/section-registry.js';
import { SharedSections } from '../../../../src/node/workers/shared-sections.js';

/** A reader that records its calls. */
class NotedReader implements SectionReader {
  readonly loads: string[] = [];
  readonly given: SharedArrayBuffer[] = [];

  load(name: string): void {
    this.loads.push(name);
  }

  give(_name: string, buffer: SharedArrayBuffer): void {
    this.given.push(buffer);
  }
}

const buffer = new SharedArrayBuffer(8);

describe('the registry', () => {
  it('lets one reader read a section, and gives it to those that wait and those that come later', () => {
    const registry = new SectionRegistry();
    const [a, b, c] = [new NotedReader(), new NotedReader(), new NotedReader()];
    registry.want('codes', a);
    registry.want('codes', b);
    expect([a.loads, b.loads]).toEqual([['codes'], []]);
    registry.loaded('codes', a, buffer);
    registry.want('codes', c);
    expect([b.given, c.given, c.loads]).toEqual([[buffer], [buffer], []]);
    expect(registry.bytes).toBe(8);
  });

  it('lets the next reader try where one fails, and forgets that it failed', () => {
    const registry = new SectionRegistry();
    const [a, b] = [new NotedReader(), new NotedReader()];
    registry.want('codes', a);
    registry.want('codes', b);
    registry.failed('codes', a);
    expect(b.loads).toEqual(['codes']);
    registry.failed('codes', b);
    registry.want('codes', a);
    expect(a.loads).toEqual(['codes', 'codes']);
  });

  it('lets another reader read what a reader that is gone was reading, and gives it nothing any more', () => {
    const registry = new SectionRegistry();
    const [a, b, c] = [new NotedReader(), new NotedReader(), new NotedReader()];
    for (const reader of [a, b, c]) registry.want('codes', reader);
    registry.gone(b);
    registry.gone(a);
    expect([b.loads, c.loads]).toEqual([[], ['codes']]);
    // What it had read arrives too late.
    registry.loaded('codes', a, new SharedArrayBuffer(1));
    expect(c.given).toEqual([]);
    registry.loaded('codes', c, buffer);
    expect([a.given, b.given]).toEqual([[], []]);
  });
});

/** Readers of one registry, as threads are. */
function readers(count: number) {
  const registry = new SectionRegistry();
  return Array.from({ length: count }, () => {
    const sections: SharedSections = new SharedSections({
      want: (name) => registry.want(name, reader),
      loaded: (name, loaded) => registry.loaded(name, reader, loaded),
      failed: (name) => registry.failed(name, reader),
    });
    const reader: SectionReader = { give: (name, given) => sections.give(name, given), load: (name) => void sections.load(name) };
    return sections;
  });
}

describe('shared sections', () => {
  it('are read once, into memory that all readers see', async () => {
    let reads = 0;
    const read = async (target: Uint8Array) => {
      reads++;
      await new Promise((resolve) => setImmediate(resolve));
      target.set([1, 2, 3]);
    };
    const found = await Promise.all(readers(3).map((sections) => sections.get('codes', 3, read)));
    expect(reads).toBe(1);
    expect(found.map((bytes) => [...bytes])).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    found[0][0] = 9;
    expect(found[2][0]).toBe(9);
  });

  it('are requested once by a reader that needs them twice at the same time', async () => {
    const [sections] = readers(1);
    let reads = 0;
    const read = async () => void reads++;
    await Promise.all([sections.get('codes', 1, read), sections.get('codes', 1, read)]);
    await sections.get('codes', 1, read);
    expect(reads).toBe(1);
  });

  it('tell each reader what went wrong, and are tried again', async () => {
    let reads = 0;
    const read = async (target: Uint8Array) => {
      if (reads++ < 2) throw new Error(`fault ${reads}`);
      target[0] = 5;
    };
    const [a, b, c] = readers(3);
    const tried = await Promise.allSettled([a, b, c].map((sections) => sections.get('codes', 1, read)));
    expect(tried.map((result) => (result.status === 'rejected' ? result.reason.message : result.value[0]))).toEqual([
      'fault 1',
      'fault 2',
      5,
    ]);
    expect((await a.get('codes', 1, read))[0]).toBe(5);
  });

  it('tell where there is no memory for them', async () => {
    const [sections] = readers(1);
    await expect(sections.get('codes', 2 ** 52, async () => {})).rejects.toThrow(RangeError);
  });
});

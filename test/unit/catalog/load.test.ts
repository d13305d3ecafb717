import { describe, expect, it } from 'vitest';
import { load } from '../../../src/catalog/load.js';
import { Needs, Section } from '../../../src/index/section.js';
import { finished, Pauses, type Steps } from '../../../src/work/pauses.js';

/** A section that arrives when `arrive` is called. */
function delayed(name: string, bytes: number) {
  const calls = { reads: 0, arrive: () => {}, fail: (_error: Error) => {} };
  const section = new Section(name, bytes, () => {
    calls.reads++;
    return new Promise<string>((resolve, reject) => {
      calls.arrive = () => resolve(name);
      calls.fail = reject;
    });
  });
  return { section, calls };
}

const run = (needs: Needs) => new Pauses().run(load(needs));

function needsOf(...sections: Section<unknown>[]): Needs {
  const needs = new Needs();
  for (const section of sections) needs.add(section);
  return needs;
}

describe('load', () => {
  it('begins all reads before the first one ends', async () => {
    const sections = [delayed('a', 10), delayed('b', 20), delayed('c', 30)];
    const loading = run(needsOf(...sections.map(({ section }) => section)));
    expect(sections.map(({ calls }) => calls.reads)).toEqual([1, 1, 1]);
    for (const { calls } of sections) calls.arrive();
    expect(await loading).toEqual({ sections: 3, bytes: 60 });
    expect(sections.map(({ section }) => section.value)).toEqual(['a', 'b', 'c']);
  });

  it('waits for the last one', async () => {
    const [first, last] = [delayed('a', 10), delayed('b', 20)];
    let isLoaded = false;
    const loading = run(needsOf(first.section, last.section)).then(() => {
      isLoaded = true;
    });
    first.calls.arrive();
    await first.section.load();
    await new Promise((resolve) => setTimeout(resolve));
    expect(isLoaded).toBe(false);
    last.calls.arrive();
    await loading;
    expect(isLoaded).toBe(true);
  });

  it('reads only what is not loaded, and does not wait where nothing is', async () => {
    const [old, fresh] = [delayed('old', 10), delayed('new', 20)];
    const earlier = old.section.load();
    old.calls.arrive();
    await earlier;
    const loading = run(needsOf(old.section, fresh.section));
    fresh.calls.arrive();
    expect(await loading).toEqual({ sections: 1, bytes: 20 });
    expect(old.calls.reads).toBe(1);
    // A task that does not wait ends with its first step.
    const again = load(needsOf(old.section, fresh.section)) as Steps<unknown>;
    expect(finished(again)).toEqual({ sections: 0, bytes: 0 });
    expect(load(new Needs()).next()).toEqual({ done: true, value: { sections: 0, bytes: 0 } });
  });

  it('does not count sections that take nothing from the file', async () => {
    const derived = new Section('derived', 0, async () => 1);
    expect(await run(needsOf(derived))).toEqual({ sections: 0, bytes: 0 });
    expect(derived.isLoaded).toBe(true);
  });

  it('reads afterwards what depends on what it has read, and nothing else', async () => {
    const [first, second, unread] = [delayed('first', 10), delayed('second', 20), delayed('unread', 40)];
    const needs = needsOf(first.section);
    const seen: string[] = [];
    needs.afterwards((more) => {
      seen.push(first.section.value);
      more.add(second.section).afterwards(() => seen.push(second.section.value));
    });
    const loading = run(needs);
    expect([first, second, unread].map(({ calls }) => calls.reads)).toEqual([1, 0, 0]);
    first.calls.arrive();
    await new Promise((resolve) => setTimeout(resolve));
    expect([second, unread].map(({ calls }) => calls.reads)).toEqual([1, 0]);
    second.calls.arrive();
    expect(await loading).toEqual({ sections: 2, bytes: 30 });
    expect(seen).toEqual(['first', 'second']);
  });

  it('fails as a read fails, and reads that section again the next time', async () => {
    const [good, bad] = [delayed('good', 10), delayed('bad', 20)];
    const needs = needsOf(good.section, bad.section);
    let isOver = false;
    const loading = run(needs).finally(() => {
      isOver = true;
    });
    const expected = expect(loading).rejects.toThrow('the server is away');
    bad.calls.fail(new Error('the server is away'));
    await new Promise((resolve) => setTimeout(resolve));
    // The other read might fail too, and then must not be shared with the next request.
    expect(isOver).toBe(false);
    good.calls.arrive();
    await expected;
    const again = run(needsOf(good.section, bad.section));
    bad.calls.arrive();
    expect(await again).toEqual({ sections: 1, bytes: 20 });
    expect([good.calls.reads, bad.calls.reads]).toEqual([1, 2]);
  });
});

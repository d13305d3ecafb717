import { describe, expect, it } from 'vitest';
import { Section, SectionGroup } from '../../../src/index/section.js';
import { CorruptCatalogError } from '../../../src/model/errors.js';
import type { SectionStore } from '../../../src/storage/section-store.js';
import { storeOf } from '../../support/sections.js';
import { thrownBy } from '../../support/thrown.js';

describe('a section', () => {
  it('is read on first use, once, by all its callers', async () => {
    let reads = 0;
    const section = new Section('test', 8, async () => {
      reads++;
      await Promise.resolve();
      return { reads };
    });
    expect(reads).toBe(0);
    const [one, two] = await Promise.all([section.load(), section.load()]);
    expect(one).toBe(two);
    expect(await section.load()).toBe(one);
    expect(section.value).toBe(one);
    expect(reads).toBe(1);
  });

  it('has no value before it is loaded', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const section = new Section('parts/rows', 8, () => arrived.then(() => 7));
    const loading = section.load();
    expect(section.isLoaded).toBe(false);
    expect(thrownBy(() => section.value)).toEqual(new Error('section parts/rows is not loaded'));
    arrive();
    expect(await loading).toBe(7);
    expect([section.isLoaded, section.value]).toEqual([true, 7]);
  });

  it('is read again after a read that failed, and may be undefined', async () => {
    let reads = 0;
    const section = new Section('test', 8, async () => {
      if (++reads === 1) throw new Error('the disk is away');
      return undefined;
    });
    const loads = [section.load(), section.load()];
    for (const load of loads) await expect(load).rejects.toThrow('the disk is away');
    expect(section.isLoaded).toBe(false);
    expect(await section.load()).toBeUndefined();
    expect(await section.load()).toBeUndefined();
    expect([section.isLoaded, section.value, reads]).toEqual([true, undefined, 2]);
  });
});

/** A group with a section of each kind, whose content is the first number of a bundle. */
class Numbers extends SectionGroup {
  readonly given = this.section('given', (name, bundle) => [name, ...bundle.u32()]);
  readonly lost = this.section('lost', (name) => [name]);
  readonly perhaps = this.optional('perhaps', (name, bundle) => [name, ...bundle.u32()]);
  readonly absent = this.optional('absent', (name) => [name]);
  readonly sum = this.derived('sum', async () => (await this.given.load()).length + ((await this.perhaps.load())?.length ?? 0));
}

describe('a group of sections', () => {
  const opened = async (): Promise<{ store: SectionStore; numbers: Numbers }> => {
    const store = await storeOf(async (writer) => {
      await writer.addBundle('test/given', [Uint32Array.of(1, 2)]);
      await writer.addBundle('test/perhaps', [Uint32Array.of(3)]);
    });
    return { store, numbers: new Numbers(store, 'test') };
  };

  it('names its sections by its path, and has their lengths in the file', async () => {
    const { store, numbers } = await opened();
    const { given, lost, perhaps, absent, sum } = numbers;
    const names = [given, lost, perhaps, absent, sum].map(({ name }) => name);
    expect(names).toEqual(['test/given', 'test/lost', 'test/perhaps', 'test/absent', 'test/sum']);
    expect(given.bytes).toBe(store.section('test/given').length);
    expect(perhaps.bytes).toBe(store.section('test/perhaps').length);
    // What is absent, or made of others, takes nothing from the file.
    expect([lost.bytes, absent.bytes, sum.bytes]).toEqual([0, 0, 0]);
  });

  it('reads a section from the file, and each once', async () => {
    const { store, numbers } = await opened();
    expect(await numbers.given.load()).toEqual(['test/given', 1, 2]);
    expect(await numbers.perhaps.load()).toEqual(['test/perhaps', 3]);
    expect(await numbers.sum.load()).toBe(5);
    expect(store.read).toEqual({ sections: 2, bytes: numbers.given.bytes + numbers.perhaps.bytes });
  });

  it('has undefined for an optional section that is absent, and refuses the absence of any other', async () => {
    const { numbers } = await opened();
    expect(await numbers.absent.load()).toBeUndefined();
    await expect(numbers.lost.load()).rejects.toThrow(CorruptCatalogError);
    await expect(numbers.lost.load()).rejects.toThrow('test/lost');
  });
});

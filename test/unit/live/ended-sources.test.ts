import { expect, it } from 'vitest';
import { buildCatalog, type CatalogChanges, overlay } from '../../../src/partdex.js';

const LISTS = ['put', 'patch', 'remove', 'brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'] as const;

/** Yields one document and then none, for good. */
async function* stalled(document: unknown): AsyncGenerator<never, void, undefined> {
  yield document as never;
  await new Promise(() => {});
}

const documentOf = (list: string): unknown =>
  list === 'remove' ? 'a' : list === 'spec_metadata' ? { key: 'k' } : { uid: 'b', name: 'B', mpn: 'B' };

it.each([...LISTS, 'removeRecords'])('an update ends while it waits for %s, and the next one runs', async (list) => {
  const base = await buildCatalog({ parts: [{ uid: 'a', mpn: 'A' }] });
  const changes = (): CatalogChanges =>
    list === 'removeRecords' ? { removeRecords: { brands: stalled('b') } } : { [list]: stalled(documentOf(list)) };
  const reason = { stop: 'please' };
  const stop = new AbortController();
  setTimeout(() => stop.abort(reason), 10);
  await expect(overlay(base, changes(), { signal: stop.signal })).rejects.toBe(reason);
  const over = await overlay(base, {});
  await expect(over.update(changes(), { timeout: 10 })).rejects.toMatchObject({ code: 'budget_exceeded', limit: 10 });
  expect(await over.update({ put: [{ uid: 'c', mpn: 'C' }] })).toMatchObject({ added: 1 });
  await over.close();
});

it('an update ends while it waits for another one, which goes on', async () => {
  const over = await overlay(await buildCatalog({ parts: [] }), {});
  let goOn = () => {};
  async function* slow() {
    await new Promise<void>((resolve) => (goOn = resolve));
    yield { uid: 'a', mpn: 'A' };
  }
  const first = over.update({ put: slow() });
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await expect(over.update({ remove: ['a'] }, { timeout: 10 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  const third = over.update({ patch: [{ uid: 'a', mpn: 'B' }] });
  first.then(note('first'));
  third.then(note('third'));
  const closed = over.close().then(note('closed'));
  goOn();
  expect([await first, await third]).toMatchObject([{ added: 1 }, { replaced: 1 }]);
  await closed;
  expect(order).toEqual(['first', 'third', 'closed']);
});

it.each(['parts', 'brands', 'put', 'sellers'] as const)('%s are read no further once the signal is aborted', async (list) => {
  let read = 0;
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        read++;
        yield { uid: `u${read}`, mpn: 'M', name: `N${read}` } as never;
      }
    } finally {
      isEnded = true;
    }
  }
  const base = await buildCatalog({ parts: [] });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  const call = { signal: stop.signal };
  const isBuild = list === 'parts' || list === 'brands';
  const made = isBuild ? buildCatalog({ parts: [], [list]: endless() }, call) : overlay(base, { [list]: endless() }, call);
  await expect(made).rejects.toMatchObject({ name: isBuild ? 'AbortedError' : 'AbortError' });
  const few = read + 1;
  for (let tries = 0; tries < 200 && !isEnded; tries++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isEnded).toBe(true);
  expect(read).toBeLessThanOrEqual(few);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LiveCatalog, openLiveCatalog, readChanges } from '../../../../src/node/partdex-node.js';

let folder: string;
let live: LiveCatalog;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stalled-'));
  live = await openLiveCatalog(join(folder, 'catalog'), { create: true, workers: 0 });
});

afterEach(async () => {
  await live.close();
  rmSync(folder, { recursive: true, force: true });
});

const next = () => live.update({ put: [{ uid: 'n', mpn: 'N' }] });

it('an update ends while its stream says nothing more, the stream is destroyed, and the next update runs', async () => {
  for (const call of [{ signal: AbortSignal.timeout(20) }, { timeout: 20 }]) {
    const stream = new PassThrough();
    stream.write('{"put":{"uid":"a","mpn":"A"}}\n');
    const name = 'signal' in call ? 'TimeoutError' : 'BudgetExceededError';
    await expect(live.update(readChanges({ name: 'in', stream }), call)).rejects.toMatchObject({ name });
    expect(stream.destroyed).toBe(true);
    await next();
  }
  expect(await live.parts.get('a')).toBeUndefined();
});

it('an update ends while its stream goes on and on', async () => {
  let read = 0;
  async function* endless() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      yield `{"put":{"uid":"u${read++}","mpn":"A"}}\n`;
    }
  }
  await expect(live.update(readChanges({ name: 'in', stream: endless() }), { timeout: 20 })).rejects.toMatchObject({
    code: 'budget_exceeded',
  });
  const few = read + 1;
  await next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(read).toBeLessThanOrEqual(few);
});

it('the files of an update that was stopped can be read again, a stream cannot', async () => {
  const path = join(folder, 'changes.ndjson');
  writeFileSync(path, '{"put":{"uid":"a","mpn":"A"}}\n{"brand":{"uid":"b","name":"B"}}\n');
  const stop = new AbortController();
  const reason = new Error('enough');
  const changes = readChanges(path, { onProgress: () => stop.abort(reason) });
  await expect(live.update(changes, { signal: stop.signal })).rejects.toBe(reason);
  expect(await live.update(changes)).toMatchObject({ added: 1 });
  const stalled = readChanges([{ name: 'in', stream: new PassThrough() }, path]);
  await expect(live.update(stalled, { timeout: 10 })).rejects.toMatchObject({ code: 'budget_exceeded' });
  await expect(live.update(stalled)).rejects.toMatchObject({ code: 'aborted' });
});

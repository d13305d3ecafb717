import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLiveCatalog } from '../../../../src/node/partdex-node.js';
import { ClosedError } from '../../../../src/partdex.js';

let folder: string;
const part = (uid: string) => ({ uid, mpn: uid });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compactions-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('ends a compaction that waits for another one by its signal, and rejects one that did not begin before it was closed', async () => {
  const live = await openLiveCatalog(folder, { create: true, workers: 0 });
  await live.update({ put: Array.from({ length: 3000 }, (_, i) => part(`p${i}`)) });
  await live.update({ put: [part('q')] });
  const reason = new Error('no longer needed');
  const controller = new AbortController();
  const order: string[] = [];
  const first = live.compact().then(() => void order.push('first'));
  const second = live.compact({ signal: controller.signal }).catch((error) => void order.push(error.message));
  controller.abort(reason);
  await Promise.all([first, second]);
  expect(order).toEqual([reason.message, 'first']);
  expect(live.info.segments).toBe(1);
  await live.update({ put: [part('r')] });
  const late = live.compact();
  const closed = live.close();
  await expect(late).rejects.toThrow(ClosedError);
  await closed;
});

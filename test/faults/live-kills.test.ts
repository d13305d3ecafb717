import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openLiveCatalog } from '../../src/node/partdex-node.js';
import { ended } from '../support/built-command.js';
import { start } from '../support/faults/catalog-folder.js';
import { RUNS, SEED } from '../support/property/settings.js';

/** In `npm test`, and in `npm run test:all`. */
const KILLS = RUNS < 5000 ? 40 : 1000;
/** Each takes less than a second on two processors that do nothing else. */
const LIMIT_MS = KILLS * 6000;
/** Killed this long after its first commit at most, in milliseconds. */
const LONGEST = 250;

/** Parts that every commit replaces: an update of so many is written in a thread. */
const REPLACED = 5;

/** A writer that adds a part and counts its commits in others, and says which are on disk. */
const WRITER = `
  const live = await library.openLiveCatalog('catalog', { create: true });
  for (let i = live.commit + 1; ; i++) {
    const counts = Array.from({ length: ${REPLACED} }, (_, at) => ({ uid: 'count' + at, mpn: 'C-' + i }));
    await live.update({ put: [...counts, { uid: 'p' + i, mpn: 'P-' + i }], remove: ['p' + (i - 3)] });
    process.send(i);
  }`;

it(`loses nothing that was acknowledged in ${KILLS} kills`, { timeout: LIMIT_MS }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'live-kills-'));
  let random = SEED;
  let acknowledged = 0;
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      const child = start(WRITER, { cwd: folder, sends: true });
      const first = new Promise<void>((resolve, reject) => {
        child.on('exit', () => reject(new Error('the writer ended by itself')));
        child.on('message', (commit) => {
          acknowledged = Number(commit);
          resolve();
        });
      });
      await first;
      await wait((random / 2 ** 32) * LONGEST);
      child.kill('SIGKILL');
      await ended(child);
      const live = await openLiveCatalog(join(folder, 'catalog'));
      const { commit } = live;
      expect(commit === acknowledged || commit === acknowledged + 1).toBe(true);
      const { results } = await live.parts.search({ sortby: 'uid', show: ['uid', 'mpn'] });
      const last = [commit - 2, commit - 1, commit].filter((i) => i > 0).map((i) => ({ uid: `p${i}`, mpn: `P-${i}` }));
      const wanted = [
        ...Array.from({ length: REPLACED }, (_, at) => ({ uid: `count${at}`, mpn: `C-${commit}` })),
        ...last.sort((a, b) => (a.uid < b.uid ? -1 : 1)),
      ];
      expect(results.map(({ item }) => item)).toEqual(wanted);
      await live.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

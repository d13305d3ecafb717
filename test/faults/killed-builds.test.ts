import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCatalogFile } from '../../src/node/partdex-node.js';
import { ended } from '../support/built-command.js';
import { PARTS } from '../support/faults/build.js';
import { CatalogFolder, hashOf, partsOf, start } from '../support/faults/catalog-folder.js';
import { SEED } from '../support/property/settings.js';

const catalogs = CatalogFolder.create();
const KILLS = 20;

/** A build that says when it begins and what it is at. */
const building = () =>
  start(
    `process.send('begin');
    const onProgress = ({ phase }) => process.send(phase);
    await library.buildCatalogFile({ parts: 'parts.ndjson', out: 'parts.pdx', onProgress });
    process.send('end');
    process.disconnect();`,
    { cwd: catalogs.folder, sends: true },
  );

/** Numbers from 0 to 1 that are the same for the same seed. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Kills a build that many milliseconds after it began; returns what it was doing, and how many it took from its beginning to that. */
async function killed(milliseconds: number): Promise<{ phase: string; took: number }> {
  const child = building();
  let phase = '';
  let began = 0;
  let took = 0;
  const begun = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      phase = String(message);
      if (phase === 'begin') {
        began = performance.now();
        resolve();
      }
      took = performance.now() - began;
    });
  });
  const end = ended(child);
  await begun;
  await wait(milliseconds);
  child.kill('SIGKILL');
  await end;
  return { phase, took };
}

describe('a build that is killed', () => {
  let duration: number;
  let whole: string;

  beforeAll(async () => {
    const child = building();
    const times = new Map<unknown, number>();
    child.on('message', (message) => times.set(message, performance.now()));
    expect(await ended(child)).toMatchObject({ status: 0, stderr: '' });
    duration = (times.get('end') as number) - (times.get('begin') as number);
    whole = hashOf(catalogs.target);
    expect(await partsOf(catalogs.target)).toBe(PARTS);
    catalogs.restore();
  });

  it(`at a random moment, ${KILLS} times over, leaves the earlier file or the whole new one (PARTDEX_SEED=${SEED})`, async () => {
    const random = randomNumbers(SEED);
    const phases: string[] = [];
    for (let i = 0; i < KILLS; i++) {
      const { phase, took } = await killed(random.next().value * duration * 1.05);
      // The machine may have become less busy since the first build was timed.
      if (phase === 'end') duration = Math.min(duration, took);
      phases.push(phase);
      const hash = hashOf(catalogs.target);
      if (hash === catalogs.earlier) expect(await partsOf(catalogs.target)).toBeLessThan(PARTS);
      else {
        expect(hash, `killed while ${phases.at(-1)}`).toBe(whole);
        expect(await partsOf(catalogs.target)).toBe(PARTS);
        catalogs.restore();
      }
      // Each build removes what those before it have left, unless it is killed before it comes to that.
      expect(catalogs.temporaries().length).toBeLessThanOrEqual(i + 1);
    }
    expect(phases.filter((phase) => phase !== 'end').length, phases.join()).toBeGreaterThan(KILLS / 4);
    await buildCatalogFile({ parts: catalogs.path('fewer.ndjson'), out: catalogs.target });
    await catalogs.expectUntouched();
  }, 300_000);

  it.each([
    ['sync', 'handle.sync = die'],
    ['rename', 'fs.rename = die'],
  ])('just before its %s leaves the earlier file', async (_, patch) => {
    await killedBy(patch);
    expect(hashOf(catalogs.target)).toBe(catalogs.earlier);
    expect(catalogs.temporaries()).toHaveLength(1);
    await buildCatalogFile({ parts: catalogs.path('fewer.ndjson'), out: catalogs.target });
    await catalogs.expectUntouched();
  });

  it('just after its rename leaves the whole new one', async () => {
    await killedBy('const { rename } = fs; fs.rename = async (...names) => { await rename(...names); die(); }');
    expect(hashOf(catalogs.target)).toBe(whole);
    expect(catalogs.temporaries()).toEqual([]);
    catalogs.restore();
  });

  /** Runs a build in which a call of the file system is the end. */
  async function killedBy(patch: string): Promise<void> {
    const child = start(
      `import fs from 'node:fs/promises';
      import { syncBuiltinESMExports } from 'node:module';
      const die = () => process.kill(process.pid, 'SIGKILL');
      const opened = await fs.open('parts.ndjson');
      const handle = Object.getPrototypeOf(opened);
      await opened.close();
      ${patch};
      syncBuiltinESMExports();
      await library.buildCatalogFile({ parts: 'parts.ndjson', out: 'parts.pdx' });`,
      { cwd: catalogs.folder },
    );
    expect(await ended(child)).toMatchObject({ signal: 'SIGKILL', stderr: '' });
  }
});

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { BuildHelper } from '../../src/node/build-helper.js';
import { ended } from '../support/built-command.js';
import { CatalogFolder, start } from '../support/faults/catalog-folder.js';

const catalogs = CatalogFolder.create();

/** Node aborts the process where a thread is ended while it makes a zlib stream; threads that do nothing else show it at once. */
describe('a thread that compresses', () => {
  it('can be stopped at any moment', async () => {
    const script = pathToFileURL(join(inject('built'), 'build-worker.js'));
    const block = new Uint8Array(64);
    for (let round = 0; round < 60; round++) {
      const helper = BuildHelper.start(undefined, script) as BuildHelper;
      await helper.codec.deflate(block);
      const requested = Array.from({ length: 2_000 }, () => helper.codec.deflate(block));
      for (const block of requested) Promise.resolve(block).catch(() => {});
      await wait(round % 6);
      await helper.stop();
    }
  });

  it('does not change how its process ends', async () => {
    for (const milliseconds of [60, 90, 120, 150, 180, 210]) {
      const child = start(
        `setTimeout(() => process.exit(7), ${milliseconds});
        await library.buildCatalogFile({ parts: 'parts.ndjson', out: 'parts.pdx' });
        process.exit(7);`,
        { cwd: catalogs.folder },
      );
      expect(await ended(child)).toMatchObject({ status: 7, signal: null, stderr: '' });
    }
  });
});

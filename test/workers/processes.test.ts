import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Ended, ended } from '../support/built-command.js';
import { CatalogFiles } from '../support/workers/catalog-files.js';

const catalogFiles = CatalogFiles.create();
let path = '';
beforeAll(async () => {
  path = await catalogFiles.writeSample(500);
});

/** Runs a program that has a catalog with two workers open, as `catalog`, and waits for its end. */
function run(program: string): Promise<Ended> {
  const library = pathToFileURL(join(inject('threads'), 'partdex-node.js')).href;
  const text = `
    import { openCatalogFile } from ${JSON.stringify(library)};
    const catalog = await openCatalogFile(${JSON.stringify(path)}, { workers: 2 });
    ${program}`;
  return ended(spawn(process.execPath, ['--input-type=module', '--eval', text]));
}

describe('a process with an open catalog of workers', () => {
  it.each([
    ['that was never asked', ''],
    ['that has answered', "await catalog.parts.search({ q: 'smd' });"],
    ['whose scan was not finished', 'for await (const part of catalog.parts.scan()) break;'],
    ['whose scan waits to go on', 'await catalog.parts.scan()[Symbol.asyncIterator]().next();'],
    ['whose call was stopped', 'await catalog.parts.search({}, { signal: AbortSignal.timeout(1) }).catch(() => {});'],
  ])('%s ends by itself', async (_, program) => {
    expect(await run(`${program}\nconsole.log('done');`)).toMatchObject({ status: 0, stdout: 'done\n', stderr: '' });
  });

  it('waits for the calls that it has made', async () => {
    const program =
      "for (let i = 0; i < 5; i++) void catalog.parts.search({ q: 'smd' }).then(({ hits }) => console.log(hits > 0));";
    expect(await run(program)).toMatchObject({ status: 0, stdout: 'true\n'.repeat(5), stderr: '' });
  });

  it('waits for the end of closing', async () => {
    expect(await run("await catalog.close(); console.log('closed');")).toMatchObject({ status: 0, stdout: 'closed\n' });
  });

  it('reports no call without a waiting caller', async () => {
    const program = 'void catalog.parts.search({ q: 1 }).catch(() => {}); await catalog.close();';
    expect(await run(program)).toMatchObject({ status: 0, stderr: '' });
  });

  // Threads unpack documents all the time meanwhile: Node aborts a process that ends a thread which makes a zlib stream.
  it.each([0, 5, 10, 20, 40, 80])('may be ended after %i ms, whatever its threads are doing', async (milliseconds) => {
    const scans = 'const scan = async () => { for (;;) for await (const part of catalog.parts.scan()); };';
    const program = `${scans} for (let i = 0; i < 4; i++) scan(); setTimeout(() => process.exit(7), ${milliseconds});`;
    expect(await run(program)).toMatchObject({ status: 7, signal: null, stderr: '' });
  });
});

import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METADATA, partdex } from '../../../support/sample-catalog.js';

/** The example of docs/cli.md: a list of parts of `partdex sample 2000`, and its output. `vitest -u` rewrites it. */
describe('docs/examples/bom.csv', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partdex-bom-'));
    expect((await partdex('sample', '2000', '-o', folder)).status).toBe(0);
    const options = METADATA.flatMap((name) => [`--${name}`, join(folder, `${name}.ndjson`)]);
    const built = await partdex('build', join(folder, 'parts.ndjson'), ...options, '-o', join(folder, 'sample.pdx'));
    expect(built.status).toBe(0);
    await copyFile('docs/examples/bom.csv', join(folder, 'bom.csv'));
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('becomes docs/examples/bom-matched.csv', async () => {
    const output = join(folder, 'matched.csv');
    const { status } = await partdex('match', join(folder, 'sample.pdx'), join(folder, 'bom.csv'), '-o', output);
    expect(status).toBe(0);
    await expect(await readFile(output, 'utf8')).toMatchFileSnapshot('../../../../docs/examples/bom-matched.csv');
  });
});

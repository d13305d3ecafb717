import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { buildCatalog } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';

const PARTS = 500;

it('examples/embed runs with the installed package', async () => {
  const folder = join(inject('consumer'), 'embed');
  mkdirSync(folder);
  cpSync('examples/embed/search.js', join(folder, 'search.mjs'));
  const run = (file: string, ...args: string[]) =>
    execFileSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8' });
  const command = join(inject('consumer'), 'node_modules', 'partdex', 'dist', 'cli', 'partdex.js');
  run(command, 'sample', String(PARTS), '-o', 'sample');
  run(command, 'build', 'sample/parts.ndjson', '-o', 'catalog.pdx');

  const catalog = await buildCatalog({ parts: generateSample(PARTS), spec_metadata: sampleMetadata().spec_metadata });
  const { hits, results } = await catalog.parts.search({ q: 'thick film', limit: 5 });
  const found = results.map(({ item }) => `${item.mpn} ${item.brand?.name}`);
  expect(found).toHaveLength(5);
  expect(run('search.mjs', 'catalog.pdx', 'thick', 'film').split('\n')).toEqual([`${hits} parts`, ...found, '']);
});

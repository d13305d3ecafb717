import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { REPLACING } from '../../support/replacing.js';

/** What is replaced for one file would be replaced for all that its process runs. */
it('tests that replace modules are listed, to have modules of their own', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));
  const replacing = files.filter((path) => /^\s*vi\.(?:do)?[mM]ock\(/m.test(readFileSync(`test/${path}`, 'utf8')));
  expect(replacing.map((path) => `test/${path}`).sort()).toEqual([...REPLACING].sort());
});

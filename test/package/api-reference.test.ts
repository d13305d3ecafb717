import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Options } from 'tsup';
import { expect, it } from 'vitest';
import buildConfig from '../../tsup.config.js';

it('the API reference is of every entry', () => {
  const { dts } = buildConfig as Options & { dts: { entry: Record<string, string> } };
  const { entryPoints } = JSON.parse(readFileSync('typedoc.json', 'utf8')) as { entryPoints: string[] };
  expect(entryPoints.toSorted()).toEqual(Object.values(dts.entry).toSorted());
});

it('the API reference is complete: every public symbol is documented, no link is dead, every type has a page', async () => {
  const out = mkdtempSync(join(tmpdir(), 'partdex-api-'));
  try {
    // Through the options of typedoc.json, as `npm run docs:api` does. Warnings are errors there.
    const run = promisify(execFile)(process.execPath, [resolve('node_modules/typedoc/bin/typedoc'), '--out', out]);
    const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
    expect(`${stdout}${stderr}`).toBe('');
    expect(existsSync(join(out, 'index.html'))).toBe(true);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

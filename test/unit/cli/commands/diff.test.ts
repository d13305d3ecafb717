import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partdex } from '../../../support/sample-catalog.js';

let folder: string;
const path = (name: string) => join(folder, name);

async function build(name: string, parts: readonly object[]): Promise<void> {
  await writeFile(path(`${name}.ndjson`), parts.map((part) => JSON.stringify(part)).join('\n'));
  const { status, err } = await partdex('build', path(`${name}.ndjson`), '-o', path(`${name}.pdx`));
  expect({ status, err }).toMatchObject({ status: 0 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-diff-'));
  await build('a', [
    { uid: '1', mpn: 'ONE' },
    { uid: '2', mpn: 'TWO', brand: { uid: 'b', name: 'B' } },
  ]);
  await build('b', [
    { uid: '3', mpn: 'THREE' },
    { uid: '2', mpn: 'TWO-A', brand: { uid: 'b', name: 'C' } },
  ]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('partdex diff', () => {
  it('shows a table and how many', async () => {
    const { status, out } = await partdex('diff', path('a.pdx'), path('b.pdx'));
    expect(status).toBe(0);
    expect(out.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['change', 'uid', 'mpn', 'members'],
      ['removed', '1', 'ONE'],
      ['changed', '2', 'TWO-A', 'brand, mpn'],
      ['added', '3', 'THREE'],
      [''],
      ['1 added, 1 removed, 1 changed'],
      [''],
    ]);
  });

  it('shows the first ones', async () => {
    const { out } = await partdex('diff', path('a.pdx'), path('b.pdx'), '--limit', '1');
    expect(out).toMatch(/ONE\n2 more\n\n1 added, 1 removed, 1 changed\n$/);
  });

  it('writes a line of JSON for each', async () => {
    const { out } = await partdex('diff', path('a.pdx'), path('b.pdx'), '--json');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { uid: '1', change: 'removed', before: { uid: '1', mpn: 'ONE' } },
      {
        uid: '2',
        change: 'changed',
        members: ['brand', 'mpn'],
        before: { uid: '2', mpn: 'TWO', brand: { uid: 'b', name: 'B' } },
        after: { uid: '2', mpn: 'TWO-A', brand: { uid: 'b', name: 'C' } },
      },
      { uid: '3', change: 'added', after: { uid: '3', mpn: 'THREE' } },
    ]);
  });

  it('says that nothing differs', async () => {
    expect((await partdex('diff', path('a.pdx'), path('a.pdx'))).out).toBe('0 added, 0 removed, 0 changed\n');
  });
});

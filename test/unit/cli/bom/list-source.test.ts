import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openList } from '../../../../src/cli/bom/list-source.js';
import { AbortedError } from '../../../../src/partdex.js';

async function readAll(bytes: AsyncIterable<Uint8Array | string>): Promise<string> {
  let text = '';
  for await (const chunk of bytes) text += chunk.toString();
  return text;
}

describe('the source of a list', () => {
  it('counts what is read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'partdex-list-'));
    const path = join(folder, 'bom.csv');
    await writeFile(path, 'MPN\nA\n');
    const source = await openList(path, new PassThrough(), new AbortController().signal);
    expect(source).toMatchObject({ name: path, size: 6, read: 0 });
    expect(await readAll(source.bytes)).toBe('MPN\nA\n');
    expect(source.read).toBe(6);
    await rm(folder, { recursive: true });
  });

  it('does not wait for an input that does not come, once it is stopped', async () => {
    const input = new PassThrough();
    const controller = new AbortController();
    const source = await openList('-', input, controller.signal);
    expect(source).toMatchObject({ name: 'stdin', size: undefined });
    input.write('MPN\n');
    const read = readAll(source.bytes);
    setImmediate(() => controller.abort(new Error('enough')));
    await expect(read).rejects.toThrow(AbortedError);
    expect(input.destroyed).toBe(true);
  });

  it('closes a file that is not read to its end', async () => {
    const input = new PassThrough();
    const source = await openList('-', input, new AbortController().signal);
    input.write('MPN\n');
    for await (const _ of source.bytes) break;
    expect(input.destroyed).toBe(true);
  });
});

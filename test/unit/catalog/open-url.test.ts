import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  AbortedError,
  buildCatalog,
  type Catalog,
  CorruptCatalogError,
  openCatalog,
  openCatalogUrl,
  UnreadableFileError,
  ValidationError,
} from '../../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../../src/sample/sample.js';
import { FileServer, sendWhole } from '../../support/file-server.js';

const server = await FileServer.start();
afterAll(() => server.stop());

const built = await buildCatalog({ parts: generateSample(2000), ...sampleMetadata() });
const bytes = (await built.toBytes()) as Uint8Array<ArrayBuffer>;
const other = await (await buildCatalog({ parts: generateSample(2000, 2), ...sampleMetadata(2) })).toBytes();
const url = `${server.origin}/parts.pdx`;

beforeEach(() => {
  server.files.set('parts.pdx', { bytes, headers: { ETag: '"one"' } });
  server.misbehave = undefined;
  server.requests.length = 0;
});

/** A Blob that counts the bytes that are read of it. */
class CountedBlob extends Blob {
  read = 0;

  override slice(start = 0, end = this.size, type?: string): Blob {
    this.read += Math.min(end, this.size) - start;
    return super.slice(start, end, type);
  }
}

/** Asserts that a catalog reads what its requests need, once, and little of the file. */
async function expectReadOnDemand(catalog: Catalog, read: () => number): Promise<void> {
  const sections = new Map(catalog.sections().map((section) => [section.name, section.bytes]));
  const manifest = sections.get('manifest') as number;
  // Beside the manifest, a header and a table of names.
  expect(read()).toBeGreaterThan(manifest + 64);
  expect(read()).toBeLessThan(manifest + 64 + sections.size * 100);

  const stock = { filter: { queries: ['offers.in_stock_quantity:[1 TO 100]'] }, sortby: 'offers.in_stock_quantity' };
  const steps = [{ limit: 0, ...stock }, { limit: 1 }, { limit: 1, ...stock }];
  for (const request of [...steps, ...steps]) {
    const [is, wanted] = await Promise.all([catalog.parts.search(request), built.parts.search(request)]);
    expect({ ...is, msec: 0 }).toEqual({ ...wanted, msec: 0 });
    expect(read()).toBeLessThan(bytes.length / 5);
  }
  const needed = read();
  for (const request of steps) await catalog.parts.search(request);
  expect(read()).toBe(needed);

  await catalog.validate();
  expect(read()).toBeGreaterThan(bytes.length);
}

describe('of a Blob', () => {
  it('only what requests need is read', async () => {
    const blob = new CountedBlob([bytes]);
    const catalog = await openCatalog(blob);
    await expectReadOnDemand(catalog, () => blob.read);
    await catalog.close();
  });

  it('that is a file changed on disk, requests are refused', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'partdex-blob-'));
    try {
      const path = join(folder, 'parts.pdx');
      await writeFile(path, bytes);
      const catalog = await openCatalog(await openAsBlob(path));
      await writeFile(path, other);
      const error: unknown = await catalog.parts.search({ q: 'resistor' }).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(UnreadableFileError);
      expect((error as UnreadableFileError).path).toBe('Blob');
      expect((error as Error).message).toMatch(/changed, moved or removed since it was chosen; choose it again$/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.each([
    [new DOMException('gone', 'NotFoundError'), 'choose it again'],
    [new TypeError('no such luck'), 'no such luck'],
  ])('that fails with %s, requests are refused', async (failure, reason) => {
    const file = Object.assign(new File([bytes], 'my parts.pdx'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(failure) }),
    });
    const error: unknown = await openCatalog(file).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnreadableFileError);
    expect(error).toMatchObject({ path: 'my parts.pdx', cause: failure, message: expect.stringContaining(reason) });
  });
});

describe('openCatalogUrl', () => {
  it('opens with three requests, and fetches what requests need', async () => {
    const catalog = await openCatalogUrl(url);
    expect(server.requests.length).toBe(3);
    await expectReadOnDemand(catalog, () => server.requests.reduce((sum, { sent }) => sum + sent, 0));
    expect(Buffer.compare(await catalog.toBytes(), bytes)).toBe(0);
    expect(catalog.info).toEqual(built.info);
    await catalog.close();
  });

  it('fetches counted columns near each other by few requests', async () => {
    const catalog = await openCatalogUrl(url);
    const request = { limit: 0, spec_drilldown: { include: true } } as const;
    server.requests.length = 0;
    const { msec: _, ...answer } = await catalog.parts.search(request);
    const { msec: _msec, ...wanted } = await built.parts.search(request);
    expect(answer).toEqual(wanted);
    const requests = server.requests.length;
    const { steps } = (await (await openCatalogUrl(url)).parts.explain(request)).plan;
    const fields = steps.flatMap(({ label }) => /^(\d+) spec fields$/.exec(label)?.[1] ?? []);
    expect(Number(fields[0])).toBeGreaterThan(50);
    expect(requests).toBeLessThan(10);
    await catalog.close();
  });

  it('fetches all of it from a server without range requests, once', async () => {
    server.misbehave = (file, _request, response) => sendWhole(file, response) > 0;
    const catalog = await openCatalogUrl(new URL(url));
    const request = { q: 'resistor', limit: 100 };
    expect((await catalog.parts.search(request)).results).toEqual((await built.parts.search(request)).results);
    await catalog.validate();
    expect(server.requests.length).toBe(1);
    await catalog.close();
  });

  it('refuses requests once the file has changed, and goes on with what it has', async () => {
    const catalog = await openCatalogUrl(url);
    const { results } = await catalog.parts.search({ limit: 3 });
    server.files.set('parts.pdx', { bytes: other, headers: { ETag: '"two"' } });
    for (const request of [{ q: 'resistor' }, { limit: 100 }]) {
      const error: unknown = await catalog.parts.search(request).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(UnreadableFileError);
      expect((error as UnreadableFileError).path).toBe(url);
      expect((error as Error).message).toMatch(/changed on the server since it was opened; open it again$/);
    }
    await expect(catalog.toBytes()).rejects.toBeInstanceOf(UnreadableFileError);
    expect((await catalog.parts.search({ limit: 3 })).results).toEqual(results);
    const again = await openCatalogUrl(url);
    expect(again.info.bytes).toBe(other.length);
  });

  it('detects another file of the same length by its checksums, which no header reveals', async () => {
    server.files.set('parts.pdx', { bytes });
    const catalog = await openCatalogUrl(url);
    const damaged = bytes.slice();
    for (let at = 100; at < damaged.length; at += 1000) damaged[at] ^= 1;
    server.files.set('parts.pdx', { bytes: damaged });
    await expect(catalog.parts.search({ q: 'resistor' })).rejects.toBeInstanceOf(CorruptCatalogError);
    await expect(catalog.validate()).rejects.toBeInstanceOf(CorruptCatalogError);
  });

  it('asks again after a failure', async () => {
    const catalog = await openCatalogUrl(url);
    server.misbehave = (_file, _request, response) => {
      response.writeHead(503).end();
      return true;
    };
    await expect(catalog.parts.search({ q: 'resistor' })).rejects.toBeInstanceOf(UnreadableFileError);
    server.misbehave = undefined;
    const { hits } = await catalog.parts.search({ q: 'resistor' });
    expect(hits).toBe((await built.parts.search({ q: 'resistor' })).hits);
  });

  it('asks again after a server that fell silent, and closes', async () => {
    const catalog = await openCatalogUrl(url, { timeout: 2000 });
    server.misbehave = (_file, { headers }, response) => {
      const [, first, last] = /(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
      const length = Number(last) + 1 - Number(first);
      response.writeHead(206, {
        'Content-Range': `bytes ${first}-${last}/${bytes.length}`,
        'Content-Length': length,
        ETag: '"one"',
      });
      response.write('x');
      return true;
    };
    const silent = (thrown: unknown) => thrown;
    expect(await catalog.parts.search({ q: 'resistor' }).catch(silent)).toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('the server has sent nothing for 2 s'),
    });
    server.misbehave = undefined;
    expect((await catalog.parts.search({ q: 'resistor' })).hits).toBe((await built.parts.search({ q: 'resistor' })).hits);
    await catalog.close();
  });

  it('refuses a file that is not a catalog, and wrong limits before any request', async () => {
    server.files.set('page.html', { bytes: Buffer.from('<!doctype html>') });
    await expect(openCatalogUrl(`${server.origin}/page.html`)).rejects.toBeInstanceOf(CorruptCatalogError);
    server.requests.length = 0;
    await expect(openCatalogUrl(url, { limits: { limit: -1 } })).rejects.toBeInstanceOf(ValidationError);
    expect(server.requests.length).toBe(0);
    const catalog = await openCatalogUrl(url, { limits: { limit: 5 } });
    await expect(catalog.parts.search({ limit: 6 })).rejects.toBeInstanceOf(ValidationError);
  });

  it('can be stopped, and its signal stops nothing later', async () => {
    const opening = new AbortController();
    server.misbehave = () => {
      if (server.requests.length === 2) opening.abort(new Error('enough'));
      return false;
    };
    await expect(openCatalogUrl(url, { signal: opening.signal })).rejects.toBeInstanceOf(AbortedError);
    server.misbehave = undefined;
    const later = new AbortController();
    const catalog = await openCatalogUrl(url, { signal: later.signal });
    later.abort();
    expect((await catalog.parts.search({ limit: 1 })).results.length).toBe(1);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf } from '../../../src/cli/cluster.js';
import { isClusterUrl, parseClusterUrl } from '../../../src/cli/cluster-url.js';
import { partdex, SampleCatalog } from '../../support/sample-catalog.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-cluster-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the address of a catalog on a cluster', () => {
  it.each([
    ['https://host:9200/parts', { node: 'https://host:9200', index: 'parts' }],
    ['opensearch+https://host/parts/', { node: 'https://host', index: 'parts' }],
    ['opensearch+http://127.0.0.1:9200/a%20b', { node: 'http://127.0.0.1:9200', index: 'a b' }],
  ])('%s', (text, address) => {
    expect(parseClusterUrl(text)).toEqual(address);
  });

  it.each([
    'parts.pdx',
    'https://host',
    'https://host/a/b',
    'https://host/a?b=c',
    'ftp://host/a',
    'opensearch+parts',
    'https://host/%zz',
  ])('is not %s', (text) => {
    expect(() => parseClusterUrl(text)).toThrow(/is not the address of a catalog/);
  });

  it('has no user and no password, and the error does not repeat them', () => {
    for (const text of ['https://me:s3cret@host/parts', 'opensearch+https://s3cret@host/parts']) {
      expect(() => parseClusterUrl(text)).toThrow(/PARTDEX_OPENSEARCH_PASSWORD/);
      expect(() => parseClusterUrl(text)).not.toThrow(/s3cret/);
    }
  });

  it('is not repeated with a password where it cannot be read', () => {
    for (const text of [
      'https://me:s3cret@host:9x/parts',
      'opensearch+https://me:s3/cr@et@host',
      'https://me:s3cret@host-1:9200,host-2:9200/p',
    ]) {
      expect(() => parseClusterUrl(text)).toThrow(/is not the address|PARTDEX_OPENSEARCH_PASSWORD/);
      expect(() => parseClusterUrl(text)).not.toThrow(/s3|cr@et/);
    }
  });

  it('is told from the name of a file', () => {
    expect(['opensearch+https://h/i', 'OPENSEARCH+HTTP://h/i', 'https://h/i', 'parts.pdx'].map(isClusterUrl)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('what is sent to a cluster', () => {
  const https = { node: 'https://host', index: 'parts' };

  it('has the credentials of the environment, or of a file', async () => {
    const both = { PARTDEX_OPENSEARCH_USER: 'me', PARTDEX_OPENSEARCH_PASSWORD: 'x:y' };
    expect(await settingsOf(https, {})).toEqual({ node: 'https://host' });
    expect(await settingsOf(https, both)).toEqual({ node: 'https://host', auth: { username: 'me', password: 'x:y' } });
    const file = join(folder, 'credentials');
    await writeFile(file, 'you:a:b\nmore\n');
    const named = await settingsOf(https, { PARTDEX_OPENSEARCH_CREDENTIALS: file });
    expect(named.auth).toEqual({ username: 'you', password: 'a:b' });
  });

  it('has credentials over http on the machine itself', async () => {
    const both = { PARTDEX_OPENSEARCH_USER: 'me', PARTDEX_OPENSEARCH_PASSWORD: 'x' };
    for (const node of ['http://127.0.0.1:9200', 'http://localhost:9200', 'http://[::1]:9200']) {
      expect((await settingsOf({ node, index: 'a' }, both)).auth?.username).toBe('me');
    }
  });

  it('has the certificates of a file', async () => {
    const file = join(folder, 'ca.pem');
    await writeFile(file, 'PEM');
    expect(await settingsOf(https, { PARTDEX_OPENSEARCH_CA: file })).toEqual({ node: 'https://host', ca: 'PEM' });
  });

  it.each([
    ['half of a pair', https, { PARTDEX_OPENSEARCH_USER: 'me' }, /must both be set/],
    ['a file that is not there', https, { PARTDEX_OPENSEARCH_CREDENTIALS: '/nowhere/x' }, /cannot be read/],
    [
      'a password over http',
      { node: 'http://host', index: 'a' },
      { PARTDEX_OPENSEARCH_USER: 'me', PARTDEX_OPENSEARCH_PASSWORD: 's3cret' },
      /use https/,
    ],
    [
      'a password over http, to a name that begins as a loopback address does',
      { node: 'http://127.example.com', index: 'a' },
      { PARTDEX_OPENSEARCH_USER: 'me', PARTDEX_OPENSEARCH_PASSWORD: 's3cret' },
      /use https/,
    ],
  ])('is not %s', async (_, address, environment, message) => {
    const failing = settingsOf(address, environment);
    await expect(failing).rejects.toThrow(message);
    await expect(failing).rejects.not.toThrow(/s3cret/);
  });

  it('is not a file without a pair', async () => {
    const file = join(folder, 'empty');
    await writeFile(file, 's3cret\n');
    const failing = settingsOf(https, { PARTDEX_OPENSEARCH_CREDENTIALS: file });
    await expect(failing).rejects.toThrow(/is not user:password/);
    await expect(failing).rejects.not.toThrow(/s3cret/);
  });
});

describe('commands and a cluster', () => {
  it('say that it cannot be reached', async () => {
    const sample = await SampleCatalog.create();
    const address = 'http://127.0.0.1:1/parts';
    const pushed = await partdex('push', sample.path, address);
    expect([pushed.status, pushed.out]).toEqual([1, '']);
    expect(pushed.err).toMatch(/^error: the cluster failed \(.*127\.0\.0\.1:1\)/);
    const searched = await partdex('search', `opensearch+${address}`, 'x');
    expect([searched.status, searched.out]).toEqual([1, '']);
    expect(searched.err).toMatch(/^error: the cluster failed/);
    const secret = await partdex('search', 'opensearch+https://me:s3cret@host/parts', 'x');
    expect(secret.status).toBe(2);
    expect(secret.err).not.toContain('s3cret');
    await sample.remove();
  });
});

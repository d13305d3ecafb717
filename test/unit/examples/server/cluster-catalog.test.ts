import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClusterCatalog } from '../../../../examples/server/src/cluster-catalog.js';
import { isOnCluster } from '../../../../examples/server/src/options.js';
import { StartError } from '../../../../examples/server/src/start-error.js';

afterEach(() => vi.unstubAllEnvs());

const open = (address: string) => ClusterCatalog.open(address, 1000).catch((error: unknown) => error);

describe('a catalog on a cluster', () => {
  it('has an address that no file has', () => {
    expect(['opensearch+https://host:9200/parts', 'opensearch+', 'parts.pdx', 'https://host/parts'].map(isOnCluster)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each([
    'opensearch+https://host:9200',
    'opensearch+https://host:9200/',
    'opensearch+https://host:9200/a/b',
    'opensearch+ftp://host/parts',
    'opensearch+https://me:s3cret@host/parts',
    'opensearch+https://host/parts?user=s3cret',
  ])('is not %s, and the error does not repeat what may be secret', async (address) => {
    const error = await open(address);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toMatch(/opensearch\+https:\/\/host:9200\/parts/);
    expect((error as Error).message).not.toContain('s3cret');
  });

  it('says which file of certificates cannot be read, and that no node can be reached', async () => {
    expect(await open('opensearch+http://127.0.0.1:1,127.0.0.1:2/parts')).toMatchObject({ code: 'cluster' });
    vi.stubEnv('PARTDEX_OPENSEARCH_CA', '/nowhere/ca.pem');
    const error = await open('opensearch+http://127.0.0.1:1/parts');
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toContain('"/nowhere/ca.pem", which PARTDEX_OPENSEARCH_CA names');
  });
});

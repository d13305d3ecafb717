/**
 * Three nodes, with 50,000 real parts where they are (`PARTDEX_REAL_PARTS=all` takes all of them, `0` some invented ones): the same answers
 * as in process, also while a node is killed and while another catalog is pushed. One more killed, what is left cannot answer, and says so.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@opensearch-project/opensearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { type Catalog, type ClusterError, PartdexError } from '../../src/partdex.js';
import { requests } from '../arbitraries/requests.js';
import { answerTo, callsFor, REFUSED, runCalls } from '../support/cluster/calls.js';
import { TestCluster } from '../support/cluster/cluster.js';
import { conform } from '../support/cluster/conformance.js';
import { connected } from '../support/cluster/connected.js';
import { firstParts, nodesVariant, openVariant } from '../support/cluster/real-parts.js';
import { collectionOf } from '../support/property/engine.js';
import { SEED } from '../support/property/settings.js';

const variant = nodesVariant();
const { files, calls: CALLS, heap } = variant;
/** Parts of the catalog that takes the place of the first one. */
const SECOND = 2000;
/** After which the test ends. */
const MOST_FAULTS = 5;
const MINUTES = 60_000;

const index = 'parts';
const keep = 600_000;
let cluster: TestCluster;
let client: Client;
let inProcess: Catalog;
let onCluster: OpenSearchCatalog;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-nodes-'));
  [cluster, inProcess] = await Promise.all([TestCluster.start({ nodes: 3, heap, isBrief: true }), openVariant(variant, folder)]);
  client = connected(cluster.urls, { maxRetries: 5 });
  const report = await pushCatalog(client, inProcess, { index, shards: 3, replicas: 1, keep });
  expect(report.parts).toBe(inProcess.info.parts);
  const rate = Math.round((1000 * report.parts) / report.milliseconds);
  process.stdout.write(
    `pushed ${report.parts} parts (${files === 0 ? 'invented' : 'real'}) to three nodes in ${report.milliseconds} ms, ${rate} a second\n`,
  );
  // Long enough on a machine that does other things too.
  onCluster = await openOpenSearchCatalog(client, {
    index,
    limits: { milliseconds: 2 * MINUTES, start: Number.POSITIVE_INFINITY },
  });
}, 60 * MINUTES);

afterAll(async () => {
  await onCluster?.close();
  await inProcess?.close();
  await client?.close();
  await cluster?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe('three nodes', () => {
  it('answer random requests to random catalogs as one process does', async () => {
    const { asked, faults, refused } = await conform(
      client,
      requests,
      async (catalog, { collection, request }) => ({
        ...(await collectionOf(catalog, collection).search(request)),
        msec: 0,
        next: 0,
      }),
      { share: 0.3 },
    );
    expect(faults.join('\n\n')).toBe('');
    expect([...refused.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
    expect(asked).toBeGreaterThan(10);
  });

  it(
    `answer ${CALLS} requests as one process does while one of them is killed and another catalog is pushed, and none fails`,
    async () => {
      const calls = await callsFor(inProcess, CALLS, SEED);
      const second = await firstParts(inProcess, SECOND);
      const faults: object[] = [];
      let isPushed = false;
      const counts = { answered: 0, refused: 0, ofSecond: 0, slowest: 0 };
      const ask = async (at: number) => {
        const began = performance.now();
        const given = await answerTo(onCluster, calls[at]);
        counts.slowest = Math.max(counts.slowest, performance.now() - began);
        counts.answered++;
        if (given === REFUSED) counts.refused++;
        else if (given === (await answerTo(inProcess, calls[at]))) return;
        else if (isPushed && given === (await answerTo(second, calls[at]))) counts.ofSecond++;
        else faults.push({ at, call: JSON.stringify(calls[at]), given: given.slice(0, 2000) });
        if (faults.length === MOST_FAULTS) throw new Error(JSON.stringify(faults, undefined, 1));
      };
      const push = async () => {
        isPushed = true;
        await pushCatalog(client, second, { index, shards: 3, replicas: 1, keep });
        await onCluster.refresh();
      };
      await runCalls(calls.length, ask, [
        { after: 0.4, run: () => cluster.kill(2) },
        { after: 0.7, run: push },
      ]);
      process.stdout.write(`three nodes: ${JSON.stringify(counts)}\n`);
      expect(faults).toEqual([]);
      expect(counts.refused).toBeLessThan(counts.answered * 0.005);
      expect((await onCluster.parts.search()).hits).toBe(SECOND);
      await second.close();
    },
    60 * MINUTES,
  );

  it('end a scan whose point in time is lost with an error, or with every part', async () => {
    const seen: string[] = [];
    const scan = async () => {
      for await (const { uid } of onCluster.parts.scan()) {
        if (seen.push(uid) === 1) await client.transport.request({ method: 'DELETE', path: '/_search/point_in_time/_all' });
      }
    };
    const error = await scan().catch((reason: unknown) => reason);
    if (error === undefined) expect(seen).toHaveLength(SECOND);
    else expect(error).toBeInstanceOf(PartdexError);
    expect(new Set(seen).size).toBe(seen.length);
    let count = 0;
    for await (const _ of onCluster.parts.scan()) count++;
    expect(count).toBe(SECOND);
  });

  it('refuse to answer from what is left when too many are gone', async () => {
    await cluster.kill(3);
    const started = performance.now();
    const error = await onCluster.parts.search({}, { timeout: 10_000 }).then(
      ({ hits }) => hits,
      (reason: unknown) => reason,
    );
    // All shards may be on the node that is left by now: then the answer is whole.
    if (error !== SECOND) expect((error as ClusterError).code).toMatch(/^(cluster|budget_exceeded)$/);
    expect(performance.now() - started).toBeLessThan(10_500);
  });
});

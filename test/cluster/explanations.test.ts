import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExplainedStep } from '../../src/model/explanation.js';
import type { SearchRequest } from '../../src/model/requests.js';
import { type OpenSearchCatalog, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { fullCatalogs } from '../arbitraries/catalogs.js';
import { rankedCatalogs } from '../arbitraries/rankings.js';
import { rankRequests, requests } from '../arbitraries/requests.js';
import type { Catalog as OracleCatalog } from '../oracle/fields.js';
import { conform } from '../support/cluster/conformance.js';
import { connected, freshIndex, removeIndices } from '../support/cluster/connected.js';

const client = connected();
afterAll(() => client.close());

/** A request, and the part that is explained. */
interface Question {
  readonly request: SearchRequest;
  readonly uid: string | undefined;
}

const questions = (asked: typeof requests) => (catalog: OracleCatalog) => {
  const uids = catalog.rows.parts.map(({ uid }) => uid);
  return fc.record<Question>({
    request: asked(catalog)
      .filter(({ collection }) => collection === 'parts')
      .map(({ request }) => request as SearchRequest),
    uid: fc.constantFrom(undefined, 'none', ...uids),
  });
};

/** What is told of a part. Below the conditions of the request, each engine tells its own steps. */
async function explain(catalog: Catalog, { request, uid }: Question): Promise<unknown> {
  const { plan, msec, score, ...told } = await catalog.parts.explain(request, uid);
  const conditions = score?.conditions.map(({ label, met }) => ({ label, met }));
  return { ...told, score: score && { ...score, conditions } };
}

describe('explains random requests as in process', () => {
  it.each([
    ['of all kinds', requests, fullCatalogs()],
    ['with ranks', rankRequests, rankedCatalogs()],
  ] as const)('%s', async (_, asked, sources) => {
    const { asked: count, refused, faults } = await conform(client, questions(asked), explain, { share: 0.2, sources });
    expect(faults.join('\n\n')).toBe('');
    const others = [...refused].filter(([what]) => !/offers:|prices at a quantity/.test(what));
    expect(others.reduce((sum, [, times]) => sum + times, 0)).toBeLessThanOrEqual(Math.max(1, count * 0.01));
  });
});

describe('a part among many', () => {
  const index = freshIndex();
  let local: Catalog;
  let remote: OpenSearchCatalog;

  beforeAll(async () => {
    const parts = Array.from({ length: 10_050 }, (_, i) => ({
      uid: `p${i}`,
      mpn: `RC${i}`,
      descriptions: [{ value: i % 3 === 0 ? 'chip resistor' : 'thick film chip resistor of many words' }],
    }));
    local = await buildCatalog({ parts });
    await pushCatalog(client, local, { index, shards: 2, replicas: 0 });
    remote = await openOpenSearchCatalog(client, { index });
  });
  afterAll(async () => {
    await remote.close();
    await removeIndices(client, index);
  });

  it('has its place, also behind the pages that a cluster counts', async () => {
    let last = '';
    let place = 0;
    for await (const { uid } of local.parts.scan({ q: 'resistor' })) if (place++ === 10_040) last = uid;
    const explained = await remote.parts.explain({ q: 'resistor' }, last);
    expect(explained.score?.position).toBe(10_040);
    expect(explained.score).toEqual((await local.parts.explain({ q: 'resistor' }, last)).score);
  });

  it('comes with the request and the profile of each shard', async () => {
    const { plan } = await remote.parts.explain({ q: 'resistor', facet: { fields: { 'brand.name': {} } } });
    const sent = plan.steps.find(({ rows_out: found }) => found !== 0) as ExplainedStep;
    expect(sent.rows_out).toBe(10_050);
    expect(sent.steps).toHaveLength(2);
    for (const { label, steps } of sent.steps) {
      expect(label).toContain(index);
      expect(steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['lookup', 'sort', 'facet']));
      expect(steps.some(({ microseconds }) => microseconds > 0)).toBe(true);
    }
  });

  it('is an error if there is none, as in process', async () => {
    const told = (catalog: Catalog) => catalog.parts.explain({}, 'none').catch((error: Error) => error.message);
    expect(await told(remote)).toBe(await told(local));
    const wrong = (catalog: Catalog) => catalog.parts.explain({}, 7 as never).catch((error: Error) => error.message);
    expect(await wrong(remote)).toBe(await wrong(local));
  });
});

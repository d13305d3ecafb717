import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientRequest } from '../../../src/opensearch/client.js';
import { pushCatalog } from '../../../src/opensearch/partdex-opensearch.js';
import { BudgetExceededError, ClusterError } from '../../../src/partdex.js';
import { type Answer, FakeCluster, failed } from '../../support/opensearch/fake-cluster.js';

const MINE = 'parts-1';
const SOURCE = { parts: [{ uid: 'a', mpn: 'A' }] };
const LOST = Object.assign(new Error('socket hang up'), { name: 'ConnectionError' });

/** Indices by name with their mappings, and where the alias leads. */
let indices: Map<string, { mappings: object }>;
let alias: Set<string>;
/** What is answered in place of the cluster's own answer, once that is done. */
let instead: (asked: string) => Answer | Promise<Answer>;
/** Whether the cluster is slow to change what it has: it does so one after the other, before what is asked after them. */
let isSlow: boolean;
let queued: (() => void)[];

beforeEach(() => {
  indices = new Map();
  alias = new Set();
  instead = () => undefined;
  isSlow = false;
  queued = [];
});

function answer({ path, body, bulkBody = '', querystring }: ClientRequest, asked: string): Answer {
  if (asked.startsWith('DELETE') || querystring?.wait_for_events) for (const change of queued.splice(0)) change();
  const name = path.split('/')[1];
  if (asked === 'GET /parts,parts-*') {
    return {
      body: Object.fromEntries(
        [...indices].map(([one, index]) => [one, { ...index, aliases: alias.has(one) ? { parts: {} } : {} }]),
      ),
    };
  }
  if (asked === `PUT /${name}` && indices.has(name)) return failed(400, 'resource_already_exists_exception', 'index exists');
  if (asked === `PUT /${name}`) indices.set(name, body as { mappings: object });
  if (asked === `GET /${name}/_mapping`) {
    const index = indices.get(name);
    return index ? { body: { [name]: index } } : failed(404, 'index_not_found_exception', 'no such index');
  }
  if (asked === `DELETE /${name}` && !indices.delete(name)) return failed(404, 'index_not_found_exception', 'no such index');
  if (asked === `DELETE /${name}`) alias.delete(name);
  if (asked === `PUT /${name}/_mapping`) Object.assign(indices.get(name)?.mappings ?? {}, body);
  if (path.endsWith('/_bulk')) {
    const items = bulkBody
      .trimEnd()
      .split('\n')

      .flatMap((_line, i) => (i % 2 === 0 ? [{ index: { status: 201, result: 'created' } }] : []));
    return { body: { items } };
  }
  if (path.endsWith('/_count')) return { body: { count: 1, _shards: { failed: 0 } } };
  if (path.startsWith('/_cluster/health')) return { body: { number_of_data_nodes: 1 } };
  if (asked === 'POST /_aliases') {
    const { actions } = body as { actions: { add?: { index: string }; remove?: object }[] };
    const move = () => {
      for (const { add, remove } of actions) {
        if (remove) alias.clear();
        if (add) alias.add(add.index);
      }
    };
    if (isSlow) queued.push(move);
    else move();
  }
  return undefined;
}

const cluster = () =>
  new FakeCluster(async (request, asked) => {
    const own = answer(request, asked);
    return (await instead(asked)) ?? own;
  });

const push = (options: object = {}, to = cluster()) => pushCatalog(to, SOURCE, { index: 'parts', replicas: 0, ...options });

/** The answer to the last step is lost. */
function loseAnswer(asked: string): undefined {
  if (asked === 'POST /_aliases') throw LOST;
}

describe('a push whose last step is done, but whose answer is lost', () => {
  it('has succeeded: the index that readers see stays', async () => {
    instead = loseAnswer;
    expect(await push()).toMatchObject({ parts: 1, index: MINE });
    expect([[...alias], [...indices.keys()]]).toEqual([[MINE], [MINE, `${MINE}-records`]]);
  });

  it('has succeeded also where the cluster does the step a little later', async () => {
    isSlow = true;
    instead = loseAnswer;
    expect(await push()).toMatchObject({ parts: 1, index: MINE });
    expect([[...alias], [...indices.keys()]]).toEqual([[MINE], [MINE, `${MINE}-records`]]);
  });

  it('leaves its index if the cluster does not say whether the step is done', async () => {
    isSlow = true;
    instead = (asked) => {
      if (asked === 'POST /_aliases') throw LOST;
      return asked === 'GET /_cluster/health' ? { status: 408, body: { timed_out: true } } : undefined;
    };
    await expect(push()).rejects.toThrow(ClusterError);
    expect([...indices.keys()]).toEqual([MINE, `${MINE}-records`]);
  });

  it('leaves its index if the cluster does not tell where the alias leads: readers may see it', async () => {
    let isAway = false;
    instead = (asked) => {
      isAway ||= asked === 'POST /_aliases';
      if (isAway) throw LOST;
      return undefined;
    };
    await expect(push()).rejects.toThrow(ClusterError);
    expect([...indices.keys()]).toEqual([MINE, `${MINE}-records`]);
  });

  it('moves the alias in a step that may be sent twice', async () => {
    await push();
    alias.add('parts-of-an-older-push');
    const sent: object[] = [];
    const to = new FakeCluster((request, asked) => {
      if (asked === 'POST /_aliases') sent.push(request.body as object);
      return answer(request, asked);
    });
    await push({ keep: 60_000 }, to);
    const remove = { index: 'parts-*', alias: 'parts', must_exist: false };
    expect(sent).toEqual([{ actions: [{ remove }, { add: { index: 'parts-2', alias: 'parts' } }] }]);
    expect([...alias]).toEqual(['parts-2']);
  });
});

describe('a push over an index of another format', () => {
  it.each([1, 999])('moves the alias away from it, and removes it (format %i)', async (format) => {
    indices.set(MINE, { mappings: { _meta: { partdex: { format, parts: 5 } } } });
    alias.add(MINE);
    await push({ keep: 0 });
    expect([[...alias], [...indices.keys()]]).toEqual([['parts-2'], ['parts-2', 'parts-2-records']]);
  });

  it('leaves what is not of partdex', async () => {
    indices.set(MINE, { mappings: { _meta: { other: {} } } });
    expect((await push({ keep: 0 })).index).toBe('parts-2');
    expect([...indices.keys()]).toContain(MINE);
  });
});

describe('replicas', () => {
  it('are waited for of the parts and of the records beside them', async () => {
    const to = cluster();
    await push({}, to);
    expect(to.times(`GET /_cluster/health/${MINE},${MINE}-records`)).toBe(2);
  });
});

describe('a push that fails', () => {
  it.each([MINE, `${MINE}-records`])('removes its index if the answer to the creation of %s is lost', async (name) => {
    instead = (asked) => {
      if (asked === `PUT /${name}`) throw LOST;
      return undefined;
    };
    await expect(push()).rejects.toThrow(ClusterError);
    expect([...indices.keys()]).toEqual([]);
  });

  it('removes its index at its signal while the index is created', async () => {
    const controller = new AbortController();
    instead = (asked) => {
      if (asked !== `PUT /${MINE}`) return undefined;
      setTimeout(() => controller.abort(new Error('enough')));
      return new Promise<undefined>(() => {});
    };
    await expect(push({ signal: controller.signal })).rejects.toThrow('enough');
    expect([...indices.keys()]).toEqual([]);
  });

  it('leaves the index of another push that has taken its number meanwhile', async () => {
    instead = (asked) => {
      if (asked !== `PUT /${MINE}`) return undefined;
      indices.set(MINE, { mappings: { _meta: { partdex: {}, push: 'another' } } });
      throw LOST;
    };
    await expect(push()).rejects.toThrow(ClusterError);
    expect([...indices.keys()]).toEqual([MINE]);
  });

  it('removes its index if the cluster refuses to move the alias', async () => {
    instead = (asked) => {
      if (asked !== 'POST /_aliases') return undefined;
      alias.clear();
      return failed(403, 'security_exception', 'no permissions');
    };
    await expect(push()).rejects.toMatchObject({ clusterStatus: 403 });
    expect([...indices.keys()]).toEqual([]);
  });

  it.each([
    ['at its signal', (controller: AbortController) => ({ signal: controller.signal })],
    ['at its timeout', () => ({ timeout: 100 })],
  ])('ends %s, also where the cluster hangs, which removes its index when it can', async (_, options) => {
    const controller = new AbortController();
    let goOn = () => {};
    const hangs = new Promise<undefined>((resolve) => {
      goOn = () => resolve(undefined);
    });
    instead = (asked) => (asked.endsWith('/_refresh') || asked.startsWith('DELETE') ? hangs : undefined);
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 100);
    const began = performance.now();
    const error = await push(options(controller)).catch((one: unknown) => one);
    expect(error).toSatisfy((one) => one === reason || one instanceof BudgetExceededError);
    expect(performance.now() - began).toBeLessThan(100 + 500 + 300);
    goOn();
    await expect.poll(() => [...indices.keys()]).toEqual([]);
  });
});

import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from '@opensearch-project/opensearch';
import { buildCatalogFile, openCatalogFile } from '../../src/node/partdex-node.js';
import { openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import type { Catalog, Part, SearchRequest } from '../../src/partdex.js';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { CountingClient } from '../measure/counting-client.js';
import { startCluster } from '../measure/started-cluster.js';
import { figure, table } from '../report/table.js';
import { readOptions, wholeNumber } from './options.js';

export const HELP = `npm run bench:cluster -- [options]

Pushes a catalog to a cluster of OpenSearch, and asks both the same. Without --cluster, nodes are started on this machine, as by
npm run cluster, and stopped at the end. The indices bench-cluster-<n> of the cluster are replaced, and removed at the end.

  --cluster <address>  a node, such as http://127.0.0.1:9200; several with commas between them
  --nodes <number>     nodes to start; default 3
  --heap <size>        memory of each of them; default 1g
  --data <name>        generated or real; default generated
  --parts <number>     default 50000
  --shards <number>    default 3
  --replicas <number>  default 0
  --index <alias>      measures this one, to which the same data was pushed before: nothing is pushed or removed
  --rounds <number>    times that each request is sent; default 15
  --json               print the figures as JSON instead of tables
`;

const INDEX = 'bench-cluster';
/** Lines of a bill of materials, and of one request. */
const LINES = 200;
const AT_ONCE = 20;
const MEGABYTE = 1e6;
/** Of the nodes, before what partdex itself does of a class is measured. */
const SECONDS_OF_REST = 2;
/** Of compiling and decoding alone. */
const WARM_ROUNDS = 200;
const ALONE_ROUNDS = 100;

interface Measured {
  readonly name: string;
  /** Medians in milliseconds. */
  readonly cluster: number;
  /** The least time of the cluster: a machine that does other things changes it less. */
  readonly least: number;
  readonly process: number;
  /** Of the cluster: less what answers were waited for. The nodes of one machine go on working meanwhile. */
  readonly own: number;
  /** Compiling and decoding: the same with kept answers, when the nodes are idle. */
  readonly alone: number;
  /** Requests to the cluster for an answer: the first one, and later ones. */
  readonly first: number;
  readonly later: number;
}

/** Measures a catalog on a cluster beside the same in process. */
export async function clusterCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    cluster: { type: 'string' },
    nodes: { type: 'string', default: '3' },
    heap: { type: 'string', default: '1g' },
    data: { type: 'string', default: 'generated' },
    parts: { type: 'string' },
    shards: { type: 'string' },
    replicas: { type: 'string', default: '0' },
    index: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(HELP);
    return;
  }
  const data = await openData(options.data, wholeNumber('--parts', options.parts) ?? 50_000);
  if (typeof data === 'string') {
    console.log(`bench:cluster is skipped: ${data}`);
    return;
  }
  const folder = temporaryFolder();
  const out = join(folder, 'catalog.pdx');
  await buildCatalogFile({ ...(await data.files(folder)), out });
  const started = options.cluster ? undefined : await startCluster(wholeNumber('--nodes', options.nodes) ?? 3, options.heap);
  try {
    const nodes = started?.nodes ?? options.cluster?.split(',') ?? [];
    const shards = wholeNumber('--shards', options.shards) ?? 3;
    const figures = await measureOn([...nodes], out, {
      shards,
      replicas: Number(options.replicas),
      index: options.index,
      rounds: wholeNumber('--rounds', options.rounds) ?? 15,
    });
    const description = `${data.description}; ${nodes.length} nodes, ${shards} shards`;
    console.log(options.json ? JSON.stringify({ data: data.name, ...figures }, null, 1) : report(description, figures));
  } finally {
    await started?.stop();
  }
}

interface Settings {
  readonly shards: number;
  readonly replicas: number;
  /** What was pushed before. */
  readonly index: string | undefined;
  readonly rounds: number;
}

/** Pushes a catalog file to the cluster of these nodes, and measures both. */
async function measureOn(nodes: string[], path: string, { shards, replicas, rounds, index = INDEX }: Settings): Promise<Figures> {
  const limits = { matchQueries: LINES };
  const local = await openCatalogFile(path, { limits });
  const client = new Client({ nodes, requestTimeout: 300_000 });
  const counting = new CountingClient(client);
  try {
    const cpu = process.cpuUsage();
    const pushed = index === INDEX ? await pushCatalog(counting, local, { index, shards, replicas, keep: 0 }) : undefined;
    const { user, system } = process.cpuUsage(cpu);
    const opened = performance.now();
    const remote = await openOpenSearchCatalog(counting, { index, limits });
    const opening = performance.now() - opened;
    const push = pushed && { milliseconds: pushed.milliseconds, cpu: (user + system) / 1000 };
    const load = { parts: remote.info.parts, push, opening, clusterBytes: remote.info.bytes, fileBytes: local.info.bytes };
    const measured: Measured[] = [];
    const classes = await classesOf(local);
    for (const [name, ask] of classes) {
      measured.push({ ...(await measure(name, ask, { local, remote, counting, rounds })), alone: 0 });
    }
    for (const [i, [, ask]] of classes.entries())
      measured[i] = { ...measured[i], alone: await measureAlone(() => ask(remote), counting) };
    await remote.close();
    return { load, measured };
  } finally {
    if (index === INDEX) await client.indices.delete({ index: `${INDEX}-*`, ignore_unavailable: true });
    await client.close();
    await local.close();
  }
}

type Ask = (catalog: Catalog) => Promise<unknown>;

/** Values that the catalog has: part numbers, brands, a category, a spec of numbers and three of texts. */
async function valuesOf(catalog: Catalog) {
  const pages = await Promise.all(
    [0, 100].map((start) => catalog.parts.search({ start, limit: 100, sortby: 'uid', show: ['mpn'] })),
  );
  const mpns = pages.flatMap(({ results }) => results.map(({ item }) => (item as Part).mpn));
  const { facet_results } = await catalog.parts.search({
    facet: { fields: { 'brand.name': { include: true, limit: 3 }, category_uids: { include: true, limit: 10 } } },
  });
  const brands = facet_results.fields['brand.name'].facets.map(({ value }) => value);
  const category = facet_results.fields.category_uids.facets.at(-1)?.value ?? '';
  const specs = [...catalog.specs].sort((a, b) => b.parts - a.parts);
  const [number] = specs.filter(({ type }) => type === 'number');
  const texts = specs.filter(({ type }) => type === 'string').slice(0, 3);
  return { mpns, brands, category, number, texts };
}

/** The classes of requests, with values that the catalog has. */
async function classesOf(catalog: Catalog): Promise<[name: string, ask: Ask][]> {
  const search =
    (request: SearchRequest): Ask =>
    (of) =>
      of.parts.search(request);
  const { mpns, brands, category, number, texts } = await valuesOf(catalog);
  const facets = (exclude_filter: boolean) => ({
    fields: Object.fromEntries(
      ['brand.name', 'category_uids', ...texts.map(({ key }) => `specs.${key}.value`)].map((field) => [
        field,
        { include: true, exclude_filter },
      ]),
    ),
  });
  const lines = Array.from({ length: LINES }, (_, i) => ({ mpn: mpns[i % mpns.length] }));
  const bom: Ask = (of) => of.parts.match({ queries: lines });
  const pieces: Ask = async (of) => {
    for (let at = 0; at < lines.length; at += AT_ONCE) await of.parts.match({ queries: lines.slice(at, at + AT_ONCE) });
  };
  return [
    ['part number, exact', search({ q: mpns[0] })],
    ['part number, prefix *', search({ q: `${mpns[0].slice(0, 4)}*` })],
    ['part number, infix *', search({ filter: { queries: ['mpn:*06*'] } })],
    ['one keyword, scored', search({ q: brands[0] })],
    ['range and 5 facets', search({ filter: { queries: [`specs.${number.key}.value:[1 TO 1000]`] }, facet: facets(false) })],
    [
      'category, brand, 5 multi-select facets',
      search({ filter: { fields: { category_uids: [category], 'brand.name': brands } }, facet: facets(true) }),
    ],
    ['all parts, 5 facets', search({ facet: facets(false) })],
    [
      'category, sorted by a spec',
      search({ filter: { fields: { category_uids: [category] } }, sortby: `specs.${number.key}.value asc` }),
    ],
    ['statistics of a price, all parts', search({ stats: { avg_price: { include: true } } })],
    ['drilldown of a category', search({ filter: { fields: { category_uids: [category] } }, spec_drilldown: { include: true } })],
    ['drilldown of all parts', search({ spec_drilldown: { include: true } })],
    [`${LINES} part numbers, one match`, bom],
    [`${LINES} part numbers, ${AT_ONCE} a match`, pieces],
  ];
}

interface Subjects {
  readonly local: Catalog;
  readonly remote: Catalog;
  readonly counting: CountingClient;
  readonly rounds: number;
}

async function measure(name: string, ask: Ask, { local, remote, counting, rounds }: Subjects): Promise<Omit<Measured, 'alone'>> {
  const requests = async (): Promise<number> => {
    const before = counting.count;
    await ask(remote);
    return counting.count - before;
  };
  const [first, later] = [await requests(), await requests()];
  const times = { cluster: [] as number[], process: [] as number[], own: [] as number[] };
  // In turns: what disturbs the machine disturbs both.
  for (let round = 0; round < rounds; round++) {
    const waited = counting.waited;
    const time = await timeOf(() => ask(remote));
    times.cluster.push(time);
    times.own.push(time - (counting.waited - waited));
    times.process.push(await timeOf(() => ask(local)));
  }
  const [cluster, process, own] = [times.cluster, times.process, times.own].map(median);
  return { name, cluster, least: Math.min(...times.cluster), process, own, first, later };
}

/** The median of what partdex itself does of an answer, as in a server: V8 has compiled what two hundred answers take. */
async function measureAlone(ask: () => Promise<unknown>, counting: CountingClient): Promise<number> {
  // The second one: a first one may count terms that later ones know.
  await ask();
  const kept = await counting.keep(ask);
  await setTimeout(SECONDS_OF_REST * 1000);
  const times: number[] = [];
  for (let round = 0; round < WARM_ROUNDS + ALONE_ROUNDS; round++) times.push(await counting.timeOf(ask, kept));
  return median(times.slice(WARM_ROUNDS));
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1];

interface Load {
  readonly parts: number;
  readonly push: { readonly milliseconds: number; readonly cpu: number } | undefined;
  readonly opening: number;
  readonly clusterBytes: number;
  readonly fileBytes: number;
}

interface Figures {
  readonly load: Load;
  readonly measured: readonly Measured[];
}

function report(description: string, { load, measured }: Figures): string {
  const { parts, push, opening, clusterBytes, fileBytes } = load;
  const rows = [
    ...(push
      ? [
          ['push', `${figure((1000 * parts) / push.milliseconds)} parts/s`],
          ['push, processor time of partdex', `${figure(push.cpu / parts)} ms a part`],
        ]
      : []),
    ['opening', `${figure(opening)} ms`],
    ['index, one copy', `${figure(clusterBytes / MEGABYTE)} MB, ${figure(clusterBytes / parts)} bytes a part`],
    ['catalog file', `${figure(fileBytes / MEGABYTE)} MB, ${figure(fileBytes / parts)} bytes a part`],
  ];
  const times = measured.map(({ name, cluster, least, process, own, alone, first, later }) => {
    return [name, ...[cluster, least, process, own, alone].map(figure), String(first), String(later)];
  });
  return [
    `# A cluster: ${description}\n`,
    table(['', 'measured'], rows, ['measured']),
    `\nMedians in milliseconds. Own: those of the cluster less what its answers were waited for. Alone: the same with kept answers, when the nodes
are idle; this is compiling and decoding. Requests for an answer, first and later.\n`,
    table(['request', 'cluster', 'least', 'in process', 'own', 'alone', 'first', 'later'], times),
  ].join('\n');
}

import { join } from 'node:path';
import { Client } from '@opensearch-project/opensearch';
import { buildCatalogFile, openCatalogFile } from '../../src/node/partdex-node.js';
import { type OpenSearchClient, openOpenSearchCatalog, pushCatalog } from '../../src/opensearch/partdex-opensearch.js';
import type { Catalog, Part, SearchRequest } from '../../src/partdex.js';
import { openData } from '../data/data.js';
import { temporaryFolder } from '../data/temporary-folder.js';
import { figure, table } from '../report/table.js';
import { readOptions, wholeNumber } from './options.js';
import { UsageError } from './usage-error.js';

export const HELP = `npm run bench:cluster -- --cluster <address> [options]

Pushes a catalog to a cluster of OpenSearch, and asks both the same. docs/opensearch.md says how to start a cluster for a trial. The
indices bench-cluster-<n> of the cluster are replaced, and removed at the end.

  --cluster <address>  a node, such as http://127.0.0.1:9200; several with commas between them
  --data <name>        generated or real; default generated
  --parts <number>     default 50000
  --shards <number>    default 1
  --replicas <number>  default 0
  --rounds <number>    times that each request is sent; default 15
  --json               print the figures as JSON instead of tables
`;

const INDEX = 'bench-cluster';
/** Lines of a bill of materials, and of one request. */
const LINES = 200;
const AT_ONCE = 20;
const MEGABYTE = 1e6;

interface Measured {
  readonly name: string;
  /** Medians in milliseconds. */
  readonly cluster: number;
  readonly process: number;
  /** Requests to the cluster for an answer: the first one, and later ones. */
  readonly first: number;
  readonly later: number;
}

/** A client that counts what is sent. */
class CountingClient implements OpenSearchClient {
  count = 0;
  readonly transport: OpenSearchClient['transport'];

  constructor({ transport }: Client) {
    this.transport = {
      maxRetries: transport.maxRetries,
      request: (params, options) => {
        this.count++;
        return transport.request(params as Parameters<typeof transport.request>[0], options);
      },
    };
  }
}

/** Measures a catalog on a cluster beside the same in process. */
export async function clusterCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args, {
    cluster: { type: 'string' },
    data: { type: 'string', default: 'generated' },
    parts: { type: 'string' },
    shards: { type: 'string' },
    replicas: { type: 'string', default: '0' },
    rounds: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (options.help) {
    console.log(HELP);
    return;
  }
  if (options.cluster === undefined) throw new UsageError('--cluster is missing: the address of a node');
  const data = await openData(options.data, wholeNumber('--parts', options.parts) ?? 50_000);
  if (typeof data === 'string') {
    console.log(`bench:cluster is skipped: ${data}`);
    return;
  }
  const folder = temporaryFolder();
  const out = join(folder, 'catalog.pdx');
  await buildCatalogFile({ ...(await data.files(folder)), out });
  const local = await openCatalogFile(out);
  const client = new Client({ nodes: options.cluster.split(','), requestTimeout: 300_000 });
  const counting = new CountingClient(client);
  try {
    const shards = wholeNumber('--shards', options.shards) ?? 1;
    const pushed = await pushCatalog(counting, local, { index: INDEX, shards, replicas: Number(options.replicas), keep: 0 });
    const opened = performance.now();
    const remote = await openOpenSearchCatalog(counting, { index: INDEX });
    const opening = performance.now() - opened;
    const load = { ...pushed, opening, clusterBytes: remote.info.bytes, fileBytes: local.info.bytes };
    const rounds = wholeNumber('--rounds', options.rounds) ?? 15;
    const measured: Measured[] = [];
    for (const [name, ask] of await classesOf(local))
      measured.push(await measure(name, ask, { local, remote, counting, rounds }));
    await remote.close();
    console.log(
      options.json ? JSON.stringify({ data: data.name, load, measured }, null, 1) : report(data.description, load, measured),
    );
  } finally {
    await client.indices.delete({ index: `${INDEX}-*`, ignore_unavailable: true });
    await client.close();
    await local.close();
  }
}

type Ask = (catalog: Catalog) => Promise<unknown>;

/** The classes of requests, with values that the catalog has. */
async function classesOf(catalog: Catalog): Promise<[name: string, ask: Ask][]> {
  const search =
    (request: SearchRequest): Ask =>
    (of) =>
      of.parts.search(request);
  const { results, facet_results } = await catalog.parts.search({
    limit: 100,
    facet: { fields: { 'brand.name': { include: true, limit: 3 }, category_uids: { include: true, limit: 10 } } },
  });
  const mpns = results.map(({ item }) => (item as Part).mpn);
  const brands = facet_results.fields['brand.name'].facets.map(({ value }) => value);
  const category = facet_results.fields.category_uids.facets.at(-1)?.value ?? '';
  const specs = [...catalog.specs].sort((a, b) => b.parts - a.parts);
  const [number] = specs.filter(({ type }) => type === 'number');
  const texts = specs.filter(({ type }) => type === 'string').slice(0, 3);
  const facets = (exclude_filter: boolean) => ({
    fields: Object.fromEntries(
      ['brand.name', 'category_uids', ...texts.map(({ key }) => `specs.${key}.value`)].map((field) => [
        field,
        { include: true, exclude_filter },
      ]),
    ),
  });
  const lines = Array.from({ length: LINES }, (_, i) => ({ mpn: mpns[i % mpns.length] }));
  const bom: Ask = async (of) => {
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
    [`bill of materials, ${LINES} lines`, bom],
  ];
}

interface Subjects {
  readonly local: Catalog;
  readonly remote: Catalog;
  readonly counting: CountingClient;
  readonly rounds: number;
}

async function measure(name: string, ask: Ask, { local, remote, counting, rounds }: Subjects): Promise<Measured> {
  const requests = async (): Promise<number> => {
    const before = counting.count;
    await ask(remote);
    return counting.count - before;
  };
  const [first, later] = [await requests(), await requests()];
  const times = { cluster: [] as number[], process: [] as number[] };
  // In turns: what disturbs the machine disturbs both.
  for (let round = 0; round < rounds; round++) {
    times.cluster.push(await timeOf(() => ask(remote)));
    times.process.push(await timeOf(() => ask(local)));
  }
  return { name, cluster: median(times.cluster), process: median(times.process), first, later };
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1];

interface Load {
  readonly parts: number;
  readonly milliseconds: number;
  readonly opening: number;
  readonly clusterBytes: number;
  readonly fileBytes: number;
}

function report(description: string, load: Load, measured: readonly Measured[]): string {
  const { parts, milliseconds, opening, clusterBytes, fileBytes } = load;
  const rows = [
    ['push', `${figure((1000 * parts) / milliseconds)} parts/s`],
    ['opening', `${figure(opening)} ms`],
    ['index, one copy', `${figure(clusterBytes / MEGABYTE)} MB, ${figure(clusterBytes / parts)} bytes a part`],
    ['catalog file', `${figure(fileBytes / MEGABYTE)} MB, ${figure(fileBytes / parts)} bytes a part`],
  ];
  const times = measured.map(({ name, cluster, process, first, later }) => {
    return [name, figure(cluster), figure(process), String(first), String(later)];
  });
  return [
    `# A cluster: ${description}\n`,
    table(['', 'measured'], rows, ['measured']),
    '\nMedians in milliseconds, and requests to the cluster for an answer, the first time and later.\n',
    table(['request', 'cluster', 'in process', 'first', 'later'], times),
  ].join('\n');
}

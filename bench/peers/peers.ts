import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Category, Company, Part } from '../../src/partdex.js';
import type { DataSet } from '../data/data-set.js';
import { linesOf, writeLines } from '../data/lines.js';
import { type DrawnQueries, drawQueries, SEED, WITNESSES } from '../queries/draw.js';
import { nameOfLetters, type QueryArguments } from '../queries/questions.js';
import { type Witness, witnessOf } from '../queries/sampled-parts.js';
import { TYPING } from '../queries/typing.js';
import { PEER_FACET_SPECS } from './peer-facets.js';
import type { LuceneResults, MeasuredPeer } from './peer-results.js';

/** Metadata of the generated parts. */
interface Metadata {
  readonly brands: readonly Company[];
  readonly sellers: readonly Company[];
  readonly categories: readonly Category[];
}

/** Metadata of the flattened parts: spec keys by kind, and the names of the categories by number. */
interface FlatMetadata {
  readonly n: number;
  readonly str: readonly string[];
  readonly num: readonly string[];
  readonly cats: readonly string[];
}

/** The positions of category numbers among a question's values. */
const CATEGORY_ARGUMENT: Readonly<Record<string, number>> = {
  'brand-in-category': 1,
  'range-in-category': 0,
  'facets-of-a-range': 0,
  'drilldown-of-a-category': 0,
  'sort-by-spec': 0,
};

const DEFAULT_PARTS = 1_000_000;
/** Queries that the peers do not have are drawn as for other data. */
const OWN_QUERIES = ['prefix-and-piece-in-keywords', 'bill-of-materials', TYPING.name];

/** The peers' own parts and queries, in a copy of their folder in which they have been run; a reason if they have not. */
export async function openPeers(folder: string, parts = DEFAULT_PARTS): Promise<DataSet | string> {
  const size = sizeName(parts);
  const inData = (name: string) => join(folder, 'data', name);
  const ndjson = inData(`parts-${size}.ndjson`);
  const flat = inData(`flat-${size}.tsv`);
  const needed = [ndjson, flat, `${flat}.meta.json`, inData(`queries-${size}.tsv`), inData('meta.json')];
  const missing = needed.find((file) => !existsSync(file));
  if (missing) return `there is no ${missing}; run the peers' run-all.sh ${size} there first`;

  const metadata = JSON.parse(await readFile(inData('meta.json'), 'utf8')) as Metadata;
  const flatMetadata = JSON.parse(await readFile(`${flat}.meta.json`, 'utf8')) as FlatMetadata;
  const uids = categoryUids(metadata, flatMetadata);
  const specs = [
    ...flatMetadata.str.map((key) => ({ key, datatype: 'string' })),
    ...flatMetadata.num.map((key) => ({ key, datatype: 'decimal' })),
  ];
  const resultsOf = <T>(peer: string) => readResults<T>(join(folder, 'results', `${peer}-${size}.json`));
  const queries = readQueries(await readFile(inData(`queries-${size}.tsv`), 'utf8'));
  return {
    name: `peers-${size}`,
    description: `the peers' ${flatMetadata.n.toLocaleString('en-US')} generated parts`,
    async files(own) {
      const write = (name: string, documents: readonly object[]) => writeLines(join(own, `${name}.ndjson`), documents);
      return {
        parts: [ndjson],
        categories: await write('categories', metadata.categories),
        brands: await write('brands', metadata.brands),
        sellers: await write('sellers', metadata.sellers),
        spec_metadata: await write('spec-metadata', specs),
      };
    },
    async queries() {
      const drawn = await drawnQueries(ndjson, new Map(specs.map(({ key, datatype }) => [key, datatype])));
      const own = OWN_QUERIES.map((name) => [name, drawn.get(name) ?? []] as const);
      return new Map([
        ...own,
        ...[...queries].map(([name, all]) => [name, all.map((args) => ownArguments(name, args, uids))] as const),
      ]);
    },
    peers: {
      flat,
      queries,
      lucene: await resultsOf<LuceneResults>('lucene'),
      plainJs: await resultsOf<MeasuredPeer>('plain-js'),
    },
  };
}

/** As the peers name their files: `1m`, `100k`. */
function sizeName(parts: number): string {
  if (parts % 1e6 === 0) return `${parts / 1e6}m`;
  return parts % 1e3 === 0 ? `${parts / 1e3}k` : String(parts);
}

/** The uid of each category number. */
function categoryUids({ categories }: Metadata, { cats }: FlatMetadata): string[] {
  return cats.map((name, number) => {
    const category = categories[number];
    if (category?.name !== name)
      throw new Error(`category ${number} is "${name}" in flat-*.tsv.meta.json and "${category?.name}" in meta.json`);
    return category.uid;
  });
}

function readQueries(text: string): Map<string, QueryArguments[]> {
  const queries = new Map<string, QueryArguments[]>();
  for (const line of text.trimEnd().split('\n')) {
    const [letters, ...args] = line.split('\t');
    const name = nameOfLetters(letters) ?? letters;
    queries.set(name, [...(queries.get(name) ?? []), args]);
  }
  return queries;
}

/** In the form of our questions: categories by uid, and the string specs of facets. */
function ownArguments(name: string, args: QueryArguments, uids: readonly string[]): QueryArguments {
  const named = args.map((argument, i) => (i === CATEGORY_ARGUMENT[name] ? uids[Number(argument)] : argument));
  if (name === 'facets-of-a-range') {
    const [category, key, low, high, stats] = named;
    return [category, key, low, high, ...PEER_FACET_SPECS, ...stats.split(',')];
  }
  if (name === 'twenty-mpns-and-brands')
    return args.flatMap((pair) => [pair.slice(0, pair.indexOf('|')), pair.slice(pair.indexOf('|') + 1)]);
  return name === 'facets-of-all-parts' ? PEER_FACET_SPECS : named;
}

/** From the first parts, which have no order. */
async function drawnQueries(ndjson: string, datatypes: ReadonlyMap<string, string>): Promise<DrawnQueries> {
  const witnesses: Witness[] = [];
  for await (const lines of linesOf([ndjson])) {
    for (const line of lines) witnesses.push(witnessOf(JSON.parse(line.toString()) as Part, datatypes));
    if (witnesses.length >= WITNESSES) break;
  }
  return drawQueries(witnesses.slice(0, WITNESSES), SEED);
}

async function readResults<T>(path: string): Promise<T | undefined> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as T) : undefined;
}

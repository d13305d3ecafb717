import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Part, SpecMetadata } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { UsageError } from '../commands/usage-error.js';
import { openPeers } from '../peers/peers.js';
import { type DrawnQueries, drawQueries, SEED, WITNESSES } from '../queries/draw.js';
import { Reservoir, witnessOf } from '../queries/sampled-parts.js';
import type { DataFiles, DataSet } from './data-set.js';
import { linesOf, writeLines } from './lines.js';

const DEFAULT_PARTS = 100_000;
/** The approximate number of parts in one of the files of real parts. */
const REAL_PARTS_A_FILE = 26_200;
const REAL_FOLDER = '../shared/data/real';

/**
 * The data set of `--data`, or the reason why it is not available.
 * @param parts the number of parts; for real parts rounded up to whole files
 */
export async function openData(spec: string, parts: number | undefined): Promise<DataSet | string> {
  if (spec === 'generated') return generated(parts ?? DEFAULT_PARTS);
  if (spec === 'real') return real(parts);
  if (spec.startsWith('peers:')) return openPeers(resolve(spec.slice('peers:'.length)), parts);
  throw new UsageError(`--data: "${spec}" is none of generated, real, peers:<folder>`);
}

function generated(parts: number): DataSet {
  const metadata = sampleMetadata(SEED);
  return {
    name: `generated-${parts}`,
    description: `${parts.toLocaleString('en-US')} generated parts, seed ${SEED}`,
    async files(folder) {
      const write = (name: string, documents: Iterable<object>) => writeLines(join(folder, `${name}.ndjson`), documents);
      return {
        parts: [await write('parts', generateSample(parts, SEED))],
        categories: await write('categories', metadata.categories),
        brands: await write('brands', metadata.brands),
        manufacturers: await write('manufacturers', metadata.manufacturers),
        sellers: await write('sellers', metadata.sellers),
        spec_metadata: await write('spec-metadata', metadata.spec_metadata),
      };
    },
    async queries() {
      const reservoir = new Reservoir<Part>(WITNESSES, SEED);
      for (const part of generateSample(parts, SEED)) reservoir.offer(() => part);
      return drawFrom(reservoir.items, metadata.spec_metadata);
    },
  };
}

async function real(parts: number | undefined): Promise<DataSet | string> {
  const folder = resolve(REAL_FOLDER);
  if (!existsSync(folder)) return `the real parts are not here (${REAL_FOLDER})`;
  const names = (await readdir(folder)).filter((name) => /^parts-\d+\.ndjson\.gz$/.test(name)).sort();
  const chosen = names.slice(0, parts === undefined ? names.length : Math.ceil(parts / REAL_PARTS_A_FILE));
  const path = (name: string) => join(folder, name);
  const files: DataFiles = {
    parts: chosen.map(path),
    categories: path('categories.ndjson.gz'),
    brands: path('brands.ndjson.gz'),
    manufacturers: path('manufacturers.ndjson.gz'),
    sellers: path('sellers.ndjson.gz'),
    spec_metadata: path('spec-metadata.ndjson.gz'),
  };
  return {
    name: `real-${chosen.length}`,
    description: `real parts, ${chosen.length} of ${names.length} files`,
    files: async () => files,
    async queries() {
      const reservoir = new Reservoir<Buffer>(WITNESSES, SEED);
      // A line is a view of its chunk: copying it releases the chunk.
      for await (const lines of linesOf(files.parts)) for (const line of lines) reservoir.offer(() => Buffer.from(line));
      const metadata = await documentsOf<SpecMetadata>([path('spec-metadata.ndjson.gz')]);
      return drawFrom(reservoir.items.map(parse<Part>), metadata);
    },
  };
}

function drawFrom(parts: readonly Part[], metadata: readonly SpecMetadata[]): DrawnQueries {
  const datatypes = new Map(metadata.map(({ key, datatype }) => [key, datatype]));
  return drawQueries(
    parts.map((part) => witnessOf(part, datatypes)),
    SEED,
  );
}

async function documentsOf<T>(files: readonly string[]): Promise<T[]> {
  const documents: T[] = [];
  for await (const lines of linesOf(files)) documents.push(...lines.map(parse<T>));
  return documents;
}

function parse<T>(line: Buffer): T {
  return JSON.parse(line.toString());
}

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as graphqlEntry from '../../src/graphql/partdex-graphql.js';
import type * as nodeEntry from '../../src/node/partdex-node.js';
import type * as restEntry from '../../src/rest/partdex-rest.js';
import { UsageError } from '../commands/usage-error.js';

/** The entries of a built package that a benchmark uses. Those of an older build may have less than their types. */
export interface Engine {
  readonly buildCatalogFile: typeof nodeEntry.buildCatalogFile;
  readonly openCatalogFile: typeof nodeEntry.openCatalogFile;
  readonly createRestApi: typeof restEntry.createRestApi;
  readonly createGraphqlApi: typeof graphqlEntry.createGraphqlApi;
}

/**
 * The folder of a built package.
 * @param given default: the package that was built for this run
 * @throws UsageError if it does not exist
 */
export function packageFolder(given: string | undefined): string {
  const folder = given === undefined ? fileURLToPath(new URL('.', import.meta.url)) : resolve(given);
  if (existsSync(join(folder, 'dist', 'partdex-node.js'))) return folder;
  throw new UsageError(`there is no built package in "${given}": dist/partdex-node.js is missing`);
}

/** Loads a built package, this one or an older one. */
export async function loadEngine(folder: string): Promise<Engine> {
  const load = (entry: string) => import(pathToFileURL(join(folder, 'dist', `${entry}.js`)).href);
  const [node, rest, graphql] = await Promise.all([load('partdex-node'), load('partdex-rest'), load('partdex-graphql')]);
  return {
    buildCatalogFile: (node as typeof nodeEntry).buildCatalogFile,
    openCatalogFile: (node as typeof nodeEntry).openCatalogFile,
    createRestApi: (rest as typeof restEntry).createRestApi,
    createGraphqlApi: (graphql as typeof graphqlEntry).createGraphqlApi,
  };
}

import type { createGraphqlApi } from '../../src/graphql/partdex-graphql.js';
import type { openCatalogFile } from '../../src/node/partdex-node.js';
import type { createRestApi } from '../../src/rest/partdex-rest.js';
import type { Recorded } from './differences.mjs';

export interface Partdex {
  openCatalogFile: typeof openCatalogFile;
  createRestApi: typeof createRestApi;
  createGraphqlApi: typeof createGraphqlApi;
}

export interface Difference {
  readonly number: number;
  readonly call: { readonly method: string };
  readonly differences: readonly string[];
  readonly recorded: Recorded;
  readonly now: Recorded;
}

export function record(
  partdex: Partdex,
  path: string,
  options: { requests: number; seed: number; out: string },
): Promise<Record<string, number>>;

export function compare(
  partdex: Partdex,
  path: string,
  options: {
    recording: string;
    without?: ReadonlySet<string>;
    ignoredSteps?: readonly string[];
    onDifference: (difference: Difference) => void;
  },
): Promise<{ calls: number; differing: Record<string, number> }>;

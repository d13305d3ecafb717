import { readFileSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { requiredBuiltins, thirdPartyNotices } from './scripts/bundled-libraries.js';
import { lastingConstants } from './scripts/lasting-constants.js';
import { shippedFiles } from './scripts/shipped-files.js';

/** The exports of package.json. */
const entries = {
  partdex: 'src/partdex.ts',
  'partdex-node': 'src/node/partdex-node.ts',
  'partdex-suggest': 'src/suggest/partdex-suggest.ts',
  'partdex-rest': 'src/rest/partdex-rest.ts',
  'partdex-graphql': 'src/graphql/partdex-graphql.ts',
  'partdex-limits': 'src/limits/partdex-limits.ts',
  'partdex-import': 'src/import/partdex-import.ts',
  'partdex-opensearch': 'src/opensearch/partdex-opensearch.ts',
  'partdex-bom': 'src/bom/partdex-bom.ts',
};

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

export default defineConfig({
  entry: {
    ...entries,
    // The worker of a build. It must be next to the code that starts it, and all entries and chunks are in this folder.
    'build-worker': 'src/node/build-worker.ts',
    // A worker that answers requests, likewise.
    'catalog-worker': 'src/node/workers/catalog-worker.ts',
    // The threads of a live catalog, likewise.
    'live-worker': 'src/node/live/live-worker.ts',
    // A thread that builds a segment, likewise.
    'segment-worker': 'src/node/segments/segment-worker.ts',
    // The thread that reads the tables of a build by the command, likewise.
    'table-worker': 'src/cli/tables/table-worker.ts',
    'cli/partdex': 'src/cli/partdex.ts',
  },
  dts: { entry: entries },
  format: 'esm',
  target: 'es2023',
  define: { PARTDEX_VERSION: JSON.stringify(version) },
  platform: 'node',
  removeNodeProtocol: false,
  // One copy of each module for all entries, so that an error class is the same everywhere.
  splitting: true,
  // The code is not minified and reads like the sources; maps would make up two thirds of the package.
  sourcemap: false,
  clean: true,
  silent: true,
  // Dependencies are imported; development dependencies are bundled where the code uses them.
  plugins: [lastingConstants()],
  esbuildPlugins: [requiredBuiltins(), thirdPartyNotices(), shippedFiles(version)],
});

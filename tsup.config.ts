import { defineConfig } from 'tsup';
import { requiredBuiltins, thirdPartyNotices } from './scripts/bundled-libraries.js';

/** What package.json exports. */
const entries = {
  partdex: 'src/partdex.ts',
  'partdex-node': 'src/node/partdex-node.ts',
  'partdex-suggest': 'src/suggest/partdex-suggest.ts',
  'partdex-rest': 'src/rest/partdex-rest.ts',
  'partdex-graphql': 'src/graphql/partdex-graphql.ts',
};

export default defineConfig({
  entry: {
    ...entries,
    // The thread of a build. It is looked for beside the code that starts it, which is in this folder, be it in an entry or a chunk.
    'build-worker': 'src/node/build-worker.ts',
    // A thread that answers requests, likewise.
    'catalog-worker': 'src/node/workers/catalog-worker.ts',
    'cli/partdex': 'src/cli/partdex.ts',
  },
  dts: { entry: entries },
  format: 'esm',
  target: 'es2023',
  platform: 'node',
  removeNodeProtocol: false,
  // One copy of each module for all entries, so that an error class is the same class everywhere.
  splitting: true,
  // The code is not minified and reads like the sources, so maps would only be two thirds of the package.
  sourcemap: false,
  clean: true,
  silent: true,
  // Dependencies are imported; development dependencies are bundled where the code uses them.
  esbuildPlugins: [requiredBuiltins(), thirdPartyNotices()],
});

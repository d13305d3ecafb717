import { defineConfig } from 'tsup';

export default defineConfig({
  entry: {
    partdex: 'src/partdex.ts',
    'node/partdex-node': 'src/node/partdex-node.ts',
    'cli/partdex': 'src/cli/partdex.ts',
  },
  // The command is run, not imported, so it needs no types.
  dts: { entry: { partdex: 'src/partdex.ts', 'node/partdex-node': 'src/node/partdex-node.ts' } },
  format: 'esm',
  target: 'es2023',
  platform: 'node',
  removeNodeProtocol: false,
  // One copy of each module for all entries, so that an error class is the same class everywhere.
  splitting: true,
  sourcemap: true,
  clean: true,
  silent: true,
});

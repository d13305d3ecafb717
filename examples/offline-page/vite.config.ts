import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { contentSecurityPolicy } from './content-security-policy.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One `dist/index.html` with script, worker and style inside: from `file://` a browser cannot load modules by URL. */
export default defineConfig({
  root: here('.'),
  // An independent program would import partdex from node_modules; here the page is built from the sources.
  resolve: {
    alias: [
      { find: 'partdex/bom', replacement: here('../../src/bom/partdex-bom.ts') },
      { find: 'partdex/import', replacement: here('../../src/import/partdex-import.ts') },
      { find: 'partdex', replacement: here('../../src/partdex.ts') },
    ],
  },
  build: { target: 'es2023', modulePreload: false, reportCompressedSize: false, emptyOutDir: true },
  // The libraries for tables, which are loaded when they are used elsewhere, are inside as well.
  worker: { format: 'iife', rolldownOptions: { output: { codeSplitting: false } } },
  plugins: [viteSingleFile(), contentSecurityPolicy()],
});

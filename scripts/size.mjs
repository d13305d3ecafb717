/**
 * Bundles the entries that run in a browser and measures them. Fails if a bundle references a Node module, which would not run in
 * a browser, if its gzip size exceeds the limit, and if the main entry includes the completion library. The limits are
 * about a fifth above the sizes when they were last set; raise them in the change that needs it, with the reason.
 */
import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const COMPLETION = 'node_modules/flexsearch/';
const ENTRIES = [
  // It was 235 before questions in people's words, with the words of the trade, ranges of specs, marks and suggestions, and wishes for one offer;
  // 340 before inputs and outputs, inches, counts in texts, contact forms and more words of other languages; 346 before the pins in names of
  // connectors, words of a name that are apart, families of part numbers and negative outputs; 354 before several resistors in a chip, fractions, the
  // ways in which texts write numbers, and more words of Chinese and German.
  { name: 'partdex', path: 'src/partdex.ts', ceilingKb: 358, without: COMPLETION },
  { name: 'partdex/suggest', path: 'src/suggest/partdex-suggest.ts', ceilingKb: 30 },
  // It was 11 before it described itself (openApiDocument), had entity tags and scopes, and renamed members.
  { name: 'partdex/rest', path: 'src/rest/partdex-rest.ts', ceilingKb: 20, without: COMPLETION },
  // It was 68 before it had every type and field of the hosted schema, the strict variants of it, and the text of each.
  { name: 'partdex/graphql', path: 'src/graphql/partdex-graphql.ts', ceilingKb: 105, without: COMPLETION },
  // With the libraries for CSV, workbooks and archives, which a page loads when it reads the first file of the kind.
  { name: 'partdex/import', path: 'src/import/partdex-import.ts', ceilingKb: 200, without: COMPLETION },
  // It has the catalog of the records beside an index, and the build that makes it; 380 before the same of the main entry, 389 before its 354, 393 before its 358.
  { name: 'partdex/opensearch', path: 'src/opensearch/partdex-opensearch.ts', ceilingKb: 397, without: COMPLETION },
  // With what reads tables, as partdex/import has it, and the decimals of costs.
  { name: 'partdex/bom', path: 'src/bom/partdex-bom.ts', ceilingKb: 210, without: COMPLETION },
  { name: 'partdex/limits', path: 'src/limits/partdex-limits.ts', ceilingKb: 7, without: COMPLETION },
];

const builtins = new Set(builtinModules);
let failed = false;

function fail(message) {
  console.error(message);
  failed = true;
}

const noNodeModules = {
  name: 'no-node-modules',
  setup(bundle) {
    bundle.onResolve({ filter: /.*/ }, ({ path, importer }) => {
      if (!path.startsWith('node:') && !builtins.has(path)) return undefined;
      // Its package.json says that browsers have nothing there; the bundler heeds that, and fails where it does not.
      if (importer.includes(COMPLETION)) return undefined;
      fail(`not for a browser: ${importer} imports ${path}`);
      return { path, external: true };
    });
  },
};

for (const { name, path, ceilingKb, without } of ENTRIES) {
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    plugins: [noNodeModules],
  });
  const code = outputFiles[0].contents;
  const kilobytes = gzipSync(code, { level: 9 }).length / 1000;
  const minified = (code.length / 1000).toFixed(1);
  console.log(`${name} in a browser: ${kilobytes.toFixed(1)} kB gzip, ${minified} kB minified (ceiling ${ceilingKb} kB gzip)`);
  if (kilobytes > ceilingKb) fail(`${kilobytes.toFixed(1)} kB is over the ceiling of ${ceilingKb} kB`);
  const unwanted = without && Object.keys(metafile.inputs).filter((input) => input.includes(without));
  if (unwanted?.length > 0) fail(`${name} brings ${unwanted.join(', ')}`);
}
process.exitCode = failed ? 1 : 0;

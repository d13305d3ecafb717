/** Builds a sample catalog in ./sample with the built command and searches it, showing each command line. */
import { spawnSync } from 'node:child_process';

const PARTS = 20_000;
const metadata = ['categories', 'brands', 'manufacturers', 'sellers', 'spec-metadata'];

partdex('sample', String(PARTS), '-o', 'sample', '--force');
partdex(
  'build',
  'sample/parts.ndjson',
  ...metadata.flatMap((name) => [`--${name}`, `sample/${name}.ndjson`]),
  '-o',
  'sample/catalog.pdx',
);
partdex(
  'search',
  'sample/catalog.pdx',
  '-q',
  'thick film 0603',
  '--filter',
  'specs.resistance.value:[10000 TO 47000] AND offers.in_stock_quantity:[1 TO *]',
  '--sort',
  'specs.resistance.value asc',
  '--limit',
  '8',
);

console.log(`
The catalog is ready to be searched; npx partdex --help lists the commands. Next:
  npx partdex search sample/catalog.pdx -q 'ceramic x7r 0603' --sort 'avg_price asc'
  npx partdex info sample/catalog.pdx
  npm run example:page
  npm run example:server -- sample/catalog.pdx`);

function partdex(...args) {
  console.log(`\n$ partdex ${args.map(quoted).join(' ')}`);
  const { status } = spawnSync(process.execPath, ['dist/cli/partdex.js', ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function quoted(argument) {
  return /^[\w./=-]+$/.test(argument) ? argument : `'${argument}'`;
}

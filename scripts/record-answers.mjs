/**
 * Records the answers of a build of the package to thousands of random requests of every kind, and finds out whether another build
 * gives the same bytes. Times are left out. Of an error the code and the place count; of texts that people read there are options
 * that leave them out.
 *
 * npm run record -- record --dist <folder> (--catalog <file> | --build <folder>) --out <file> [--requests 10000] [--seed 1]
 * npm run record -- compare --dist <folder> (--catalog <file> | --build <folder>) --recording <file> [--show 20]
 *   [--without-plan-texts] [--without-warning-texts] [--without-match-texts] [--ignore-steps kind,kind]
 *
 * --build: a folder with parts.ndjson, and, where there are such records, categories.ndjson, brands.ndjson, manufacturers.ndjson,
 * sellers.ndjson and spec-metadata.ndjson (all plain or gzip). The build under test makes a catalog of them, so that two formats of
 * files can be compared.
 */
import { parseArgs } from 'node:util';
import { WORDING_OPTIONS } from './record/differences.mjs';
import { compare, loadPackage, record, withCatalog } from './record/recordings.mjs';

/** The number of characters shown of a differing answer. */
const SHOWN_CALL = 2000;

const WITHOUT = [...new Set(Object.values(WORDING_OPTIONS))];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: 'dist' },
    catalog: { type: 'string' },
    build: { type: 'string' },
    out: { type: 'string' },
    recording: { type: 'string' },
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '20' },
    'ignore-steps': { type: 'string', default: '' },
    ...Object.fromEntries(WITHOUT.map((name) => [name, { type: 'boolean', default: false }])),
  },
});
if ((values.catalog === undefined) === (values.build === undefined)) throw new Error('give one of --catalog and --build');

const began = performance.now();
const partdex = await loadPackage(values.dist);
if (positionals[0] === 'record') await withCatalog(partdex, values, recordAnswers);
else if (positionals[0] === 'compare') await withCatalog(partdex, values, compareAnswers);
else throw new Error(`the command is record or compare, not "${positionals.join(' ')}"`);

async function recordAnswers(path) {
  const counts = await record(partdex, path, {
    requests: wholeNumber('requests'),
    seed: wholeNumber('seed'),
    out: required('out'),
  });
  for (const [kind, count] of Object.entries(counts).sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(7)} ${kind}`);
  console.log(`${values.out}: ${values.requests} requests in ${seconds()} s`);
}

async function compareAnswers(path) {
  let left = wholeNumber('show');
  const { calls, differing } = await compare(partdex, path, {
    recording: required('recording'),
    without: new Set(WITHOUT.filter((name) => values[name])),
    ignoredSteps: values['ignore-steps'].split(',').filter((kind) => kind !== ''),
    onDifference: ({ number, call, differences }) => {
      if (left-- > 0)
        console.log(`request ${number}: ${JSON.stringify(call).slice(0, SHOWN_CALL)}\n  ${differences.join('\n  ')}`);
    },
  });
  const total = Object.values(differing).reduce((sum, count) => sum + count, 0);
  const byMethod = Object.entries(differing).map(([method, count]) => `${method} ${count}`);
  console.log(`${calls} requests in ${seconds()} s, ${total} differ${total > 0 ? ` (${byMethod.join(', ')})` : ''}`);
  if (total > 0 || calls === 0) process.exitCode = 1;
}

function required(name) {
  if (values[name] === undefined) throw new Error(`--${name} is missing`);
  return values[name];
}

function wholeNumber(name) {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number, not "${values[name]}"`);
  return number;
}

function seconds() {
  return ((performance.now() - began) / 1000).toFixed(1);
}

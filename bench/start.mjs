/**
 * How much processor time it takes to start: user and system time of a fresh process, the best of several, less that of
 * `node -e 0` in the same run. Needs the built package in dist/. Fails where a limit is exceeded.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROUNDS = 5;
const PARTS = '500';
const COMMAND = resolve('dist/cli/partdex.js');
const ENTRY = pathToFileURL(resolve('dist/partdex-node.js')).href;

/** The shell knows the times of a process that has ended; Node reports its own only. */
function processorMilliseconds(args) {
  const script = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2>&1';
  const times = execFileSync('bash', ['-c', `(${script}) 2>&1`, 'bash', process.execPath, ...args], { encoding: 'utf8' });
  const [user, system] = times.trim().split(' ').map(Number);
  if (Number.isNaN(user + system)) throw new Error(times);
  return (user + system) * 1000;
}

const folder = mkdtempSync(join(tmpdir(), 'partdex-start-'));
try {
  const catalog = join(folder, 'sample.pdx');
  const sample = execFileSync(process.execPath, [COMMAND, 'sample', PARTS]);
  execFileSync(process.execPath, [COMMAND, 'build', '-', '-o', catalog], { input: sample, stdio: ['pipe', 'ignore', 'inherit'] });
  const cases = [
    { name: 'node -e 0', args: ['-e', '0'] },
    { name: 'import partdex/node', args: ['--input-type=module', '-e', `import '${ENTRY}';`], limit: 60 },
    { name: 'partdex search, keywords', args: [COMMAND, 'search', catalog, '-q', 'capacitor'], limit: 200 },
    { name: 'partdex search, a filter', args: [COMMAND, 'search', catalog, '-f', 'brand.name:*'], limit: 200 },
  ];
  const best = cases.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    // in turns, so that another program that runs meanwhile slows all of them
    cases.forEach(({ args }, i) => {
      best[i] = Math.min(best[i], processorMilliseconds(args));
    });
  }
  console.log(`${cases[0].name}: ${best[0].toFixed(0)} ms of processor time`);
  cases.slice(1).forEach(({ name, limit }, i) => {
    const more = best[i + 1] - best[0];
    console.log(`${name}: ${more.toFixed(0)} ms more (at most ${limit})`);
    if (more > limit) process.exitCode = 1;
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

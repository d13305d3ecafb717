/**
 * The test command: lint, types, import rules, lengths, exports and words at the same time, then the test cases. Random tests draw the
 * same values in every run: what passes on one machine passes on the next. `--all` draws others in each run, runs the property tests
 * 50,000 requests long, and then the larger variants of the tests of clusters; `PARTDEX_SEED` sets where they start. Other arguments go
 * to vitest. The last line printed is `N passed, N failed`: test cases, where a failed check, or a file that could not be run, counts as
 * one failure.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

const checks = [
  { name: 'lint', command: ['@biomejs/biome', 'biome', 'check', '--error-on-warnings'] },
  { name: 'types', command: ['typescript', 'tsc', '--noEmit'] },
  {
    name: 'rules',
    command: ['dependency-cruiser', 'depcruise', '--config', '.dependency-cruiser.cjs', 'src', 'test', 'bench', 'examples'],
  },
  { name: 'lengths', script: 'scripts/check-lengths.mjs' },
  { name: 'exports', script: 'scripts/check-exports.mjs' },
  { name: 'words', script: 'scripts/check-words.mjs' },
];

const all = process.argv.includes('--all');
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== '--all');
if (all) process.env.PARTDEX_RUNS ??= '50000';
process.env.PARTDEX_SEED ??= String(all ? randomInt(2 ** 31) : 1);

let failed = (await Promise.all(checks.map(passes))).filter((ok) => !ok).length;
console.log(`Random tests start at PARTDEX_SEED=${process.env.PARTDEX_SEED}`);
const cases = runTestCases(vitestArguments);
failed += cases.failed;
// They say themselves where there is no Java. Their cases count as one.
if (all && vitestArguments.length === 0) failed += runScript('scripts/test-cluster.mjs', [], 'inherit').status === 0 ? 0 : 1;
console.log(`${cases.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && cases.passed > 0 ? 0 : 1;

/** Runs one check, beside the others. Shows its output only if it fails. */
async function passes({ name, command, script }) {
  const started = performance.now();
  const child = spawn(process.execPath, script === undefined ? argumentsOf(command) : [script]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const status = await new Promise((resolve) => child.once('close', resolve));
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (status !== 0) process.stdout.write(`${output}\n`);
  return status === 0;
}

function runTestCases(extra) {
  const folder = mkdtempSync(join(tmpdir(), 'partdex-test-'));
  const report = join(folder, 'report.json');
  try {
    const command = ['vitest', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...extra];
    const { status } = spawnSync(process.execPath, argumentsOf(command), { stdio: 'inherit' });
    return count(readReport(report), status);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}

/** Counts cases; a file that failed without a failed case, or a run that failed without one, is a failure as well. */
function count(report, status) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failures = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failures === 0 && status !== 0 ? 1 : failures };
}

/** The arguments of Node for the command `[package, name of its executable, ...arguments]` of an installed package. */
function argumentsOf([packageName, executable, ...args]) {
  const manifest = join(process.cwd(), 'node_modules', packageName, 'package.json');
  const { bin } = require(manifest);
  const script = join(dirname(manifest), typeof bin === 'string' ? bin : bin[executable]);
  return [script, ...args];
}

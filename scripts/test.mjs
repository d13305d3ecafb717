/**
 * The test command: lint, types, import rules, words, then the test cases. Random tests draw the same values in every run:
 * what passes on one machine passes on the next. `--all` draws others in each run, runs the property tests 50,000 requests
 * long, and then the larger variants of the tests of clusters; `PARTDEX_SEED` sets where they start. Other arguments go to
 * vitest. The last line printed is `N passed, N failed`: test cases, where a failed check, or a file that could not be run,
 * counts as one failure.
 */
import { spawnSync } from 'node:child_process';
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
  { name: 'words', script: 'scripts/check-words.mjs' },
];

const all = process.argv.includes('--all');
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== '--all');
if (all) process.env.PARTDEX_RUNS ??= '50000';
process.env.PARTDEX_SEED ??= String(all ? randomInt(2 ** 31) : 1);

let failed = checks.filter((check) => !passes(check)).length;
console.log(`Random tests start at PARTDEX_SEED=${process.env.PARTDEX_SEED}`);
const cases = runTestCases(vitestArguments);
failed += cases.failed;
// They say themselves where there is no Java. Their cases count as one.
if (all && vitestArguments.length === 0) failed += runScript('scripts/test-cluster.mjs', [], 'inherit').status === 0 ? 0 : 1;
console.log(`${cases.passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && cases.passed > 0 ? 0 : 1;

/** Runs one check. Shows its output only if it fails. */
function passes({ name, command, script }) {
  const started = performance.now();
  const result = script === undefined ? run(command, 'pipe') : runScript(script, [], 'pipe');
  const ok = result.status === 0;
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  if (!ok) process.stdout.write(`${result.stdout}${result.stderr}\n`);
  return ok;
}

function runTestCases(extra) {
  const folder = mkdtempSync(join(tmpdir(), 'partdex-test-'));
  const report = join(folder, 'report.json');
  try {
    const { status } = run(
      ['vitest', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...extra],
      'inherit',
    );
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

/** Runs the command `[package, name of its executable, ...arguments]` of an installed package. */
function run([packageName, executable, ...args], stdio) {
  const manifest = join(process.cwd(), 'node_modules', packageName, 'package.json');
  const { bin } = require(manifest);
  const script = join(dirname(manifest), typeof bin === 'string' ? bin : bin[executable]);
  return runScript(script, args, stdio);
}

function runScript(script, args, stdio) {
  return spawnSync(process.execPath, [script, ...args], { stdio, encoding: 'utf8' });
}

import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import { findChromium } from '../support/browser/chromium.js';

/** Apart from the projects of `npm test`, which runs where there is no browser. */
const hasChromium = findChromium() !== undefined;
if (!hasChromium) {
  const reason = 'no Chromium at the usual places, and CHROMIUM_PATH names none';
  if (process.env.CI && canInstall()) throw new Error(`${reason}; .ci/run installs one with apt-get`);
  process.stdout.write(`test:browser is skipped: ${reason}\n`);
}

/** True where apt-get is at hand for us, as .ci/run asks it. */
function canInstall(): boolean {
  const command = process.getuid?.() === 0 ? ['apt-get', '--version'] : ['sudo', '-n', 'apt-get', '--version'];
  try {
    execFileSync(command[0], command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export default defineConfig({
  test: {
    name: 'browser',
    include: hasChromium ? ['test/browser/**/*.test.ts'] : [],
    passWithNoTests: !hasChromium,
    ...(hasChromium && { globalSetup: ['test/support/browser/build.ts'] }),
    // A test waits for its page while that works, and the other way round: two at a time use two cores.
    maxWorkers: 2,
    // Modules are loaded once by each of the two processes: no test here replaces one.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

import fc, { type RunDetails } from 'fast-check';
import { expect } from 'vitest';

/** Has fast-check begin at `PARTDEX_SEED`, where that is set, and tell of every failure how to see it again. */
fc.configureGlobal({ ...seedOf(process.env.PARTDEX_SEED), reporter: report });

function seedOf(text: string | undefined): { seed?: number } {
  if (text === undefined || text === '') return {};
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`PARTDEX_SEED must be a whole number, not "${text}"`);
  return { seed };
}

function report<T>(details: RunDetails<T>): void {
  if (!details.failed) return;
  const { currentTestName, testPath } = expect.getState();
  const file = testPath?.slice(testPath.lastIndexOf('/test/') + 1);
  // The name is a pattern in a shell: a point stands for what means something there.
  const name = currentTestName
    ?.split(' > ')
    .at(-1)
    ?.replace(/[^\w ,;-]/g, '.');
  const again = `PARTDEX_SEED=${details.seed} npx vitest run ${file} -t "${name}"`;
  throw new Error(`${fc.defaultReportMessage(details)}\n\nAgain:\n${again}`, { cause: details.errorInstance });
}

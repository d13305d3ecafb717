/** Runs the command of the built package in this process, and measures all of it. */
import { answer, cpuSeconds, type Job, MEGABYTE } from '../measure/worker.js';

export interface CommandJob extends Job<{ args: readonly string[] }, CommandMeasurement> {}

export interface CommandMeasurement {
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly peak_mb: number;
}

answer<CommandJob>(async ({ args }) => {
  const began = performance.now();
  // What it prints is not measured, and is not of interest.
  process.stdout.write = () => true;
  process.stderr.write = () => true;
  process.argv = [process.argv[0], 'partdex', ...args];
  await import(new URL('../dist/cli/partdex.js', import.meta.url).href);
  if (process.exitCode) throw new Error(`partdex ${args.join(' ')} ended with status ${process.exitCode}`);
  return {
    seconds: (performance.now() - began) / 1000,
    cpu_seconds: cpuSeconds(),
    peak_mb: (process.resourceUsage().maxRSS * 1024) / MEGABYTE,
  };
});

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A separate process for each measurement: nothing is warm, and its memory is its own. */
export interface Job<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

/** Runs `workers/<name>.ts` in a fresh process and returns its answer. */
export function runWorker<J extends Job<unknown, unknown>>(name: string, input: J['input']): Promise<J['output']> {
  const path = fileURLToPath(new URL(`workers/${name}.js`, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(path, { execArgv: ['--expose-gc', '--enable-source-maps'], serialization: 'advanced' });
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the process of ${name} ended with code ${code}`)));
    child.send(input as object);
  });
}

/** The handler of a worker for the input of `runWorker`. */
export function answer<J extends Job<unknown, unknown>>(work: (input: J['input']) => Promise<J['output']>): void {
  process.once('message', async (input) => {
    const output = await work(input as J['input']);
    process.send?.(output, () => process.disconnect());
  });
}

/** Bytes of a MB, as the peers count. */
export const MEGABYTE = 1 << 20;

/** Resident memory after garbage collection. */
export function residentMegabytes(): number {
  for (let i = 0; i < 2; i++) globalThis.gc?.();
  return process.memoryUsage.rss() / MEGABYTE;
}

/** CPU seconds of this process, including all its threads. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

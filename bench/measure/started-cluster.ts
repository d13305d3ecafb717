import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A cluster that was started for a measurement. */
export interface StartedCluster {
  /** The addresses of its nodes. */
  readonly nodes: readonly string[];
  stop(): Promise<void>;
}

/** Starts a cluster as `npm run cluster` does. @throws Error with what that says if it cannot */
export async function startCluster(nodes: number, heap: string): Promise<StartedCluster> {
  const args = ['scripts/cluster.mjs', '--nodes', String(nodes), '--heap', heap, '--port', '0'];
  // Its standard input ends with this process, however that ends, and then it stops.
  const started = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(started, 'exit');
  const [line] = await Promise.race([once(createInterface({ input: started.stdout }), 'line'), exited.then(() => [undefined])]);
  if (typeof line !== 'string') throw new Error('the cluster did not start; --cluster <address> takes one that runs');
  return {
    nodes: line.split(','),
    stop: async () => {
      started.stdin.end();
      await exited;
    },
  };
}

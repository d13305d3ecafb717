/**
 * A cluster of OpenSearch for tests, from packages of Maven Central: every node is a process of its own on the loopback, with its data in
 * a temporary folder. Needs Java 17 (a JDK: Cluster.java runs as source) and Maven; proxies and mirrors are those of Maven's own settings.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Tests and scripts run in the folder of the project. */
const here = resolve('test/support/cluster');
/** How long a cluster may take to start on a busy machine. */
const START_MS = 240_000;
const LEAST_JAVA = 17;

/** Why no cluster can run here; undefined if one can. */
export function whyNoCluster(): string | undefined {
  const java = outputOf('java', ['-version']);
  const version = Number(/version "(\d+)/.exec(java ?? '')?.[1] ?? 0);
  if (java === undefined) return 'there is no Java; OpenSearch needs a JDK 17';
  if (version < LEAST_JAVA) return `Java is ${version}; OpenSearch needs a JDK 17`;
  if (outputOf('javac', ['-version']) === undefined) return 'there is a Java runtime, but not a JDK';
  if (!existsSync(libFolder()) && outputOf('mvn', ['-version']) === undefined)
    return 'there is no Maven to fetch OpenSearch with';
  return undefined;
}

function outputOf(command: string, args: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? `${stdout}${stderr}` : undefined;
}

/** Where the jars are kept: beside other caches of the machine, by the content of pom.xml. */
function libFolder(): string {
  const version = createHash('sha256')
    .update(readFileSync(join(here, 'pom.xml')))
    .digest('hex')
    .slice(0, 12);
  return join(process.env.PARTDEX_CLUSTER_CACHE ?? join(tmpdir(), 'partdex-cluster'), version);
}

/** Fetches the jars with Maven (70 MB) once for each machine. @throws what Maven says */
function fetchJars(): string {
  const folder = libFolder();
  if (existsSync(folder)) return folder;
  const incomplete = `${folder}-${process.pid}`;
  mkdirSync(incomplete, { recursive: true });
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${incomplete}`, '-DincludeScope=runtime'];
  execFileSync('mvn', ['-B', '-q', '-f', join(here, 'pom.xml'), ...goal], { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    renameSync(incomplete, folder);
  } catch (error) {
    // Another run was faster.
    rmSync(incomplete, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

export interface ClusterOptions {
  readonly nodes?: number;
  /** Heap of each node. Default `768m`. */
  readonly heap?: string;
  /** Whether it runs for minutes: the second compiler of Java would cost more than it gains. Default false. */
  readonly isBrief?: boolean;
  /** Of the first node; the others have the next ones. Default: free ones. */
  readonly port?: number | undefined;
}

/** A cluster that runs. */
export class TestCluster {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly heap: string,
    private readonly isBrief: boolean,
    private readonly processes: ChildProcess[],
  ) {}

  static async start({ nodes = 1, heap = '768m', isBrief = false, port: first }: ClusterOptions = {}): Promise<TestCluster> {
    const lib = fetchJars();
    if (first !== undefined && !(await isFree(first))) throw new Error(`the port ${first} is taken`);
    const port = first === undefined ? await freePorts(nodes) : first - 1;
    const cluster = new TestCluster(mkdtempSync(join(tmpdir(), 'partdex-cluster-data-')), port, heap, isBrief, []);
    for (let number = 1; number <= nodes; number++) cluster.processes.push(cluster.spawn(number, nodes, lib));
    try {
      await cluster.waitForNodes(nodes);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** Where the nodes listen. */
  get urls(): string[] {
    return this.processes.map((_, i) => `http://127.0.0.1:${this.port + i + 1}`);
  }

  private spawn(number: number, nodes: number, lib: string): ChildProcess {
    const { folder, port, heap, isBrief } = this;
    const log = `-Dlog4j2.configurationFile=${join(here, 'log4j2.properties')}`;
    const compiler = isBrief ? ['-XX:TieredStopAtLevel=1'] : [];
    const jvm = [`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseSerialGC', ...compiler, log];
    const args = [...jvm, '-cp', join(lib, '*'), join(here, 'Cluster.java'), folder, port, nodes, number].map(String);
    const inherits = process.env.PARTDEX_CLUSTER_LOG !== undefined;
    // Its standard input ends with this process, however that ends, and then it stops.
    return spawn('java', args, { stdio: ['pipe', 'ignore', inherits ? 'inherit' : 'ignore'] });
  }

  /** Waits until that many nodes are there. */
  async waitForNodes(nodes: number): Promise<void> {
    const until = Date.now() + START_MS;
    for (;;) {
      for (const url of this.urls) {
        const health = await healthOf(url);
        if (health?.number_of_nodes === nodes) return;
      }
      const hasEnded = this.processes.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
      if (hasEnded.length > this.processes.length - nodes) throw new Error('a node of the test cluster ended while it started');
      if (Date.now() > until) throw new Error(`the test cluster had not started after ${START_MS / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  /** Ends a node at once, as a machine fails. Nodes count from 1. */
  async kill(number: number): Promise<void> {
    const node = this.processes[number - 1];
    const ended = once(node, 'exit');
    node.kill('SIGKILL');
    await ended;
  }

  /** Starts a node that was killed, on its data. */
  restart(number: number): void {
    this.processes[number - 1] = this.spawn(number, this.processes.length, fetchJars());
  }

  /** Ends everything, and removes its data. */
  async stop(): Promise<void> {
    const running = this.processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    for (const node of running) {
      node.stdin?.end();
      const timer = setTimeout(() => node.kill('SIGKILL'), 5000);
      node.once('exit', () => clearTimeout(timer));
    }
    await Promise.all(running.map((node) => once(node, 'exit')));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

interface Health {
  readonly number_of_nodes: number;
}

async function healthOf(url: string): Promise<Health | undefined> {
  try {
    const answer = await fetch(`${url}/_cluster/health?timeout=5s`, { signal: AbortSignal.timeout(10_000) });
    return answer.ok ? ((await answer.json()) as Health) : undefined;
  } catch {
    return undefined;
  }
}

/** A port with free ones behind it for HTTP (1 to n) and for the nodes themselves (101 to 100 + n). */
async function freePorts(nodes: number): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const wanted = Array.from({ length: nodes }, (_, i) => [port + i + 1, port + 100 + i + 1]).flat();
    const areFree = await Promise.all(wanted.map(isFree));
    if (areFree.every(Boolean)) return port;
  }
  throw new Error('no free ports for a test cluster');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

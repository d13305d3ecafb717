import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runWorker } from '../measure/worker.js';
import type { QueryArguments } from '../queries/questions.js';
import type { OfferLinesJob } from '../workers/offer-lines.js';

/** Conditions on one offer by Lucene's block join, in the order of the requests. */
export interface BlockJoinMeasurement {
  readonly build_s: number;
  readonly times_ms: readonly number[];
  readonly totals: readonly number[];
}

const HERE = 'bench/peers/block-join';
const JARS = join(tmpdir(), 'partdex-block-join-9.12.3');
const LEAST_JAVA = 17;
/** The index of a million parts is built in the heap and read through the page cache. */
const HEAP = '-Xmx2g';

/** Why the peer cannot run here; undefined if it can. */
export function whyNoBlockJoin(): string | undefined {
  const { status, stdout, stderr } = spawnSync('javac', ['-version'], { encoding: 'utf8' });
  const version = Number(/javac (\d+)/.exec(`${stdout}${stderr}`)?.[1] ?? 0);
  if (status !== 0 || version < LEAST_JAVA) return `there is no JDK from ${LEAST_JAVA} on`;
  if (!existsSync(JARS) && spawnSync('mvn', ['-version']).status !== 0) return 'there is no Maven to fetch Lucene with';
  return undefined;
}

/**
 * Indexes the offers of a catalog, and sends the requests.
 * @param requests category, seller, least stock and largest moq of each
 * @param folder a temporary folder of the caller
 */
export async function measureBlockJoin(
  catalog: string,
  requests: readonly QueryArguments[],
  folder: string,
): Promise<BlockJoinMeasurement> {
  const jars = fetchJars();
  const [parts, asked] = [join(folder, 'offers.tsv'), join(folder, 'offer-requests.tsv')];
  await runWorker<OfferLinesJob>('offer-lines', { catalog, out: parts });
  await writeFile(asked, requests.map((cells) => `${cells.join('\t')}\n`).join(''));
  const args = [HEAP, '-cp', join(jars, '*'), resolve(HERE, 'BlockJoin.java'), parts, asked, join(folder, 'block-join')];
  return JSON.parse(execFileSync('java', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** Fetches the jars once for each machine; proxies and mirrors are those of Maven's settings. */
function fetchJars(): string {
  if (existsSync(JARS)) return JARS;
  const incomplete = `${JARS}-${process.pid}`;
  mkdirSync(incomplete, { recursive: true });
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${incomplete}`, '-DincludeScope=runtime'];
  execFileSync('mvn', ['-B', '-q', '-f', join(HERE, 'pom.xml'), ...goal], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(incomplete, JARS);
  return JARS;
}

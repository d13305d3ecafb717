/**
 * The soak test of the example server: ordinary and hostile load for half an hour. It measures good clients alone, then while one
 * hostile client sends the worst known requests, one per second, and other connections misbehave. It prints a table, and exits with
 * status 1 if a figure misses its target.
 *
 * npm run soak:server -- --catalog <catalog.pdx> [--minutes 30] [--workers 2] [--clients 4] [--verbose]
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SERVER = fileURLToPath(new URL('../examples/server/dist/main.js', import.meta.url));
const LOAD = fileURLToPath(new URL('soak/load.mjs', import.meta.url));

/** The allowed slowdown of good clients. */
const MOST_P50 = 2;
const MOST_P99 = 5;
/** Memory is flat if it grows by no more than this: a share, and bytes. */
const FLAT_SHARE = 1.15;
const FLAT_BYTES = 32 * 2 ** 20;
const SAMPLE_EVERY = 1000;
/** Shares of the whole time. */
const WARM_UP = 0.1;
const ALONE = 0.25;
const LONGEST_STOP = 20_000;

const { values } = parseArgs({
  options: {
    catalog: { type: 'string', default: 'sample/catalog.pdx' },
    minutes: { type: 'string', default: '30' },
    workers: { type: 'string', default: '2' },
    clients: { type: 'string', default: '4' },
    verbose: { type: 'boolean', default: false },
  },
});
const milliseconds = Number(values.minutes) * 60_000;
if (!(milliseconds > 0)) throw new Error(`--minutes must be a number above 0, not "${values.minutes}"`);

const folder = await mkdtemp(join(tmpdir(), 'partdex-soak-'));
try {
  process.exitCode = (await soak()) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function soak() {
  const goodKeys = Array.from({ length: Number(values.clients) }, (_, i) => `good-client-${i}`);
  const hostileKey = 'hostile-client';
  const keys = join(folder, 'keys.txt');
  await writeFile(keys, [...goodKeys, hostileKey].join('\n'));
  const server = await startServer(keys, [...goodKeys, hostileKey]);
  const memory = sampleMemory(server.child.pid);
  const results = new Map();
  const load = fork(LOAD);
  load.on('message', (message) => {
    if (message.kind === 'phase') memory.begin(message.name);
    else results.set(message.name, message);
    if (message.kind === 'phase') console.log(`${new Date().toISOString()} ${message.name}`);
  });
  const warmUp = milliseconds * WARM_UP;
  const alone = milliseconds * ALONE;
  load.send({ url: server.url, goodKeys, hostileKey, warmUp, alone, attacked: milliseconds - warmUp - alone });
  // The messages of the load arrive before its channel closes, but not always before it exits.
  const loaded = Promise.all([once(load, 'exit'), once(load, 'disconnect')]).then(([[code]]) => code);
  const status = await Promise.race([loaded, server.ended.then(() => 'server')]);
  memory.end();
  if (status === 'server') load.kill();
  const stopped = await server.stop();
  return report(results, memory.samples, server, { loadStatus: status, stopped });
}

/** Starts the server and collects the lines of its log. */
async function startServer(keys, secrets) {
  const args = ['--keys', keys, '--port', '0', '--rate', '1000000', '--workers', values.workers, values.catalog];
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const statuses = {};
  const oddities = [];
  const keysInLog = [];
  let url = '';
  const take = (line) => {
    if (values.verbose) console.log(line);
    if (secrets.some((key) => line.includes(key))) keysInLog.push(line);
    const [, status] = /^\S+Z \S+ [A-Z]+ \S+ (\d{3}) [\d.]+ ms$/.exec(line) ?? [];
    if (status !== undefined) statuses[status] = (statuses[status] ?? 0) + 1;
    else if (line.startsWith('listening on ')) url = /http:[^ ,]+/.exec(line)[0];
    else oddities.push(line);
  };
  const errors = createInterface(child.stderr).on('line', take);
  const lines = createInterface(child.stdout).on('line', take);
  await Promise.race([once(lines, 'line'), once(errors, 'close')]);
  if (url === '') throw new Error(`the server does not start: ${oddities.join('\n')}`);
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP);
    const code = await ended;
    clearTimeout(timer);
    return code;
  };
  return { child, url, ended, stop, statuses, oddities, keysInLog };
}

/** Resident bytes of a process by phase, sampled once a second from Linux' /proc. */
function sampleMemory(pid) {
  const samples = new Map();
  let current = [];
  const timer = setInterval(async () => {
    const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(text) ?? [];
    if (kibibytes !== undefined) current.push(Number(kibibytes) * 1024);
  }, SAMPLE_EVERY);
  return {
    samples,
    begin: (name) => samples.set(name, (current = [])),
    end: () => clearInterval(timer),
  };
}

function report(results, memory, server, { loadStatus, stopped }) {
  const rows = [];
  for (const { name, good, hostile } of results.values()) {
    rows.push(row(`${name}: good clients`, good, memory.get(name)));
    if (hostile.requests > 0) rows.push(row(`${name}: the hostile client`, hostile));
  }
  console.table(Object.fromEntries(rows));
  const alone = results.get('alone')?.good;
  const attacked = results.get('with a hostile client');
  const verdicts = [
    [
      'the load ran to its end, and the server stopped on request',
      loadStatus === 0 && stopped === 0,
      `${loadStatus}, ${stopped}`,
    ],
    ...(attacked ? figures(alone, attacked, results, memory.get('with a hostile client')) : []),
    ['no 500 in the log', server.statuses[500] === undefined, JSON.stringify(server.statuses)],
    ['no key in the log', server.keysInLog.length === 0, server.keysInLog.slice(0, 3).join('\n')],
  ];
  for (const [what, holds, found] of verdicts) console.log(`${holds ? '✓' : '✗'} ${what}: ${found}`);
  const faults = server.oddities.filter((line) => !/ was cut off: |^SIGTERM: |^stopped$/.test(line));
  if (faults.length > 0) console.log(`the log also has ${faults.length} lines such as\n${faults.slice(0, 20).join('\n')}`);
  return attacked !== undefined && verdicts.every(([, holds]) => holds);
}

function figures(alone, { good, hostile }, results, samples) {
  const [p50, p99] = [good.p50 / alone.p50, good.p99 / alone.p99];
  const all = [...results.values()].flatMap((phase) => Object.keys(phase.good.counts));
  const isAllowed = (status) => /^(?:200|4\d\d|503)$/.test(status);
  const first = median(samples.slice(0, Math.ceil(samples.length / 4)));
  const last = median(samples.slice(-Math.ceil(samples.length / 4)));
  return [
    [
      'good clients got 200, 429 and 503 alone',
      all.every((status) => /^(?:200|429|503)$/.test(status)),
      [...new Set(all)].join(', '),
    ],
    [
      'the hostile client got 200, 4xx and 503 alone',
      Object.keys(hostile.counts).every(isAllowed),
      JSON.stringify(hostile.counts),
    ],
    [`median at most ${MOST_P50} times that of alone`, p50 <= MOST_P50, `${p50.toFixed(2)} times`],
    [`99 in 100 at most ${MOST_P99} times that of alone`, p99 <= MOST_P99, `${p99.toFixed(2)} times`],
    [
      'memory is flat under attack',
      last <= first * FLAT_SHARE + FLAT_BYTES,
      `${megabytes(first)} in the first quarter, ${megabytes(last)} in the last`,
    ],
  ];
}

function row(name, { requests, perSecond, counts, p50, p99, max }, samples = []) {
  const shown = (time) => (time === null ? '' : `${time.toFixed(1)} ms`);
  return [
    name,
    {
      requests,
      'a second': perSecond.toFixed(1),
      p50: shown(p50),
      p99: shown(p99),
      longest: shown(max),
      answers: Object.entries(counts)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
      memory: samples.length > 0 ? `${megabytes(median(samples))}, most ${megabytes(Math.max(...samples))}` : '',
    },
  ];
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function megabytes(bytes) {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

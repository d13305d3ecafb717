/**
 * The load of the soak test, in a separate process: good clients alone, then together with one hostile client and with connections
 * that misbehave. The parent sends a plan and receives the results of each kind of client.
 */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostile, ordinary } from './requests.mjs';

/** Milliseconds between an answer and the next request of a good client: about 30 requests a second per client. */
const THINKING = 30;
const HOSTILE_EVERY = 1000;
const MISCHIEF_EVERY = 2000;
/** The server is expected to close such a connection long before. */
const LONGEST_WAIT = 120_000;

process.once('message', async (plan) => {
  await phase('warm-up', plan, plan.warmUp, false);
  await phase('alone', plan, plan.alone, false);
  await phase('with a hostile client', plan, plan.attacked, true);
  // Connections that misbehave may still be open.
  process.exit();
});

async function phase(name, { url, goodKeys, hostileKey }, milliseconds, isAttacked) {
  await send({ kind: 'phase', name });
  const end = performance.now() + milliseconds;
  const good = new Results();
  const bad = new Results();
  const misbehaveNow = (i) => void MISCHIEFS[i % MISCHIEFS.length](url, hostileKey);
  const mischief = isAttacked ? every(MISCHIEF_EVERY, end, misbehaveNow) : [];
  const attack = isAttacked ? attacks(url, hostileKey, end, bad) : [];
  await Promise.all([mischief, attack, ...goodKeys.map((key, i) => goodClient(url, key, i, end, good))].flat());
  await send({ kind: 'result', name, good: good.summary(milliseconds), hostile: bad.summary(milliseconds) });
}

function send(message) {
  return new Promise((resolve, reject) => process.send(message, (error) => (error ? reject(error) : resolve())));
}

/** The results of one kind of client. */
class Results {
  times = [];
  counts = {};

  add(status, milliseconds) {
    this.counts[status] = (this.counts[status] ?? 0) + 1;
    if (status === 200) this.times.push(milliseconds);
  }

  summary(milliseconds) {
    const sorted = Float64Array.from(this.times).sort();
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
    const requests = Object.values(this.counts).reduce((sum, count) => sum + count, 0);
    return {
      requests,
      perSecond: (requests / milliseconds) * 1000,
      counts: this.counts,
      p50: at(0.5),
      p99: at(0.99),
      max: at(1),
    };
  }
}

/** One request after the other over a connection that is kept, and none before the time that the server names. */
async function goodClient(url, key, number, end, results) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = number * 13; performance.now() < end; i++) {
    const { wait } = await timed(() => ask(url, ordinary[i % ordinary.length], key, agent), results);
    await sleep(THINKING + wait);
  }
  agent.destroy();
}

/** A request a second, whether the last one is answered or not. */
function attacks(url, key, end, results) {
  return every(HOSTILE_EVERY, end, (i) => timed(() => ask(url, hostile[i % hostile.length], key), results));
}

async function every(milliseconds, end, act) {
  const acts = [];
  for (let i = 0; performance.now() < end; i++) {
    acts.push(act(i));
    await sleep(milliseconds);
  }
  await Promise.all(acts);
}

async function timed(asked, results) {
  const began = performance.now();
  try {
    const { status, retryAfter } = await asked();
    results.add(status, performance.now() - began);
    return { wait: retryAfter * 1000 };
  } catch (error) {
    results.add(error.code ?? error.message, performance.now() - began);
    return { wait: 0 };
  }
}

async function ask(url, { path, body }, key, agent) {
  const target = body === undefined ? `${path}&apikey=${key}` : path;
  const headers = body === undefined ? {} : { token: key, 'content-type': 'application/json' };
  const sent = request(url + target, { agent, method: body === undefined ? 'GET' : 'POST', headers });
  sent.setTimeout(LONGEST_WAIT, () => sent.destroy(new Error(`no answer for ${LONGEST_WAIT / 1000} s`)));
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode, retryAfter: Number(response.headers['retry-after'] ?? 0) };
}

/** What badly behaved clients do with their connections. None is answered as it would like, so nothing is counted. */
const MISCHIEFS = [
  // Leaves before the answer.
  (url, key) => misbehave(url, [line(hostile[0], key)], 200),
  // Reads nothing of very much.
  (url, key) => misbehave(url, Array(16).fill(line({ path: '/api/v3/parts/search?limit=100&include[]=specs' }, key)), 60_000),
  // Sends more at once than anybody would.
  (url, key) => misbehave(url, Array(200).fill(line(ordinary[0], key)), 5000),
  // Does not finish its request.
  (url) =>
    misbehave(
      url,
      ['POST /graphql HTTP/1.1\r\nHost: there\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
      60_000,
    ),
  (url) => misbehave(url, ['GET /api/v3/parts/search?q=', 'x'.repeat(1000)], 60_000),
  (url) => misbehave(url, ['\u0000\u0001 nonsense\r\n\r\n'], 1000),
];

function line({ path }, key) {
  return `GET ${path}&apikey=${key} HTTP/1.1\r\nHost: there\r\n\r\n`;
}

async function misbehave(url, writes, milliseconds) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.pause();
  for (const bytes of writes) socket.write(bytes, 'latin1');
  const closed = once(socket, 'close').catch(() => {});
  await Promise.race([closed, sleep(milliseconds)]);
  socket.destroy();
}

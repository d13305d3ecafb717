import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeStale, temporaryPath } from '../../../src/node/temporary-file.js';

let folder: string;
let target: string;
let own: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-temporary-'));
  target = join(folder, 'parts.pdx');
  own = temporaryPath(target);
  writeFileSync(own, '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Systems where processes can be distinguished. */
const knowsProcesses = !basename(temporaryPath('x')).startsWith('.x.0.');

/** The name of a temporary file like the own one, of another writer. */
function named(change: { target?: string; system?: string; pid?: number; started?: string; random?: string }): string {
  const [system, pid, started, random] = basename(own).slice('.parts.pdx.'.length).split('.');
  const parts = [change.target ?? 'parts.pdx', change.system ?? system, change.pid ?? pid, change.started ?? started];
  return join(folder, `.${parts.join('.')}.${change.random ?? (random === '00000000' ? '00000001' : '00000000')}.tmp`);
}

/** Whether a file of this name is still there after the next build has cleaned up. */
async function survives(path: string, hours = 0): Promise<boolean> {
  writeFileSync(path, 'left behind');
  const written = new Date(Date.now() - hours * 3_600_000);
  utimesSync(path, written, written);
  await removeStale(target, own);
  expect(existsSync(own)).toBe(true);
  return existsSync(path);
}

/** The number of a process that has ended and was waited for. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid as number;

describe('the temporary file of a build', () => {
  it('is beside its target and is never the same', () => {
    expect(dirname(own)).toBe(folder);
    expect(basename(own)).toMatch(/^\.parts\.pdx\.[0-9a-f]+\.\d+\.\d+\.[0-9a-f]{8}\.tmp$/);
    expect(basename(own).split('.')[4]).toBe(String(process.pid));
    expect(temporaryPath(target)).not.toBe(own);
  });
});

describe.runIf(knowsProcesses)('what a killed build has left', () => {
  it('is removed when its process has ended', async () => {
    expect(await survives(named({ pid: deadPid() }))).toBe(false);
  });

  it('is removed when its process is another one by now', async () => {
    expect(await survives(named({ pid: process.ppid, started: '1' }))).toBe(false);
    // As in a container, where the next build has the number of the last.
    expect(await survives(named({ started: '1' }))).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is removed when its process has ended and no parent has waited for it', async () => {
    // The shell becomes a program that waits for no children, so that the background process stays a zombie.
    const parent = spawn('sh', ['-c', '(sleep 0.1) & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const pid = Number(String(await new Promise((resolve) => parent.stdout.once('data', resolve))));
      await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '), { timeout: 20_000 });
      expect(() => process.kill(pid, 0)).not.toThrow();
      expect(await survives(named({ pid }))).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

describe('what is not removed', () => {
  it('is a running build, of this process or another one', async () => {
    const running = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
    try {
      expect(await survives(named({}), 1000)).toBe(true);
      const stat = knowsProcesses ? spawnSync('cat', [`/proc/${running.pid}/stat`], { encoding: 'utf8' }).stdout : '';
      const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      if (knowsProcesses) expect(await survives(named({ pid: running.pid as number, started }), 1000)).toBe(true);
    } finally {
      running.kill('SIGKILL');
    }
  });

  it('is a file of another machine, container or boot, unless it was not written to for a day', async () => {
    const elsewhere = { system: 'abcdef012345', pid: deadPid() };
    expect(await survives(named(elsewhere))).toBe(true);
    expect(await survives(named(elsewhere), 23)).toBe(true);
    expect(await survives(named(elsewhere), 25)).toBe(false);
    expect(await survives(named({ ...elsewhere, system: '0', started: '0' }), 23)).toBe(true);
    expect(await survives(named({ ...elsewhere, system: '0', started: '0' }), 25)).toBe(false);
  });

  it('is anything else, however old', async () => {
    const pid = deadPid();
    const others = [
      named({ pid, target: 'others.pdx' }),
      named({ pid, target: 'parts.pdx.old' }),
      named({ pid, random: '0000000' }),
      named({ pid, random: '00000000x' }),
      named({ pid, system: '../x' }).replace('../', ''),
      named({ pid: 0 }),
      target,
      join(folder, '.parts.pdx.tmp'),
      join(folder, `.parts.pdx.${pid}.00000000.tmp`),
    ];
    for (const path of others) expect(await survives(path, 1000), path).toBe(true);
    const elsewhere = { pid, system: 'abcdef012345' };
    mkdirSync(named({ ...elsewhere, random: '0000000a' }));
    symlinkSync(target, named({ ...elsewhere, random: '0000000b' }));
    await removeStale(target, own);
    expect(readdirSync(folder).filter((name) => /0000000[ab]\.tmp$/.test(name))).toHaveLength(2);
  });

  it('is a name that would be a pattern', async () => {
    const odd = join(folder, 'a.*(b');
    const ownOdd = temporaryPath(odd);
    writeFileSync(ownOdd, '');
    const pid = deadPid();
    expect(await survives(named({ pid, target: 'a.xx(b', system: 'abcdef012345' }), 25)).toBe(true);
    await removeStale(odd, ownOdd);
    expect(readdirSync(folder).filter((name) => name.startsWith('.a.xx(b'))).toHaveLength(1);
  });

  it('fails no build when the folder is gone', async () => {
    await removeStale(join(folder, 'gone', 'x.pdx'), join(folder, 'gone', 'own'));
  });
});

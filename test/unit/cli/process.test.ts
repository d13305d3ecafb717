import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCommand, type Ended, ended } from '../../support/built-command.js';
import { plain } from '../../support/captured-terminal.js';

/** The command as a process of its own: what signals, pipes and terminals do to it. */

const HAS_SCRIPT = spawnSync('script', ['--version']).stdout?.toString().includes('util-linux') ?? false;
const NOT_WINDOWS = process.platform !== 'win32';

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partdex-process-'));
  program = await buildCommand(join(folder, 'dist'));
  expect(spawnSync(process.execPath, [program, 'sample', '1500', '-o', folder]).status).toBe(0);
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the command; its input goes on until the test ends it. */
function start(...args: readonly string[]) {
  return spawn(process.execPath, [program, ...args], { cwd: folder });
}

function shell(command: string): Ended {
  return spawnSync('sh', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE: process.execPath, PARTDEX: program, NO_COLOR: '', FORCE_COLOR: '', TERM: 'xterm' },
  });
}

/** Waits until a build has made its temporary file. */
async function begun(): Promise<void> {
  const temporaries = async () => (await readdir(folder)).filter((name) => name.endsWith('.tmp'));
  await vi.waitFor(async () => expect(await temporaries()).toHaveLength(1), { timeout: 20_000, interval: 5 });
}

describe.runIf(NOT_WINDOWS)('a build that a signal stops', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('leaves the old file, nothing else, and its status: %s', async (signal, expected) => {
    const out = join(folder, 'stopped.pdx');
    await writeFile(out, 'PARTDEX\0 of before');
    const before = await readdir(folder);
    // However slow this test is, the build does not end before the signal.
    const child = start('build', 'parts.ndjson', '-', '-o', out);
    const end = ended(child);
    // The first line decides whether the input is a table.
    child.stdin.write('{"uid":"first","mpn":"A"}\n');
    await begun();
    child.kill(signal);
    const { status, stdout, stderr } = await end;
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' });
    expect(stderr).toBe(`error: stopped by ${signal === 'SIGINT' ? 'Ctrl-C' : signal}; "${out}" is as it was\n`);
    expect(await readFile(out, 'utf8')).toBe('PARTDEX\0 of before');
    expect(await readdir(folder)).toEqual(before);
  });
});

describe.runIf(NOT_WINDOWS)('a build of the input', () => {
  it('reads a pipe', () => {
    const { status, stdout } = shell('head -n 7 parts.ndjson | "$NODE" "$PARTDEX" build - -o piped.pdx');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^7 parts in /);
  });

  it('reads a file from its current position', () => {
    const { status, stdout } = shell('{ read -r line; "$NODE" "$PARTDEX" build - -o rest.pdx; } < parts.ndjson');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^1,499 parts in /);
  });

  it('reads the socket that a program has for it', async () => {
    const child = start('build', '-', '-o', 'socket.pdx');
    child.stdin.end('{"uid":"1","mpn":"A"}\n');
    expect(await ended(child)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^1 part in /), stderr: '' });
  });

  it('ends at a signal while it waits, and at an error while the input goes on', async () => {
    const waiting = start('build', '-', '-o', 'waiting.pdx');
    const stopped = ended(waiting);
    waiting.stdin.write('{"uid":"1","mpn":"A"}\n');
    await begun();
    waiting.kill('SIGINT');
    expect((await stopped).status).toBe(130);
    const failing = start('build', '-', '-o', 'failing.pdx');
    failing.stdin.on('error', () => {});
    failing.stdin.write(`{"uid":"0","mpn":"A"}\nno json\n${'{"uid":"1","mpn":"A"}\n'.repeat(20_000)}`);
    expect((await ended(failing)).status).toBe(1);
  });

  it('is not a folder', () => {
    const { status, stderr } = shell('"$NODE" "$PARTDEX" build - -o folder.pdx < .');
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'error: the input is a folder; name the files in it\n' });
  });

  it('never is the file that is written', async () => {
    const text = '{"uid":"1","mpn":"A"}\n';
    await writeFile(join(folder, 'same.ndjson'), text);
    const { status, stderr } = shell('"$NODE" "$PARTDEX" build - --force -o same.ndjson < same.ndjson');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'error: "same.ndjson" is read by this build; name another file after -o\n',
    });
    expect(await readFile(join(folder, 'same.ndjson'), 'utf8')).toBe(text);
  });
});

describe.runIf(NOT_WINDOWS)('an update that a signal stops while it waits for the input', () => {
  it('ends with its status', async () => {
    shell('test -e sample.pdx || "$NODE" "$PARTDEX" build parts.ndjson -o sample.pdx');
    expect(shell('"$NODE" "$PARTDEX" live sample.pdx living').status).toBe(0);
    const files = await readdir(join(folder, 'living'));
    const child = start('update', 'living', '-');
    const end = ended(child);
    child.stdin.write('{"put":{"uid":"q","mpn":"Q"}}\n');
    const isLocked = async () => (await readdir(join(folder, 'living'))).length > files.length;
    await vi.waitFor(async () => expect(await isLocked()).toBe(true), { timeout: 20_000, interval: 5 });
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ status: 143, stdout: '', stderr: 'error: stopped by SIGTERM; "living" is as it was\n' });
    expect(await readdir(join(folder, 'living'))).toEqual(files);
  });
});

describe.runIf(NOT_WINDOWS)('a match that a signal stops', () => {
  it('leaves the earlier result, and nothing else', async () => {
    const out = join(folder, 'matched.csv');
    shell('test -e sample.pdx || "$NODE" "$PARTDEX" build parts.ndjson -o sample.pdx');
    expect(shell('printf "MPN\\nA-1\\n" | "$NODE" "$PARTDEX" match sample.pdx - -o matched.csv').status).toBe(0);
    const before = await readFile(out, 'utf8');
    const files = await readdir(folder);
    // More than what is looked at first; then it waits for the rest.
    const child = start('match', 'sample.pdx', '-', '-o', out);
    const end = ended(child);
    child.stdin.on('error', () => {});
    child.stdin.write(`MPN\n${'A-1\n'.repeat(50_000)}`);
    await begun();
    child.kill('SIGINT');
    expect(await end).toMatchObject({ status: 130, stdout: '', stderr: `error: stopped by Ctrl-C; "${out}" is as it was\n` });
    expect(await readFile(out, 'utf8')).toBe(before);
    expect(await readdir(folder)).toEqual(files);
  });
});

describe.runIf(NOT_WINDOWS)('a reader that has seen enough', () => {
  it.each(['sample 50000', 'search sample.pdx --ndjson --all', 'info sample.pdx --json'])('is not a failure: %s', (args) => {
    if (args.includes('sample.pdx')) shell('test -e sample.pdx || "$NODE" "$PARTDEX" build parts.ndjson -o sample.pdx');
    const { stdout, stderr } = shell(`{ "$NODE" "$PARTDEX" ${args}; echo "status $?" >&2; } | head -c 1`);
    expect(stdout).toBe('{');
    expect(stderr).toBe('status 0\n');
  });

  it('of the error stream is none either, and takes no failure away', async () => {
    shell('test -e sample.pdx || "$NODE" "$PARTDEX" build parts.ndjson -o sample.pdx');
    await writeFile(join(folder, 'list.csv'), 'MPN,Qty\nNONE-1,2\n');
    const statusOf = (args: string) =>
      shell(`{ "$NODE" "$PARTDEX" ${args} 2>&1 > bought.csv; echo "status $?" >&3; } 3>&2 | true`);
    expect(statusOf('match sample.pdx list.csv --boards 2').stderr).toBe('status 0\n');
    expect(await readFile(join(folder, 'bought.csv'), 'utf8')).toContain('NONE-1');
    expect(statusOf('match none.pdx list.csv --boards 2').stderr).toBe('status 1\n');
  });

  it('is not the same as a disk that is full', async () => {
    if (!(await readdir('/dev')).includes('full')) return;
    const { status, stderr } = shell('"$NODE" "$PARTDEX" sample 10 > /dev/full');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: cannot write: ENOSPC/);
  });
});

describe.runIf(HAS_SCRIPT)('on a terminal', () => {
  const onTerminal = (command: string, environment = '') =>
    shell(`stty_cols='stty cols 70'; script -qec "$stty_cols; ${environment} $NODE $PARTDEX ${command}" /dev/null < /dev/null`);

  it('a build shows a bar, and takes it away', () => {
    const { status, stdout } = onTerminal('build parts.ndjson -o shown.pdx');
    expect(status).toBe(0);
    expect(stdout).toContain('█');
    // A bar is drawn now and then: on a quick machine one of the phases may pass between.
    expect(plain(stdout)).toMatch(/ {2}(?:reading {2}[\d,]+ parts|indexing {2}\d+ of \d+ fields)/);
    expect(plain(stdout)).toMatch(/1,500 parts in [\d.]+ s \([\d,]+ parts\/s\); shown\.pdx has [\d.]+ MB\r\n$/);
  });

  it.each(['', '-o /dev/tty', 'TERM=dumb'])('a match shows no control characters: %s', async (way) => {
    await writeFile(join(folder, 'bell.ndjson'), '{"uid":"1","mpn":"ABC\\u001b[2J123"}\n');
    await writeFile(join(folder, 'bell.csv'), 'MPN,Qty\nABC2J123,1\n');
    expect(shell('"$NODE" "$PARTDEX" build bell.ndjson -o bell.pdx').status).toBe(0);
    const isEnvironment = way.includes('=');
    const { status, stdout } = onTerminal(`match bell.pdx bell.csv ${isEnvironment ? '' : way}`, isEnvironment ? way : '');
    expect(status).toBe(0);
    expect(stdout).toContain('normalised,ABC [2J123,');
    expect(stdout).not.toContain('\u001b[2J');
  });

  it('a table has colors and fits', () => {
    shell('test -e sample.pdx || "$NODE" "$PARTDEX" build parts.ndjson -o sample.pdx');
    const { stdout } = onTerminal('search sample.pdx -q film');
    expect(stdout).toContain('\u001b[1mmpn');
    for (const line of plain(stdout).split('\r\n')) expect(line.length).toBeLessThanOrEqual(70);
    expect(onTerminal('search sample.pdx -q film', 'NO_COLOR=1').stdout).not.toContain('\u001b');
    const facets = onTerminal("search sample.pdx -q film -n 0 --facet -brand.name:3 --facet '-specs.rohs.value' --drilldown 3");
    expect(plain(facets.stdout)).toMatch(/\nBrand {2}brand\.name\r\n {2}\w.* {2}█+.? +\d+\r\n/);
    expect(plain(facets.stdout)).toMatch(/\nSpecs {2}specs\.<key>\.value\r\n/);
    for (const line of plain(facets.stdout).split('\r\n')) expect(line.length).toBeLessThanOrEqual(70);
    const dumb = onTerminal('build parts.ndjson -o dumb.pdx', 'TERM=dumb').stdout;
    expect(dumb).toMatch(/^1,500 parts in .*\r\n$/);
  });
});

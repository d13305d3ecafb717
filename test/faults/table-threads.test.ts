import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, inject, it } from 'vitest';
import { type Ended, ended } from '../support/built-command.js';
import { CatalogFolder } from '../support/faults/catalog-folder.js';
import { partdex } from '../support/sample-catalog.js';

const catalogs = CatalogFolder.create();

/** Starts the built command, which reads tables in a thread of its own; the command of the sources does not. */
function start(...args: string[]) {
  return spawn(process.execPath, [join(inject('built'), 'cli/partdex.js'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

function run(...args: string[]): Promise<Ended> {
  return ended(start(...args));
}

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(catalogs.path(name), content);
  return catalogs.path(name);
}

const HEADINGS = 'MPN,Manufacturer,Category,Stock,Resistance\n';
const rows = (count: number, seller = 'A') =>
  HEADINGS + Array.from({ length: count }, (_, i) => `R-${i},Acme,Passives / Resistors,${i},${i + 1}k\n`).join('') + seller;

describe('a table that a thread reads', () => {
  it.each<[string, (names: string[]) => string[]]>([
    ['alone', ([first]) => [first]],
    ['with another one', (names) => names],
    ['in a merge', (names) => [...names, '--merge', 'brand and part number']],
  ])('%s becomes the same file, with the same report', async (_, argumentsOf) => {
    const names = [file('first.csv', rows(20_000)), file('second.csv.gz', gzipSync(rows(300, 'B')))];
    const built: string[] = [];
    const reports: string[] = [];
    for (const [name, command] of [
      ['thread', run],
      ['alone', (...args: string[]) => partdex(...args)],
    ] as const) {
      const out = catalogs.path(`${name}.pdx`);
      const report = catalogs.path(`${name}.json`);
      const { status } = await command('build', ...argumentsOf(names), '-o', out, '--report', report, '--force');
      expect(status).toBe(0);
      built.push(readFileSync(out, 'hex'));
      reports.push(readFileSync(report, 'utf8'));
    }
    expect(reports[0]).toBe(reports[1]);
    expect(built[0] === built[1]).toBe(true);
  });

  it.each<[string, () => string[]]>([
    ['a table without part numbers', () => [file('no.csv', 'a,b\n1,2\n')]],
    ['a damaged file', () => [file('damaged.csv.gz', gzipSync(rows(9_000)).subarray(0, 5_000))]],
    ['an invalid map', () => [file('good.csv', rows(3)), '--map', file('map.json', '{"columns":{"MPN":"colour"}}')]],
  ])('%s is reported as without the thread', async (_, argumentsOf) => {
    const args = ['build', ...argumentsOf(), '-o', catalogs.target];
    const wanted = await partdex(...args);
    expect(wanted.status).not.toBe(0);
    const { status, stderr } = await run(...args);
    expect({ status, stderr }).toEqual({ status: wanted.status, stderr: wanted.err });
    await catalogs.expectUntouched();
  });

  it('ends with the command that is stopped', async () => {
    const child = start('build', file('many.csv', rows(200_000)), '-o', catalogs.target);
    const end = ended(child);
    await wait(1_500);
    child.kill('SIGINT');
    const { status, signal } = await end;
    // Stopped in the first pass, or while it builds.
    expect(signal ?? status).toSatisfy((how: unknown) => how === 'SIGINT' || how === 130);
    expect(existsSync(catalogs.path('parts.pdx'))).toBe(true);
    await catalogs.expectUntouched();
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as errors from '../../../src/model/errors.js';
import { type ErrorCode, STATUS_OF_CODE } from '../../../src/model/statuses.js';

const read = (path: string) => readFileSync(path, 'utf8');
const ARCHITECTURE = read('ARCHITECTURE.md');

/** Names in backticks. */
const quoted = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name);

/** The first cells of the table whose first heading is `heading`. */
function firstCells(document: string, heading: string): string[] {
  const lines = document.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  const rows = lines.slice(at + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => line.split(' |')[0].slice(2));
}

/** Whether a path leads to a file or folder below one of the folders. One `*` in its last name is for any characters. */
function isBelow(path: string, ...folders: string[]): boolean {
  const [begin, end] = basename(path).split('*');
  return folders.some((folder) => {
    if (end === undefined) return existsSync(folder + path);
    const parent = dirname(folder + path);
    return existsSync(parent) && readdirSync(parent).some((name) => name.startsWith(begin) && name.endsWith(end));
  });
}

describe('ARCHITECTURE.md', () => {
  it.each(['src/facets', 'src/catalog'])('names files of %s', (folder) => {
    const named = firstCells(ARCHITECTURE, `in \`${folder}\``).flatMap(quoted);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !isBelow(name, `${folder}/`))).toEqual([]);
  });

  it('names every folder of the index and of the build, and no other', () => {
    const named = firstCells(ARCHITECTURE, 'folder or file').flatMap(quoted);
    const folders = ['src/index', 'src/build'].flatMap((parent) =>
      readdirSync(parent, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [`${parent}/${entry.name}`] : [])),
    );
    expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
    expect(named.filter((name) => !isBelow(name, '', 'src/index/'))).toEqual([]);
  });

  it('names files at which changes begin', () => {
    const from = ARCHITECTURE.indexOf('## Where a change begins');
    const section = ARCHITECTURE.slice(from, ARCHITECTURE.indexOf('\n## ', from + 1));
    const paths = quoted(section).filter((name) => /^[\w-]+\/[\w/*.-]+$/.test(name));
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !isBelow(path, '', 'src/'))).toEqual([]);
  });
});

describe('the lists of documents', () => {
  it.each(['README.md', 'docs/README.md'])('%s names every document of docs', (path) => {
    const text = read(path);
    const missing = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
    expect(missing.filter((name) => !text.includes(`${name}`))).toEqual([]);
  });

  it('docs/decisions/README.md names every decision', () => {
    const text = read('docs/decisions/README.md');
    const decisions = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));
    expect(decisions.filter((name) => !text.includes(`[${name.slice(0, 4)}](${name})`))).toEqual([]);
  });

  it('test/property/README.md names every property', () => {
    const text = read('test/property/README.md');
    const properties = readdirSync('test/property').filter((name) => name.endsWith('.test.ts'));
    expect(properties.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('docs/embedding.md', () => {
  it('lists every class of errors with its codes and their status', () => {
    const listed: string[] = [];
    const codes: string[] = [];
    for (const line of read('docs/embedding.md').split('\n')) {
      const [, names, named, status] = /^\| (`\w+Error`(?:, `\w+Error`)*) \| (.+?) \| (\d+) \|/.exec(line) ?? [];
      if (names === undefined) continue;
      listed.push(...quoted(names));
      codes.push(...quoted(named));
      for (const code of quoted(named))
        expect({ code, status: STATUS_OF_CODE[code as ErrorCode] }).toEqual({ code, status: Number(status) });
    }
    const classes = Object.keys(errors).filter((name) => name.endsWith('Error') && name !== 'PartdexError');
    expect(listed.sort()).toEqual(classes.sort());
    expect(codes.sort()).toEqual(Object.keys(STATUS_OF_CODE).sort());
  });
});

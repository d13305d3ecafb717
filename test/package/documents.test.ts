import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { agrees, outputLines, readCommands, refreshed } from '../support/package/console.js';
import {
  type Block,
  listDocuments,
  listTestedDocuments,
  readAnchors,
  readBlocks,
  readDocument,
  readLinks,
  wordValue,
} from '../support/package/markdown.js';
import { type Program, promisedOutput, readPrograms, runnableSource, sourceOf, typeFaults } from '../support/package/programs.js';
import { SAMPLE_PARTS, WorkFolders } from '../support/package/work-folder.js';

/**
 * Runs what the documents show; CONTRIBUTING.md says how such blocks are written. With PARTDEX_REFRESH the output of console
 * blocks is written into the documents instead of compared: `npm run docs:refresh`.
 */
const refreshing = (process.env.PARTDEX_REFRESH ?? '').split(',').filter(Boolean);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const NPM_OWN = new Set(['ci', 'init', 'install', 'pack', 'pkg', 'test']);

interface Example {
  readonly block: Block;
  readonly program: Program | undefined;
}

const documents = listTestedDocuments().map((path) => {
  const blocks = readBlocks(readDocument(path));
  const programs = readPrograms(blocks);
  const examples = blocks
    .map((block): Example => {
      const program = programs.get(block);
      // A program that a later block continues runs with that one.
      return { block, program: program?.continued ? undefined : program };
    })
    .filter(({ block, program }) => program || wordValue(block, 'file') || isRun(block));
  return { path, examples };
});
const unknown = refreshing.filter((name) => name !== 'all' && !documents.some(({ path }) => path === name));
if (unknown.length > 0) throw new Error(`no document with examples: ${unknown.join(', ')}`);
const wanted = documents
  .filter(({ path }) => refreshing.length === 0 || refreshing.includes('all') || refreshing.includes(path))
  .filter(({ examples }) => examples.length > 0);

let folders: WorkFolders;
let faults: Map<string, string[]>;

beforeAll(async () => {
  folders = await WorkFolders.create(inject('consumer'));
}, 120_000);

describe.each(wanted)('$path', ({ path, examples }) => {
  let folder: string;
  const edits: { from: number; to: number; lines: readonly string[] }[] = [];

  beforeAll(() => {
    folder = folders.open(path);
  });

  afterAll(() => {
    if (refreshing.length === 0 || edits.length === 0) return;
    const lines = readDocument(path).split('\n');
    for (const { from, to, lines: output } of edits.reverse()) lines.splice(from, to - from, ...output);
    writeFileSync(path, lines.join('\n'));
  });

  for (const { block, program } of examples) {
    it(`${path}:${block.line} ${block.language}`, async () => {
      const file = wordValue(block, 'file');
      if (file !== undefined) writeFileSync(join(folder, file), `${block.lines.join('\n')}\n`);
      if (program) await tryProgram(program);
      else if (block.language === 'sh' && isRun(block)) await tryLines(block);
      else if (block.language === 'console' && isRun(block)) await tryConsole(block);
    });
  }

  async function tryProgram(program: Program): Promise<void> {
    faults ??= allTypeFaults();
    expect(faults.get(join(folders.root, path.replaceAll('/', '-'), program.file))).toEqual([]);
    if (!program.runs) return;
    const name = program.file.replace('.mts', '.run.mjs');
    writeFileSync(join(folder, name), runnableSource(program));
    const { stdout, stderr, status } = await folders.node(name, folder);
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const promised = promisedOutput(program);
    if (promised.length > 0 && !agrees(promised, outputLines(stdout))) expect(outputLines(stdout)).toEqual(promised);
  }

  async function tryLines({ lines }: Block): Promise<void> {
    for (const line of joined(lines)) {
      for (const [, name] of line.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)) expect(Object.keys(scripts)).toContain(name);
      for (const [, name] of line.matchAll(/\bnpm (?!run\b)([\w-]+)/g)) expect([...NPM_OWN]).toContain(name);
      if (!line.startsWith('partdex ')) continue;
      const smaller = line.replace(/^(partdex sample )(\d+)/, (_, start, parts) => start + Math.min(Number(parts), SAMPLE_PARTS));
      const { stdout, status } = await folders.shell(smaller, folder);
      expect({ line, status, output: status === 0 ? '' : stdout }).toEqual({ line, status: 0, output: '' });
    }
  }

  async function tryConsole(block: Block): Promise<void> {
    const commands = readCommands(block.lines);
    for (const [i, { text, expected, from, to }] of commands.entries()) {
      const { stdout, status } = await folders.shell(text, folder);
      const promisedStatus = i === commands.length - 1 ? Number(wordValue(block, 'exit') ?? 0) : 0;
      expect({ text, status, output: status === promisedStatus ? '' : stdout }).toEqual({
        text,
        status: promisedStatus,
        output: '',
      });
      const actual = outputLines(stdout);
      if (agrees(expected, actual)) continue;
      if (refreshing.length === 0) expect(actual, `what "${text}" prints; npm run docs:refresh writes it here`).toEqual(expected);
      const blank = to < block.lines.length && block.lines[to - 1] === '' ? [''] : [];
      edits.push({ from: block.line - 1 + from, to: block.line - 1 + to, lines: [...refreshed(expected, actual), ...blank] });
    }
  }
});

function isRun({ language, words }: Block): boolean {
  return (language === 'sh' || language === 'console') && !words.includes('no-run');
}

/** Lines of a shell, where a `\` at the end goes on in the next. */
function joined(lines: readonly string[]): string[] {
  return lines.join('\n').replace(/\\\n/g, ' ').split('\n');
}

/** Of all programs at once, which is as long as of one. */
function allTypeFaults(): Map<string, string[]> {
  const files: string[] = [];
  const lenient = new Set<string>();
  for (const { path, examples } of wanted) {
    for (const { program } of examples) {
      if (!program) continue;
      const file = join(folders.root, path.replaceAll('/', '-'), program.file);
      if (!existsSync(dirname(file))) folders.open(path);
      writeFileSync(file, sourceOf(program));
      files.push(file);
      if (!program.runs) lenient.add(file);
    }
  }
  return typeFaults(files, folders.root, lenient);
}

describe.skipIf(refreshing.length > 0)('the documents', () => {
  it('have examples that can fail', () => {
    const readme = documents.find(({ path }) => path === 'README.md');
    const programs = readme?.examples.flatMap(({ program }) => program ?? []) ?? [];
    expect(programs.filter(({ runs }) => runs).length).toBeGreaterThan(0);
    expect(programs.flatMap(promisedOutput).length).toBeGreaterThan(0);
  });

  it.each(listDocuments())('have links that lead somewhere: %s', (path) => {
    const dead = readLinks(readDocument(path)).filter(({ target }) => !leadsSomewhere(path, target));
    expect(dead.map(({ line, target }) => `${path}:${line} ${target}`)).toEqual([]);
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  const [file, anchor] = decodeURI(target).split('#');
  const path = file === '' ? from : posix.join(posix.dirname(from), file);
  if (!existsSync(path)) return false;
  return anchor === undefined || (path.endsWith('.md') && readAnchors(readDocument(path)).has(anchor));
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-code-'));
  for (const name of ['src', 'test', 'bench', 'examples', 'scripts']) mkdirSync(join(folder, name));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** What a script says of some files, without its last line, and its exit status. */
function check(script: string, files: Record<string, string>): { status: number | null; lines: string[] } {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { status, stdout } = spawnSync(process.execPath, [resolve(`scripts/${script}.mjs`)], { cwd: folder, encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n').slice(0, -1) };
}

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

describe('the check of lengths', () => {
  it('finds functions of more than 50 lines, with those inside them and without the comments before them', () => {
    const of = (name: string, count: number) => `/** Says\n * much. */\nfunction ${name}() {\n${lines(count - 2, '  f();')}}\n`;
    const found = check('check-lengths', {
      'src/a.ts': `${of('right', 50)}${of('long', 51)}`,
      'src/b.ts': `const outer = () => {\n${lines(45, '  f();')}  const inner = () => {\n    f();\n  };\n  f();\n};\n`,
      'scripts/c.mjs': `class C {\n${lines(60, '  a = 1;')}  method() {\n${lines(60, '    f();')}  }\n}\n`,
    });
    expect(found).toEqual({
      status: 1,
      lines: [
        'src/a.ts:55: long has 51 lines, at most 50',
        'src/b.ts:1: outer has 51 lines, at most 50',
        'scripts/c.mjs:62: method has 62 lines, at most 50',
      ],
    });
  });

  it('finds files of more than 400 lines, except those without a function or class', () => {
    const found = check('check-lengths', {
      'src/table.ts': lines(500, 'export const a = 1;'),
      'src/long.ts': `${lines(398, '// why')}function f() {\n  f();\n}\n`,
      'src/right.ts': `${lines(397, '// why')}function f() {\n  f();\n}\n`,
    });
    expect(found).toEqual({ status: 1, lines: ['src/long.ts: 401 lines, at most 400'] });
  });

  it('lets the body of a describe be longer, whatever it is called with', () => {
    const body = `() => {\n${lines(60, '  f();')}}`;
    const found = check('check-lengths', {
      'test/a.test.ts': `describe('a', ${body});\ndescribe.each([1])('b', ${body});\ndescribe.skipIf(x)('c', ${body});\nit('d', ${body});\n`,
    });
    expect(found).toEqual({ status: 1, lines: ['test/a.test.ts:187: a function has 62 lines, at most 50'] });
  });
});

describe('the check of exports', () => {
  it('finds functions, classes and values that no file imports', () => {
    const found = check('check-exports', {
      'src/a.ts':
        'export function used() {}\nexport function unused() {}\nexport class C {}\nexport const [x, { y }] = [1, { y: 2 }];\n',
      'src/b.ts': "import { used, x as z } from './a.js';\nexport interface Written { a: 1 }\nused(z);\n",
    });
    expect(found).toEqual({
      status: 1,
      lines: ['src/a.ts:2: nothing imports unused', 'src/a.ts:3: nothing imports C', 'src/a.ts:4: nothing imports y'],
    });
  });

  it('counts re-exports, namespaces, imports on demand and types of values', () => {
    const found = check('check-exports', {
      'src/partdex.ts': "export { a } from './a.js';\nexport const entry = 1;\n",
      'src/a.ts': 'export const a = 1;\nexport const b = 2;\n',
      'src/c.ts': 'export const c = 1;\n',
      'src/d.ts': 'export const d = 1;\n',
      'test/e.ts':
        "import * as all from '../src/c.js';\nvoid import('../src/d.js');\ntype B = typeof import('../src/a.js').b;\nall;\n",
    });
    expect(found).toEqual({ status: 0, lines: [] });
  });
});

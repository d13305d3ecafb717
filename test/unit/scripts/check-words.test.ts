// words-off: the texts that are checked here
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'partdex-words-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the check on one file with this text; returns its findings as `line: "found"`, and its exit status. */
function check(name: string, text: string): { found: string[]; status: number | null } {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { stdout, status } = spawnSync(process.execPath, ['scripts/check-words.mjs', path], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => line.startsWith(`${path}:`));
  return { found: lines.map((line) => line.slice(path.length + 1).replace(/; better: .*/, '')), status };
}

describe('phrases', () => {
  it('of the list are found with their line, also across lines, and fail', () => {
    const text = 'A row is\ntold of. Whoever asks a catalog\n\nfor `x` gets what is no answer. A value may stand twice.\n';
    expect(check('bad.md', text)).toEqual({
      found: [
        '1: "is told"',
        '2: "told of"',
        '2: "Whoever asks"',
        '2: "Whoever"',
        '2: "asks a catalog"',
        '4: "is no"',
        '4: "stand"',
      ],
      status: 1,
    });
  });

  it('that only look like them are right English', () => {
    const text = [
      'There is no number of rows that fits; there are none. The default is none, and none of them is longer.',
      'This is no longer true. `*` stands for any run, and a stand-alone program asks for help.',
      'So many rows that memory fills. He is asked to wait. An own property of an object.',
      'The catalog has a tokenizer; write by hand, on the other hand.',
    ];
    expect(check('good.md', text.join('\n'))).toEqual({ found: [], status: 0 });
  });

  it('are spelled one way, and misspelled and repeated words are found', () => {
    const text = 'We normalize the the behavior of a seperate neighbor.';
    const found = ['1: "normalize"', '1: "the the"', '1: "behavior"', '1: "seperate"', '1: "neighbor"'];
    expect(check('spelling.md', text)).toEqual({ found, status: 1 });
  });
});

describe('what is checked', () => {
  it('of Markdown is prose: no code, quotations, links and excluded lines', () => {
    const text = [
      '```js',
      '// is told',
      '```',
      'The code `is told` and the message "x is told" stay, and so does [a link](is-told-of.md "is told").',
      '',
      '> is told',
      '',
      '<!-- words-off -->',
      'is told',
      '<!-- words-on -->',
      'is told <!-- words-ignore -->',
      'is told',
      'is told',
    ];
    expect(check('kinds.md', text.join('\n')).found).toEqual(['13: "is told"']);
  });

  it('of a program is comments and strings with blanks, and metaphors in names', () => {
    const text = [
      "import { a } from './whoever.js';",
      'const isTold = /is told "/.test(a) ? a / 2 : a / 3; // it is told',
      '/**',
      ' * It is',
      ' * told.',
      ' */',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in the checked program
      'const text = `one ${isTold ? `is told ${a}` : "is \\nasked"} whoever comes`;',
      '// words-ignore: the text of an old message',
      "const old = 'is told';",
      "const key = 'whoever';",
      'const deskOfScenes = description;',
    ];
    expect(check('program.ts', text.join('\n')).found).toEqual([
      '2: "is told"',
      '4: "is told"',
      '7: "is told"',
      '7: "is asked"',
      '7: "whoever"',
      '11: "desk"',
      '11: "Scenes"',
    ]);
  });

  it('is counted for each folder', () => {
    const root = join(folder, 'counted');
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, 'bad.md'), 'is told, is asked');
    writeFileSync(join(root, 'good.md'), 'fine');
    writeFileSync(join(root, 'dist', 'built.md'), 'is told');
    const { stdout, status } = spawnSync(process.execPath, ['scripts/check-words.mjs', '--count', root], { encoding: 'utf8' });
    expect(stdout).toMatch(/^all +2 findings, 1 of 2 files clean$/m);
    expect(status).toBe(0);
  });
});

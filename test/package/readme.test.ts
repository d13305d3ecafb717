import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const consumer = inject('consumer');

function blocks(language: string): string[] {
  return [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map((match) => match[1]);
}

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: consumer, encoding: 'utf8' });
}

const partdex = (...args: string[]) => node('node_modules/partdex/dist/cli/partdex.js', ...args);

/** What the block says that it prints: the comments behind its calls of console.log. */
function promisedOutput(block: string): string[] {
  return [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => match[1]);
}

const examples = blocks('js').map((code, i) => ({ name: `example-${i + 1}.mjs`, code }));

beforeAll(() => {
  partdex('sample', '300', '-o', 'sample');
  for (const { name, code } of examples) writeFileSync(join(consumer, name), code);
});

describe('the code of the README', () => {
  it('is there', () => {
    expect(examples).toHaveLength(2);
    expect(promisedOutput(examples[0].code)).toHaveLength(1);
  });

  it.each(examples)('runs with the packed package: $name', ({ name, code }) => {
    const output = node(name);
    expect(output).not.toBe('');
    const promised = promisedOutput(code);
    if (promised.length > 0) expect(output.trimEnd().split('\n')).toEqual(promised);
  });

  it('agrees with the published types', () => {
    const compilerOptions = {
      ...{ noEmit: true, allowJs: true, checkJs: true, strict: true, noImplicitAny: false },
      ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [] },
    };
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: examples.map(({ name }) => name) }));
    const { status, stdout } = spawnSync(process.execPath, [resolve('node_modules/typescript/bin/tsc')], {
      cwd: consumer,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

describe('the commands of the README', () => {
  it('are scripts of package.json, after an installation from the lock file', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const commands = blocks('sh').filter((block) => block.startsWith('npm '));
    expect(commands).toEqual(['npm ci && npm run demo\n', 'npm ci && npm test\n']);
    expect([scripts.demo, scripts.test].every(Boolean)).toBe(true);
  });

  it('of partdex run as written', () => {
    const lines = blocks('sh')
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.startsWith('partdex '));
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['sample', 'build', 'search', 'info']);
    for (const line of lines) {
      const args = [...line.replace(' 100000 ', ' 300 ').matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2]);
      expect(partdex(...args.slice(1))).not.toBe('');
    }
  });
});

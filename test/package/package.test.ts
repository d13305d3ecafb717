import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';

const consumer = inject('consumer');
const packageFolder = join(consumer, 'node_modules', 'partdex');
const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));

function evaluate(code: string): string {
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: consumer, encoding: 'utf8' });
}

describe('the packed package', () => {
  it('has nothing that publint minds', async () => {
    const { messages, pkg } = await publint({ pkgDir: packageFolder, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has every file that it exports, and the documents', () => {
    const exported = Object.values(manifest.exports as Record<string, string | Record<string, string>>).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    );
    const files = [...exported, ...Object.values(manifest.bin as Record<string, string>), 'README.md', 'LICENSE', 'CHANGELOG.md'];
    expect(files.filter((file) => !existsSync(join(packageFolder, file)))).toEqual([]);
    expect(['src', 'test', 'scripts', 'sample'].filter((folder) => existsSync(join(packageFolder, folder)))).toEqual([]);
  });

  it('has every file that its code looks for beside itself', () => {
    const folder = join(packageFolder, 'dist');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
    const wanted = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/new URL\(["']([^"']+)["'], import\.meta\.url\)/g)].map((match) =>
        join(folder, file, '..', match[1]),
      ),
    );
    expect(wanted).toContain(join(packageFolder, 'package.json'));
    expect(wanted.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('runs nothing when it is installed', () => {
    expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  });

  it('has one class of each error for all entries', () => {
    const output = evaluate(`
      import { CorruptCatalogError } from 'partdex';
      import { openCatalogFile } from 'partdex/node';
      const error = await openCatalogFile('node_modules/partdex/README.md').catch((error) => error);
      console.log(error instanceof CorruptCatalogError, error.code);
    `);
    expect(output).toBe('true corrupt_catalog\n');
  });

  it('has a command that knows its version', () => {
    const command = join(packageFolder, manifest.bin.partdex);
    expect(execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' })).toBe(`${manifest.version}\n`);
  });
});

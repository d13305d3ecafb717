/**
 * What the build does for the libraries that it bundles: those that are development dependencies in package.json.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** The file in the output folder that holds the licenses of the bundled libraries. */
const NOTICES = 'THIRD-PARTY-LICENSES.txt';

/** Modules of Node that a library requires for what partdex does not use. In a browser, nothing else in the library needs Node. */
const UNUSED_BUILTINS: Readonly<Record<string, string>> = { papaparse: 'stream' };

const HEADING = 'The code in this folder contains the following libraries, bundled under their licenses.\n';
const RULE = `\n${'-'.repeat(100)}\n\n`;

/**
 * An esbuild plugin that lets CommonJS libraries `require` modules of Node in an ES module, where there is no `require`:
 * they are imported instead. Unused ones are empty, so that bundlers can bundle the package for browsers.
 */
export function requiredBuiltins(): Plugin {
  const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
  return {
    name: 'required-builtins',
    setup(build) {
      build.onResolve({ filter: /^[a-z:_/]+$/ }, ({ path, kind, importer }) => {
        if (kind !== 'require-call' || !builtins.has(path)) return undefined;
        const [, library = ''] = /.*node_modules[\\/]([\w.-]+)/.exec(importer) ?? [];
        if (UNUSED_BUILTINS[library] === path) return { path, namespace: 'unused-builtins' };
        return { path: path.replace(/^(node:)?/, 'node:'), namespace: 'required-builtins' };
      });
      build.onLoad({ filter: /.*/, namespace: 'unused-builtins' }, () => ({ contents: 'module.exports = {};' }));
      build.onLoad({ filter: /.*/, namespace: 'required-builtins' }, ({ path }) => ({
        contents: `import library from '${path}'; module.exports = library;`,
      }));
    },
  };
}

/** An esbuild plugin that writes the licenses of all libraries whose code is in the output. */
export function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile, errors }) => {
        if (errors.length > 0 || metafile === undefined) return;
        const folder = build.initialOptions.outdir ?? dirname(build.initialOptions.outfile ?? '');
        await mkdir(folder, { recursive: true });
        const notices = await Promise.all(bundledFolders(metafile).map(notice));
        await writeFile(join(folder, NOTICES), HEADING + notices.map((text) => RULE + text).join(''));
      });
    },
  };
}

/** The folders of the packages whose code is in the output, in the order of their names. */
function bundledFolders({ outputs }: Metafile): string[] {
  const folders = new Map<string, string>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.set(name, folder);
    }
  }
  return [...folders].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, folder]) => folder);
}

/** The name, version and license of a package. */
async function notice(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  const file = (await readdir(folder)).find((name) => /^licen[cs]e\b/i.test(name));
  if (file === undefined) throw new Error(`${name} ${version} is bundled and has no file of its license`);
  return `${name} ${version} (${license})\n\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`;
}

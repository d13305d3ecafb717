import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isBuilt } from '../../../scripts/last-build.mjs';

/** What `npm pack` reports about its tarball. */
export interface Tarball {
  /** Absolute path. */
  readonly path: string;
  /** Bytes of the tarball, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    /** An else empty project with partdex in its node_modules. */
    consumer: string;
    tarball: Tarball;
    /** Empty where `npm install` put the package into the project, else the reason why links replace it. */
    notInstalled: string;
  }
}

/** What npm says where there is no way to a registry, as opposed to a package that cannot be installed. */
const UNREACHABLE =
  /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|FETCH_ERROR)\b/;

/** Packs the package as npm would publish it and installs the tarball in an empty project. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'partdex-package-'));
  try {
    const tarball = pack(join(folder, 'staging'));
    const consumer = join(folder, 'consumer');
    mkdirSync(consumer);
    writeFileSync(join(consumer, 'package.json'), '{ "private": true }\n');
    const notInstalled = install(tarball, consumer);
    if (notInstalled !== '') {
      process.stdout.write(`npm install of the package is skipped, links stand in for it: ${notInstalled}\n`);
      link(tarball, consumer);
    }
    linkPeers(consumer);
    project.provide('consumer', consumer);
    project.provide('tarball', tarball);
    project.provide('notInstalled', notInstalled);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

/** In a folder of its own, so that the dist/ of the working tree stays as it is; copied from there if it was built from these sources. */
function pack(staging: string): Tarball {
  mkdirSync(staging);
  const built = join(staging, 'dist');
  if (isBuilt()) cpSync('dist', built, { recursive: true });
  else {
    execFileSync(process.execPath, [resolve('node_modules/tsup/dist/cli-default.js'), '--out-dir', built], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  const { files: listed } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  const others = listed.filter((file) => file !== 'dist' && !file.startsWith('!')).flatMap(filesOf);
  for (const file of ['package.json', 'README.md', 'LICENSE', ...others]) cpSync(file, join(staging, file), { recursive: true });
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts'], { cwd: staging, encoding: 'utf8' });
  const [{ filename, size, unpackedSize, files }] = JSON.parse(output) as [Record<string, never>];
  const paths = (files as { path: string }[]).map(({ path }) => path);
  return { path: join(staging, filename), size, unpackedSize, files: paths };
}

/** The files of an entry of `files` in package.json: a path, or `folder/*.ending`. */
function filesOf(listed: string): string[] {
  const [, folder, ending] = /^(.+)\/\*(\.\w+)$/.exec(listed) ?? [];
  if (folder === undefined) return [listed];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
}

/** @returns why it could not, where the registry is out of reach */
function install({ path }: Tarball, consumer: string): string {
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', `--fetch-retries=${process.env.CI ? 2 : 0}`, path],
    { cwd: consumer, encoding: 'utf8' },
  );
  if (status === 0) return '';
  const reason = UNREACHABLE.exec(stderr);
  if (!reason || process.env.CI) throw new Error(`npm install of the tarball failed\n${stderr}`);
  return `the package registry cannot be reached (${reason[0]})`;
}

/** Optional peers that entries need, as a program that uses these has them. */
function linkPeers(consumer: string): void {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  for (const name of Object.keys(peerDependencies)) {
    const path = join(consumer, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(realpathSync(resolve('node_modules', name)), path);
  }
}

/** What an installation would leave, with the dependencies of this repository. */
function link({ path }: Tarball, consumer: string): void {
  const modules = join(consumer, 'node_modules');
  const target = join(modules, 'partdex');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', path, '-C', target, '--strip-components=1']);
  const { bin, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  for (const name of Object.keys(dependencies)) symlinkSync(resolve('node_modules', name), join(modules, name));
  mkdirSync(join(modules, '.bin'));
  chmodSync(join(target, bin.partdex), 0o755);
  symlinkSync(join(target, bin.partdex), join(modules, '.bin', 'partdex'));
}

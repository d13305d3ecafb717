import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** Parts of the sample catalog that the working folder of each document has. */
export const SAMPLE_PARTS = 2000;

const TIMEOUT = 60_000;

/** What a process printed, and how it ended. */
export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** The folder in which the blocks of documents run, inside of a project that has the package installed. */
export class WorkFolders {
  private readonly fixture: string;

  private constructor(
    readonly root: string,
    private readonly consumer: string,
  ) {
    this.fixture = join(root, 'fixture');
  }

  /** Makes the sample that every document finds. */
  static async create(consumer: string): Promise<WorkFolders> {
    const folders = new WorkFolders(join(consumer, 'documents'), consumer);
    rmSync(folders.root, { recursive: true, force: true });
    mkdirSync(join(folders.root, 'node_modules', '@types'), { recursive: true });
    symlinkSync(resolve('node_modules/@types/node'), join(folders.root, 'node_modules', '@types', 'node'));
    mkdirSync(folders.fixture);
    const metadata = ['categories', 'brands', 'manufacturers', 'sellers', 'spec-metadata'];
    const sources = metadata.map((name) => `--${name} sample/${name}.ndjson`).join(' ');
    const command = `partdex sample ${SAMPLE_PARTS} -o sample && partdex build sample/parts.ndjson ${sources} -o sample.pdx`;
    const { status, stderr } = await folders.shell(command, folders.fixture);
    if (status !== 0) throw new Error(`${command}\n${stderr}`);
    cpSync('docs/examples/bom.csv', join(folders.fixture, 'bom.csv'));
    writeFileSync(join(folders.fixture, 'parts.csv'), partsList(join(folders.fixture, 'sample', 'parts.ndjson')));
    return folders;
  }

  /** A new working folder with the sample. */
  open(document: string): string {
    const folder = join(this.root, document.replaceAll('/', '-'));
    cpSync(this.fixture, folder, { recursive: true });
    return folder;
  }

  /** Runs a line of the shell; what it prints on either stream comes as `stdout`, in order. */
  shell(command: string, cwd: string): Promise<Ended> {
    return this.run('sh', ['-c', `exec 2>&1\n${command}`], cwd);
  }

  /** Runs a program. */
  node(file: string, cwd: string): Promise<Ended> {
    return this.run(process.execPath, [file], cwd);
  }

  private run(program: string, args: readonly string[], cwd: string): Promise<Ended> {
    const { NO_COLOR: _, FORCE_COLOR: __, NODE_OPTIONS: ___, ...env } = process.env;
    const PATH = [join(this.consumer, 'node_modules', '.bin'), join(process.execPath, '..'), env.PATH].join(delimiter);
    return new Promise((done, fail) => {
      // A group of processes of its own, so that what a shell has started ends with it.
      const child = spawn(program, args, { cwd, env: { ...env, PATH }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      }, TIMEOUT);
      const printed = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].setEncoding('utf8').on('data', (text: string) => {
          printed[name] += text;
        });
      }
      child.on('error', fail);
      child.on('close', (status) => {
        clearTimeout(timer);
        if (late)
          fail(new Error(`it did not end within ${TIMEOUT / 1000} s: ${args.at(-1)}\n${printed.stdout}${printed.stderr}`));
        else done({ ...printed, status: status ?? 1 });
      });
    });
  }
}

/** A parts list as someone would have typed it, of parts that the sample has, and two that it does not know as written. */
function partsList(parts: string): string {
  const sample = readFileSync(parts, 'utf8')
    .split('\n', 6 * 50)
    .filter((_, i) => i % 50 === 0)
    .map((line) => JSON.parse(line) as { mpn: string; brand?: { name: string } });
  const rows = sample.map(({ mpn, brand }, i) => [`R${i + 1}`, mpn, brand?.name ?? '', String(10 * (i + 1))]);
  rows.push(['R7', sample[0].mpn.toLowerCase().replace(/[^a-z0-9]/g, ''), '', '100'], ['R8', 'NO-SUCH-PART-1', '', '1']);
  return [['reference', 'mpn', 'brand', 'quantity'], ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Command } from 'commander';
import { AbortedError } from '../../model/errors.js';
import type { Catalog, CatalogSource } from '../../partdex.js';
import { isFolder, withCatalog } from '../catalog-file.js';
import { CommandError } from '../failure.js';
import { examples } from '../options.js';
import { OutputFile } from '../output-file.js';
import { interruptible } from '../signals.js';
import { formatAmount, formatMilliseconds, printable } from '../terminal/format.js';
import { print, type Terminal } from '../terminal/terminal.js';

/** The files of a folder, and what each has. */
const FILES: readonly (readonly [name: string, of: keyof CatalogSource])[] = [
  ['parts', 'parts'],
  ['categories', 'categories'],
  ['brands', 'brands'],
  ['manufacturers', 'manufacturers'],
  ['sellers', 'sellers'],
  ['spec-metadata', 'spec_metadata'],
];
/** Names that mean one file of the parts, and not a folder. */
const FILE_NAME = /\.(?:ndjson|jsonl)(?:\.gz)?$/i;

interface Options {
  output?: string;
  force?: boolean;
}

/** `partdex export`: the documents of a catalog as NDJSON, of which a build makes the same catalog. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description(
      'Writes the documents that a catalog was built from, as they were given. A build of them makes the same catalog.',
    )
    .argument('<catalog>', 'catalog file')
    .option(
      '-o, --output <folder>',
      'write parts.ndjson and the other records there; a name with .ndjson or .ndjson.gz is one file of the parts; without it or with -, the parts go to the output',
    )
    .option('--force', 'replace the files of an earlier export')
    .addHelpText(
      'after',
      examples(
        ['partdex export parts.pdx -o exported', 'everything, and the command that builds the same catalog'],
        ['partdex export parts.pdx -o parts.ndjson.gz', 'the parts alone, in one file'],
        ['partdex export parts.pdx | jq -r .mpn', 'the parts, for a program'],
      ),
    )
    .action((path: string, options: Options) => withCatalog(path, (catalog) => exportCatalog(path, catalog, options, terminal)));
}

async function exportCatalog(path: string, catalog: Catalog, options: Options, terminal: Terminal): Promise<void> {
  const { output, force = false } = options;
  if (output === undefined || output === '-') {
    await pipeline(Readable.from(catalog.toNdjson('parts')), terminal.stdout.stream, { end: false });
    return;
  }
  const started = performance.now();
  const time = () => formatMilliseconds(performance.now() - started);
  const parts = formatAmount(catalog.info.parts, 'part');
  if (FILE_NAME.test(output)) {
    await writeFiles(catalog, [[output, 'parts']], force);
    print(terminal.stdout, `${parts} in ${time()}; ${printable(output)} has them\n`);
    return;
  }
  const earlier = await stat(join(output, 'parts.ndjson')).catch(() => undefined);
  if (earlier && earlier.size > 0 && !force)
    throw new CommandError(`-o "${output}" has an export already; name another folder, or --force to replace it`);
  await mkdir(output, { recursive: true });
  await writeFiles(
    catalog,
    FILES.map(([name, of]) => [join(output, `${name}.ndjson`), of]),
    true,
  );
  const names = FILES.map(([name]) => `${name}.ndjson`).join(', ');
  print(terminal.stdout, `${parts} in ${time()}; ${printable(output)} has ${names}\n`);
  const file = (await isFolder(path)) ? `${path.replace(/\/+$/, '')}.pdx` : path;
  print(terminal.stdout, `${printable(buildCommand(file, output, catalog))} builds the same catalog\n`);
}

/** Writes all files or none: they get their names when the last one is whole. */
async function writeFiles(
  catalog: Catalog,
  files: readonly (readonly [path: string, of: keyof CatalogSource])[],
  force: boolean,
): Promise<void> {
  const open: OutputFile[] = [];
  try {
    await interruptible(async (signal) => {
      for (const [path, of] of files) {
        const settings = { option: '-o', force, bytes: 1, isEarlier: () => false };
        const file = await OutputFile.create(path, settings);
        open.push(file);
        for await (const bytes of packed(catalog.toNdjson(of), path)) {
          file.write(bytes);
          await file.drained();
          if (signal.aborted) throw new AbortedError(signal);
        }
      }
      for (const file of open) await file.commit();
    }, 'no file was replaced');
  } finally {
    for (const file of open) await file.discard();
  }
}

/** The bytes as a file of this name has them. */
function packed(bytes: AsyncIterable<Uint8Array>, path: string): AsyncIterable<Uint8Array> {
  if (!/\.gz$/i.test(path)) return bytes;
  const source = Readable.from(bytes, { objectMode: false });
  const gzip = createGzip();
  source.on('error', (error) => gzip.destroy(error));
  return source.pipe(gzip);
}

/** The command that builds the same catalog of the files of a folder. */
function buildCommand(path: string, folder: string, { info }: Catalog): string {
  const [parts, ...others] = FILES.map(([name]) => [`--${name}`, quoted(join(folder, `${name}.ndjson`))]);
  const words = ['partdex build', parts[1], ...others.flat()];
  if (info.priceCurrency !== 'USD') words.push('--currency', info.priceCurrency);
  for (const { name, kind, keywords } of info.fields) {
    words.push('--field', quoted(`${name}: ${kind.replaceAll('_', ' ')}${keywords ? ', keywords' : ''}`));
  }
  return [...words, '-o', quoted(path)].join(' ');
}

/** A word of a command line for a shell. */
function quoted(word: string): string {
  return /^[\w./:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { AbortedError } from '../../model/errors.js';
import { DEFAULT_SEED, generateSample, sampleMetadata } from '../../sample/sample.js';
import { CommandError } from '../failure.js';
import { examples, wholeNumber } from '../options.js';
import { OutputFile } from '../output-file.js';
import { interruptible } from '../signals.js';
import { formatAmount, formatMilliseconds, printable } from '../terminal/format.js';
import { print, type Terminal } from '../terminal/terminal.js';

/** Characters per write. */
const CHUNK = 1 << 18;

interface Options {
  output?: string;
  force?: boolean;
  seed: number;
}

/** `partdex sample`: generates sample parts. */
export function addTo(command: Command, terminal: Terminal): void {
  command
    .description('Writes invented parts as NDJSON, the same ones every time: to try things with, and for measurements.')
    .argument('<count>', 'number of parts', wholeNumber(0))
    .option('-o, --output <folder>', 'write parts.ndjson and the other records there; without it, the parts go to the output')
    .option('--force', 'replace the files of an earlier sample')
    .option('--seed <number>', 'another seed gives another catalog', wholeNumber(0), DEFAULT_SEED)
    .addHelpText(
      'after',
      examples(
        ['partdex sample 20000 -o sample', 'files for partdex build'],
        ['partdex sample 1 | jq', 'what a part looks like'],
      ),
    )
    .action((count: number, options: Options) =>
      options.output === undefined
        ? pipeline(Readable.from(lines(generateSample(count, options.seed))), terminal.stdout.stream, { end: false })
        : writeSample(count, options, options.output, terminal),
    );
}

async function writeSample(count: number, { seed, force }: Options, folder: string, { stdout }: Terminal): Promise<void> {
  const started = performance.now();
  const earlier = await stat(join(folder, 'parts.ndjson')).catch(() => undefined);
  if (earlier && earlier.size > 0 && !force)
    throw new CommandError(`-o "${folder}" has a sample already; name another folder, or --force to replace it`);
  await mkdir(folder, { recursive: true });
  const { spec_metadata, ...records } = sampleMetadata(seed);
  const files = { parts: generateSample(count, seed), ...records, 'spec-metadata': spec_metadata };
  const names = Object.keys(files).map((name) => `${name}.ndjson`);
  await interruptible(async (signal) => {
    for (const [i, documents] of Object.values(files).entries()) await writeFile(join(folder, names[i]), documents, signal);
  }, 'the file that was being written is removed');
  const time = formatMilliseconds(performance.now() - started);
  print(stdout, `${formatAmount(count, 'part')} in ${time}; ${printable(folder)} has ${names.join(', ')}\n`);
}

/** Writes a complete file or none; an earlier one is replaced when the new one is complete. */
async function writeFile(path: string, documents: Iterable<object>, signal: AbortSignal): Promise<void> {
  const file = await OutputFile.create(path, {
    option: '-o',
    what: 'file of records',
    force: true,
    bytes: 0,
    isEarlier: () => true,
  });
  try {
    for (const text of lines(documents)) {
      file.write(text);
      await file.drained();
      if (signal.aborted) throw new AbortedError(signal);
    }
    await file.commit();
  } finally {
    await file.discard();
  }
}

/** The documents as NDJSON, many lines at a time. */
function* lines(documents: Iterable<object>): Generator<string, void, undefined> {
  let text = '';
  for (const document of documents) {
    text += `${JSON.stringify(document)}\n`;
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { wholeNumber } from '../options.js';
import { DEFAULT_SEED, generateSample, sampleMetadata } from '../sample/sample.js';
import { formatAmount, formatMilliseconds, type Terminal } from '../terminal.js';

/** Characters that are written at once. */
const CHUNK = 1 << 18;

interface Options {
  output?: string;
  seed: number;
}

/** `partdex sample`: invented parts to try things with. */
export function addSampleCommand(program: Command, terminal: Terminal): void {
  program
    .command('sample')
    .description('Generate invented parts, the same ones every time, as NDJSON.')
    .argument('<count>', 'number of parts', wholeNumber(0))
    .option('-o, --output <folder>', 'write parts.ndjson and the metadata files there; without it, the parts go to the terminal')
    .option('--seed <number>', 'another seed gives another catalog', wholeNumber(0), DEFAULT_SEED)
    .action((count: number, options: Options) =>
      options.output === undefined
        ? pipeline(Readable.from(lines(generateSample(count, options.seed))), terminal.stdout, { end: false })
        : writeSample(count, options.seed, options.output, terminal),
    );
}

async function writeSample(count: number, seed: number, folder: string, terminal: Terminal): Promise<void> {
  const started = performance.now();
  await mkdir(folder, { recursive: true });
  const { spec_metadata, ...records } = sampleMetadata(seed);
  const files = { parts: generateSample(count, seed), ...records, 'spec-metadata': spec_metadata };
  for (const [name, documents] of Object.entries(files)) {
    await pipeline(Readable.from(lines(documents)), createWriteStream(join(folder, `${name}.ndjson`)));
  }
  const names = Object.keys(files).map((name) => `${name}.ndjson`);
  terminal.stdout.write(
    `${formatAmount(count, 'part')} in ${formatMilliseconds(performance.now() - started)}; ${folder} has ${names.join(', ')}\n`,
  );
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

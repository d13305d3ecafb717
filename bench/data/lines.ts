import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 20;
const WRITE_CHARACTERS = 1 << 18;

/** The lines of files in batches, without line ends; a file whose name ends in `.gz` is unpacked. */
export async function* linesOf(files: readonly string[]): AsyncGenerator<Buffer[], void, undefined> {
  for (const file of files) {
    const bytes = createReadStream(file, { highWaterMark: CHUNK_BYTES });
    const chunks: AsyncIterable<Buffer> = file.endsWith('.gz') ? bytes.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : bytes;
    let rest: Buffer | undefined;
    for await (const chunk of chunks) {
      const lines: Buffer[] = [];
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const line = chunk.subarray(start, end);
        lines.push(rest ? Buffer.concat([rest, line]) : line);
        rest = undefined;
        start = end + 1;
      }
      if (start < chunk.length) rest = rest ? Buffer.concat([rest, chunk.subarray(start)]) : chunk.subarray(start);
      yield lines;
    }
    if (rest) yield [rest];
  }
}

/** Writes documents as NDJSON and returns the file's path. */
export async function writeLines(file: string, documents: Iterable<object>): Promise<string> {
  await pipeline(Readable.from(texts(documents)), createWriteStream(file));
  return file;
}

function* texts(documents: Iterable<object>): Generator<string> {
  let text = '';
  for (const document of documents) {
    text += `${JSON.stringify(document)}\n`;
    if (text.length < WRITE_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield text;
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AbortedError } from '../../model/errors.js';
import { CommandError, EXIT } from '../failure.js';
import { systemFailure } from '../report-failure.js';

/** The bytes of a parts list, a file or the input. */
export interface ListSource {
  /** Its name in messages. */
  readonly name: string;
  /** Its length in bytes, if that is known. */
  readonly size: number | undefined;
  /** Bytes that have been read. */
  readonly read: number;
  readonly bytes: AsyncIterable<Uint8Array | string>;
}

/**
 * Opens a parts list; `-` is the standard input.
 * @throws CommandError if the file does not exist
 */
export async function openList(
  path: string,
  stdin: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): Promise<ListSource> {
  const isInput = path === '-';
  const size = isInput ? undefined : await sizeOf(path);
  const stream = isInput ? stdin : createReadStream(path);
  const source = {
    name: isInput ? 'stdin' : path,
    size,
    read: 0,
    bytes: untilAborted(counted(stream), signal, () => stream instanceof Readable && stream.destroy()),
  };
  async function* counted(all: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array | string, void, undefined> {
    for await (const chunk of all) {
      source.read += chunk.length;
      yield chunk;
    }
  }
  return source;
}

async function sizeOf(path: string): Promise<number | undefined> {
  const info = await stat(path).catch((error: unknown) => {
    throw new CommandError(systemFailure(error, path), EXIT.failure);
  });
  if (info.isDirectory()) throw new CommandError(`"${path}": it is a folder, and a file is needed`, EXIT.failure);
  return info.isFile() ? info.size : undefined;
}

/** Reads until the signal is aborted; the stream is then closed without waiting for more data. @throws AbortedError */
async function* untilAborted<T>(
  source: AsyncGenerator<T, void, undefined>,
  signal: AbortSignal,
  close: () => void,
): AsyncGenerator<T, void, undefined> {
  let stop: () => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(new AbortedError(signal));
  });
  // The rejection may come when nothing awaits it.
  stopped.catch(() => {});
  signal.addEventListener('abort', stop);
  try {
    for (;;) {
      if (signal.aborted) throw new AbortedError(signal);
      const { done, value } = await Promise.race([source.next(), stopped]);
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    // A read of the standard input cannot be cancelled.
    if (signal.aborted) close();
    else await source.return();
  }
}

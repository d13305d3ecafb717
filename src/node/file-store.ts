import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, stat, truncate, unlink } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type QuotaStore, QuotaSums } from '../limits/quota-store.js';
import { ClosedError, UnreadableFileError, UnwritableFileError } from '../model/errors.js';
import { wrongArgument } from '../model/issues.js';
import { systemCode, systemReason } from './system-error.js';
import { temporaryPath } from './temporary-file.js';

/** A file with more lines than this, and several for each sum, is written anew when it is opened. */
const MANY_LINES = 10_000;
const LINES_PER_SUM = 4;
/** Lines that are written at a time. */
const LINES_AT_ONCE = 1 << 14;
const END_OF_LINE = 10;

/**
 * A store of a quota in a file, which survives a restart. Each addition is a line at the end of the file, `["2026-11 token",10]`, and
 * is in the file when `add` resolves. An incomplete last line, as a crash leaves it, is cut off. A long file is shortened when it is
 * opened: then it has one line for each sum of its two latest months. One process at a time may use the file.
 * @throws UnreadableFileError, UnwritableFileError
 */
export async function fileStore(path: string): Promise<QuotaStore & { close(): Promise<void> }> {
  if (typeof path !== 'string' || path === '') throw wrongArgument('path', 'the path of a file', path);
  const sums = new QuotaSums();
  const lines = await readSums(path, sums);
  const entries = [...sums.entries()];
  if (lines > MANY_LINES && lines > entries.length * LINES_PER_SUM) await writeSums(path, entries);
  const file = await openToAppend(path);
  return new FileStore(path, sums, file, (await file.stat()).size);
}

class FileStore implements QuotaStore {
  private waiting: string[] = [];
  private writing: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly path: string,
    private readonly sums: QuotaSums,
    private readonly file: FileHandle,
    /** Length of the file. */
    private size: number,
  ) {}

  /** @throws UnwritableFileError, ClosedError after `close` */
  readonly add = async (key: string, parts: number): Promise<number> => {
    if (this.isClosed) throw new ClosedError();
    const sum = this.sums.add(key, parts);
    if (parts !== 0) await this.append(lineOf(key, parts));
    return sum;
  };

  readonly close = async (): Promise<void> => {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.writing.catch(() => {});
    await this.file.close();
  };

  private readonly write = async (): Promise<void> => {
    const text = this.waiting.splice(0).join('');
    try {
      await this.file.appendFile(text);
      this.size += Buffer.byteLength(text);
    } catch (error) {
      // Half a line must not be the beginning of the next one.
      await this.file.truncate(this.size).catch(() => {});
      throw error;
    }
  };

  /** Lines that arrive while others are being written are written together. */
  private append(line: string): Promise<void> {
    this.waiting.push(line);
    if (this.waiting.length === 1) this.writing = this.writing.then(this.write, this.write);
    return this.writing.catch((error) => {
      throw new UnwritableFileError(this.path, systemReason(error));
    });
  }
}

function lineOf(key: string, parts: number): string {
  return `${JSON.stringify([key, parts])}\n`;
}

/** Adds the lines of a file, which need not exist; returns their number. */
async function readSums(path: string, sums: QuotaSums): Promise<number> {
  await cutOff(path);
  let lines = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      lines++;
      const [key, parts] = readLine(line, lines, path);
      sums.add(key, parts);
    }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error instanceof UnreadableFileError ? error : new UnreadableFileError(path, systemReason(error));
  }
  return lines;
}

function readLine(line: string, number: number, path: string): readonly [string, number] {
  try {
    const [key, parts] = JSON.parse(line) as unknown[];
    if (typeof key === 'string' && typeof parts === 'number') return [key, parts];
  } catch {
    // Reported below.
  }
  throw new UnreadableFileError(path, `line ${number} is not a line of a quota, such as ["2026-11 token",10]`);
}

/** Cuts off a last line without an end. */
async function cutOff(path: string): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw new UnreadableFileError(path, systemReason(error));
  }
  try {
    const { size } = await file.stat();
    let end = size;
    const piece = new Uint8Array(1 << 12);
    for (;;) {
      const from = Math.max(0, end - piece.length);
      const { bytesRead } = await file.read(piece, 0, end - from, from);
      const last = piece.subarray(0, bytesRead).lastIndexOf(END_OF_LINE);
      end = last < 0 ? from : from + last + 1;
      if (last >= 0 || end === 0) break;
    }
    if (end < size) await truncate(path, end);
  } catch (error) {
    throw new UnwritableFileError(path, systemReason(error));
  } finally {
    await file.close();
  }
}

/** Replaces the file by one with a line for each sum. */
async function writeSums(path: string, entries: readonly (readonly [string, number])[]): Promise<void> {
  const temporary = temporaryPath(path);
  try {
    const { mode } = await stat(path);
    const file = await open(temporary, 'wx', mode);
    try {
      for (let at = 0; at < entries.length; at += LINES_AT_ONCE) {
        const some = entries.slice(at, at + LINES_AT_ONCE);
        await file.appendFile(some.map(([key, parts]) => lineOf(key, parts)).join(''));
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw new UnwritableFileError(path, systemReason(error));
  }
}

async function openToAppend(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'a');
  } catch (error) {
    throw new UnwritableFileError(path, systemReason(error));
  }
}

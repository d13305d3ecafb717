import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { access, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { CommandError, EXIT } from './failure.js';
import { systemFailure } from './report-failure.js';

/** How a list of skipped documents begins, and how much of a file has to be read to tell. */
const LIST = /^\{"source":"(?:[^"\\]|\\.)*","line":\d+,"path":"/;
const LIST_BYTES = 1 << 14;

/** The file of `--errors`: it appears under its name when the build has ended. */
export class SkippedFile {
  private failure: Error | undefined;

  private constructor(
    private readonly target: string,
    /** What is written first; of a device or a pipe the target itself. */
    private readonly temporary: string,
    private readonly stream: WriteStream,
  ) {
    stream.on('error', (error) => {
      this.failure = error;
    });
  }

  /** @throws CommandError where the file cannot be written, or is somebody's data and `force` is not given */
  static async create(path: string, force: boolean): Promise<SkippedFile> {
    try {
      const target = await realpath(path).catch(() => path);
      const earlier = await stat(target).catch(() => undefined);
      if (earlier?.isDirectory()) throw new CommandError(`--errors "${path}": it is a folder; name a file in it`);
      if (earlier) await access(target, constants.W_OK);
      if (earlier?.isFile() && !force && !(await isList(target)))
        throw new CommandError(
          `--errors "${path}" exists and is no list of skipped documents; choose another name, or --force to replace it`,
        );
      const temporary = earlier && !earlier.isFile() ? target : `${target}.${process.pid}.tmp`;
      const handle = await open(temporary, temporary === target ? 'w' : 'wx', earlier?.mode);
      return new SkippedFile(target, temporary, createWriteStream(temporary, { fd: handle }));
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`--errors ${systemFailure(error, path)}`, EXIT.failure);
    }
  }

  write(document: { source: string; line: number; path: string; reason: string }): void {
    this.stream.write(`${JSON.stringify(document)}\n`);
  }

  /** @throws CommandError where it could not be written */
  async commit(): Promise<void> {
    this.stream.end();
    await finished(this.stream).catch(() => {});
    if (this.failure) throw new CommandError(`cannot write the skipped documents: ${this.failure.message}`, EXIT.failure);
    if (this.temporary !== this.target) await rename(this.temporary, this.target);
  }

  /** Leaves nothing behind, unless it was committed. */
  async discard(): Promise<void> {
    this.stream.destroy();
    await finished(this.stream).catch(() => {});
    if (this.temporary !== this.target) await rm(this.temporary, { force: true });
  }
}

/** Whether a file is empty, or what an earlier build has listed. */
async function isList(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LIST_BYTES), 0, LIST_BYTES, 0);
    return bytesRead === 0 || LIST.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

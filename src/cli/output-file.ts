import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { access, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { CommandError, EXIT } from './failure.js';
import { systemFailure } from './report-failure.js';

/** What a file may replace, and its name in messages. */
export interface OutputFileSettings {
  /** The option that names it: `--errors`. */
  readonly option: string;
  /** The kind of an earlier one, which is replaced: `list of skipped documents`. Without it only an empty file is. */
  readonly what?: string;
  /** Replaces any existing file. */
  readonly force: boolean;
  /** Whether a non-empty file begins like the output of an earlier run; `bytes` are its first ones. */
  isEarlier(start: Buffer): boolean;
  /** Number of first bytes to read. */
  readonly bytes: number;
}

/** A file that gets its name when it is complete. Until then, and if it is discarded, an earlier file is unchanged. */
export class OutputFile {
  private failure: Error | undefined;

  private constructor(
    private readonly target: string,
    /** The temporary file; for a device or a pipe, the target itself. */
    private readonly temporary: string,
    private readonly stream: WriteStream,
    /** The path as the user wrote it, for messages. */
    private readonly path: string,
    /** Whether it is a terminal, for example `/dev/tty`. */
    readonly isTerminal: boolean,
  ) {
    stream.on('error', (error) => {
      this.failure = error;
    });
  }

  /** @throws CommandError if the file cannot be written, or is not an earlier output and `force` is not set */
  static async create(path: string, settings: OutputFileSettings): Promise<OutputFile> {
    const { option, what, force } = settings;
    try {
      const target = await realpath(path).catch(() => path);
      const earlier = await stat(target).catch(() => undefined);
      if (earlier?.isDirectory()) throw new CommandError(`${option} "${path}": it is a folder; name a file in it`);
      if (earlier) await access(target, constants.W_OK);
      if (earlier?.isFile() && !force && !(await isReplaceable(target, settings)))
        throw new CommandError(`${option} "${path}" exists${wrongKind(what)}; choose another name, or --force to replace it`);
      const temporary = earlier && !earlier.isFile() ? target : `${target}.${process.pid}.tmp`;
      const handle = await open(temporary, temporary === target ? 'w' : 'wx', earlier?.mode);
      const isTerminal = isatty(handle.fd);
      return new OutputFile(target, temporary, createWriteStream(temporary, { fd: handle }), path, isTerminal);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`${option} ${systemFailure(error, path)}`, EXIT.failure);
    }
  }

  /** Queues a text or bytes; a caller that writes much awaits `drained`. */
  write(data: string | Uint8Array): void {
    this.stream.write(data);
  }

  /** Waits until most of the text is written. @throws CommandError if writing failed */
  async drained(): Promise<void> {
    if (this.stream.writableNeedDrain && !this.failure) {
      await new Promise<void>((resolve) => {
        const done = () => {
          this.stream.off('drain', done).off('close', done);
          resolve();
        };
        this.stream.on('drain', done).on('close', done);
      });
    }
    this.checkWritten();
  }

  private checkWritten(): void {
    if (this.failure) throw new CommandError(`cannot write ${systemFailure(this.failure, this.path)}`, EXIT.failure);
  }

  /** @throws CommandError if writing failed */
  async commit(): Promise<void> {
    this.stream.end();
    await finished(this.stream).catch(() => {});
    this.checkWritten();
    if (this.temporary !== this.target) await rename(this.temporary, this.target);
  }

  /** Removes the temporary file, unless it was committed. */
  async discard(): Promise<void> {
    this.stream.destroy();
    await finished(this.stream).catch(() => {});
    if (this.temporary !== this.target) await rm(this.temporary, { force: true });
  }
}

function wrongKind(what: string | undefined): string {
  return what === undefined ? '' : ` and is not a ${what}`;
}

/** Whether a file is empty, or the output of an earlier run. */
async function isReplaceable(path: string, { bytes, isEarlier }: OutputFileSettings): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return bytesRead === 0 || isEarlier(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

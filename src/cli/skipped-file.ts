import { OutputFile } from './output-file.js';

/** How a list of skipped documents begins, and how many bytes show it. */
const LIST = /^\{"source":"(?:[^"\\]|\\.)*","line":\d+,"path":"/;
const LIST_BYTES = 1 << 14;

/** The file of `--errors`: it appears under its name when the build has ended. */
export class SkippedFile {
  private constructor(private readonly file: OutputFile) {}

  /** @throws CommandError where the file cannot be written, or is somebody's data and `force` is not given */
  static async create(path: string, force: boolean): Promise<SkippedFile> {
    return new SkippedFile(
      await OutputFile.create(path, {
        option: '--errors',
        what: 'list of skipped documents',
        force,
        bytes: LIST_BYTES,
        isEarlier: (start) => LIST.test(start.toString('utf8')),
      }),
    );
  }

  write(document: { source: string; line: number; path: string; reason: string }): void {
    // Reporting a document does not wait for the disk.
    this.file.write(`${JSON.stringify(document)}\n`);
  }

  /** @throws CommandError where it could not be written */
  commit(): Promise<void> {
    return this.file.commit();
  }

  /** Leaves nothing behind, unless it was committed. */
  discard(): Promise<void> {
    return this.file.discard();
  }
}

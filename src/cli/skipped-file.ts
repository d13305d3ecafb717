import { OutputFile } from './output-file.js';

/** The beginning of a list of skipped documents, and the number of bytes that it takes to recognise one. */
const LIST = /^\{"source":"(?:[^"\\]|\\.)*","line":\d+,"path":"/;
const LIST_BYTES = 1 << 14;

/** The file of `--errors`: it gets its name when the build has ended. */
export class SkippedFile {
  private constructor(private readonly file: OutputFile) {}

  /** @throws CommandError if the file cannot be written, or is not an earlier output and `force` is not set */
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

  /** @throws CommandError if writing failed */
  commit(): Promise<void> {
    return this.file.commit();
  }

  /** Removes the temporary file, unless it was committed. */
  discard(): Promise<void> {
    return this.file.discard();
  }
}

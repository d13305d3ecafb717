import { type FileHandle, open } from 'node:fs/promises';
import { UnreadableFileError } from '../../model/errors.js';
import { FileSink } from '../file-sink.js';
import { type Files, type NamedStream, readNdjson } from '../ndjson.js';
import { systemReason } from '../system-error.js';
import type { LineFile } from './portions.js';

/** Text of a file beyond which its catalog has several segments, and about the text of each then. */
const MOST_IN_ONE = 2 ** 31;
const SEGMENT_BYTES = 2 ** 30;
/** The text of a gzip file in bytes of the file: about that of parts. */
const UNPACKED = 10;
const BEGIN_BYTES = 4096;

type Input = string | NamedStream;

interface InputFile {
  readonly path: string;
  readonly bytes: number;
  readonly modified: number;
  /** Whether it is read as it is: not gzip, no JSON array. */
  readonly isPlain: boolean;
}

/** What is known of inputs before they are read. */
export interface Inputs {
  readonly inputs: readonly Input[];
  /** The files, if all inputs are files. */
  readonly files: readonly InputFile[] | undefined;
}

/** Looks at inputs. @throws UnreadableFileError */
export async function lookAt(given: Files): Promise<Inputs> {
  const inputs = [given].flat() as Input[];
  const files: InputFile[] = [];
  for (const input of inputs) {
    const file = typeof input === 'string' ? await fileAt(input) : undefined;
    if (!file) return { inputs, files: undefined };
    files.push(file);
  }
  return { inputs, files };
}

/** How many segments a catalog of some inputs has by default: more than one only where files are large. */
export function defaultSegments({ files }: Inputs): number {
  if (!files) return 1;
  const text = files.reduce((sum, { bytes, isPlain }) => sum + bytes * (isPlain ? 1 : UNPACKED), 0);
  return text <= MOST_IN_ONE ? 1 : Math.ceil(text / SEGMENT_BYTES);
}

/** The file of a path; undefined for what is none, such as a pipe. */
async function fileAt(path: string): Promise<InputFile | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const info = await file.stat();
    if (!info.isFile()) return undefined;
    const begin = Buffer.alloc(BEGIN_BYTES);
    const { bytesRead } = await file.read(begin, 0, BEGIN_BYTES, 0);
    const isPlain = !path.endsWith('.gz') && isPlainText(begin.subarray(0, bytesRead), info.size);
    return { path, bytes: info.size, modified: info.mtimeMs, isPlain };
  } catch (error) {
    throw new UnreadableFileError(path, systemReason(error), { cause: error });
  } finally {
    await file?.close();
  }
}

/** Whether a text begins as NDJSON does. */
function isPlainText(begin: Buffer, size: number): boolean {
  if (begin[0] === 0x1f && begin[1] === 0x8b) return false;
  const first = begin.find((byte, i) => !(byte <= 0x20 || (i < 3 && [0xef, 0xbb, 0xbf][i] === byte)));
  return first === undefined ? size <= begin.length : first !== 0x5b;
}

/** Inputs as files of lines. */
export interface LineFiles {
  readonly files: readonly LineFile[];
  /** Checks that no input was changed meanwhile. @throws UnreadableFileError */
  checkUnchanged(): Promise<void>;
}

/**
 * The inputs as they are, if all are plain files, else a copy of their lines in a file.
 * @param copy its path; the caller removes it
 */
export async function lineFilesOf({ inputs, files }: Inputs, copy: string, signal?: AbortSignal): Promise<LineFiles> {
  if (!files?.every(({ isPlain }) => isPlain)) {
    return { files: [await copyLines(inputs, copy, signal)], checkUnchanged: async () => {} };
  }
  return {
    files: files.map(({ path, bytes }) => ({ path, bytes, runs: [{ at: 1, source: path, line: 1 }] })),
    checkUnchanged: async () => {
      for (const { path, bytes, modified } of files) {
        const now = await fileAt(path);
        if (now?.bytes === bytes && now.modified === modified) continue;
        throw new UnreadableFileError(path, 'it was changed while it was read; try again when it is finished');
      }
    },
  };
}

const NEWLINE = Uint8Array.of(0x0a);

async function copyLines(inputs: readonly Input[], path: string, signal?: AbortSignal): Promise<LineFile> {
  const runs: { at: number; source: string; line: number }[] = [];
  let [written, bytes] = [0, 0];
  const sink = await FileSink.createTemporary(path);
  try {
    for await (const { source, lines } of readNdjson(inputs, { ...(signal && { signal }) })) {
      for (const { line, bytes: text } of lines) {
        const last = runs.at(-1);
        const at = ++written;
        if (last?.source !== source || last.line + at - last.at !== line) runs.push({ at, source, line });
        await sink.write(text);
        await sink.write(NEWLINE);
        bytes += text.length + 1;
      }
    }
  } finally {
    await sink.close();
  }
  return { path, bytes, runs };
}

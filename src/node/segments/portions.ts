import { type FileHandle, open } from 'node:fs/promises';
import type { SourceDocument } from '../../build/source-documents.js';
import { AbortedError, UnreadableFileError } from '../../model/errors.js';
import { LineDocument } from '../line-document.js';
import { LineSplitter, type NdjsonLine } from '../line-splitter.js';
import { systemReason } from '../system-error.js';

/** Lines that follow one another in a file and in the input that they come from. */
interface LineRun {
  /** The number of the first in the file. */
  readonly at: number;
  /** What errors call the input, and the number of the line there. */
  readonly source: string;
  readonly line: number;
}

/** A file of lines: plain NDJSON, or a copy of inputs that are not. */
export interface LineFile {
  readonly path: string;
  readonly bytes: number;
  readonly runs: readonly LineRun[];
}

/** Whole lines of a file. */
interface Piece {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly firstLine: number;
  readonly runs: readonly LineRun[];
}

/** The lines of a segment. */
export type Portion = readonly Piece[];

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 20;

/**
 * Cuts files into portions of about equal length at ends of lines; the first can be read while the others are still looked for. There
 * are fewer where lines are long or few.
 */
export async function* portionsOf(files: readonly LineFile[], count: number): AsyncGenerator<Portion, void, undefined> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let portion: Piece[] = [];
  let before = 0;
  let next = 1;
  for (const { path, bytes, runs } of files) {
    const piece = { path, from: 0, firstLine: 1 };
    let line = 1;
    for await (const { chunk, at } of chunksOf(path, 0, bytes)) {
      for (let found = chunk.indexOf(NEWLINE); found >= 0; found = chunk.indexOf(NEWLINE, found + 1)) {
        line++;
        const end = at + found + 1;
        if (next >= count || before + end < (total * next) / count) continue;
        portion.push({ ...piece, to: end, runs: runsOf(runs, piece.firstLine, line) });
        yield portion;
        portion = [];
        Object.assign(piece, { from: end, firstLine: line });
        while (next < count && before + end >= (total * next) / count) next++;
      }
      // Nothing is left to cut: the last portion needs no line numbers but its own.
      if (next >= count) break;
    }
    before += bytes;
    if (piece.from < bytes) portion.push({ ...piece, to: bytes, runs: runsOf(runs, piece.firstLine, Number.POSITIVE_INFINITY) });
  }
  if (portion.length > 0 || next === 1) yield portion;
}

/** The runs of the lines from `first` to the one before `end`. */
function runsOf(runs: readonly LineRun[], first: number, end: number): readonly LineRun[] {
  const begun = runs.findLastIndex(({ at }) => at <= first);
  return runs.slice(begun).filter(({ at }) => at < end);
}

async function* chunksOf(path: string, from: number, to: number): AsyncGenerator<{ chunk: Buffer; at: number }> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    for (let at = from; at < to; ) {
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, to - at));
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
      if (bytesRead === 0) throw new Error('it was changed while it was read; try again when it is finished');
      yield { chunk: chunk.subarray(0, bytesRead), at };
      at += bytesRead;
    }
  } catch (error) {
    if (!(error instanceof Error) || (!('syscall' in error) && !error.message.startsWith('it was changed'))) throw error;
    throw new UnreadableFileError(path, 'syscall' in error ? systemReason(error) : error.message, { cause: error });
  } finally {
    await file?.close();
  }
}

/** What was read of a portion. */
export interface PortionRead {
  /** Documents by source, in order. */
  readonly files: { source: string; documents: number }[];
  documents: number;
  bytes: number;
}

/**
 * Reads the documents of a portion.
 * @param read what was read is added to it
 */
export async function* portionDocuments(
  portion: Portion,
  read: PortionRead,
  signal: AbortSignal | undefined,
): AsyncGenerator<SourceDocument[], void, undefined> {
  for (const { path, from, to, firstLine, runs } of portion) {
    const splitter = new LineSplitter(runs[0]?.source ?? path, undefined, firstLine);
    let run = 0;
    const place = (lines: readonly NdjsonLine[]) =>
      lines.map(({ line, bytes }) => {
        while (run + 1 < runs.length && runs[run + 1].at <= line) run++;
        const { source, at, line: first } = runs[run];
        count(read, source);
        return new LineDocument(source, first + line - at, bytes);
      });
    for await (const { chunk } of chunksOf(path, from, to)) {
      if (signal?.aborted) throw new AbortedError(signal);
      const lines: NdjsonLine[] = [];
      splitter.split(chunk, lines);
      read.bytes += chunk.length;
      if (lines.length > 0) yield place(lines);
    }
    const last: NdjsonLine[] = [];
    splitter.finish(last);
    if (last.length > 0) yield place(last);
  }
}

function count(read: PortionRead, source: string): void {
  read.documents++;
  const last = read.files.at(-1);
  if (last?.source === source) last.documents++;
  else read.files.push({ source, documents: 1 });
}

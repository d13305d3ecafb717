import type { BlockedRows, BlockedRuns } from '../row-set/row-forms.js';
import * as codes from './code-kernels.js';
import * as counting from './count-kernels.js';
import * as packed from './packed-kernels.js';

/** The codes of a column, as wide as the largest of them needs. */
export type Codes = Uint8Array | Uint16Array | Uint32Array;

/**
 * The kernels for one width of codes (code-kernels.ts, packed-kernels.ts and count-kernels.ts say what each does). A column picks its kernels once.
 * These are methods to the compiler, and not functions, because each takes arrays of its own width only.
 */
export interface Kernels {
  firstAbove(codes: Codes, from: number, to: number, most: number): number;
  gather(rows: Uint32Array, count: number, directory: Uint32Array, codes: Codes, out: Uint32Array): void;
  gatherRun(first: number, count: number, directory: Uint32Array, codes: Codes, out: Uint32Array): void;
  scanFlags(directory: Uint32Array, codes: Codes, flags: Uint8Array, words: Int32Array): void;
  restrict(
    directory: Uint32Array,
    packed: Int32Array,
    from: number,
    to: number,
    words: Int32Array,
    firstWord: number,
    endWord: number,
  ): void;
  restrictFlags(
    directory: Uint32Array,
    codes: Codes,
    flags: Uint8Array,
    words: Int32Array,
    firstWord: number,
    endWord: number,
  ): void;
  countRows(rows: BlockedRows, directory: Uint32Array, codes: Codes, counts: Uint32Array): void;
  countRuns(runs: BlockedRuns, directory: Uint32Array, codes: Codes, counts: Uint32Array): void;
  countProbed(sparseRows: Uint32Array, from: number, to: number, codes: Codes, words: Int32Array, counts: Uint32Array): void;
}

const KERNELS_8: Kernels = {
  firstAbove: codes.firstAbove8,
  gather: codes.gather8,
  gatherRun: codes.gatherRun8,
  scanFlags: codes.scanFlags8,
  restrict: packed.restrict8,
  restrictFlags: codes.restrictFlags8,
  countRows: counting.countRows8,
  countRuns: counting.countRuns8,
  countProbed: counting.countProbed8,
};

const KERNELS_16: Kernels = {
  firstAbove: codes.firstAbove16,
  gather: codes.gather16,
  gatherRun: codes.gatherRun16,
  scanFlags: codes.scanFlags16,
  restrict: packed.restrict16,
  restrictFlags: codes.restrictFlags16,
  countRows: counting.countRows16,
  countRuns: counting.countRuns16,
  countProbed: counting.countProbed16,
};

const KERNELS_32: Kernels = {
  firstAbove: codes.firstAbove32,
  gather: codes.gather32,
  gatherRun: codes.gatherRun32,
  scanFlags: codes.scanFlags32,
  restrict: packed.restrict32,
  restrictFlags: codes.restrictFlags32,
  countRows: counting.countRows32,
  countRuns: counting.countRuns32,
  countProbed: counting.countProbed32,
};

export function kernelsFor(values: Codes): Kernels {
  if (values instanceof Uint8Array) return KERNELS_8;
  return values instanceof Uint16Array ? KERNELS_16 : KERNELS_32;
}

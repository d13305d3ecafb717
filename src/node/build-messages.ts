import type { BundleArray } from '../encoding/bundle.js';
import type { TextField } from '../encoding/impact.js';

/** The messages of a build to its helper thread. */
export type ToHelper =
  | { readonly kind: 'text'; readonly text: number; readonly fields: readonly TextField[] }
  /**
   * Texts of documents: `entries` has a pair (field, length in bytes) for each, or a pair (BEGIN_DOCUMENT, 0); the texts
   * follow each other in `bytes`.
   */
  | { readonly kind: 'values'; readonly text: number; readonly entries: Uint32Array; readonly bytes: Uint8Array }
  | { readonly kind: 'index'; readonly text: number; readonly documentOf: Uint32Array; readonly uidRank: Uint32Array }
  /** Blocks to compress, all with the same preset or none; `id` is the number of the first. */
  | {
      readonly kind: 'deflate';
      readonly id: number;
      readonly blocks: readonly Uint8Array[];
      readonly preset: Uint8Array | undefined;
    };

/** The messages of the helper thread. */
export type FromHelper =
  | { readonly kind: 'taken'; readonly text: number }
  | { readonly kind: 'section'; readonly text: number; readonly name: string; readonly arrays: BundleArray[] }
  | { readonly kind: 'indexed'; readonly text: number }
  | { readonly kind: 'deflated'; readonly id: number; readonly blocks: readonly Uint8Array[] }
  | { readonly kind: 'failed'; readonly message: string; readonly tooLarge: boolean };

/** Instead of a field in `entries`: the next document begins. */
export const BEGIN_DOCUMENT = 0xffffffff;

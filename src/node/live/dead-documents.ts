import { decodeBase64url } from '../../encoding/base64url.js';
import { GrowableBytes } from '../../encoding/growable.js';
import { DeadRows } from '../../index/alive/dead-rows.js';

/** The documents of a segment that live no more, as a manifest has them: in the shorter one of two forms. */
export interface StoredDead {
  /** base64url of one bit for each document, in little-endian 32-bit words. */
  readonly dead?: string;
  /** base64url of the gaps between their numbers, as varints: every commit writes them, and mostly they are few. */
  readonly deadGaps?: string;
}

export function storedDead(dead: DeadRows | undefined): StoredDead {
  if (!dead) return {};
  const { words } = dead;
  // A gap takes a byte or more.
  const gaps = dead.count < words.byteLength ? gapsOf(dead) : undefined;
  if (gaps && gaps.length < words.byteLength) return { deadGaps: Buffer.from(gaps).toString('base64url') };
  return { dead: Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64url') };
}

/** What `storedDead` returned. The checksum of the manifest has been compared. */
export function deadOf({ dead, deadGaps }: StoredDead, rowCount: number): DeadRows | undefined {
  const bytes = decodeBase64url(dead ?? deadGaps ?? '');
  if (!bytes || bytes.length === 0) return undefined;
  if (deadGaps !== undefined) return DeadRows.with(undefined, numbersOf(bytes), rowCount);
  return new DeadRows(new Int32Array(bytes.slice().buffer), rowCount);
}

function gapsOf(dead: DeadRows): Uint8Array {
  const gaps = new GrowableBytes();
  let next = 0;
  for (const row of dead.rows()) {
    gaps.appendVarint(row - next);
    next = row + 1;
  }
  return gaps.view();
}

function* numbersOf(gaps: Uint8Array): Iterable<number> {
  let next = 0;
  let gap = 0;
  let shift = 0;
  for (const byte of gaps) {
    gap |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    next += gap;
    yield next++;
    gap = 0;
    shift = 0;
  }
}

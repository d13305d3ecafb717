import { digestOf } from '../analysis/digest.js';
import { DigestTable } from '../analysis/digest-table.js';
import { foldedName, RecentNames } from '../merge/company-groups.js';
import { numberKey } from '../merge/part-key.js';

/** 16 hex digits that identify a text: the same in every file. */
function uidOfText(text: string): string {
  const [high, low] = digestOf(text);
  return hex(high) + hex(low);
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(half: number): string {
  return BYTES[half >>> 24] + BYTES[(half >>> 16) & 255] + BYTES[(half >>> 8) & 255] + BYTES[half & 255];
}

const UIDS = new RecentNames((name) => uidOfText(foldedName(name)));

/** The uid of a brand, manufacturer or seller. */
export function uidOfName(name: string): string {
  return UIDS.of(name);
}

/** The uid of a category with this path from the root. */
export function uidOfPath(path: readonly string[]): string {
  return uidOfText(path.map(foldedName).join('\n'));
}

/** The uid of a part: of its folded brand and the form of its number. */
export function uidOfPart(brand: string, mpn: string): string {
  return uidOfText(`${foldedName(brand)}\n${numberKey(mpn)}`);
}

const FIRST_COUNTS = 1 << 12;

/** Counts how often each uid occurs, in about 20 to 40 bytes for each: a table may have millions of rows. */
export class UidCounts {
  private readonly table = new DigestTable();
  private counts = new Uint32Array(FIRST_COUNTS);

  add(uid: string): void {
    const number = this.table.add(digestOf(uid));
    if (number === this.counts.length) {
      const grown = new Uint32Array(number * 2);
      grown.set(this.counts);
      this.counts = grown;
    }
    this.counts[number]++;
  }

  /** How often a uid was added. */
  count(uid: string): number {
    const number = this.table.find(digestOf(uid));
    return number < 0 ? 0 : this.counts[number];
  }
}

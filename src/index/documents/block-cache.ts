interface CachedBlock {
  readonly bytes: Uint8Array;
  /** Whether it was found since it was kept, or since it was last spared. */
  isUsed: boolean;
}

/**
 * Unpacked blocks by their numbers, so many bytes of them; what is over goes, the oldest first, but what was used meanwhile has another
 * turn. Source: the clock of page replacement. Finding one only marks it: docs/decisions/0099-what-calls-leave-behind.md.
 */
export class BlockCache {
  private readonly blocks = new Map<number, CachedBlock>();
  private bytesKept = 0;

  /** @param most bytes */
  constructor(private readonly most: number) {}

  find(block: number): Uint8Array | undefined {
    const found = this.blocks.get(block);
    if (!found) return undefined;
    found.isUsed = true;
    return found.bytes;
  }

  keep(block: number, bytes: Uint8Array): void {
    if (this.blocks.has(block)) return;
    this.blocks.set(block, { bytes, isUsed: false });
    this.bytesKept += bytes.length;
    for (const [oldest, entry] of this.blocks) {
      if (this.bytesKept <= this.most) return;
      this.blocks.delete(oldest);
      if (entry.isUsed) {
        entry.isUsed = false;
        this.blocks.set(oldest, entry);
      } else this.bytesKept -= entry.bytes.length;
    }
  }
}

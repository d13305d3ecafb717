import { buildCatalog, type Catalog, type CatalogSource, type OpenOptions, openCatalog } from '../../src/partdex.js';

/** A catalog whose file can be made to give no more bytes, until it is released. */
export interface StalledCatalog {
  readonly catalog: Catalog;
  /** From now on reads wait. */
  stall(): void;
  /** Answers what waits, and all that comes. */
  release(): void;
}

/** Opens a catalog of some source. Nothing of it has been read but what opening needs. */
export async function stalledCatalog(source: CatalogSource, options: OpenOptions = {}): Promise<StalledCatalog> {
  const built = await buildCatalog(source);
  const blob = new StallingBlob([(await built.toBytes()) as Uint8Array<ArrayBuffer>]);
  const catalog = await openCatalog(blob, options);
  return { catalog, stall: () => blob.stall(), release: () => blob.release() };
}

class StallingBlob extends Blob {
  private isStalled = false;
  private readonly waiting: (() => void)[] = [];

  stall(): void {
    this.isStalled = true;
  }

  release(): void {
    this.isStalled = false;
    for (const go of this.waiting.splice(0)) go();
  }

  override slice(start?: number, end?: number): Blob {
    const piece = super.slice(start, end);
    const read = piece.arrayBuffer.bind(piece);
    piece.arrayBuffer = async () => {
      if (this.isStalled) await new Promise<void>((resolve) => this.waiting.push(resolve));
      return read();
    };
    return piece;
  }
}

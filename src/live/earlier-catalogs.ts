import type { OpenedCatalog } from '../catalog/catalog.js';

/**
 * The catalogs of earlier commits on which something may still run: a request, a scan, a suggester. Nothing is kept for them that nobody
 * uses any more.
 */
export class EarlierCatalogs {
  private references: WeakRef<OpenedCatalog>[] = [];

  /** Adds the catalog of a commit that another one has followed. */
  add(catalog: OpenedCatalog): void {
    this.references = this.references.filter((reference) => reference.deref() !== undefined);
    this.references.push(new WeakRef(catalog));
  }

  /** Waits for the requests that run on them; later ones are refused. */
  async close(): Promise<void> {
    await Promise.all(this.references.map((reference) => reference.deref()?.close()));
  }
}

/** What a catalog file holds, all of it. See catalog.mjs for the members. */
export interface ReadCatalog {
  readonly file: { readonly bytes: Uint8Array };
  readonly collections: ReadonlyMap<string, { readonly rows: number; readonly documents: readonly string[] }>;
}

export function readCatalog(bytes: Uint8Array): ReadCatalog;
export function readCatalogFile(path: string): ReadCatalog;

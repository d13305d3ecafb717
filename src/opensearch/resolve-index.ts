import { CorruptCatalogError, NotFoundError } from '../model/errors.js';
import type { ClusterConnection, RequestBounds } from './client.js';
import { type IndexFacts, readMeta } from './facts.js';
import { pathOf } from './index-names.js';

/** The index that an alias stands for now. */
export interface ResolvedIndex {
  /** Its own name. */
  readonly index: string;
  readonly facts: IndexFacts;
}

/**
 * The index behind an alias, or with a name.
 * @throws NotFoundError if there is none; CorruptCatalogError for an index of something else or of a newer format, and for an alias of
 * several
 */
export async function resolveIndex(connection: ClusterConnection, alias: string, bounds?: RequestBounds): Promise<ResolvedIndex> {
  const request = { method: 'GET', path: pathOf(alias, '_mapping'), expected: [404], step: 'open the index' } as const;
  const { status, body } = await connection.send(request, bounds);
  if (status === 404) throw new NotFoundError(`the cluster has no index or alias "${alias}"; push a catalog to it first`);
  const found = Object.entries(body as Record<string, { mappings?: { _meta?: unknown } }>);
  if (found.length !== 1) {
    throw new CorruptCatalogError('alias', `"${alias}" stands for ${found.length} indices; a catalog is in one`);
  }
  const [[index, { mappings }]] = found;
  return { index, facts: readMeta(index, mappings?._meta) };
}

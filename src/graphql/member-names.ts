import type { SchemaVariant } from './dialect.js';

/** The names under which a document may have the page of a part, the first one first. */
export function memberNames({ catalogUrl }: SchemaVariant): readonly string[] {
  if (catalogUrl === undefined) return [];
  const earlier = catalogUrl.replace(/(?<=[^_])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [...new Set([catalogUrl, earlier])];
}

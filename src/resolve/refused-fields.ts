import { addUnknownField, type FieldPlace } from '../model/check-arguments.js';
import type { NormalisedSearchRequest } from '../model/check-requests.js';
import type { Path } from '../model/issue.js';
import type { Issues } from '../model/issues.js';
import { placeOfSortKey } from '../model/sortby.js';
import type { FieldTypes, IsRefused } from './filters.js';

/** Adds an issue for each fieldname of a request that counts as unknown, except for those in filter queries, which are not parsed. */
export function refuseFields(
  { request, sortKeys }: NormalisedSearchRequest,
  isRefused: IsRefused,
  { collection, specKeys }: FieldTypes,
  issues: Issues,
): void {
  const add = (name: string, place: FieldPlace) => addUnknownField(collection, name, place, issues, { specKeys, isRefused });
  const refuse = (name: string, path: Path, argument = path) => {
    if (isRefused(name)) add(name, { path, argument });
  };
  for (const { field } of sortKeys) if (isRefused(field)) add(field, placeOfSortKey(issues, field));
  for (const name of Object.keys(request.filter?.fields ?? {})) refuse(name, ['filter', 'fields', name], ['filter', 'fields']);
  for (const name of Object.keys(request.facet?.fields ?? {})) refuse(name, ['facet', 'fields', name], ['facet', 'fields']);
  for (const name of Object.keys(request.stats ?? {})) refuse(name, ['stats', name], ['stats']);
}

import type { Catalog, SearchRequest } from '../../partdex.js';
import type { CollectionName } from '../options.js';
import { collectionOf } from '../views/records.js';

/** Specs of a sheet whose columns are not named. */
const SPECS = 12;
const BEFORE = ['mpn', 'brand.name', 'description', 'category'];
const BEHIND = ['stock', 'price', 'datasheets.url', 'uid'];
const SORTED_SPEC = /^specs\.(.+)\.(?:value|min_value|max_value|range)$/s;

/** The columns of a sheet that are not named: what the table shows, and the specs that tell the results apart best. */
export async function defaultColumns(catalog: Catalog, collection: CollectionName, request: SearchRequest): Promise<string[]> {
  if (collection === 'categories') return ['name', 'uid', 'parent_uid', 'ancestor_names', 'num_parts'];
  if (collection !== 'parts') return ['name', 'uid', 'homepage_url'];
  const { q, filter, rank, sortby } = request;
  const drilldown = { include: true, exclude_filter: false, keys: SPECS };
  const asked = { ...(q !== undefined && { q }), ...(filter && { filter }), ...(rank && { rank }) };
  const { spec_metadata, stats_results } = await collectionOf(catalog, collection).search({
    ...asked,
    limit: 0,
    spec_drilldown: drilldown,
  });
  const sorted = sortedSpecs(sortby).filter((key) => catalog.specs.some((spec) => spec.key === key));
  const keys = [...new Set([...sorted, ...Object.keys(spec_metadata)])];
  const specs = keys.flatMap((key) => {
    const name = `specs.${key}`;
    // The drilldown has it where more results have an end than a value.
    const ends = Object.hasOwn(stats_results, `${name}.range`) ? [`${name}.min_value`, `${name}.max_value`] : [];
    return [`${name}.value`, ...ends];
  });
  return [...BEFORE, ...specs, ...BEHIND];
}

function sortedSpecs(sortby: SearchRequest['sortby']): string[] {
  if (typeof sortby !== 'string') return [];
  return sortby.split(',').flatMap((key) => SORTED_SPEC.exec(key.trim().replace(/\s+(?:asc|desc)$/, ''))?.[1] ?? []);
}

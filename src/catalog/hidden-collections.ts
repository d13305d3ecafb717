import { hideFields } from '../index/hidden-fields.js';
import type { Segment } from '../index/segment.js';
import type { Brand, Category, Manufacturer, Seller } from '../model/documents.js';
import type { CollectionName } from '../model/fields.js';
import { HiddenMembers } from '../model/scope.js';
import type { Synonyms } from '../model/synonyms.js';
import type { FieldTypes } from '../resolve/filters.js';
import { CatalogCollection } from './collection.js';
import type { CollectionContext } from './collection-contexts.js';
import type { CollectionsInternals, HidingCollections } from './internals.js';
import { CatalogParts } from './parts.js';
import { QuestionVocabulary } from './question-vocabulary.js';
import { References } from './references.js';

/** Combinations of hidden members whose collections are kept: each has caches of its own. */
const MOST_HIDINGS = 16;

type ContextOf = (name: CollectionName) => CollectionContext;

/** The collections of a catalog. */
export function collectionsOf(contextOf: ContextOf, synonyms: Synonyms) {
  const [brands, sellers, manufacturers] = [contextOf('brands'), contextOf('sellers'), contextOf('manufacturers')];
  const companies = { brands: brands.segments, sellers: sellers.segments, manufacturers: manufacturers.segments };
  const [parts, categories] = [contextOf('parts'), contextOf('categories')];
  const segments = { ...companies, parts: parts.segments, categories: categories.segments };
  for (const segment of parts.segments) segment.related = { ...companies, categories: categories.segments };
  const { types, specMetadata } = parts;
  const views = parts.hidden && parts.vocabularies;
  const questions = new QuestionVocabulary({ segments: (name) => segments[name], types, specMetadata }, synonyms, views);
  return {
    parts: new CatalogParts({ ...parts, references: new References(companies), questions }, companies),
    brands: new CatalogCollection<Brand>(brands),
    categories: new CatalogCollection<Category>(categories),
    sellers: new CatalogCollection<Seller>(sellers),
    manufacturers: new CatalogCollection<Manufacturer>(manufacturers),
  } satisfies CollectionsInternals;
}

/** The collections without some members, by their names; those that were used last are kept. */
export function keptHidings(
  contextOf: ContextOf,
  priceCurrency: string,
  synonyms: Synonyms,
): (names: readonly string[]) => HidingCollections {
  const kept = new Map<string, HidingCollections>();
  return (names) => {
    const key = JSON.stringify(names);
    const collections = kept.get(key) ?? hidingCollections(contextOf, names, priceCurrency, synonyms);
    // The one that was used last is the last of the map.
    kept.delete(key);
    if (kept.size >= MOST_HIDINGS) for (const first of kept.keys()) if (kept.delete(first)) break;
    kept.set(key, collections);
    return collections;
  };
}

/** The collections without some members: over views of the segments, whose sections they share. */
function hidingCollections(
  contextOf: ContextOf,
  names: readonly string[],
  priceCurrency: string,
  synonyms: Synonyms,
): HidingCollections {
  const { segments: parts } = contextOf('parts');
  const hidden = new HiddenMembers(names, priceCurrency, (field) => parts.some((segment) => segment.field(field) !== undefined));
  const hasField = (name: string) => hidden.hasField(name);
  const views = new Map<CollectionName, readonly Segment[]>();
  const collections = collectionsOf((name) => {
    const context = contextOf(name);
    const segments = context.segments.map((segment) => hideFields(segment, hasField));
    views.set(name, segments);
    return { ...context, segments, hidden, types: hidingTypes(context.types, hidden), wholeTypes: context.types };
  }, synonyms);
  const segments = (name: CollectionName) => views.get(name) ?? [];
  return { collections, segments, hasField, hasSpec: (key) => hidden.hasSpec(key) };
}

function hidingTypes(types: FieldTypes, hidden: HiddenMembers): FieldTypes {
  const isHidden = (key: string) => hidden.hasSpec(key);
  return {
    ...types,
    specType: (key) => (isHidden(key) ? undefined : types.specType(key)),
    specKeys: function* () {
      for (const key of types.specKeys()) if (!isHidden(key)) yield key;
    },
  };
}

import { hideFields } from '../index/hidden-fields.js';
import type { Segment } from '../index/segment.js';
import type { Brand, Category, Manufacturer, Seller } from '../model/documents.js';
import type { CollectionName } from '../model/fields.js';
import { HiddenMembers } from '../model/scope.js';
import type { Synonyms } from '../model/synonyms.js';
import type { FieldTypes } from '../resolve/filters.js';
import { CatalogCollection, type CollectionContext } from './collection.js';
import type { CollectionsInternals, HidingCollections } from './internals.js';
import { CatalogParts } from './parts.js';
import { QuestionVocabulary } from './question-vocabulary.js';
import { References } from './references.js';

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

/** The collections without some members: over views of the segments, whose sections they share. */
export function hidingCollections(
  contextOf: ContextOf,
  names: readonly string[],
  priceCurrency: string,
  synonyms: Synonyms,
): HidingCollections {
  const hidden = new HiddenMembers(names, priceCurrency);
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

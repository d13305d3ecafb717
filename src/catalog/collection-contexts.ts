import type { Digest } from '../analysis/digest.js';
import type { PriceRates } from '../analysis/price-rates.js';
import { CategoryRecords } from '../facets/category-records.js';
import type { Segment } from '../index/segment.js';
import type { SpecMetadata } from '../model/documents.js';
import type { CollectionName } from '../model/fields.js';
import type { Limits } from '../model/limits.js';
import { type CatalogField, ownFieldTable } from '../model/own-fields.js';
import type { HiddenMembers } from '../model/scope.js';
import type { FieldTypes } from '../resolve/filters.js';
import { KeptParts } from './kept-parts.js';
import { LivingFacts } from './living-facts.js';
import { KeptVocabularies, type QuestionVocabulary } from './question-vocabulary.js';
import type { References } from './references.js';
import type { Running } from './running.js';

/** What a collection has of its catalog. */
export interface CollectionContext {
  readonly name: CollectionName;
  readonly segments: readonly Segment[];
  readonly types: FieldTypes;
  readonly limits: Limits;
  readonly running: Running;
  /** Members that are hidden: the segments are views without their fields. */
  readonly hidden?: HiddenMembers;
  /** With the fields that `types` hides. */
  readonly wholeTypes?: FieldTypes;
  /** Of parts: what a spec key means. */
  readonly specMetadata: (key: string) => SpecMetadata | undefined;
  /** Of parts: the companies that they refer to. */
  readonly references?: References;
  /** The category records of the catalog. */
  readonly categories: CategoryRecords;
  /** Currency of `avg_price`. */
  readonly priceCurrency: string;
  /** Of parts: what words of a question may mean. */
  readonly questions?: QuestionVocabulary;
  /** Of parts: what is kept for all questions, to all views. */
  readonly kept?: KeptParts;
  /** Of parts: the vocabularies of the views that hide members. */
  readonly vocabularies?: KeptVocabularies;
  /** What is true of the living records alone. */
  readonly living?: LivingFacts | undefined;
  /** Of parts: what converts prices. */
  readonly rates?: PriceRates | undefined;
  /** Digest of the content of the catalog. */
  readonly digest: () => Digest;
  /** Whether the rows of the same content may be others later: segments are merged. */
  readonly rowsMove: boolean;
}

/** What the collections of a catalog have in common. */
interface Shared {
  readonly segments: Readonly<Record<CollectionName, readonly Segment[]>>;
  readonly specs: readonly { readonly key: string; readonly type: 'string' | 'number'; readonly metadata?: SpecMetadata }[];
  readonly priceCurrency: string;
  readonly ownFields: readonly CatalogField[];
  readonly rates: PriceRates | undefined;
  readonly backing: { digest(): Digest; readonly rowsMove: boolean };
}

/** What each collection has of its catalog. */
export function collectionContexts(
  { segments, specs, priceCurrency, ownFields, rates, backing }: Shared,
  limits: Limits,
  running: Running,
): (name: CollectionName) => CollectionContext {
  const byKey = new Map(specs.map((spec) => [spec.key, spec]));
  const ownTable = ownFieldTable(ownFields);
  const categories = new CategoryRecords(segments.categories);
  const [kept, vocabularies] = [new KeptParts(), new KeptVocabularies()];
  const specMetadata = (key: string) => byKey.get(key)?.metadata;
  const digest = () => backing.digest();
  const { rowsMove } = backing;
  return (name) => {
    const living = new LivingFacts(segments[name]);
    const types: FieldTypes = {
      collection: name,
      specType: (key) => byKey.get(key)?.type,
      specUnit: (key) => byKey.get(key)?.metadata?.unit,
      specKeys: () => byKey.keys(),
      isMultiValued: (field) => living.hasPairs(field),
      hasPrices: (currency) => living.hasPrices(currency),
      doubts: () => living.doubts,
      ...(name === 'parts' && { ownFields: ownTable }),
    };
    const shared = { limits, running, categories, priceCurrency, kept, vocabularies, ...(name === 'parts' && { rates }) };
    return { name, segments: segments[name], types, specMetadata, digest, rowsMove, living, ...shared };
  };
}

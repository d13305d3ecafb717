import { CatalogBuilder } from '../build/catalog-builder.js';
import { objectDocuments } from '../build/source-documents.js';
import { portableCodec } from '../encoding/codec.js';
import type { SpecType } from '../encoding/spec-facts.js';
import { Needs } from '../index/section.js';
import type { Segment } from '../index/segment.js';
import type { ScoreExplanation } from '../model/explanation.js';
import type { CatalogField } from '../model/own-fields.js';
import type { CompanyCollection } from '../model/schema.js';
import { type BoundSearch, bindSearch, needSearch } from '../query/bind-search.js';
import { explainConditions, explainRank, explainTerms, needExplanation } from '../query/explain-score.js';
import type { BoundKeyword } from '../query/keywords.js';
import type { ResolvedKeyword } from '../resolve/keywords.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { manifestOf, segmentsOf } from './catalog-file.js';
import { load } from './load.js';
import { inMemory } from './several-records.js';

/** What of a catalog the values of one part depend on. */
export interface LoneSource {
  readonly priceCurrency: string;
  readonly ownFields: readonly CatalogField[];
  /** The types of the part's spec keys. */
  readonly specTypes: ReadonlyMap<string, SpecType>;
  readonly records: Readonly<Record<CompanyCollection | 'categories' | 'spec_metadata', Iterable<object>>>;
  /** The uids of companies that parts alone tell of. */
  readonly gathered: Readonly<Record<CompanyCollection, ReadonlySet<string>>>;
}

/** What scores depend on beside the part: counts of all parts. */
export interface LoneCounts {
  /** The inverse document frequency of a term. */
  idf(keyword: ResolvedKeyword): number;
  /** The parts that have each of its tokens. */
  rows(keyword: ResolvedKeyword): readonly number[];
}

/** A part of a catalog that is elsewhere, indexed by itself. */
export async function lonePart(part: object, source: LoneSource): Promise<Segment> {
  const { priceCurrency, ownFields, specTypes, records, gathered } = source;
  const store = await inMemory(portableCodec, (writer) =>
    new CatalogBuilder(writer, portableCodec, { priceCurrency, fields: ownFields, specTypes }).build({
      parts: objectDocuments('parts', [part]),
      categories: objectDocuments('categories', records.categories),
      brands: objectDocuments('brands', records.brands),
      manufacturers: objectDocuments('manufacturers', records.manufacturers),
      sellers: objectDocuments('sellers', records.sellers),
      spec_metadata: objectDocuments('spec_metadata', records.spec_metadata),
      gathered,
    }),
  );
  return segmentsOf(store, await manifestOf(store)).parts;
}

/** Why a search finds the one part of a segment or does not, and where its score comes from; its place among the hits is not known here. */
export function* explainLone(
  search: ResolvedSearch,
  segment: Segment,
  counts: LoneCounts,
  work: Work,
): Task<Omit<ScoreExplanation, 'uid' | 'mpn' | 'position'>> {
  const needs = new Needs();
  needSearch(search, segment, needs);
  needExplanation(search, segment, needs);
  yield* load(needs, work);
  const [alone] = yield* bindSearch(search, [segment], work);
  const bound = { ...alone, scored: counted(alone, search, counts) };
  const conditions = yield* explainConditions(search, segment, 0, work);
  const found = conditions.every(({ met }) => met);
  const terms = found ? yield* explainTerms(search, bound, [bound], 0, work) : [];
  const score = terms.length === 0 ? null : terms.reduce((sum, term) => sum + term.score, 0);
  const rank = found ? yield* explainRank(search, bound, 0, work) : undefined;
  return { found, score, ...(rank && { rank }), terms, conditions };
}

/** The scored terms with the counts of all parts. A term that comes twice stays one. */
function counted({ scored }: BoundSearch, { keywords }: ResolvedSearch, counts: LoneCounts): BoundSearch['scored'] {
  const asked = keywords.filter(({ excluded }) => !excluded);
  const known = new Map<BoundKeyword, BoundKeyword>();
  return scored.map(({ keyword }, i) => {
    let own = known.get(keyword);
    if (!own) known.set(keyword, (own = { ...keyword, counts: counts.rows(asked[i]) }));
    return { keyword: own, idf: counts.idf(asked[i]) };
  });
}

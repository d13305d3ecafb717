import type { SpecType } from '../encoding/spec-facts.js';
import type { Part } from '../model/documents.js';
import type { ScoreExplanation } from '../model/explanation.js';
import { Issues } from '../model/issues.js';
import type { CompanyCollection } from '../model/schema.js';
import type { ResolvedSearch } from '../resolve/resolved-search.js';
import type { Work } from '../work/work.js';
import { idfOf, rowsOf } from './compile/keywords.js';
import { explainLone, type LoneCounts, type LoneSource, lonePart } from './in-process.js';
import type { OpenedIndex } from './opened.js';
import type { EngineSession } from './session.js';
import type { CatalogState } from './state.js';
import { WINDOW } from './window.js';

/*
 * Conditions and factors of a score depend on the part and on counts of all parts. The part is indexed here, by itself, and explained as
 * one in process is; the cluster counts.
 */

/** What explaining a part is done with. */
interface Explained {
  readonly state: CatalogState;
  readonly session: EngineSession;
  readonly work: Work;
}

/** Why a search finds a part or does not, and where its score comes from. */
export async function explainPart(
  part: Part,
  search: ResolvedSearch,
  { state, session, work }: Explained,
): Promise<ScoreExplanation> {
  const segment = await lonePart(withoutMetadata(part), sourceOf(part, state.opened));
  const counts = await state.searcher.countsFor(search, session);
  const ofTerms: LoneCounts = { idf: (keyword) => idfOf(keyword, counts), rows: (keyword) => rowsOf(keyword, counts) };
  const { found, ...explained } = await work.run(explainLone(search, segment, ofTerms, work));
  const position = found ? await positionOf(part.uid, search, { state, session, work }) : null;
  const shown = await state.fetcher.compile({ show: ['uid', 'mpn'] }, session, new Issues());
  const [{ uid, mpn }] = await state.fetcher.show([part], shown, work);
  return { uid, mpn, found, position, ...explained };
}

/** The place of a part among the hits, in the order of the search: they are read up to it. */
async function positionOf(uid: string, search: ResolvedSearch, { state, session }: Explained): Promise<number> {
  const hitsAlone = { ...search, facetQueries: [], counts: undefined };
  let before = 0;
  for (let after: readonly (string | number | null)[] | undefined; ; ) {
    const { page, isLast } = await state.searcher.run(hitsAlone, { from: 0, size: WINDOW, after, withParts: false }, session);
    const place = page.findIndex((hit) => hit.uid === uid);
    if (place >= 0) return before + place;
    // It is a hit: only another index would end before it.
    if (isLast || page.length === 0) throw new Error(`the hits end before the part "${uid}"`);
    before += page.length;
    after = page[page.length - 1].sort;
  }
}

/** The metadata that a part says is not always that of the catalog. */
function withoutMetadata(part: Part): Part {
  const { specs } = part;
  if (!specs) return part;
  const plain = Object.entries(specs).map(([key, spec]) => [key, spec && { ...spec, metadata: null }]);
  return { ...part, specs: Object.fromEntries(plain) };
}

function sourceOf(part: Part, { facts, records, types, specMetadata }: OpenedIndex): LoneSource {
  const keys = Object.keys(part.specs ?? {});
  const typed = keys.flatMap((key): [string, SpecType][] => {
    const type = types.specType(key);
    return type ? [[key, type]] : [];
  });
  const companies = (name: CompanyCollection) => Array.from(records[name].values(), ({ record }) => record);
  const gathered = (name: CompanyCollection) => new Set([...records[name]].filter(([, { given }]) => !given).map(([uid]) => uid));
  return {
    priceCurrency: facts.priceCurrency,
    ownFields: facts.ownFields,
    specTypes: new Map(typed),
    records: {
      brands: companies('brands'),
      manufacturers: companies('manufacturers'),
      sellers: companies('sellers'),
      categories: Array.from(records.categories.values(), ({ record }) => record),
      spec_metadata: keys.flatMap((key) => specMetadata(key) ?? []),
    },
    gathered: { brands: gathered('brands'), manufacturers: gathered('manufacturers'), sellers: gathered('sellers') },
  };
}

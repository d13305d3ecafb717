import { mergeSpecMetadata, mergeVotes } from '../../build/merge-records.js';
import { uniteSynonyms } from '../../model/synonyms.js';
import { authorizedOf, type CatalogFile } from '../catalog-file.js';
import { mergeOwnFields } from '../several-checks.js';
import { COMPANIES, isGiven, readRecords } from '../several-records.js';
import { type NamedCompany, placeOf, type SnapshotRecords, type SnapshotSegment, type SnapshotState } from './state.js';

/** The state of files that nothing has changed. */
export async function stateOfFiles(files: readonly CatalogFile[]): Promise<SnapshotState> {
  const manifests = files.map(({ manifest }) => manifest);
  const { companies, categories } = await readRecords(files);
  const specs = mergeVotes(manifests);
  let nextPlace = 0;
  const segments = files.map((file) => {
    const first = nextPlace;
    nextPlace += file.segments.parts.rowCount;
    return { file, dead: undefined, places: undefined, first };
  });
  const firsts = firstPlaces(segments);
  const given = COMPANIES.map((name) => {
    const records = companies[name].filter(isGiven).map(({ uid, record }): [string, object] => [uid, record]);
    return [name, new Map(records)] as const;
  });
  const named = COMPANIES.map((name) => {
    const gathered = companies[name].filter((company) => !isGiven(company));
    return [name, new Map(gathered.map(({ uid, record }): [string, NamedCompany] => [uid, { uid, record, place: undefined }]))];
  });
  return {
    segments,
    records: {
      ...Object.fromEntries(given),
      categories: new Map(categories.map(({ document }) => [document.uid, document])),
      spec_metadata: mergeSpecMetadata(manifests),
    } as unknown as SnapshotRecords,
    facts: { specs: specs.map(({ key, said }) => ({ key, said, first: firsts.get(key) })), named: Object.fromEntries(named) },
    // One file has decided already, perhaps otherwise than its votes say now: it may be that of a catalog that changed.
    types: new Map((files.length === 1 ? manifests[0].specs : specs).map(({ key, type }) => [key, type])),
    nextPlace,
    priceCurrency: manifests[0].priceCurrency,
    ownFields: mergeOwnFields(files),
    synonyms: uniteSynonyms(...manifests.map(({ synonyms }) => synonyms ?? [])),
    authorized: authorizedOf(files),
    commit: 0,
  };
}

/** The place of the first part with each spec key; without those of files that do not have it. */
function firstPlaces(segments: readonly SnapshotSegment[]): Map<string, number> {
  const firsts = new Map<string, number>();
  const unknown = new Set<string>();
  for (const segment of segments) {
    for (const { key, places } of segment.file.manifest.specs) {
      if (firsts.has(key) || unknown.has(key)) continue;
      if (places) firsts.set(key, placeOf(segment, places.key[0]));
      else unknown.add(key);
    }
  }
  return firsts;
}

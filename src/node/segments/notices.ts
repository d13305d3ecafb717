import type { BuildFacts } from '../../build/build-settings.js';
import { CompanyGatherer } from '../../build/company-gatherer.js';
import { otherCurrenciesNotice } from '../../build/value-notices.js';
import type { CatalogFile } from '../../catalog/catalog-file.js';
import { COMPANIES, isGiven, type MergedRecords } from '../../catalog/several-records.js';
import type { CatalogManifest, StoredSpec } from '../../encoding/manifest.js';
import { specNotice } from '../../encoding/spec-facts.js';
import type { Company } from '../../model/documents.js';

const KINDS = { brands: 'brand', manufacturers: 'manufacturer', sellers: 'seller' } as const;

/** A segment, and what its build found. */
interface Told {
  readonly file: CatalogFile;
  readonly facts: BuildFacts;
}

/** What the build of several segments tells of its data: as one build does, but of values segment by segment. */
export function noticesOf(
  segments: readonly Told[],
  {
    specs,
    specMetadata,
    priceCurrency,
  }: Pick<CatalogManifest, 'specMetadata' | 'priceCurrency'> & { specs: readonly StoredSpec[] },
  records: MergedRecords,
): string[] {
  const given = new Map(specMetadata.map((metadata) => [metadata.key, metadata]));
  const ofSpecs = specs.map(({ key, type }) => specNotice(key, type, given.get(key)));
  const currencies = new Set(segments.flatMap(({ facts }) => facts.otherCurrencies));
  const hasPrices = segments.some(({ facts }) => facts.hasPrices);
  return [
    ...ofSpecs.filter((notice) => notice !== undefined),
    ...segments.flatMap(({ facts }) => facts.values),
    ...(hasPrices ? [] : [otherCurrenciesNotice(priceCurrency, [...currencies])].filter((notice) => notice !== undefined)),
    ...COMPANIES.flatMap((name) => [...gathererOf(name, segments, records).notices()]),
  ];
}

/** The companies of all segments, as one build gathers them. */
function gathererOf(
  name: (typeof COMPANIES)[number],
  segments: readonly Told[],
  { companies, files }: MergedRecords,
): CompanyGatherer {
  const gatherer = new CompanyGatherer(KINDS[name]);
  for (const company of companies[name]) if (isGiven(company)) gatherer.addRecord(company.record as Company);
  for (const [number, { facts }] of segments.entries()) {
    for (const company of files[number].companies[name]) if (!isGiven(company)) gatherer.addMention(company.record as Company);
    const { nameless, others } = facts.companies[name];
    for (const [uid, other] of others) gatherer.addMention({ uid, name: other });
    for (const uid of nameless) gatherer.addNameless(uid);
  }
  return gatherer;
}

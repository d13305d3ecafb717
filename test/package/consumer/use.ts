/**
 * A program that embeds partdex and uses everything that its entries export; test/package/types.test.ts compiles it against the
 * packed package, with the names of the entries in place of these paths. It is never run.
 */

import {
  type BomCandidate,
  type BomColumn,
  type BomFormat,
  type BomLine,
  type BomMap,
  type BomPurchase,
  type BomRisk,
  type CostedBom,
  type CostedLine,
  type CostOptions,
  costBom,
  type ExchangeRates,
  type MatchBomOptions,
  type MatchedLine,
  matchBom,
  type ReadBom,
  type ReadBomOptions,
  readBom,
  UnreadableTableError as UnreadableBomError,
  writeBom,
} from '../../../src/bom/partdex-bom.js';
import {
  type AccessScope,
  type Admission,
  type AdmissionClient,
  createGraphqlApi,
  DEFAULT_GUARDS,
  type Dialect,
  type GraphqlApi,
  type GraphqlBody,
  type GraphqlClient,
  type GraphqlGuards,
  type GraphqlNames,
  type GraphqlOptions,
  type GraphqlResponse,
  type GraphqlSchemaOptions,
  type GraphqlTextResponse,
  graphqlSchemaText,
  type Verdict,
} from '../../../src/graphql/partdex-graphql.js';
import {
  type ColumnMap,
  type ColumnReport,
  type ImportReport,
  inferMap,
  proposeBrands,
  readTable,
  readTables,
  type TableData,
  type TableInput,
  type TableMap,
  type TableOptions,
  type TableReport,
  type TableSource,
  UnreadableTableError,
} from '../../../src/import/partdex-import.js';
import {
  type Admit,
  admitAll,
  type Admission as LimitsAdmission,
  type AdmissionClient as LimitsClient,
  type QuotaStore as LimitsStore,
  type MonthlyQuota,
  type MonthlyQuotaOptions,
  memoryStore,
  monthlyQuota,
  type RateLimitOptions,
  rateLimit,
} from '../../../src/limits/partdex-limits.js';
import {
  type BuildFileOptions,
  type BuildReport,
  buildCatalogFile,
  type CatalogSnapshot,
  type ChangeFilesOptions,
  type Commit,
  type FileRead,
  type Files,
  type FolderCatalog,
  type FolderOptions,
  fileStore,
  type LiveCatalog,
  type LiveOptions,
  type MergeConflict,
  type NamedStream,
  type OpenFileOptions,
  openCatalogFile,
  openCatalogFiles,
  openCatalogFolder,
  openLiveCatalog,
  type QuotaStore,
  readChanges,
} from '../../../src/node/partdex-node.js';
import {
  type Abortable,
  type Capability,
  type ClientRequest,
  type ClientRequestOptions,
  type ClientResponse,
  type OpenSearchCatalog,
  type OpenSearchClient,
  type OpenSearchOptions,
  openOpenSearchCatalog,
  type PushOptions,
  type PushReport,
  pushCatalog,
} from '../../../src/opensearch/partdex-opensearch.js';
import {
  AbortedError,
  type AskRequest,
  type AskResponse,
  type Asset,
  type AttributedAsset,
  type Attribution,
  type Authorized,
  type Brand,
  type BrokerListing,
  BudgetExceededError,
  type BudgetName,
  type BuildOptions,
  type BuildProgress,
  buildCatalog,
  type CadModel,
  type Call,
  type Catalog,
  type CatalogChanges,
  type CatalogField,
  type CatalogInfo,
  type CatalogSection,
  type CatalogSource,
  type CatalogSpec,
  CatalogTooLargeError,
  type Category,
  ClosedError,
  ClusterError,
  type Collection,
  type Company,
  type ComplianceDocument,
  CorruptCatalogError,
  type Datasheet,
  DEFAULT_LIMITS,
  type Description,
  type Directives,
  type Documents,
  diffCatalogs,
  type EchoedMatchQuery,
  EmptyCatalogError,
  type ErrorCode,
  type ExplainedCondition,
  type ExplainedRank,
  type ExplainedStep,
  type ExplainedTerm,
  type Explanation,
  type ExternalLinks,
  type FacetCount,
  type FacetFieldRequest,
  type FacetOrder,
  type FacetRange,
  type FacetResult,
  type Fault,
  type FieldKind,
  type FilterCompletion,
  FilterSyntaxError,
  type FormatOptions,
  formatChanges,
  formatQuantity,
  type Highlight,
  type HttpOptions,
  type ImageSet,
  type Interpretation,
  InvalidDocumentError,
  type Issue,
  type IssueCode,
  type Limits,
  LockedError,
  type LockHolder,
  type Manufacturer,
  type Meaning,
  NotFoundError,
  type NumberText,
  type Offer,
  type OpenOptions,
  type OpenUrlOptions,
  type OverlayCatalog,
  openCatalog,
  openCatalogUrl,
  overlay,
  type Part,
  type PartCollection,
  type PartDifference,
  PartdexError,
  type PartPatch,
  type PartSuggestion,
  type PartsMatchQuery,
  type PartsMatchRequest,
  type PartsMatchResponse,
  type PartsMatchResult,
  type PriceBreak,
  parseChanges,
  parseQuantity,
  type Quantity,
  type Range,
  type RankBoost,
  type RankRequest,
  type Rates,
  type Reading,
  type ReadingKind,
  type ReferenceDesign,
  type RemovedRecords,
  type ScoreExplanation,
  type SearchRequest,
  type SearchResponse,
  type SearchResult,
  type Seller,
  type SimilarPart,
  type SimilarRequest,
  type SimilarResponse,
  type SortKey,
  type SortOrder,
  type Source,
  type SpecDifference,
  type SpecDrilldownRequest,
  type SpecMetadata,
  type SpecValue,
  type StatsFieldRequest,
  type StatsResult,
  type StepKind,
  type SuggestionReason,
  type UnitOfMeasurement,
  UnreadableFileError,
  UnsupportedError,
  UnwritableFileError,
  type UpdateReport,
  ValidationError,
  WorkerFailedError,
  type WriteIssue,
} from '../../../src/partdex.js';
import {
  createRestApi,
  type MemberNames,
  openApiDocument,
  type Admission as RestAdmission,
  type AdmissionClient as RestAdmissionClient,
  type RestApi,
  type RestAsker,
  type RestClient,
  type RestOptions,
  type RestResponse,
  type AccessScope as RestScope,
  type Verdict as RestVerdict,
  statusOf,
} from '../../../src/rest/partdex-rest.js';
import {
  createSuggester,
  type Suggester,
  type Suggestion,
  type SuggestionKind,
  type SuggestionMatch,
  type SuggestOptions,
} from '../../../src/suggest/partdex-suggest.js';

const source: Source = { uid: 's1', name: 'A source' };
const attribution: Attribution = { sources: [source], first_acquired: '2024-01-01T00:00:00Z' };
const asset: Asset = { url: 'https://example.com/a.pdf', mimetype: 'application/pdf', metadata: { num_pages: 2 } };
const attributed: AttributedAsset = { ...asset, attribution };
const datasheet: Datasheet = attributed;
const cadModel: CadModel = attributed;
const compliance: ComplianceDocument = { ...attributed, subtypes: ['rohs_statement'] };
const design: ReferenceDesign = { ...attributed, title: 'Supply', description: null };
const description: Description = { value: 'RES 10K OHM 1% 1/10W 0603', attribution };
const images: ImageSet = { small_image: asset, large_image: null, attribution, credit_string: 'Acme' };
const links: ExternalLinks = { product_url: 'https://example.com/rc0603', freesample_url: null };
const company: Company = { uid: 'b1', name: 'Acme', homepage_url: null, aliases: ['Acme Corp'] };
const brand: Brand = company;
const manufacturer: Manufacturer = company;
const seller: Seller = { ...company, display_flag: 'DE', has_ecommerce: true };
const listing: BrokerListing = { seller, listing_url: null };
const price: NumberText = '0.0123';
const priceBreak: PriceBreak = [1, price];
const offer: Offer = { sku: 'A-1', seller, prices: { USD: [priceBreak] }, in_stock_quantity: -2, moq: '10', is_authorized: true };
const unit: UnitOfMeasurement = { name: 'ohm', symbol: 'Ω' };
const metadata: SpecMetadata = { key: 'resistance', name: 'Resistance', datatype: 'decimal', unit };
const resistance: SpecValue = { value: ['10000'], min_value: null, metadata, attribution };
const category: Category = { uid: 'c1', name: 'Resistors', parent_uid: null, ancestor_uids: [], imagesets: [images] };
const part: Part = {
  ...{ uid: 'p1', mpn: 'RC0603FR-0710KL', manufacturer, brand: { name: 'Acme' }, offers: [offer], broker_listings: [listing] },
  ...{ external_links: links, descriptions: [description], imagesets: [images], datasheets: [datasheet], cad_models: [cadModel] },
  ...{ compliance_documents: [compliance], reference_designs: [design], specs: { resistance }, category_uids: [category.uid] },
  ...{ redirected_uids: ['p0'], house_number: 4711 },
};

async function* streamed(): AsyncGenerator<Part> {
  yield part;
}

export async function build(): Promise<Catalog> {
  const parts: Documents<Part> = streamed();
  const catalogSource: CatalogSource = {
    parts,
    categories: [category],
    brands: [brand],
    sellers: [seller],
    spec_metadata: [metadata],
  };
  const onProgress = ({ phase, done, total }: BuildProgress): string => `${phase} ${done}/${total ?? '?'}`;
  const rates: Rates = { base: 'USD', rates: { EUR: '0.92' }, as_of: '2026-11-20' };
  const limits: Partial<Limits> = { limit: DEFAULT_LIMITS.limit * 2, start: Number.POSITIVE_INFINITY };
  const authorized: Authorized = { lists: { m1: ['s1'] }, members: ['s2'] };
  const options: BuildOptions = {
    ...{ authorized, onProgress, limits, rates, priceCurrency: 'EUR', signal: new AbortController().signal },
    onInvalid: (error: InvalidDocumentError) => `${error.source}:${error.line} ${error.path}`,
    onNotice: (notice) => notice.length,
  };
  return buildCatalog(catalogSource, options);
}

export async function open(bytes: Uint8Array, blob: Blob): Promise<Catalog[]> {
  const options: OpenOptions = { limits: { getMulti: 100 } };
  const http: HttpOptions = { fetch: (input, init) => fetch(input, init), timeout: 10_000 };
  const remote: OpenUrlOptions = { ...options, ...http };
  return [
    await openCatalog(bytes, options),
    await openCatalog(bytes.slice().buffer),
    await openCatalog(blob),
    await openCatalogUrl('https://example.com/parts.pdx', remote),
    await openCatalogUrl(new URL('https://example.com/parts.pdx')),
  ];
}

async function* text(): AsyncGenerator<string | Uint8Array> {
  yield '{"uid":"1","mpn":"A"}';
}

export async function files(): Promise<string> {
  const more: NamedStream = { name: 'more', stream: text() };
  const parts: Files = ['a.ndjson', 'b.ndjson.gz', more];
  const read: string[] = [];
  const onFileRead = ({ source, documents }: FileRead) => read.push(`${source} ${documents}`);
  const options: BuildFileOptions = { parts, categories: 'categories.ndjson', out: 'parts.pdx', onInvalid: 'throw', onFileRead };
  const report: BuildReport = await buildCatalogFile({ ...options, merge: 'brand and part number' });
  const { path, parts: count, skipped, seconds, bytes, notices, merged, conflicts, conflictCount } = report;
  const told = conflicts.map(
    ({ uid, path: member, kept, given, source }: MergeConflict) => `${uid} ${member} ${kept} ${given} ${source}`,
  );
  const opening: OpenFileOptions = { limits: {}, workers: 0 };
  const catalog = await openCatalogFile(path, opening);
  await catalog.close();
  return `${path} ${count + skipped + seconds + bytes + merged + conflictCount} ${[...notices, ...read, ...told].join()}`;
}

export async function search(catalog: Catalog): Promise<string[]> {
  const directives: Directives = { include: ['specs'], hide: ['offers.seller.display_flag'], slice: { offers: '[0:5]' } };
  const order: SortOrder = 'desc';
  const key: SortKey = { field: 'specs.resistance.value', order };
  const facetOrder: FacetOrder = 'value';
  const facetField: FacetFieldRequest = { include: false, exclude_filter: false, start: 0, limit: 10, order: facetOrder };
  const statsField: StatsFieldRequest = { include: false };
  const drilldown: SpecDrilldownRequest = { include: false, limit: 5 };
  const request: SearchRequest = {
    ...directives,
    ...{ q: '"thick film" -0402', start: 10, limit: 5, sortby: [key, { field: 'mpn' }] },
    filter: { fields: { 'brand.name': ['Acme'] }, queries: ['specs.resistance.value:[1000 TO 2000]'] },
    facet: { fields: { 'brand.name': facetField }, queries: ['mpn:rc*'] },
    stats: { 'offers.in_stock_quantity': statsField },
    spec_drilldown: drilldown,
  };
  const parts: PartCollection = catalog.parts;
  const response: SearchResponse<Part> = await parts.search(request);
  const results: SearchResult<Part>[] = response.results;
  const facet: FacetResult | undefined = response.facet_results.fields['brand.name'];
  const counts: FacetCount[] = facet?.facets ?? [];
  const ranges: FacetRange[] = facet?.ranges ?? [];
  const stats: StatsResult | undefined = response.stats_results['offers.in_stock_quantity'];
  const largest: string | null | undefined = stats?.max;
  const places: Highlight[] = results[0]?.highlights ?? [];
  const alike: SimilarRequest = {
    same: ['package'],
    at_least: ['power'],
    at_most: [],
    filter: { queries: [] },
    limit: 3,
    show: ['mpn'],
  };
  const similar: SimilarResponse = await parts.similar('p1', alike, { timeout: 1000 });
  const others: SimilarPart[] = similar.items;
  const differences: SpecDifference[] = others.flatMap((other) => other.differences);
  if (differences.some(({ verdict }) => verdict === 'worse')) return [];
  const completions: FilterCompletion[] = await parts.completeFilter('brand.name:ac', 13, { timeout: 1000 });
  const mpns = results.map(({ item, snippet }) => `${item.mpn} ${snippet ?? ''} ${places.length} ${completions[0]?.text ?? ''}`);
  for await (const { uid, offers } of parts.scan({ q: 'x7r' })) mpns.push(`${uid} ${offers?.[0]?.sku ?? ''}`);
  return [
    ...mpns,
    ...counts.map(({ value, count }) => `${value} ${count}`),
    ...ranges.map(({ query }) => query),
    largest ?? '',
    `${response.hits} ${response.msec}`,
  ];
}

export async function ask(catalog: Catalog): Promise<string[]> {
  const boost: RankBoost = { query: 'brand.name:Acme', factor: 2 };
  const rank: RankRequest = { in_stock_first: true, boosts: [boost] };
  const request: AskRequest = { limit: 5, rank };
  const answer: AskResponse = await catalog.parts.ask('10k 0603 resistor', request);
  const { text, readings, suggestions }: Interpretation = await catalog.parts.interpret('10k 0603 resistor');
  const [reading]: Reading[] = answer.understood.readings;
  const others: Meaning[] = reading?.alternatives ?? [];
  const kinds: ReadingKind[] = readings.map(({ as }) => as);
  const explained = await catalog.parts.explain({ q: '10k', rank }, answer.results[0]?.item.uid);
  const ranked: ExplainedRank | undefined = explained.score?.rank;
  return [
    text,
    ...kinds,
    ...suggestions,
    ...others.map(({ query, parts }) => `${query ?? ''} ${parts}`),
    `${ranked?.known ?? 0}`,
  ];
}

export function quantities(unit: UnitOfMeasurement): string[] {
  const rounded: FormatOptions = { digits: 4 };
  const read: Quantity | Range | null = parseQuantity('2.7 V to 5.5 V', unit);
  if (read === null) return [];
  if ('value' in read) return [formatQuantity(read.value, read.unit, rounded)];
  return [formatQuantity(read, 'V'), read.min_excluded ? 'open' : 'closed', `${read.max_excluded ?? false}`];
}

export async function match(catalog: Catalog): Promise<string[]> {
  const query: PartsMatchQuery = { mpn: 'RC0603FR*', brand: 'Acme', start: 0, limit: 5, reference: 'R1' };
  const request: PartsMatchRequest & Directives = { queries: [query], exact_only: false, suggest: true, show: ['uid', 'mpn'] };
  const response: PartsMatchResponse = await catalog.parts.match(request);
  const [echoed]: EchoedMatchQuery[] = response.request.queries;
  const results: PartsMatchResult[] = response.results;
  const suggestions: PartSuggestion[] = results.flatMap(({ suggestions: list = [] }) => list);
  const reasons: SuggestionReason[] = suggestions.map(({ reason }) => reason);
  return [
    ...results.map(({ items, hits, error, reference }) => `${reference ?? ''} ${error ?? hits ?? ''} ${items[0]?.mpn ?? ''}`),
    ...suggestions.map(({ item, field, value, text }) => `${item.uid} ${field} ${value} ${text}`),
    ...reasons,
    `${echoed?.mpn ?? ''} ${response.msec}`,
  ];
}

export async function look(catalog: Catalog): Promise<(string | undefined)[]> {
  const categories: Collection<Category> = catalog.categories;
  const one: Category | undefined = await categories.get('c1', { hide: ['children_uids'] });
  const many: Record<string, Seller> = await catalog.sellers.getMulti(['s1', 's2']);
  const brands: SearchResponse<Brand> = await catalog.brands.search({ q: 'acme' });
  const makers: SearchResponse<Manufacturer> = await catalog.manufacturers.search();
  const info: CatalogInfo = catalog.info;
  const specs: readonly CatalogSpec[] = catalog.specs;
  const fields: readonly CatalogField[] = info.fields;
  const kinds: FieldKind[] = fields.map(({ kind }) => kind);
  const sections: CatalogSection[] = catalog.sections();
  const pieces: Uint8Array[] = [await catalog.toBytes()];
  for await (const piece of catalog.toBlobParts()) pieces.push(piece);
  for await (const lines of catalog.toNdjson('spec_metadata')) pieces.push(lines);
  await catalog.validate();
  return [
    one?.name,
    many.s1?.homepage_url ?? undefined,
    brands.results[0]?.item.name,
    `${makers.hits} of ${info.parts}`,
    ...kinds,
  ]
    .concat(specs.map(({ key, type, metadata: known }) => `${key} ${type} ${known?.unit?.symbol ?? ''}`))
    .concat(
      sections.map(({ name, bytes }) => `${name} ${bytes}`),
      `${pieces.length}`,
    );
}

export async function explain(catalog: Catalog): Promise<string[]> {
  const explanation: Explanation = await catalog.parts.explain({ q: 'resistor' }, 'p1');
  const walk = ({ kind, label, rows_out, steps }: ExplainedStep): string[] => [
    `${kind satisfies StepKind} ${label} ${rows_out ?? '-'}`,
    ...steps.flatMap(walk),
  ];
  const score: ScoreExplanation | undefined = explanation.score;
  const terms: ExplainedTerm[] = score?.terms ?? [];
  const conditions: ExplainedCondition[] = score?.conditions ?? [];
  return [...walk(explanation.plan), ...terms.map(({ term }) => term), ...conditions.map(({ label }) => label)];
}

export async function complete(catalog: Catalog, typed: string): Promise<string[]> {
  const suggester: Suggester = await createSuggester(catalog);
  const options: SuggestOptions = { limit: 5 };
  const suggestions: Suggestion[] = suggester.suggest(typed, options);
  const kinds: SuggestionKind[] = suggestions.map(({ kind }) => kind);
  const matches: SuggestionMatch[] = suggestions.map(({ match }) => match);
  const lines = suggestions.map(
    ({ text, parts, uid, key, path }) => `${text} ${parts} ${uid ?? key ?? ''} ${path?.join() ?? ''}`,
  );
  return [...kinds, ...matches, ...lines];
}

const NAMES: MemberNames = { catalog_url: 'page_url' };

/** The description of the interface, with these names. */
export const interfaceDescription: object = openApiDocument({ names: NAMES });

/** The schema for generators of clients, with these names and the hosted types. */
export function schemaFor(names: GraphqlNames): string {
  const options: GraphqlSchemaOptions = { dialect: 'sup', strict: true, names };
  return graphqlSchemaText(options);
}

/** Limits of both interfaces: by second for each address, by month for each token. */
export async function limits(path: string): Promise<Admit> {
  const rates: RateLimitOptions = { perSecond: 3, keys: { gold: 100 } };
  const file: QuotaStore & { close(): Promise<void> } = await fileStore(path);
  const store: LimitsStore = path === '' ? memoryStore() : file;
  const options: MonthlyQuotaOptions = { parts: (token) => token.length, store };
  const quota: MonthlyQuota = monthlyQuota(options);
  const none: LimitsClient & RestAdmissionClient & AdmissionClient = {};
  const admission: LimitsAdmission & RestAdmission & Admission = await quota.admit(none);
  await quota.onUsage({ token: 't', parts: await quota.usage('t') });
  return typeof admission === 'object' ? admitAll() : admitAll(rateLimit(rates), quota.admit);
}

/** The same requests on a cluster: with the client of `@opensearch-project/opensearch`, or one of a program's own. */
export async function onCluster(
  send: (request: ClientRequest, options?: ClientRequestOptions) => Promise<ClientResponse> & Abortable,
  local: Catalog,
): Promise<readonly Capability[]> {
  const client: OpenSearchClient = { transport: { request: send } };
  const pushing: PushOptions = { index: 'parts', shards: 2, replicas: 1 };
  const { parts }: PushReport = await pushCatalog(client, local, pushing);
  const opening: OpenSearchOptions = { index: 'parts', limits: { milliseconds: 10_000 } };
  const catalog: OpenSearchCatalog = await openOpenSearchCatalog(client, opening);
  const { hits } = await catalog.parts.search({ q: 'resistor' });
  if (hits < parts && (await catalog.refresh())) await catalog.update({ remove: ['0000000000000001'] });
  await catalog.close();
  return catalog.capabilities();
}

/** What a key may see. */
export function scopeOf(key: string): Verdict & RestVerdict {
  const scope: AccessScope & RestScope = { filter: ['offers.in_stock_quantity:[1 TO *]'], hide: ['offers.prices'] };
  return key === 'all' || scope;
}

export async function serve(catalog: Catalog, url: string): Promise<string> {
  const faults: unknown[] = [];
  const options: RestOptions = {
    isValidKey: (key) => key === 'k',
    admit: async ({ ip, key }: RestAsker): Promise<RestAdmission> => ({ admitted: ip !== undefined, message: key ?? '' }),
    classNames: true,
    names: NAMES,
    onError: (error) => void faults.push(error),
  };
  const api: RestApi = createRestApi(async () => catalog, options);
  const client: RestClient = { ip: '::1', client: 'a', timeout: 1000, signal: new AbortController().signal };
  const { status, headers, body }: RestResponse = await api.handle(url, client);
  return `${status} ${headers['content-type']} ${body} ${faults.length}`;
}

export async function answer(catalog: Catalog, query: string): Promise<string> {
  const dialect: Dialect = 'sup';
  const guards: Partial<GraphqlGuards> = { parts: DEFAULT_GUARDS.parts / 2 };
  let returned = 0;
  const options: GraphqlOptions = {
    isValidToken: (token) => token === 't',
    admit: async () => true,
    onUsage: ({ token, parts }) => void (returned += token.length + parts),
    ...{ dialect, guards, onError: () => undefined },
  };
  const api: GraphqlApi = createGraphqlApi(() => catalog, options);
  const request: GraphqlBody = { query, variables: { q: 'x7r' }, operationName: null };
  const client: GraphqlClient = { token: 't', ip: '::1', client: 'a', timeout: 1000, signal: new AbortController().signal };
  const { status, body, headers }: GraphqlResponse = await api.execute(request, client);
  const text: GraphqlTextResponse = await api.executeText(request, client);
  return `${status} ${headers['retry-after']} ${JSON.stringify(body)} ${text.body.length} ${returned}`;
}

export function describeError(error: unknown): string {
  if (error instanceof FilterSyntaxError) return `${error.query} ${error.offset + error.length} ${error.expected.join()}`;
  if (error instanceof ValidationError) return `${error.argument} ${statusOf(error)} ${error.issues.map(shown).join()}`;
  if (error instanceof InvalidDocumentError) return `${error.source}:${error.line}`;
  if (error instanceof CorruptCatalogError) return error.section;
  if (error instanceof UnreadableFileError || error instanceof UnwritableFileError) return error.path;
  if (error instanceof NotFoundError || error instanceof ClosedError || error instanceof AbortedError) return error.message;
  if (error instanceof CatalogTooLargeError) return `${error.status}`;
  if (error instanceof WorkerFailedError) return error.message;
  if (error instanceof ClusterError) return `${error.clusterStatus} ${error.reason} ${error.node} ${error.applied?.replaced}`;
  if (error instanceof UnsupportedError) return `${error.what}: ${error.instead}`;
  if (error instanceof BudgetExceededError) return over(error);
  if (error instanceof EmptyCatalogError) return error.sources.join();
  const code: ErrorCode | '' = error instanceof PartdexError ? error.code : '';
  return code;
}

function shown({ code, path, pathParts, found, expected, nearest, offset = 0, length = 0 }: Issue): string {
  const name: IssueCode = code;
  return `${name} ${path} ${pathParts.length} ${String(found)} ${expected.join()} ${nearest.join()} ${offset + length}`;
}

/** The uids of the parts that two catalogs do not have in common, and what differs of the others. */
export async function differences(before: Catalog, after: Catalog): Promise<string[]> {
  const lines: string[] = [];
  for await (const difference of diffCatalogs(before, after)) {
    const { uid, change, members = [], before: old, after: now }: PartDifference = difference;
    lines.push(`${change} ${uid} ${members.join()} ${old?.mpn} ${now?.mpn}`);
  }
  return lines;
}

/** The faults of a request in the words of a program that names its arguments otherwise. */
export function inOtherWords(error: ValidationError): string[] {
  const write: WriteIssue = ({ path }, predicate) => `look at ${path}: it${predicate}`;
  return error.describe(write);
}

/** A refusal of the program's own, like those of requests. */
export function refusal(fault: Fault): ValidationError {
  return new ValidationError([fault]);
}

/** Several files as one catalog. */
export async function together(paths: string[]): Promise<number> {
  const catalog = await openCatalogFiles(paths);
  return catalog.info.parts;
}

function over({ budget, limit, milliseconds, step, clause, estimated }: BudgetExceededError): string {
  const name: BudgetName = budget;
  return `${name} ${limit} ${milliseconds} ${step} ${clause ?? ''} ${estimated}`;
}

/** A call that may not take long. */
export async function hurried(catalog: Catalog, signal: AbortSignal): Promise<string> {
  const call: Call = { signal, timeout: 100, client: 'a' };
  for await (const { uid } of catalog.parts.scan({}, call)) return uid;
  return catalog.parts.searchText({ q: 'x7r' }, call);
}

/** What must not compile. */
export async function misuse(catalog: Catalog): Promise<void> {
  // @ts-expect-error a part has a part number
  const nameless: Part = { uid: 'p1' };
  // @ts-expect-error parts are needed
  await buildCatalog({ categories: [] });
  // @ts-expect-error a file to write is needed
  await buildCatalogFile({ parts: 'parts.ndjson' });
  // @ts-expect-error bytes, not a path
  await openCatalog('parts.pdx');
  // @ts-expect-error there is no such limit
  await openCatalogFile('parts.pdx', { limits: { pages: 3 } });
  // @ts-expect-error a request has no such member
  await catalog.parts.search({ query: 'x7r' });
  // @ts-expect-error limits are numbers
  await catalog.parts.search({ limit: '10' });
  // @ts-expect-error a filter has lists of values
  await catalog.parts.search({ filter: { fields: { mpn: 'x' } } });
  // @ts-expect-error asc or desc
  await catalog.parts.search({ sortby: [{ field: 'mpn', order: 'up' }] });
  // @ts-expect-error a match has queries
  await catalog.parts.match({ exact_only: true });
  // @ts-expect-error a list of uids
  await catalog.parts.getMulti('p1');
  // @ts-expect-error a catalog is needed
  await createSuggester('parts.pdx');
  // @ts-expect-error the options of a suggester are only a limit
  (await createSuggester(catalog)).suggest('rc06', { start: 10 });
  // @ts-expect-error who may ask is to be decided
  createRestApi(catalog, {});
  // @ts-expect-error there are two dialects
  createGraphqlApi(catalog, { isValidToken: () => true, dialect: 'v5' });
  // @ts-expect-error only parts are explained
  await catalog.brands.explain({ q: 'acme' });
  // @ts-expect-error a catalog does not change
  catalog.info.parts = 0;
  // @ts-expect-error nor do its collections
  catalog.parts = catalog.brands;
  // @ts-expect-error brands have no part number
  (await catalog.brands.get('b1'))?.mpn.trim();
  // @ts-expect-error a record may not be there
  (await catalog.parts.get('p1')).mpn.trim();
  // @ts-expect-error an error has one of the known codes
  const code: ErrorCode = 'oops';
  void [nameless, code];
}

/** Tables. */
export async function importTables(bytes: TableData, more: TableInput): Promise<number | undefined> {
  const column: ColumnMap = { as: 'specs.resistance', unit: 'ohm' };
  const map: TableMap = { ...(await inferMap(bytes)), columns: { Wert: column } };
  const options: TableOptions = { map, currency: 'EUR' };
  const table: TableSource = readTables([bytes, more], options);
  try {
    const brands: Brand[] = await proposeBrands(table);
    await buildCatalog({ parts: table, categories: table.categories, brands }, { merge: 'uid' });
    for await (const { mpn } of readTable(more)) if (mpn === '') return undefined;
  } catch (error) {
    if (error instanceof UnreadableTableError) return error.line;
  }
  const report: ImportReport = table.report();
  const [first]: TableReport[] = report;
  const columns: ColumnReport[] = first.columns;
  return columns.length;
}

/** Bills of materials. */
export async function buyParts(catalog: Catalog, bytes: TableInput): Promise<Uint8Array | undefined> {
  const value: BomColumn = 'value';
  const map: BomMap = { columns: { Wert: value }, decimal: ',', delimiter: ';', encoding: 'utf-8', header: 1, sheets: [] };
  const reading: ReadBomOptions = { map };
  try {
    const { lines, report }: ReadBom = await readBom(bytes, reading);
    const more: BomLine[] = (await readBom('NE555DR, 10')).lines;
    const matching: MatchBomOptions = { candidates: 5, inStockFirst: true };
    const matched: MatchedLine[] = await matchBom(catalog, [...lines, ...more], matching, { timeout: 1000 });
    const candidates: BomCandidate[] = matched.flatMap((line) => line.candidates);
    const rates: ExchangeRates = { base: 'USD', rates: { EUR: '0.92' }, as_of: '2026-01-01' };
    const options: CostOptions = {
      boards: 100,
      currency: 'EUR',
      sellers: ['s1'],
      authorized: true,
      maxSellers: 3,
      attrition: '0.02',
      rates,
    };
    const costed: CostedBom = costBom(matched, { ...options, stock: false });
    const [first]: CostedLine[] = costed.lines;
    const [purchase]: BomPurchase[] = first.purchases;
    const risks: BomRisk[] = first.risks;
    const format: BomFormat = candidates.length + risks.length + report.length > 0 ? 'xlsx' : 'csv';
    return purchase.seller === null ? undefined : await writeBom(costed, format);
  } catch (error) {
    if (error instanceof UnreadableBomError) return undefined;
    throw error;
  }
}

/** Catalogs that change. */
export async function change(folder: string, text: string): Promise<string> {
  const options: LiveOptions = { create: true, priceCurrency: 'EUR', onNotice: () => {} };
  try {
    const live: LiveCatalog = await openLiveCatalog(folder, options);
    const end = live.onCommit(({ commit, report }: Commit) => void [commit, report.added]);
    const removed: RemovedRecords = { brands: ['b1'] };
    const changes: CatalogChanges = { ...parseChanges(text), removeRecords: removed };
    const { missing }: UpdateReport = await live.update(changes, { signal: new AbortController().signal });
    if (missing.length > 0) return missing[0];
    const reports: ChangeFilesOptions = { onProgress: ({ phase, done, total }) => void [phase, done, total] };
    await live.update(readChanges(['changes.ndjson'], reports));
    const snapshot: CatalogSnapshot = live.snapshot();
    const patch: PartPatch[] = [{ uid: 'b', mpn: 'X' }];
    const over: OverlayCatalog = await overlay(snapshot, { remove: ['a'], patch });
    await live.compact();
    end();
    const reading: FolderOptions = { watch: true };
    const reader: FolderCatalog = await openCatalogFolder(folder, reading);
    if (await reader.refresh()) reader.watch(() => {})();
    return await formatChanges(over.changes());
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const holder: LockHolder = error.holder;
    return holder.host;
  }
}

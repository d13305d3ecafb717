import {
  type Catalog,
  type Collection,
  openCatalog,
  openCatalogUrl,
  type Part,
  type SearchRequest,
  type SearchResponse,
  type SortKey,
} from 'partdex';
import type { PageQuestion } from '../state/search-state.js';
import { answerQuestion } from './answer-question.js';
import { Bill } from './bill.js';
import { OWN_SELLER, OwnNotes } from './own-notes.js';
import type {
  Answer,
  BillChoice,
  BillContents,
  BillFormat,
  BillSource,
  CatalogContents,
  CatalogPlace,
  CostedBill,
  Engine,
  Named,
  OwnNote,
} from './protocol.js';
import { type BuiltCatalog, buildFromTable, isCatalog } from './read-table.js';

/**
 * No limit on pages: the catalog is the user's own, and the last page of a million parts is a valid request, as are all brands.
 */
const NO_LIMIT = Number.POSITIVE_INFINITY;
const OPTIONS = { limits: { start: NO_LIMIT, facetStart: NO_LIMIT, facetLimit: NO_LIMIT } };

const WHOLE_PART = [
  'short_description',
  'descriptions',
  'imagesets',
  'specs',
  'datasheets',
  'category_uids',
  'compliance_documents',
  'reference_designs',
  'cad_models',
  'external_links',
];
const SOME_PARTS = 40;
const AVERAGE_PRICE = 'avg_price';

/** The open catalog, in the worker. */
export class OpenedCatalog implements Engine {
  private catalog: Catalog | undefined;
  private own: OwnNotes | undefined;
  private sellers: ReadonlyMap<string, string> = new Map();
  private bill: Bill | undefined;

  async open(place: CatalogPlace): Promise<CatalogContents> {
    const { catalog, report } = await openPlace(place);
    let contents: CatalogContents;
    let own: OwnNotes;
    try {
      const { notes, unreadNotes } = await openNotes(catalog, place.notes ?? '');
      own = notes;
      contents = { ...(await contentsOf(own.catalog, place)), imported: report, unreadNotes };
    } catch (error) {
      await catalog.close();
      throw error;
    }
    const previous = this.catalog;
    await this.own?.close();
    this.own = own;
    this.catalog = catalog;
    this.bill = undefined;
    this.sellers = new Map(contents.sellers.map(({ uid, name }) => [uid, name]));
    await previous?.close();
    // For a local file this takes a moment; from a server, only what requests need is fetched.
    if ('file' in place) readAhead(catalog, contents.someParts);
    return contents;
  }

  ask(question: PageQuestion): Promise<Answer> {
    const { parts, info } = this.opened();
    return answerQuestion(parts, withPrices(question, info.priceCurrency));
  }

  count(request: SearchRequest): Promise<SearchResponse<Part>> {
    return this.opened().parts.search(request);
  }

  async part(uid: string): Promise<Part | undefined> {
    const part = await this.opened().parts.get(uid, { include: WHOLE_PART });
    // Members that only some parts have are not among those that every request may name.
    const own = part && this.own?.of(part.uid);
    return own ? { ...part, own } : part;
  }

  async note(uid: string, own: OwnNote): Promise<string> {
    await this.own?.set(uid, own);
    return this.notes();
  }

  async notes(): Promise<string> {
    return (await this.own?.text()) ?? '';
  }

  async save(): Promise<Blob> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of this.opened().toBlobParts()) pieces.push(piece as Uint8Array<ArrayBuffer>);
    return new Blob(pieces);
  }

  async readBill(source: BillSource): Promise<BillContents> {
    const bill = await Bill.read(source, this.opened(), this.sellers);
    this.bill = bill;
    return bill.contents();
  }

  async costBill(choice: BillChoice): Promise<CostedBill> {
    return this.billRead().cost(choice);
  }

  saveBill(format: BillFormat): Promise<Blob> {
    return this.billRead().file(format);
  }

  private billRead(): Bill {
    if (!this.bill) throw new Error('no bill of materials is open');
    return this.bill;
  }

  private opened(): Catalog {
    if (!this.own) throw new Error('no catalog is open');
    return this.own.catalog;
  }
}

/** The question with the prices at its quantity in place of average ones: in the rows, and as the order. */
function withPrices(question: PageQuestion, currency: string): PageQuestion {
  const { pieces, request } = question;
  if (pieces === undefined) return question;
  const price = `price.${currency}.${pieces}`;
  const sortby = (request.sortby as SortKey[] | undefined)?.map(({ field, order }) => ({
    field: field === AVERAGE_PRICE ? price : field,
    order,
  }));
  return { ...question, request: { ...request, sortby, include: [...(request.include ?? []), price] } };
}

async function openPlace(place: CatalogPlace): Promise<{ catalog: Catalog; report: BuiltCatalog['report'] | undefined }> {
  if ('url' in place) return { catalog: await openCatalogUrl(place.url, OPTIONS), report: undefined };
  const { file, name } = place;
  if (await isCatalog(file, name)) return { catalog: await openCatalog(file, OPTIONS), report: undefined };
  return buildFromTable(file, name, OPTIONS);
}

/** The notes of a text; without them if they cannot be read. */
async function openNotes(catalog: Catalog, text: string): Promise<{ notes: OwnNotes; unreadNotes: string | undefined }> {
  try {
    return { notes: await OwnNotes.open(catalog, text), unreadNotes: undefined };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { notes: await OwnNotes.open(catalog, ''), unreadNotes: reason };
  }
}

/**
 * Runs typical first requests, a phrase and a part number, so that their sections are loaded while the user still looks at the
 * page. Errors of the file are ignored here: the user's own requests report them.
 */
function readAhead({ parts }: Catalog, someParts: readonly Part[]): void {
  const text = someParts.map(({ descriptions }) => descriptions?.[0]?.value ?? '').find((value) => /\w \w/.test(value)) ?? '';
  const phrase = `"${text.replace(/["\\]/g, ' ').split(' ', 8).join(' ')}"`;
  const partNumbers = someParts.slice(0, 1).map(({ mpn }) => `${mpn.slice(0, 4)}*`);
  for (const q of [phrase, ...partNumbers]) parts.search({ q, limit: 0 }).catch(() => {});
  // What the catalog's words mean is learned with the first question.
  parts.interpret(text).catch(() => {});
}

/**
 * Reads the records that the panels show, and some parts: a file that is damaged there is rejected like any other invalid file.
 */
async function contentsOf(catalog: Catalog, place: CatalogPlace): Promise<Omit<CatalogContents, 'imported' | 'unreadNotes'>> {
  return {
    name: place.name,
    isRemote: 'url' in place,
    info: catalog.info,
    specs: catalog.specs,
    categories: await all(catalog.categories, { sortby: 'name asc' }),
    brands: await all(catalog.brands, { show: ['uid', 'name'] }),
    sellers: withOwn(await all(catalog.sellers, { show: ['uid', 'name'] })),
    someParts: await someParts(catalog),
  };
}

/** Own prices may come later. */
function withOwn(sellers: readonly Named[]): Named[] {
  return [...sellers.filter(({ uid }) => uid !== OWN_SELLER.uid), OWN_SELLER];
}

async function all<T>(collection: Collection<T>, request: SearchRequest): Promise<T[]> {
  const records: T[] = [];
  for await (const record of collection.scan(request)) records.push(record);
  return records;
}

async function someParts(catalog: Catalog): Promise<Part[]> {
  const { results } = await catalog.parts.search({ limit: SOME_PARTS, include: ['short_description', 'descriptions', 'specs'] });
  return results.map(({ item }) => item);
}

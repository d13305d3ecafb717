import { decodeText, demand } from './bytes.mjs';
import { readCodes } from './codes.mjs';
import { readDictionary, readNumbers, readPlain } from './dictionary.mjs';
import { readDocuments } from './documents.mjs';
import { bytesOfFile, checkSections, readBundle, readHeader, readTable } from './file.mjs';
import { readOffers } from './offers.mjs';
import { readPostings } from './postings.mjs';
import { nameArrays } from './sections.mjs';
import { readSpecBlocks } from './spec-blocks.mjs';
import { readMasks, readPairs, readScores, readTerms, readTokens } from './text-index.mjs';
import { readWildcards } from './wildcards.mjs';

/**
 * A second reader of the catalog file, written from docs/format.md alone. It shares no code with partdex and is not
 * fast: it reads everything at once, and throws a FormatError for whatever is not as the document says.
 */

const COLLECTIONS = ['parts', 'categories', 'brands', 'manufacturers', 'sellers'];

export function readCatalogFile(path) {
  return readCatalog(bytesOfFile(path));
}

/** @param bytes a Uint8Array that begins at a multiple of 8 of its buffer */
export function readCatalog(bytes) {
  const header = readHeader(bytes);
  const sections = readTable(bytes, header);
  checkSections(bytes, header, sections);
  const unread = new Set(sections.keys());
  const section = (name) => {
    demand(sections.has(name), `there is no section ${name}`);
    unread.delete(name);
    return sections.get(name);
  };
  const file = {
    bytes,
    header,
    sections,
    has: (name) => sections.has(name),
    raw: (name) => bytes.subarray(section(name).offset, section(name).offset + section(name).length),
    bundle: (name) => nameArrays(name, readBundle(bytes, section(name))).map(({ array }) => array),
  };
  const manifest = JSON.parse(decodeText(file.bundle('manifest')[0]));
  const collections = new Map(COLLECTIONS.map((name) => [name, readCollection(file, name, manifest.collections[name])]));
  demand(unread.size === 0, `nothing speaks of the sections ${[...unread]}`);
  return { file, manifest, collections };
}

function readCollection(file, name, described) {
  const { rowCount: rows } = described;
  const preset = file.has(`${name}/preset`) ? file.bundle(`${name}/preset`)[0] : undefined;
  const documents = readDocuments(file.raw(`${name}/documents`), file.bundle(`${name}/blocks`), preset);
  const [documentOfRow] = file.bundle(`${name}/rows`);
  demand(documentOfRow.length === rows && documents.length === rows, `${name}: rows, documents and manifest differ`);
  demand(new Set(documentOfRow).size === rows, `${name}: two rows have one document`);
  const offerCounts = name === 'parts' ? readOfferCounts(file.bundle('parts/offer-counts'), rows) : undefined;
  return {
    name,
    rows,
    documentOfRow,
    documents: Array.from(documentOfRow, (document) => documents[document]),
    offerCounts,
    offers: offerCounts && readOffers(file, described.offers, offerCounts),
    merit: name === 'parts' ? readMerit(file.bundle('parts/merit'), rows) : undefined,
    given: name === 'parts' ? undefined : readGiven(name, file.bundle(`${name}/given`), rows),
    paths: readPlain(file.bundle(`${name}/paths`)),
    redirects: name === 'parts' ? readRedirects(file.bundle('parts/redirects')) : undefined,
    fields: new Map(described.fields.map((field) => [field.name, readField(file, name, field, rows)])),
    specBlocks: name === 'parts' ? readSpecBlocks(file.bundle('parts/spec-blocks'), described) : undefined,
    texts: new Map(described.texts.map((text) => [text.name, readTextIndex(file, name, text, rows)])),
  };
}

/** The number of offers of each row. */
function readOfferCounts([counts], rows) {
  demand(counts.length === rows, 'parts/offer-counts: the counts do not fit the rows');
  return counts;
}

/** What is known of each row, and the length of its part number. */
function readMerit([bits, lengths], rows) {
  demand(bits.length === rows && lengths.length === rows, 'parts/merit: there is not one byte a row');
  return { bits, lengths };
}

/** What of each record was given. */
function readGiven(name, [masks], rows) {
  demand(masks.length === rows, `${name}/given: the masks do not fit the rows`);
  return masks;
}

/** The merged uids: `{ storage, uids, rows }`. */
function readRedirects(arrays) {
  const { storage, order, values, rest } = readDictionary(arrays);
  const [rows] = rest;
  demand(order === 'raw' && rows.length === values.length, 'parts/redirects: the rows do not fit the uids');
  return { storage, uids: values, rows };
}

/** One field: `{ name, kind, storage, order, values, doubles, forms, formFilter, wildcards, codes, postings }`. */
function readField(file, collection, described, rows) {
  const at = `${collection}/fields/${described.name}`;
  const { kind } = described;
  const arrays = file.bundle(`${at}/dictionary`);
  const dictionary = kind === 'number' ? readNumbers(arrays) : readDictionary(arrays);
  const hasPostings = kind !== 'number' && kind !== 'text' && kind !== 'date';
  demand(file.has(`${at}/postings`) === hasPostings, `${at}: postings of a field of kind ${kind}`);
  const isPartNumber = kind === 'part_number';
  for (const section of ['forms', 'wildcards']) {
    demand(file.has(`${at}/${section}`) === isPartNumber, `${at}: ${section} of a field of kind ${kind}`);
  }
  const formArrays = isPartNumber ? file.bundle(`${at}/forms`) : undefined;
  return {
    ...described,
    ...dictionary,
    described,
    forms: formArrays?.[0],
    formFilter: formArrays?.[1],
    wildcards: isPartNumber ? readWildcards(file.bundle(`${at}/wildcards`), dictionary.values.length) : undefined,
    codes: readCodes(file.bundle(`${at}/codes`), rows),
    postings: hasPostings ? readPostings(file.bundle(`${at}/postings`), rows) : undefined,
  };
}

/** One text index: `{ name, fields, terms, postings, masks, tokens, pairs, scores }`. */
function readTextIndex(file, collection, { name, fields }, rows) {
  const at = `${collection}/texts/${name}`;
  const terms = readTerms(file.bundle(`${at}/terms`));
  const postings = readPostings(file.bundle(`${at}/postings`), rows);
  demand(postings.length === terms.length, `${at}: the postings do not fit the terms`);
  const termOfSeveral = terms.map((_, term) => term).filter((term) => postings.severalOf(term) >= 0);
  return {
    name,
    fields,
    terms,
    postings,
    masks: readMasks(file.bundle(`${at}/masks`), postings),
    tokens: readTokens(file.bundle(`${at}/tokens`), postings),
    pairs: file.has(`${at}/pairs`) ? readPairs(file.bundle(`${at}/pairs`), termOfSeveral, rows) : undefined,
    scores: readScores(file.bundle(`${at}/scores`), termOfSeveral),
  };
}

import type { Part, SpecMetadata, SpecValue } from '../model/documents.js';
import { type CategoryCollector, pathOf } from './categories.js';
import { CellReader } from './cell-reader.js';
import { type Cell, isBlank, textOf } from './cells.js';
import { uidOfName } from './identity.js';
import type { TableColumn } from './infer-columns.js';
import { OfferReader } from './offer-reader.js';
import { ColumnTally } from './report.js';
import { type ColumnUnit, unitOfText } from './spec-headings.js';
import { SpecNumbers, type SpecReading } from './spec-values.js';
import { type CheckedMap, type ColumnMap, ownPathOf, readSpecMember, type SpecMember, specKeyOf } from './table-map.js';

/** Most texts of categories whose uid is kept. */
const MOST_CATEGORIES = 10_000;

/** A spec column. */
interface SpecColumn {
  readonly key: string;
  readonly member: SpecMember;
  readonly metadata: SpecMetadata;
  /** The values of a text, or the number or range of a quantity. */
  readonly reader: CellReader<readonly string[] | SpecReading>;
}

interface TextColumn {
  readonly as: string;
  readonly reader: CellReader<string>;
  readonly split: string | undefined;
}

/** What the rows of a table have besides their cells. */
export interface RowDefaults {
  readonly map: CheckedMap;
  /** The seller where nothing names one. */
  readonly fileSeller: string;
}

/** Makes parts of the rows of a table. */
export class PartReader {
  readonly tallies: readonly ColumnTally[];
  private readonly offers: OfferReader;
  private readonly specs: SpecColumn[] = [];
  private readonly texts: TextColumn[] = [];
  private readonly own: { readonly path: readonly string[]; readonly reader: CellReader<string> }[] = [];
  private readonly categories: { readonly reader: CellReader<string>; readonly separator: string | undefined }[] = [];
  /** The uids of categories by the cells that name them. */
  private readonly categoryUids = new Map<string, string | undefined>();
  private readonly constants: ReadonlyMap<string, string>;
  private readonly hasProto: boolean;
  /** Whether a spec may be of several columns. */
  private readonly hasEnds: boolean;
  /** Members that every row has, since no column has them. */
  private readonly fixed: readonly (readonly [as: string, text: string])[];

  constructor(
    columns: readonly TableColumn[],
    { map, fileSeller }: RowDefaults,
    private readonly tree: CategoryCollector,
  ) {
    this.constants = map.constants;
    this.tallies = columns.map(({ heading, index, map }) => new ColumnTally(heading, index, map.as, shownUnit(map)));
    const packaging = this.constants.get('offers.packaging');
    this.offers = new OfferReader(columns, this.tallies, { seller: map.seller, fileSeller, packaging });
    for (const column of columns) this.addColumn(column);
    this.fixed = [...this.constants].filter(([as]) => !this.texts.some((column) => column.as === as));
    this.hasEnds = this.specs.some(({ member }) => member !== 'value');
    this.hasProto = this.specs.some(({ key }) => key === '__proto__');
  }

  private addColumn({ index, heading, map }: TableColumn): void {
    const tally = this.tallies[index];
    const { as, split } = map;
    const spec = readSpecMember(as);
    const own = ownPathOf(as);
    const text = () => new CellReader(index, tally, textOf, false);
    if (spec) this.specs.push(specColumn(new SpecSettings(spec.key, heading, map), spec.member, index, tally));
    else if (own) this.own.push({ path: own, reader: text() });
    else if (as === 'category_uids') this.categories.push({ reader: text(), separator: split });
    else if (!as.startsWith('offers.')) this.texts.push({ as, reader: text(), split });
  }

  /** The part of a row. */
  read(cells: readonly Cell[], line: number, { uid, mpn }: { readonly uid: string; readonly mpn: string }): Part {
    const part: Part = { uid, mpn };
    for (const column of this.texts) this.readText(part, column, cells, line);
    for (const [as, text] of this.fixed) this.setText(part, as, text, undefined);
    if (part.manufacturer && !part.brand) part.brand = { ...part.manufacturer };
    const offers = this.offers.read(cells, line, part.manufacturer?.name ?? part.brand?.name ?? '');
    if (offers.length > 0) part.offers = offers;
    this.readSpecs(part, cells, line);
    const category = this.readCategory(cells, line);
    if (category !== undefined) part.category_uids = [category];
    for (const { path, reader } of this.own) setOwn(part, path, reader.read(cells, line));
    return part;
  }

  private readText(part: Part, { as, reader, split }: TextColumn, cells: readonly Cell[], line: number): void {
    const text = reader.read(cells, line) ?? this.constants.get(as);
    if (text !== undefined) this.setText(part, as, text, split);
  }

  private setText(part: Part, as: string, text: string, split: string | undefined): void {
    switch (as) {
      case 'brand.name':
        part.brand = { uid: uidOfName(text), name: text };
        break;
      case 'manufacturer.name':
        part.manufacturer = { uid: uidOfName(text), name: text };
        break;
      case 'short_description':
        part.short_description = text;
        break;
      case 'descriptions.value':
        part.short_description ??= (split === undefined ? text : text.split(split, 1)[0]).replace(/\s*[\r\n]+\s*/gu, ' ');
        part.descriptions = [...(part.descriptions ?? []), ...valuesIn(text, split).map((value) => ({ value }))];
        break;
      case 'datasheets.url':
        part.datasheets = [...(part.datasheets ?? []), ...addressesIn(text, split).map((url) => ({ url }))];
        break;
      case 'imagesets.medium_image.url':
        part.imagesets = addressesIn(text, split).map((url) => ({ medium_image: { url } }));
        break;
      case 'external_links.product_url':
        part.external_links = { product_url: text };
        break;
    }
  }

  private readSpecs(part: Part, cells: readonly Cell[], line: number): void {
    let specs: Record<string, SpecValue> | undefined;
    for (const { key, member, metadata, reader } of this.specs) {
      const reading = reader.read(cells, line);
      if (reading === undefined) continue;
      // Engines are slow with objects without prototype; only a map can name this key.
      specs ??= this.hasProto ? (Object.create(null) as Record<string, SpecValue>) : {};
      if (member !== 'value') setEnd(specs, key, member, reading, metadata);
      else if (this.hasEnds && Object.hasOwn(specs, key)) specs[key] = { ...specs[key], ...specValue(reading, metadata) };
      else specs[key] = specValue(reading, metadata);
    }
    if (specs) part.specs = specs;
  }

  private readCategory(cells: readonly Cell[], line: number): string | undefined {
    if (this.categories.length === 0) {
      const constant = this.constants.get('category_uids');
      return constant === undefined ? undefined : this.tree.add(pathOf([{ text: constant, separator: ' / ' }]));
    }
    const levels: { text: string; separator: string | undefined }[] = [];
    let key = '';
    for (const { reader, separator } of this.categories) {
      const text = reader.read(cells, line);
      key += `\n${text ?? ''}`;
      if (text !== undefined) levels.push({ text, separator });
    }
    if (this.categoryUids.has(key)) return this.categoryUids.get(key);
    const uid = this.tree.add(pathOf(levels));
    if (this.categoryUids.size < MOST_CATEGORIES) this.categoryUids.set(key, uid);
    return uid;
  }
}

/** How a spec column is read. */
class SpecSettings {
  readonly metadata: SpecMetadata;
  readonly unit: ColumnUnit | undefined;

  constructor(
    readonly key: string,
    heading: string,
    readonly map: ColumnMap,
  ) {
    const { name = heading, datatype = map.unit === undefined ? 'string' : 'decimal' } = map;
    this.unit = datatype === 'string' ? undefined : unitOfMap(map);
    this.metadata = Object.freeze({ key, name, datatype, ...(this.unit && { unit: Object.freeze({ ...this.unit.base }) }) });
  }
}

/** The unit in which the values of a spec are stored. */
function unitOfMap({ unit, convert }: ColumnMap): ColumnUnit | undefined {
  if (unit === undefined) return undefined;
  const known = unitOfText(unit);
  if (convert !== false || known?.scale === '1') return known;
  return { text: unit, base: { name: unit, symbol: unit }, scale: '1' };
}

function specColumn(settings: SpecSettings, member: SpecMember, index: number, tally: ColumnTally): SpecColumn {
  const { key, metadata, unit, map } = settings;
  if (metadata.datatype === 'string') {
    const { split } = map;
    const values = (cell: Cell) => valuesIn(textOf(cell), split);
    return { key, member, metadata, reader: new CellReader<readonly string[] | SpecReading>(index, tally, values) };
  }
  const numbers = new SpecNumbers(unit, map.decimal ?? '.', map.plain !== false);
  const read = (cell: Cell) => numbers.read(cell) ?? numbersIn(cell, map.split, numbers);
  return { key, member, metadata, reader: new CellReader<readonly string[] | SpecReading>(index, tally, read) };
}

/** Several numbers of a cell. */
function numbersIn(cell: Cell, split: string | undefined, numbers: SpecNumbers): string[] | undefined {
  if (split === undefined || typeof cell !== 'string' || !cell.includes(split)) return undefined;
  const read: string[] = [];
  for (const piece of cell.split(split)) {
    const number = numbers.read(piece);
    if (!number || !('value' in number)) return undefined;
    read.push(number.value);
  }
  return read;
}

/** Sets one end of a range. */
function setEnd(
  specs: Record<string, SpecValue>,
  key: string,
  member: 'min_value' | 'max_value',
  reading: readonly string[] | SpecReading,
  metadata: SpecMetadata,
): void {
  const end = isTexts(reading) ? reading[0] : 'value' in reading ? reading.value : undefined;
  if (end === undefined) return;
  specs[key] = { ...(Object.hasOwn(specs, key) ? specs[key] : { value: [], metadata }), [member]: end };
}

function specValue(reading: readonly string[] | SpecReading, metadata: SpecMetadata): SpecValue {
  if (isTexts(reading)) return { value: reading.slice(), metadata };
  if ('value' in reading) return { value: [reading.value], metadata };
  const { min, max } = reading;
  return { value: [], ...(min !== undefined && { min_value: min }), ...(max !== undefined && { max_value: max }), metadata };
}

function isTexts(reading: readonly string[] | SpecReading): reading is readonly string[] {
  return Array.isArray(reading);
}

function valuesIn(text: string, split: string | undefined): string[] {
  if (split === undefined) return [text];
  return [...new Set(text.split(split).map((piece) => piece.trim()))].filter((piece) => !isBlank(piece));
}

/** What separates paths of files. */
const BETWEEN_PATHS = /[\n;|]\s*|,?\s+(?=https?:)/iu;
/** Addresses of the web may have semicolons and bars inside: `a.pdf;v=2`. */
const BETWEEN_ADDRESSES = /\n|[;|](?:\s+|$|(?=https?:|ftp:|\/\/|www\.))|,?\s+(?=https?:)/iu;
const ADDRESS = /^(?:https?:|ftp:|\/\/|www\.)/iu;

/** The addresses in a cell, which may have several. */
function addressesIn(text: string, split: string | undefined): string[] {
  const pieces = text.split(split ?? (ADDRESS.test(text) ? BETWEEN_ADDRESSES : BETWEEN_PATHS));
  return [...new Set(pieces.map((piece) => piece.trim()).filter((piece) => piece !== ''))];
}

/** The unit that the report shows: for a spec that in which its values are stored. */
function shownUnit(map: ColumnMap): string | undefined {
  const { as, unit } = map;
  if (unit === undefined || specKeyOf(as) === undefined) return unit;
  const base = unitOfMap(map)?.base;
  return base?.symbol ?? base?.name;
}

function setOwn(part: Part, path: readonly string[], value: string | undefined): void {
  if (value === undefined) return;
  let holder = part as Record<string, unknown>;
  for (const step of path.slice(0, -1)) {
    const next = Object.hasOwn(holder, step) ? holder[step] : undefined;
    const inner = typeof next === 'object' && next !== null ? next : Object.create(null);
    holder[step] = inner;
    holder = inner as Record<string, unknown>;
  }
  holder[path[path.length - 1]] = value;
}

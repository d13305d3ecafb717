import { joinParts, joinRows } from '../merge/join-parts.js';
import { MemberReader } from '../model/check-arguments.js';
import type { Category, Part } from '../model/documents.js';
import { UnreadableTableError } from '../model/errors.js';
import { withoutIssues, wrongArgument } from '../model/issues.js';
import { CategoryCollector } from './categories.js';
import { type NamedBytes, namedBytes, type TableInput } from './formats/bytes.js';
import { openTables } from './formats/open.js';
import type { RawTable } from './formats/raw-table.js';
import { plainName } from './heading-words.js';
import { UidCounts } from './identity.js';
import { commonColumns } from './inferred-map.js';
import { isCurrencyCode } from './price-headings.js';
import type { ImportReport, TableTally } from './report.js';
import { type CheckedMap, checkMap, type TableMap } from './table-map.js';
import { TableReader } from './table-reader.js';

/** Options of `readTable`. */
export interface TableOptions {
  /** How the columns are read; what it leaves out is inferred. */
  map?: TableMap | undefined;
  /** The currency of prices that name none, three capital letters. Default: that of the map, else USD. */
  currency?: string | undefined;
}

/** The parts of a table, for `buildCatalog`: docs/import.md. Each iteration reads the table again. */
export interface TableSource extends AsyncIterable<Part> {
  /** The categories that the rows name, with their ancestors. */
  readonly categories: AsyncIterable<Category>;
  /** How the table was read; whole once the parts have been read. Of several iterations it is that of the last whole one. */
  report(): ImportReport;
}

/**
 * Reads a table as parts: CSV and other text with delimiters, XLSX, JSON objects; plain, gzip or zip. The first pass decides how each
 * column is read, the second one makes the parts; a stream is kept for the second one.
 * @throws UnreadableTableError while it is read, for a file that is damaged, not a table, or without a column of part numbers or a
 * row of parts; ValidationError at once for an invalid source or map
 */
export function readTable(source: TableInput, options: TableOptions = {}): TableSource {
  return readTables([source], options);
}

/**
 * Reads several tables as one: rows of the same part, of one file or several, are joined. The order of the sources decides which value
 * counts if two contradict each other: docs/import.md, "Rows of one part".
 */
export function readTables(sources: readonly TableInput[], options: TableOptions = {}): TableSource {
  const given: unknown = sources;
  if (!Array.isArray(given)) throw wrongArgument('sources', 'a list of tables', given);
  return JoinedTables.of(sources.map(namedBytes), options);
}

/**
 * Infers how the columns of a table are read; `readTable` with the map makes the same parts. The map has all columns, except those that
 * several tables of the source read differently, which `readTable` infers again.
 * @throws as `readTable`
 */
export async function inferMap(source: TableInput, options: TableOptions = {}): Promise<TableMap> {
  return JoinedTables.of([namedBytes(source)], options).inferredMap();
}

interface Settings {
  readonly map: CheckedMap;
  readonly currency: string;
}

function checkOptions(options: TableOptions): Settings {
  return withoutIssues(options, (issues) => {
    const members = MemberReader.of(options, [], ['map', 'currency'] satisfies (keyof TableOptions)[], issues);
    const map = checkMap(members.value('map'));
    const currency = members.text('currency', map.currency ?? 'USD');
    if (!isCurrencyCode(currency)) {
      const expected = 'three capital letters such as EUR';
      issues.add('out_of_range', ['currency'], ` must be ${expected}`, { found: currency, expected: [expected] });
    }
    return { map, currency };
  });
}

/** One reading of a table. */
interface Reading {
  readonly reader: TableReader;
  readonly tally: TableTally;
}

/** A part of several rows, until its last row has been read. */
interface OpenPart {
  readonly part: Part;
  readonly source: string;
  left: number;
}

/** Tables whose rows of the same part are joined. */
interface JoinedGroup {
  readonly readers: TableReader[];
  /** How many rows each part has in them. */
  readonly counts: UidCounts;
}

/** Most tables that are read one below the other: each reads the rows above it again. */
const MOST_TABLES = 10;

/** Tables whose rows are read as one list of parts. */
export class JoinedTables implements TableSource {
  private groups: readonly JoinedGroup[] = [];
  private others: ImportReport = [];
  private prepared: Promise<void> | undefined = undefined;
  private readonly tree = new CategoryCollector();

  private constructor(
    private readonly sources: readonly NamedBytes[],
    private readonly settings: Settings,
    private readonly joinsSources: boolean,
  ) {}

  /**
   * @param joinsSources whether rows of the same part are joined where they are in several files; false for a merge, which does that
   * @throws ValidationError for invalid options
   */
  static of(sources: readonly NamedBytes[], options: TableOptions, joinsSources = true): JoinedTables {
    return new JoinedTables(sources, checkOptions(options), joinsSources);
  }

  private get readers(): TableReader[] {
    return this.groups.flatMap(({ readers }) => readers);
  }

  readonly categories: AsyncIterable<Category> = {
    [Symbol.asyncIterator]: () => this.categoryRecords(),
  };

  private async *categoryRecords(): AsyncGenerator<Category, void, undefined> {
    await this.prepare();
    yield* this.tree.records();
  }

  report(): ImportReport {
    return [...this.readers.map(({ tally }) => tally.report()), ...this.others];
  }

  /** The map of all columns that the tables read alike. */
  async inferredMap(): Promise<TableMap> {
    await this.prepare();
    const { columns: given, constants, ...rest } = this.settings.map;
    const tables = this.readers.map(({ columns }) => columns);
    return {
      ...rest,
      ...(constants.size > 0 && { constants: Object.fromEntries(constants) }),
      columns: commonColumns(tables, given),
    };
  }

  /** The first pass: decides how the columns are read. @throws UnreadableTableError if a source has no part */
  prepare(): Promise<void> {
    this.prepared ??= this.readFirst();
    return this.prepared;
  }

  /** The first pass over all tables. @throws UnreadableTableError if a source has no table of parts */
  private async readFirst(): Promise<void> {
    const groups: JoinedGroup[] = [];
    const { map, currency } = this.settings;
    for (const source of this.sources) {
      if (groups.length === 0 || !this.joinsSources) groups.push({ readers: [], counts: new UidCounts() });
      const { readers, counts } = groups[groups.length - 1];
      const tables = await openTables(source, map);
      const own: TableReader[] = [];
      const near = new Set<string>();
      for (const table of tables) {
        const settings = { map, currency, counts, categories: this.tree };
        let rest: RawTable | undefined = table;
        for (let n = 1; rest; n++) {
          const ofTable = n === 1 ? settings : { ...settings, map: { ...map, header: undefined } };
          const reader: TableReader = new TableReader(rest, ofTable, n === MOST_TABLES);
          if (await reader.prepare()) own.push(reader);
          else for (const heading of reader.nearHeadings) near.add(heading);
          if (!own.includes(reader)) this.others.push(withoutParts(source.name, table.sheet));
          rest = reader.next();
        }
      }
      if (own.length === 0) throw noPartNumbers(source.name, map, [...near]);
      if (own.every(({ partRows }) => partRows === 0)) {
        throw new UnreadableTableError(source.name, 'it has headings and no row with a part number; there is nothing to build');
      }
      readers.push(...own);
    }
    this.groups = groups;
    this.checkColumns();
  }

  /** A column of the map that no table has is most likely misspelled, and a setting that no table needs is most likely an error. */
  private checkColumns(): void {
    const { map } = this.settings;
    const headings = new Set(this.readers.flatMap(({ columns }) => columns.map(({ heading }) => heading)));
    for (const heading of map.columns.keys()) {
      if (headings.has(heading)) continue;
      const like = likeHeading(heading, [...headings]);
      for (const { tally } of this.readers) {
        tally.note(
          `the map has a column "${heading}", which the table does not have${like === undefined ? '' : `; it has "${like}"`}`,
        );
      }
    }
    for (const { table, tally, columns } of this.readers) {
      if (map.sheets && !table.isSheet) tally.note('the map names sheets; the table is not one of a workbook and is read');
      const numbers = columns.filter((column) => column.map.as === 'mpn').map(({ heading }) => `"${heading}"`);
      if (numbers.length > 1)
        tally.note(`${numbers.join(', ')} are mpn in the map; a part has one number, that of ${numbers[0]}`);
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Part, void, undefined> {
    for await (const parts of this.batches()) yield* parts;
  }

  /** The parts, some at a time. */
  async *batches(): AsyncGenerator<readonly Part[], void, undefined> {
    await this.prepare();
    for (let i = 0; i < this.groups.length; i++) yield* this.batchesOf(i);
  }

  /** Those of the source of that number, where sources are not joined. */
  async *batchesOf(source: number): AsyncGenerator<readonly Part[], void, undefined> {
    await this.prepare();
    const group = this.groups[source];
    const open = new Map<string, OpenPart>();
    const readings = group.readers.map((reader) => ({ reader, tally: reader.newTally() }));
    for (const reading of readings) {
      for await (const rows of reading.reader.parts(reading.tally)) {
        const parts: Part[] = [];
        for (const { part } of rows) {
          const whole = wholePart(part, reading, group.counts, open);
          if (whole) parts.push(whole);
        }
        if (parts.length > 0) yield parts;
      }
    }
    for (const { reader, tally } of readings) {
      tally.isWhole = true;
      reader.tally = tally;
    }
    // Their last rows are missing only if a file was changed between the passes.
    const left = [...open.values()].map(({ part }) => part);
    if (left.length > 0) yield left;
  }
}

/** The part of a row, if it was its last one. */
function wholePart(part: Part, { reader, tally }: Reading, counts: UidCounts, open: Map<string, OpenPart>): Part | undefined {
  const { uid } = part;
  const known = open.get(uid);
  if (!known) {
    tally.parts++;
    const left = counts.count(uid) - 1;
    if (left <= 0) return part;
    open.set(uid, { part, source: reader.table.source, left });
    return undefined;
  }
  const { source } = reader.table;
  const join = source === known.source ? joinRows : joinParts;
  join(known.part, part, (conflict) => tally.conflict({ uid, ...conflict, source }));
  if (--known.left > 0) return undefined;
  open.delete(uid);
  return known.part;
}

/** The heading that is the same without case and punctuation. */
function likeHeading(heading: string, others: readonly string[]): string | undefined {
  const plain = plainName(heading);
  return plain === '' ? undefined : others.find((other) => plainName(other) === plain);
}

function withoutParts(source: string, sheet: string | undefined): ImportReport[number] {
  const note = 'it has no column of part numbers and was not read';
  const empty = { rows: 0, parts: 0, columns: [], left_out: [], conflicts: [] };
  return { source, ...(sheet !== undefined && { sheet }), ...empty, notes: [note] };
}

/** @param near headings that differ from those of the map in case and punctuation */
function noPartNumbers(name: string, map: CheckedMap, near: readonly string[]): UnreadableTableError {
  const where = map.header === undefined ? 'its first 100 lines have no' : `line ${map.header} is missing or has no`;
  const [missing] = [...map.columns].find(([, { as }]) => as === 'mpn') ?? [];
  if (missing !== undefined) {
    const like = likeHeading(missing, near);
    const found =
      like === undefined
        ? 'a map names headings as they are written'
        : `it has "${like}"; write the heading in the map like that`;
    return new UnreadableTableError(
      name,
      `${where} heading "${missing}", which is the column of part numbers in the map; ${found}`,
    );
  }
  const advice = 'name it MPN or "Manufacturer Part Number", or say in a map which column it is';
  return new UnreadableTableError(name, `${where} heading of a column of part numbers; ${advice}`);
}

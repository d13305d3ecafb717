import { UnreadableTableError } from '../../../model/errors.js';
import { Pauses } from '../../../work/pauses.js';
import type { Row } from '../../header.js';
import type { CheckedMap } from '../../table-map.js';
import type { ArchivedFile } from '../archive.js';
import type { RawTable } from '../raw-table.js';
import type { CellContext } from './cell-value.js';
import { MergedCells } from './merged-cells.js';
import { SheetSink } from './sheet.js';
import { StylesSink } from './styles.js';
import { SharedTextsSink, unescaped } from './texts.js';
import { XmlFault, XmlReader, type XmlSink } from './xml.js';

/** Largest workbook, uncompressed. */
const MOST_BYTES = 1 << 29;
/** Most merged cells, which memory holds. */
const MOST_MERGED = 1 << 18;
const SAVE = 'save it again as .xlsx';

/** Whether the files of an archive are those of a workbook. */
export function isWorkbook(files: readonly ArchivedFile[]): boolean {
  return files.some(({ name }) => /^xl\/(?:workbook|worksheets\/)/i.test(withSlashes(name)));
}

/**
 * The sheets of a workbook that the map has, or all. Their rows are read when they are asked for, again each time, so that memory holds
 * no more of them than the texts that cells share. @throws UnreadableTableError for a workbook that is damaged, or without such a sheet
 */
export async function openWorkbook(
  name: string,
  files: readonly ArchivedFile[],
  map: CheckedMap,
  within?: string,
): Promise<RawTable[]> {
  const book = new WorkbookFiles(name, files);
  await book.check();
  const { sheets, is1904 } = await book.contents();
  const wanted = map.sheets && new Set(map.sheets);
  const found = sheets.filter(({ sheet }) => !wanted || wanted.has(sheet));
  if (wanted && found.length === 0) {
    const names = sheets.map(({ sheet }) => `"${sheet}"`).join(', ');
    throw new UnreadableTableError(name, `it has no sheet ${[...wanted].map((one) => `"${one}"`).join(' or ')}; it has ${names}`);
  }
  const context = await book.cellContext(is1904);
  return found.map(({ sheet, file, isHidden }) => new Sheet(book, file, context, sheetFacts(name, sheet, isHidden, within)));
}

interface SheetFacts {
  readonly source: string;
  readonly sheet: string;
  readonly isHidden: boolean;
}

function sheetFacts(source: string, sheet: string, isHidden: boolean, within: string | undefined): SheetFacts {
  return { source, sheet: within === undefined ? sheet : `${within}: ${sheet}`, isHidden };
}

/** One sheet as a table. */
class Sheet implements RawTable {
  readonly source: string;
  readonly sheet: string;
  readonly isSheet = true;
  entry?: string;
  notes: readonly string[] = [];

  constructor(
    private readonly book: WorkbookFiles,
    private readonly file: ArchivedFile,
    private readonly context: CellContext,
    private readonly facts: SheetFacts,
  ) {
    this.source = facts.source;
    this.sheet = facts.sheet;
  }

  async *rows(): AsyncGenerator<readonly Row[], void, undefined> {
    const sink = new SheetSink(this.context, this.book.mergedIn(this.file));
    for await (const _ of this.book.read(this.file, sink)) {
      const rows = sink.take();
      if (rows.length > 0) yield rows;
    }
    this.notes = notesOf(sink, this.facts);
  }
}

function notesOf({ unknownResults, hiddenRows }: SheetSink, { isHidden }: SheetFacts): string[] {
  const count = (number: number, one: string, several: string) => (number === 1 ? `1 ${one}` : `${number} ${several}`);
  return [
    ...(isHidden ? ['the sheet is hidden in the workbook, and was read'] : []),
    ...(hiddenRows > 0 ? [`${count(hiddenRows, 'row is', 'rows are')} hidden in the workbook, and read like the others`] : []),
    ...(unknownResults > 0
      ? [
          `${count(unknownResults, 'formula has', 'formulas have')} no result in the file and ${unknownResults === 1 ? 'is' : 'are'} blank; ` +
            'a spreadsheet program computes them when it saves the workbook',
        ]
      : []),
  ];
}

interface SheetEntry {
  readonly sheet: string;
  readonly file: ArchivedFile;
  readonly isHidden: boolean;
}

/** The files of a workbook. */
class WorkbookFiles {
  private readonly byName: ReadonlyMap<string, ArchivedFile>;
  private readonly targets = new Map<string, { readonly kind: string; readonly path: string }>();
  private readonly merged = new Map<ArchivedFile, MergedCells>();
  /** Of all that is read of the workbook, and of what is done with its rows. */
  private readonly pauses = new Pauses();

  constructor(
    private readonly name: string,
    files: readonly ArchivedFile[],
  ) {
    this.byName = new Map(files.map((file) => [withSlashes(file.name).toLowerCase(), file]));
  }

  /** Reads every file once, so that damage is found by the checksums, and looks for merged cells. @throws UnreadableTableError */
  async check(): Promise<void> {
    let total = 0;
    let mergedCells = 0;
    for (const file of this.byName.values()) {
      const merged = /\.xml$/i.test(file.name) ? new MergedCells() : undefined;
      for await (const bytes of file.open()) {
        total += bytes.length;
        if (total > MOST_BYTES) throw this.damaged('it is a workbook of over half a gigabyte; save the sheets as CSV');
        mergedCells += merged?.find(bytes) ?? 0;
        if (mergedCells > MOST_MERGED) throw this.damaged(`it has over ${MOST_MERGED} merged cells; save the sheets as CSV`);
        await this.pauses.pause();
      }
      if (merged) this.merged.set(file, merged);
    }
  }

  /** The merged cells of a sheet. */
  mergedIn(sheet: ArchivedFile): MergedCells {
    return this.merged.get(sheet) ?? new MergedCells();
  }

  /** The sheets in order. */
  async contents(): Promise<{ readonly sheets: readonly SheetEntry[]; readonly is1904: boolean }> {
    const relations = this.byName.get('xl/_rels/workbook.xml.rels');
    const workbook = this.byName.get('xl/workbook.xml');
    if (!relations || !workbook) {
      const isBinary = this.byName.has('xl/workbook.bin');
      throw this.damaged(isBinary ? 'it is a binary workbook (.xlsb); save it as .xlsx' : `it is not a whole workbook; ${SAVE}`);
    }
    for await (const _ of this.read(
      relations,
      elementsSink((name, attributes) => this.addRelation(name, attributes)),
    ));
    const sheets: SheetEntry[] = [];
    const files = new Set<ArchivedFile>();
    let is1904 = false;
    const sink = elementsSink((name, attributes) => {
      if (name === 'workbookPr') is1904 ||= /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (name !== 'sheet') return;
      const entry = this.entryOf(attributes);
      if (!entry) return;
      if (files.has(entry.file)) throw this.damaged(`the sheet "${entry.sheet}" is another one too; ${SAVE}`);
      files.add(entry.file);
      sheets.push(entry);
    });
    for await (const _ of this.read(workbook, sink));
    return { sheets, is1904 };
  }

  private addRelation(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name !== 'Relationship') return;
    const target = attributes.get('Target') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
    const kind = (attributes.get('Type') ?? '').replace(/^.*\//, '');
    this.targets.set(attributes.get('Id') ?? '', { kind, path: withSlashes(path).toLowerCase() });
  }

  /** A sheet of cells; there are others of charts alone. */
  private entryOf(attributes: ReadonlyMap<string, string>): SheetEntry | undefined {
    const target = this.targets.get(attributes.get('id') ?? '');
    if (target?.kind !== 'worksheet') return undefined;
    const file = this.byName.get(target.path);
    const sheet = unescaped(attributes.get('name') ?? '');
    if (!file) throw this.damaged(`the sheet "${sheet}" is missing; ${SAVE}`);
    return { sheet, file, isHidden: (attributes.get('state') ?? 'visible') !== 'visible' };
  }

  /** What the cells of all sheets share. */
  async cellContext(is1904: boolean): Promise<CellContext> {
    const texts = new SharedTextsSink();
    const styles = new StylesSink();
    await this.readShared('sharedStrings', texts);
    await this.readShared('styles', styles);
    return { texts: texts.texts, formats: styles.formats(), is1904 };
  }

  private async readShared(kind: string, sink: XmlSink): Promise<void> {
    const target = [...this.targets.values()].find((one) => one.kind === kind);
    const file = target && this.byName.get(target.path);
    if (file) for await (const _ of this.read(file, sink));
  }

  /** Reads the XML of a file; yields after each piece. @throws UnreadableTableError */
  async *read(file: ArchivedFile, sink: XmlSink): AsyncGenerator<void, void, undefined> {
    const xml = new XmlReader(sink);
    try {
      for await (const text of this.textOf(file)) {
        xml.write(text);
        yield;
        await this.pauses.pause();
      }
      xml.end();
      yield;
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error;
      throw this.damaged(`${file.name} is damaged: ${error.message}; ${SAVE}`, error);
    }
  }

  /** The text of a file in pieces. */
  async *textOf(file: ArchivedFile): AsyncGenerator<string, void, undefined> {
    let decoder: TextDecoder | undefined;
    for await (const bytes of file.open()) {
      decoder ??= new TextDecoder(encodingOf(bytes));
      yield decoder.decode(bytes, { stream: true });
    }
  }

  private damaged(why: string, cause?: unknown): UnreadableTableError {
    return new UnreadableTableError(this.name, why, undefined, cause === undefined ? undefined : { cause });
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function elementsSink(open: XmlSink['open']): XmlSink {
  return { open, text: () => {}, close: () => {} };
}

/** Some programs write the names of the files with backslashes. */
function withSlashes(name: string): string {
  return name.replaceAll('\\', '/');
}

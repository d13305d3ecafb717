import { UnreadableTableError } from '../../model/errors.js';
import { DOCUMENT_DEPTH } from '../../model/schema.js';
import type { Cell } from '../cells.js';
import { HEADER_ROWS, type Row } from '../header.js';
import type { CheckedMap } from '../table-map.js';
import type { NamedBytes } from './bytes.js';
import { textOfBytes } from './encoding.js';
import type { RawTable } from './raw-table.js';

/** Longest object, in UTF-16 units. */
const LONGEST_OBJECT = 1 << 24;
/** Deepest object that is flattened; deeper values are texts of JSON. */
const DEEPEST = 3;
const TOO_DEEP = -2;

/** Whether a text begins as JSON does: a list of objects, or objects one after the other. */
export function isJson(text: string): boolean {
  return /^\s*(?:\[\s*[{\]]|\{\s*["}])/.test(text);
}

/** The texts of the objects of a JSON array, or of objects one after the other, with the lines where they begin. */
async function* objectTexts(source: NamedBytes, encoding: string | undefined): AsyncGenerator<{ text: string; line: number }[]> {
  let rest = '';
  let line = 1;
  const between = new Between();
  for await (const piece of textOfBytes(source, encoding)) {
    rest += piece;
    const found: { text: string; line: number }[] = [];
    let at = 0;
    for (;;) {
      const start = between.skip(rest, at);
      line += newlines(rest, at, start);
      at = start;
      if (at >= rest.length) break;
      if (between.isClosed) throw new UnreadableTableError(source.name, 'something follows the end of the JSON array', line);
      if (rest[at] !== '{') {
        throw new UnreadableTableError(source.name, `expected an object of a part, found ${JSON.stringify(rest[at])}`, line);
      }
      const end = endOfObject(rest, at);
      if (end === TOO_DEEP) throw tooDeep(source.name, line);
      if (end < 0) break;
      found.push({ text: rest.slice(at, end), line });
      line += newlines(rest, at, end);
      at = end;
    }
    rest = rest.slice(at);
    if (rest.length > LONGEST_OBJECT) throw new UnreadableTableError(source.name, 'an object is never closed', line);
    if (found.length > 0) yield found;
  }
  if (rest !== '') throw new UnreadableTableError(source.name, 'the JSON ends inside an object; the file is not whole', line);
  if (between.isOpen) {
    throw new UnreadableTableError(source.name, 'the JSON array is not closed; the file is not whole', line);
  }
}

/** What is between objects: blanks, commas, and the brackets of the array. */
class Between {
  private state: 'start' | 'objects' | 'array' | 'closed' = 'start';

  get isOpen(): boolean {
    return this.state === 'array';
  }

  get isClosed(): boolean {
    return this.state === 'closed';
  }

  /** The offset of the next object, or of what is none. */
  skip(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at++) {
      const character = text[at];
      if (character === '[' && this.state === 'start') this.state = 'array';
      else if (character === ']' && this.isOpen) this.state = 'closed';
      else if (character.trim() !== '' && (character !== ',' || this.isClosed)) break;
    }
    if (at < text.length && this.state === 'start') this.state = 'objects';
    return at;
  }
}

function newlines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Later readers use recursion, and the result must not depend on the remaining stack. */
function tooDeep(name: string, line: number): UnreadableTableError {
  const allowed = `an object may have ${DOCUMENT_DEPTH} objects and lists one inside the other`;
  return new UnreadableTableError(name, `nested too deep; ${allowed}`, line);
}

/** The offset behind the object that begins at an offset; -1 if the text ends before, `TOO_DEEP` if it is nested deeper than allowed. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
        break;
      case 0x7b:
      case 0x5b:
        if (++depth > DOCUMENT_DEPTH) return TOO_DEEP;
        break;
      case 0x7d:
      case 0x5d:
        if (--depth === 0) return at + 1;
        break;
    }
  }
  return -1;
}

/** Opens objects as a table; the columns are the members of the first objects, and further ones as they come. */
export async function openJson(source: NamedBytes, map: CheckedMap, sheet?: string): Promise<RawTable> {
  const headings: string[] = [];
  const places = new Map<string, number>();
  const cellsOf = (object: object): Cell[] => {
    const cells: Cell[] = [];
    addCells(object, '', DEEPEST, (heading, cell) => {
      let place = places.get(heading);
      if (place === undefined) {
        place = headings.push(heading) - 1;
        places.set(heading, place);
      }
      cells[place] = cell;
    });
    for (let i = 0; i < cells.length; i++) cells[i] ??= '';
    return cells;
  };
  const rows = async function* (): AsyncGenerator<readonly Row[], void, undefined> {
    for await (const texts of objectTexts(source, map.encoding)) {
      yield texts.map(({ text, line }): Row => ({ line, cells: cellsOf(parsed(text, source.name, line)) }));
    }
  };
  let seen = 0;
  for await (const first of rows()) {
    seen += first.length;
    if (seen >= HEADER_ROWS) break;
  }
  return { source: source.name, ...(sheet !== undefined && { sheet }), headings, rows };
}

function parsed(text: string, name: string, line: number): object {
  try {
    return JSON.parse(text) as object;
  } catch (cause) {
    throw new UnreadableTableError(name, 'not valid JSON', line, { cause });
  }
}

/** Adds a cell for each member of an object; members of objects in it have dotted headings. */
function addCells(object: object, prefix: string, depth: number, add: (heading: string, cell: Cell) => void): void {
  for (const [name, value] of Object.entries(object)) {
    const heading = `${prefix}${name}`;
    if (value === null || value === undefined) continue;
    if (typeof value === 'string' || typeof value === 'number') add(heading, value);
    else if (typeof value === 'boolean') add(heading, value ? 'yes' : 'no');
    else if (Array.isArray(value)) add(heading, listText(value));
    else if (depth > 1) addCells(value as object, `${heading}.`, depth - 1, add);
    else add(heading, JSON.stringify(value));
  }
}

function listText(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))).join('; ');
}

/** What a document has, in its order. Names are without the prefixes of namespaces. */
export interface XmlSink {
  /** An element begins. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** A piece of the text of the element that began last; a text may come in several. */
  text(text: string): void;
  /** An element ends; one that is empty too. */
  close(name: string): void;
}

/** A document that is not well-formed. */
export class XmlFault extends Error {}

/** Characters of a tag, a comment or a section of characters. */
const LONGEST_MARKUP = 1 << 20;
/** Characters of a reference such as `&#x10ffff;`. */
const LONGEST_REFERENCE = 12;
const DEEPEST = 1000;

const TAG = /<[^"'<>]*(?:"[^"<]*"[^"'<>]*|'[^'<]*'[^"'<>]*)*>/y;
const NAME = /^<\/?([^\s/>]+)/;
const ATTRIBUTE = /\s([^\s=<>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const SECTION = '<![CDATA[';
/** How each kind of markup that is not a tag begins and ends. */
const OTHER_MARKUP: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  [SECTION, ']]>'],
  ['<?', '?>'],
];
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** Reads the XML of a workbook in pieces that end anywhere. It has no types of documents, and declares no entities. */
export class XmlReader {
  private rest = '';
  private readonly names: string[] = [];
  private hasRoot = false;

  constructor(private readonly sink: XmlSink) {}

  /** @throws XmlFault */
  write(piece: string): void {
    const text = this.rest + piece;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) {
        at = this.takeText(text, at);
        break;
      }
      if (start > at) this.sink.text(decoded(text.slice(at, start)));
      at = start;
      const end = endOfMarkup(text, start);
      if (end < 0) break;
      this.takeMarkup(text.slice(start, end));
      at = end;
    }
    this.rest = text.slice(at);
    if (this.rest.length > LONGEST_MARKUP) throw new XmlFault('a tag without an end');
  }

  /** @throws XmlFault if the document is not whole */
  end(): void {
    if (this.rest.trim() !== '' || this.names.length > 0 || !this.hasRoot) throw new XmlFault('the end is missing');
  }

  /** Passes on the text up to a reference that has not ended yet, and returns its offset. */
  private takeText(text: string, from: number): number {
    const reference = text.lastIndexOf('&');
    const isCut = reference >= from && reference > text.length - LONGEST_REFERENCE && !text.includes(';', reference);
    const end = isCut ? reference : text.length;
    if (end > from) this.sink.text(decoded(text.slice(from, end)));
    return end;
  }

  private takeMarkup(markup: string): void {
    if (markup.startsWith(SECTION)) this.sink.text(markup.slice(SECTION.length, -']]>'.length));
    if (markup[1] === '!' || markup[1] === '?') return;
    const name = withoutPrefix(NAME.exec(markup)?.[1] ?? '');
    if (markup[1] === '/') this.close(name);
    else this.open(name, markup);
  }

  private open(name: string, tag: string): void {
    this.hasRoot = true;
    this.sink.open(name, attributesOf(tag));
    if (tag.endsWith('/>')) this.sink.close(name);
    else if (this.names.push(name) > DEEPEST) throw new XmlFault('too many elements in each other');
  }

  private close(name: string): void {
    if (this.names.pop() !== name) throw new XmlFault('elements that overlap');
    this.sink.close(name);
  }
}

/** The offset behind the markup that begins at an offset; -1 if the text ends before. */
function endOfMarkup(text: string, from: number): number {
  const next = text[from + 1];
  if (next === undefined) return -1;
  if (next !== '!' && next !== '?') {
    TAG.lastIndex = from;
    return TAG.test(text) ? TAG.lastIndex : -1;
  }
  for (const [start, end] of OTHER_MARKUP) {
    if (text.startsWith(start, from)) {
      const found = text.indexOf(end, from + start.length);
      return found < 0 ? -1 : found + end.length;
    }
    if (start.startsWith(text.slice(from, from + start.length))) return -1;
  }
  throw new XmlFault('a type of documents');
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  if (!tag.includes('=')) return NO_ATTRIBUTES;
  const attributes = new Map<string, string>();
  for (const [, name, quoted, apostrophed] of tag.matchAll(ATTRIBUTE)) {
    const plain = withoutPrefix(name);
    // One without a prefix is the element's own.
    if (plain === name || !attributes.has(plain)) attributes.set(plain, decoded(quoted ?? apostrophed ?? ''));
  }
  return attributes;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, hex?: string, digits?: string, name?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole;
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

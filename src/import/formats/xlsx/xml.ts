import type { SAXOptions, SAXParser } from 'sax';

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

const DEEPEST = 1000;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
/** UTF-16 units that are parsed at a time; texts leave in such pieces. */
const SLICE = 4096;
/** Longer than what begins a comment or a section of characters; the parser looks through it again with each character. */
const LONGEST_MARK = 64;
/** UTF-16 units of a tag, a comment or an instruction, which the parser keeps to its end: lists of places may have many. */
const LONGEST_TAG = 1 << 20;

/** What the parser keeps of a document, and its types do not say. */
interface ParserState {
  ENTITIES: Record<string, string>;
  readonly sgmlDecl: string;
  readonly doctype: string;
}

/** Reads the XML of a workbook in pieces that end anywhere. */
export class XmlReader {
  /** Units since something was passed on. */
  private kept = 0;
  private depth = 0;

  private constructor(
    private readonly parser: SAXParser & ParserState,
    private readonly sink: XmlSink,
  ) {
    // None of the names that every object has.
    parser.ENTITIES = Object.assign(Object.create(null), { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" });
    parser.onerror = ({ message }) => {
      throw new XmlFault(message);
    };
    parser.ondoctype = refuseType;
    parser.onsgmldeclaration = refuseDeclaration;
    parser.onopentag = ({ name, attributes }) => this.open(name, attributes as Record<string, string>);
    parser.onclosetag = (name) => this.close(name);
    parser.ontext = (text) => this.text(text);
    parser.oncdata = (text) => this.text(text);
    parser.oncomment = () => this.text('');
    parser.onprocessinginstruction = () => this.text('');
  }

  /** The parser is loaded with the first workbook. */
  static async to(sink: XmlSink): Promise<XmlReader> {
    const { default: sax } = await import('sax');
    // With positions it would bound each of its texts, but refuse long attributes too.
    const options: SAXOptions & { strictEntities: boolean } = { strictEntities: true, position: false };
    return new XmlReader(sax.parser(true, options) as SAXParser & ParserState, sink);
  }

  /** @throws XmlFault */
  write(piece: string): void {
    for (let at = 0; at < piece.length; at += SLICE) this.writeSlice(piece.slice(at, at + SLICE));
  }

  /** @throws XmlFault if the document is not whole */
  end(): void {
    faultsOf(() => this.parser.close());
  }

  private writeSlice(slice: string): void {
    const { parser } = this;
    this.kept += slice.length;
    faultsOf(() => {
      parser.write(slice);
      parser.flush();
    });
    if (parser.doctype !== '') refuseType();
    if (parser.sgmlDecl.length > LONGEST_MARK) refuseDeclaration();
    if (this.kept > LONGEST_TAG) throw new XmlFault(`a tag or a comment of over ${LONGEST_TAG} characters`);
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.kept = 0;
    if (++this.depth > DEEPEST) throw new XmlFault('too many elements in each other');
    this.sink.open(withoutPrefix(name), attributesOf(attributes));
  }

  private text(text: string): void {
    this.kept = 0;
    if (text !== '') this.sink.text(text);
  }

  private close(name: string): void {
    this.kept = 0;
    this.depth--;
    this.sink.close(withoutPrefix(name));
  }
}

/** It may declare entities, which nothing in a workbook needs. */
function refuseType(): never {
  throw new XmlFault('a type of documents');
}

function refuseDeclaration(): never {
  throw new XmlFault('a declaration');
}

/** The parser has faults of its own, such as for an attribute `hasOwnProperty`. @throws XmlFault for every error */
function faultsOf(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof XmlFault) throw error;
    throw new XmlFault((error as Error).message, { cause: error });
  }
}

function attributesOf(attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const names = Object.keys(attributes);
  if (names.length === 0) return NO_ATTRIBUTES;
  const found = new Map<string, string>();
  for (const name of names) {
    const plain = withoutPrefix(name);
    // One without a prefix is the element's own.
    if (plain === name || !found.has(plain)) found.set(plain, attributes[name]);
  }
  return found;
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

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

/** Reads the XML of a workbook in pieces that end anywhere. */
export class XmlReader {
  private constructor(private readonly parser: SAXParser) {}

  /** The parser is loaded with the first workbook. It holds at most 64 kB of a tag, a comment or a text. */
  static async to(sink: XmlSink): Promise<XmlReader> {
    const { default: sax } = await import('sax');
    const options: SAXOptions & { strictEntities: boolean } = { strictEntities: true, position: false };
    const parser = sax.parser(true, options);
    let depth = 0;
    parser.onerror = ({ message }) => {
      throw new XmlFault(message);
    };
    // It may declare entities, which nothing in a workbook needs.
    parser.ondoctype = () => {
      throw new XmlFault('a type of documents');
    };
    parser.onopentag = ({ name, attributes }) => {
      if (++depth > DEEPEST) throw new XmlFault('too many elements in each other');
      sink.open(withoutPrefix(name), attributesOf(attributes as Record<string, string>));
    };
    parser.onclosetag = (name) => {
      depth--;
      sink.close(withoutPrefix(name));
    };
    parser.ontext = (text) => sink.text(text);
    parser.oncdata = (text) => sink.text(text);
    return new XmlReader(parser);
  }

  /** @throws XmlFault */
  write(piece: string): void {
    this.parser.write(piece);
  }

  /** @throws XmlFault if the document is not whole */
  end(): void {
    this.parser.close();
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

import { XmlFault, type XmlSink } from './xml.js';

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** A text of a workbook, which writes characters that XML does not have as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Longest text of a cell: spreadsheet programs hold far less, and a small archive may have far more. */
const LONGEST_TEXT = 1 << 20;

/** A text with its next piece. @throws XmlFault for a text that no cell has */
export function withPiece(text: string, piece: string): string {
  if (text.length + piece.length > LONGEST_TEXT) throw new XmlFault(`a text of over ${LONGEST_TEXT} characters`);
  return text + piece;
}

/** A text with line ends of one kind. */
export function withPlainEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Collects the text of an item, which may have several runs; how Japanese is spoken does not belong to it. */
export class TextCollector {
  private collected = '';
  private isText = false;
  private isSpoken = false;

  open(name: string): void {
    if (name === 't') this.isText = true;
    else if (name === 'rPh') this.isSpoken = true;
  }

  text(text: string): void {
    if (this.isText && !this.isSpoken) this.collected = withPiece(this.collected, text);
  }

  close(name: string): void {
    if (name === 't') this.isText = false;
    else if (name === 'rPh') this.isSpoken = false;
  }

  /** The text of the item, which ends. */
  take(): string {
    const text = withPlainEnds(unescaped(this.collected));
    this.collected = '';
    return text;
  }
}

/** The texts that the cells of all sheets share. */
export class SharedTextsSink implements XmlSink {
  readonly texts: string[] = [];
  private readonly item = new TextCollector();

  open(name: string): void {
    this.item.open(name);
  }

  text(text: string): void {
    this.item.text(text);
  }

  close(name: string): void {
    this.item.close(name);
    if (name === 'si') this.texts.push(this.item.take());
  }
}

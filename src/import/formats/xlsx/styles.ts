import { builtInFormat, formatOfCode, type NumberFormat } from './number-format.js';
import type { XmlSink } from './xml.js';

/** Formats of conditions (`dxfs`) have identifiers of their own. */
const LISTS: ReadonlySet<string> = new Set(['numFmts', 'cellStyleXfs', 'cellXfs']);

/** Reads how the styles of a workbook show numbers. */
export class StylesSink implements XmlSink {
  private readonly codes = new Map<number, string>();
  /** The identifiers of formats by the numbers of base styles and of styles of cells. */
  private readonly bases: (number | undefined)[] = [];
  private readonly styles: { readonly id: number | undefined; readonly base: number }[] = [];
  private list = '';

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (LISTS.has(name)) this.list = name;
    else if (name === 'numFmt' && this.list === 'numFmts') {
      this.codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
    } else if (name === 'xf') {
      const id = attributes.has('numFmtId') ? Number(attributes.get('numFmtId')) : undefined;
      if (this.list === 'cellStyleXfs') this.bases.push(id);
      else if (this.list === 'cellXfs') this.styles.push({ id, base: Number(attributes.get('xfId') ?? 0) });
    }
  }

  text(): void {}

  close(name: string): void {
    if (name === this.list) this.list = '';
  }

  /** The formats by the numbers of styles. */
  formats(): NumberFormat[] {
    const known = new Map<number, NumberFormat>();
    return this.styles.map(({ id, base }) => {
      const number = id ?? this.bases[base] ?? 0;
      let format = known.get(number);
      if (!format) {
        const code = this.codes.get(number);
        format = code === undefined ? builtInFormat(number) : formatOfCode(code);
        known.set(number, format);
      }
      return format;
    });
  }
}

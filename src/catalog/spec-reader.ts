import { type Decimal, decimalText, parseDecimal } from '../analysis/decimal.js';
import { quantityParser } from '../analysis/quantity.js';
import { resolveUnit } from '../analysis/quantity-unit.js';
import { fold } from '../analysis/text.js';
import type { Part, SpecValue } from '../model/documents.js';
import type { FieldTypes } from '../resolve/filters.js';

/** A value of a spec as the fields of parts have it. */
export interface SpecRead {
  /** As written. */
  readonly text: string;
  /** Equal for equal values: the number in canonical form, or the fold of the text. */
  readonly value: string;
  /** Undefined under a key of strings. */
  readonly number?: Decimal;
}

/** Reads specs of documents as a build reads them into fields: what is not a number is not a value of a number key. */
export class SpecReader {
  private readonly parsers = new Map<string, (text: string) => Decimal | undefined>();
  private readonly known = new Map<string, readonly SpecRead[]>();

  /** @param kept a part whose values are asked for again and again: each key of it is read once */
  constructor(
    private readonly types: FieldTypes,
    private readonly kept?: Part,
  ) {}

  isNumber(key: string): boolean {
    return this.types.specType(key) === 'number';
  }

  isString(key: string): boolean {
    return this.types.specType(key) === 'string';
  }

  /** The values of a part under a key. */
  values(part: Part, key: string): readonly SpecRead[] {
    if (part !== this.kept) return this.read(part, key);
    let values = this.known.get(key);
    if (!values) this.known.set(key, (values = this.read(part, key)));
    return values;
  }

  private read({ specs }: Part, key: string): SpecRead[] {
    const spec: SpecValue | undefined = specs && Object.hasOwn(specs, key) ? specs[key] : undefined;
    const { value } = spec ?? {};
    const type = this.types.specType(key);
    const parse = type === 'number' ? this.parserOf(key) : undefined;
    const reads: SpecRead[] = [];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined || one === null) continue;
      const text = String(one);
      const number = parse?.(text);
      if (number) reads.push({ text, value: decimalText(number), number });
      else if (type === 'string') reads.push({ text, value: fold(text) });
    }
    return reads;
  }

  private parserOf(key: string): (text: string) => Decimal | undefined {
    let parse = this.parsers.get(key);
    if (!parse) {
      const unit = resolveUnit(this.types.specUnit(key));
      parse = unit ? quantityParser(unit) : parseDecimal;
      this.parsers.set(key, parse);
    }
    return parse;
  }
}

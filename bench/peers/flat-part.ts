/** A line of the peers' flattened parts; `flat.mjs` has its columns. Expensive columns are split on first use. */
export class FlatPart {
  readonly mpn: string;
  readonly brand: string;
  /** Category numbers as text. */
  readonly leaf: string;
  readonly group: string;
  readonly #columns: readonly string[];
  #words: readonly string[] | undefined;
  #strings: ReadonlyMap<string, string> | undefined;
  #numbers: ReadonlyMap<string, string> | undefined;

  constructor(line: string) {
    this.#columns = line.split('\t');
    [, this.mpn, this.brand, , , this.leaf, this.group] = this.#columns;
  }

  /** The part's own category and its ancestors; number 0 is the root. */
  get categories(): readonly string[] {
    return ['0', this.group, this.leaf];
  }

  get sellers(): readonly string[] {
    return this.#columns[3].split('|');
  }

  get words(): readonly string[] {
    this.#words ??= this.#columns[4].split(' ');
    return this.#words;
  }

  /** Text specs, by key. */
  get strings(): ReadonlyMap<string, string> {
    this.#strings ??= specsOf(this.#columns[7]);
    return this.#strings;
  }

  /** Number specs, by key, as written. */
  get numbers(): ReadonlyMap<string, string> {
    this.#numbers ??= specsOf(this.#columns[8]);
    return this.#numbers;
  }
}

/** @param text `key=value` joined by `|` */
function specsOf(text: string): ReadonlyMap<string, string> {
  if (text === '') return new Map();
  return new Map(
    text.split('|').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

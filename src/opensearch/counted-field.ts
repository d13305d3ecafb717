/** A bucket of a `terms` aggregation. */
export interface Bucket {
  readonly key: string | number;
  readonly doc_count: number;
}

/** A term with the number of parts that have it. */
export interface CountedTerm {
  readonly term: string;
  readonly count: number;
}

/** Sums over the values of a field. */
export interface CountSums {
  /** Number of values. */
  readonly values: number;
  /** Of the numbers of parts that have each value, and of their squares. */
  readonly pairs: number;
  readonly squares: number;
}

/**
 * The values of a field over some parts, in the order of a facet. They are the buckets of the answer: a drilldown counts the values of many
 * fields, ranks them by their counts alone, and shows few of their terms.
 */
export class CountedField {
  private terms: readonly CountedTerm[] | undefined = undefined;

  /**
   * @param total number of parts, with those that have no value
   * @param having parts that have a value
   * @param buckets the terms with the number of their parts
   * @param prefixLength characters of the terms before the value
   * @param given sums over all values, where the buckets are the first of them
   */
  constructor(
    readonly total: number,
    readonly having: number,
    readonly buckets: readonly Bucket[],
    readonly prefixLength: number,
    private readonly given?: CountSums,
  ) {}

  /** Number of values. */
  get size(): number {
    return this.given?.values ?? this.buckets.length;
  }

  /** Over all values. */
  sums(): CountSums {
    if (this.given) return this.given;
    let pairs = 0;
    let squares = 0;
    for (const { doc_count: count } of this.buckets) {
      pairs += count;
      squares += count * count;
    }
    return { values: this.buckets.length, pairs, squares };
  }

  /** Terms without the prefix of the field: all, or the first of them. */
  get values(): readonly CountedTerm[] {
    this.terms ??= this.buckets.map((bucket) => this.valueOf(bucket));
    return this.terms;
  }

  /** Some of `values`. */
  first(from: number, to: number | undefined): CountedTerm[] {
    return this.buckets.slice(from, to).map((bucket) => this.valueOf(bucket));
  }

  private valueOf({ key, doc_count: count }: Bucket): CountedTerm {
    return { term: String(key).slice(this.prefixLength), count };
  }
}

/** A field whose values were read. */
export function countedValues(
  { total, having }: Pick<CountedField, 'total' | 'having'>,
  values: readonly CountedTerm[],
): CountedField {
  const buckets = values.map(({ term: key, count }) => ({ key, doc_count: count }));
  return new CountedField(total, having, buckets, 0);
}

/** A completion of a filter query: replacing the text from `from` to `to` by `text` goes on with the query. */
export interface FilterCompletion {
  /** Where the replaced text begins, in UTF-16 units. */
  from: number;
  /** Where it ends. */
  to: number;
  /** What replaces it, quoted or escaped where the grammar asks for it. */
  text: string;
  /** What it is. */
  kind: 'fieldname' | 'value' | 'operator';
  /** Of a fieldname the parts that have a value of it, of a value the parts that it finds in its field: an exact count. */
  parts?: number;
}

/** A company or a category that a typed text may mean. */
export interface NamedThing {
  readonly name: string;
  /** The words of the name, folded. */
  readonly words: readonly string[];
  /** The field of parts that has its uid. */
  readonly field: string;
  readonly uid: string;
  readonly category: { readonly id: string; readonly name: string } | undefined;
}

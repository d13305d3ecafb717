/** Gives names numbers where they would be equal: `X`, `X 2`, `X 3`. */
export class DistinctNames {
  private readonly taken: Set<string>;
  /** The number of the last of several equal names: all lower ones are taken. */
  private readonly last = new Map<string, number>();

  /**
   * @param between what stands between a name and its number
   * @param taken names that none may have
   */
  constructor(
    private readonly between: string,
    taken: Iterable<string> = [],
  ) {
    this.taken = new Set(taken);
  }

  /**
   * The name itself, else with the first number from 2 that is free.
   * @param folded what is compared, such as the name in lower case
   */
  distinct(name: string, folded = name): string {
    let number = this.last.get(folded) ?? 1;
    let unique = folded;
    while (this.taken.has(unique)) unique = `${folded}${this.between}${++number}`;
    this.last.set(folded, number);
    this.taken.add(unique);
    return number === 1 ? name : `${name}${this.between}${number}`;
  }
}

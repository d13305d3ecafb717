import type { TradeWords } from '../ask/trade-words.js';
import { groupsOfMakers } from '../ask/vocabulary-maker-groups.js';
import type { Brand } from '../model/documents.js';
import { UNBOUNDED, Work } from '../work/work.js';
import { foldedName } from './company-groups.js';

/** A brand as parts name it. */
interface NamedBrand {
  /** Its spellings, with the number of parts that have each. */
  readonly spellings: Map<string, number>;
  uid: string | undefined;
  parts: number;
}

/** The vocabulary of makers is left out: it knows who has bought whom, and a brand that was bought is another brand. */
const NO_TRADE: TradeWords = {
  ...{ equivalents: () => [], ofKey: () => [], usedFor: () => [], within: () => undefined },
  ...{ isText: () => false, longest: 1 },
};

/** Counts the brands that parts name, and proposes which of them are one. */
export class BrandNames {
  /** By folded name: names that differ in case or accents are one brand anyway. */
  private readonly brands = new Map<string, NamedBrand>();

  /** Counts the brand of a part. */
  add(brand: { readonly uid?: unknown; readonly name?: unknown } | null | undefined): void {
    const { uid, name } = brand ?? {};
    if (typeof name !== 'string') return;
    const folded = foldedName(name);
    if (folded === '') return;
    let known = this.brands.get(folded);
    if (!known) this.brands.set(folded, (known = { spellings: new Map(), uid: undefined, parts: 0 }));
    known.parts++;
    known.spellings.set(name, (known.spellings.get(name) ?? 0) + 1);
    if (typeof uid === 'string') known.uid ??= uid;
  }

  /**
   * Records of the brands that are likely to have several names: those that are equal without legal forms, brackets and words such as
   * Electronics, and rare ones that are the beginning of a frequent one. Each has the name and uid of the most frequent one, and the
   * others as aliases; the most frequent brand is the first.
   * @param uidOfName makes the uid of a brand that has none
   */
  likelyDuplicates(uidOfName: (name: string) => string): Brand[] {
    const brands = [...this.brands.values()].sort((a, b) => b.parts - a.parts);
    const names = brands.map(({ spellings, parts }) => ({ name: commonest(spellings), aliases: [], parts }));
    const task = groupsOfMakers(names, NO_TRADE, new Work(UNBOUNDED));
    let step = task.next();
    while (!step.done) step = task.next();
    const groups = step.value;
    const proposed: Brand[] = [];
    names.forEach(({ name }, number) => {
      const members = [...groups.membersOf(number)];
      if (members.length === 1 || Math.min(...members) !== number) return;
      const aliases = members.filter((other) => other !== number).map((other) => names[other].name);
      proposed.push({ uid: brands[number].uid ?? uidOfName(name), name, aliases });
    });
    return proposed;
  }
}

/** The spelling of most parts; of several the first. */
function commonest(spellings: ReadonlyMap<string, number>): string {
  let [best, most] = ['', 0];
  for (const [name, parts] of spellings) if (parts > most) [best, most] = [name, parts];
  return best;
}

import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import type { TradeWords } from './trade-words.js';
import type { Fit, MakerCandidate } from './vocabulary.js';
import { MARK } from './vocabulary-forms.js';
import { type FormHit, FormIndex } from './vocabulary-index.js';
import { groupsOfMakers, type MakerGroups, withCompanyTails } from './vocabulary-maker-groups.js';
import { GrowingArray, PackedTexts } from './vocabulary-packing.js';
import { betterFit } from './vocabulary-values.js';

/** A name of a company as parts have it. */
export interface CountedName {
  readonly name: string;
  readonly aliases: readonly string[];
  /** Number of parts that have it. */
  readonly parts: number;
}

/** Names that begin with a shorter span are other companies: `ST` and `ST-Link`. */
const LEAST_BEGINNING = 3;

/** A name that a span fits. */
interface Found {
  readonly fit: Fit;
  /** Whether all names of its maker are meant. */
  readonly isMaker: boolean;
  /** Whether the span is only short for another name, which stands behind it in brackets: `ST(Semtech)`. */
  readonly isShort: boolean;
}

/** Names of makers, by their beginnings. Each name belongs to a group: the names of one maker. */
export class MakerNames {
  private constructor(
    private readonly index: FormIndex,
    /** The name of each text of the index. */
    private readonly nameOf: Uint32Array,
    private readonly names: PackedTexts,
    private readonly counts: Uint32Array,
    /** The first name that is a manufacturer's; those before it are brands'. */
    private readonly firstManufacturer: number,
    private readonly groups: MakerGroups,
  ) {}

  static *of(
    brands: readonly CountedName[],
    manufacturers: readonly CountedName[],
    trade: TradeWords,
    work: Work,
  ): Task<MakerNames> {
    const all = [...brands, ...manufacturers];
    const nameOf = new GrowingArray(new Uint32Array(64));
    const texts = function* (): Iterable<string> {
      for (const [ordinal, { name, aliases }] of all.entries()) {
        for (const text of [name, ...aliases]) {
          nameOf.push(ordinal);
          yield withCompanyTails(text);
        }
      }
    };
    const index = yield* FormIndex.of(texts(), work, MARK.list);
    const groups = yield* groupsOfMakers(all, trade, work);
    const names = PackedTexts.of(all.map(({ name }) => name));
    const counts = Uint32Array.from(all, ({ parts }) => parts);
    return new MakerNames(index, nameOf.finish(), names, counts, brands.length, groups);
  }

  get bytes(): number {
    const { index, nameOf, names, counts, groups } = this;
    return index.bytes + nameOf.byteLength + names.bytes + counts.byteLength + groups.bytes;
  }

  /** The maker that some keys name; undefined: none. */
  lookUp(keys: readonly string[]): MakerCandidate | undefined {
    const found = new Map<number, Found>();
    for (const key of keys) {
      this.index.forEach(key, (hit) => {
        const one = this.read(hit, key);
        const name = this.nameOf[hit.text];
        const before = found.get(name);
        if (one && (!before || betterFit(one.fit, before.fit) !== before.fit)) found.set(name, one);
      });
    }
    if (found.size === 0) return undefined;
    const hits = [...found];
    const isPlain = hits.some(([, { isMaker, isShort }]) => isMaker && !isShort);
    const meant = hits.filter(([, { isShort }]) => !(isShort && isPlain));
    const names = new Set<number>();
    for (const [name, { isMaker }] of meant) {
      if (isMaker) for (const other of this.groups.membersOf(name)) names.add(other);
      else names.add(name);
    }
    const fit = meant.reduce<Fit>((best, [, one]) => betterFit(best, one.fit), 'inside');
    return this.candidate([...names], fit);
  }

  /** How a key that begins a name, or one of its alternatives, fits it. */
  private read({ text, from, to }: FormHit, key: string): Found | undefined {
    const { marks } = this.index;
    const before = marks[from];
    if (before === MARK.tail) return undefined;
    const after = to === this.index.endOf(text) ? MARK.start : marks[to];
    const isWhole = after >= MARK.list;
    if (!isWhole && (after < MARK.join || key.length < LEAST_BEGINNING)) return undefined;
    if (before === MARK.start) {
      const isShort = this.groups.isShort(this.nameOf[text]) && after === MARK.bracket;
      return { fit: isWhole ? 'whole' : 'beginning', isMaker: true, isShort };
    }
    // A letter is no name of its own: `C&K`.
    if (key.length === 1) return undefined;
    // A bracket names the same maker; another alternative (`EPCOS / TDK`) one more.
    const isMaker = before === MARK.bracket && isWhole;
    return isWhole ? { fit: isMaker ? 'whole' : 'item', isMaker, isShort: false } : undefined;
  }

  private candidate(names: number[], fit: Fit): MakerCandidate {
    const { counts, firstManufacturer } = this;
    names.sort((a, b) => counts[b] - counts[a] || a - b);
    const texts = (some: readonly number[]) => some.map((name) => this.names.get(name));
    const brands = names.filter((name) => name < firstManufacturer);
    const manufacturers = names.filter((name) => name >= firstManufacturer);
    const sum = (some: readonly number[]) => some.reduce((total, name) => total + counts[name], 0);
    const parts = Math.max(sum(brands), sum(manufacturers));
    return {
      kind: 'maker',
      name: this.names.get(names[0]),
      brands: texts(brands),
      manufacturers: texts(manufacturers),
      fit,
      parts,
    };
  }
}

import { compareCodePoints, fold } from '../analysis/text.js';
import type { Task } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { groupsOf, phraseKey } from './forms.js';
import type { TradeWords } from './trade-words.js';
import { TAIL } from './vocabulary-forms.js';

/**
 * Words that say how a company is organised, where it sells, or that it makes electronics. They are no part of its name where
 * they stand at its end.
 */
const COMPANY_WORDS = new Set(
  (
    'inc incorporated corp corporation co company ltd limited llc gmbh ag kg sa spa srl bv nv plc oy ab pte pvt usa america americas ' +
    'asia europe sales elec electronic electronics semiconductor semiconductors semicon semi technology technologies tech ' +
    'manufacturing mfg industrial industries international intl group holdings components products brand'
  ).split(' '),
);
/** A name that would be shorter without these words keeps them: `ON Semiconductor`. */
const LEAST_NAME = 3;
/** A rare name that is the beginning of a frequent one is the same maker from this many letters on: `Texas I`. */
const LEAST_BEGINNING = 5;
const RARER = 10;
const ALTERNATIVES = /([/|]|\s-\s)/;
const BRACKET = /[([{（]([^)\]}）]*)[)\]}）]?/u;
const LATIN = /^[\p{Script=Latin}\p{Nd}\s.,&'/-]+$/u;

/** Cost of reading a name, in steps of a plain loop. */
const NAME_COST = 2000;
/** The same of looking a key up in the vocabulary of the trade. */
const KEY_COST = 200;

/** A name without its brackets and the words of companies at its end, as groups. */
function nameGroups(text: string): string[] {
  const groups = groupsOf(text);
  let length = groups.length;
  while (length > 1 && COMPANY_WORDS.has(groups[length - 1])) length--;
  const kept = groups.slice(0, length);
  return kept.join('').length < LEAST_NAME ? groups : kept;
}

/** The key of a name without its brackets and the words of companies at its end. */
export function nameKey(text: string): string {
  return phraseKey(nameGroups(text).join(' '));
}

/** A name with `TAIL` before the words of companies at the end of each of its alternatives, so that the name ends there. */
export function withCompanyTails(name: string): string {
  const pieces = name.split(/([/|()]|\s-\s)/);
  return pieces.map((piece, i) => (i % 2 === 0 ? withTail(piece) : piece)).join('');
}

function withTail(piece: string): string {
  const words = piece.split(/(\s+)/);
  let first = words.length;
  for (let i = words.length - 1; i > 0; i -= 1) {
    if (words[i].trim() === '') continue;
    if (!COMPANY_WORDS.has(groupsOf(words[i]).join(''))) break;
    first = i;
  }
  const kept = words.slice(0, first).join('');
  if (first === words.length || groupsOf(kept).join('').length < LEAST_NAME) return piece;
  // Commas end a name as alternatives do; within the words of a company they must not.
  return `${kept}${TAIL}${words.slice(first).join('').replaceAll(',', ' ')}`;
}

/** What stands in front of a bracket, and in it; brackets in other scripts are translations, and left out. */
function shortNameOf(name: string): { readonly front: string; readonly long: string | undefined } {
  const match = BRACKET.exec(name);
  if (!match || match.index === 0) return { front: name, long: undefined };
  const front = name.slice(0, match.index) + name.slice(match.index + match[0].length);
  const inner = match[1].trim();
  return { front, long: inner.length >= LEAST_NAME && LATIN.test(inner) ? inner : undefined };
}

/** Whether what stands before a bracket are the initials of what stands in it, or the other way round. */
function isAcronym(name: string): boolean {
  const { front, long } = shortNameOf(name);
  if (long === undefined) return false;
  const initials = (text: string) => Array.from(text.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word[0]).join('');
  const isOf = (short: string, full: string) => short.length > 1 && fold(initials(full)).startsWith(fold(short));
  return isOf(front.trim(), long) || isOf(long, front);
}

/** The names of each maker. */
export class MakerGroups {
  constructor(
    /** The group of each name. */
    private readonly groups: Uint32Array,
    /** The names, group by group, and where those of each group begin. */
    private readonly members: Uint32Array,
    private readonly starts: Uint32Array,
    /** Whether a name is short for another one in brackets. */
    private readonly short: Uint8Array,
  ) {}

  get bytes(): number {
    const { groups, members, starts, short } = this;
    return groups.byteLength + members.byteLength + starts.byteLength + short.byteLength;
  }

  /** All names of the maker of a name. */
  membersOf(name: number): Uint32Array {
    const group = this.groups[name];
    return this.members.subarray(this.starts[group], this.starts[group + 1]);
  }

  isShort(name: number): boolean {
    return this.short[name] === 1;
  }
}

/** Sets that are united. */
class Unions {
  private readonly parents: Uint32Array;

  constructor(size: number) {
    this.parents = Uint32Array.from({ length: size }, (_, i) => i);
  }

  find(one: number): number {
    let at = one;
    while (this.parents[at] !== at) at = this.parents[at] = this.parents[this.parents[at]];
    return at;
  }

  unite(a: number, b: number): void {
    const [x, y] = [this.find(a), this.find(b)];
    if (x !== y) this.parents[Math.max(x, y)] = Math.min(x, y);
  }
}

/** A name, read. */
interface Read {
  readonly groups: readonly string[];
  readonly key: string;
  readonly parts: number;
  readonly long: string | undefined;
}

interface Name {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly parts: number;
}

/**
 * Groups the names of makers: names that are equal without company forms and brackets, aliases, the short names of the trade, and
 * rare names that are the beginning of a frequent one.
 */
export function* groupsOfMakers(names: readonly Name[], trade: TradeWords, work: Work): Task<MakerGroups> {
  const unions = new Unions(names.length);
  const short = new Uint8Array(names.length);
  const byKey = new Map<string, number>();
  const join = (key: string, name: number) => {
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, name);
    else unions.unite(known, name);
  };
  const read: Read[] = [];
  for (const { name, parts } of names) {
    const { front, long } = shortNameOf(name);
    const groups = nameGroups(front.split(ALTERNATIVES)[0]);
    read.push({ groups, key: phraseKey(groups.join(' ')), parts, long: long && nameKey(long) });
    if (work.spend(NAME_COST)) yield;
  }
  read.forEach(({ key, long }, name) => {
    if (long === undefined && key !== '') join(key, name);
  });
  for (const [name, { key, long }] of read.entries()) {
    if (long === undefined) continue;
    if (work.spend(NAME_COST)) yield;
    // `MCC(Micro Commercial Components)` is both names; `ST(Semtech)` is Semtech if there is such a maker, else it is ST.
    const isBoth = isAcronym(names[name].name);
    short[name] = byKey.has(long) && long !== key && !isBoth ? 1 : 0;
    join(short[name] === 1 ? long : key, name);
    if (isBoth) join(long, name);
  }
  yield* joinKnown(names, read, byKey, unions, trade, work);
  yield* joinBeginnings(read, unions, work);
  return membersOf(unions, short);
}

/** Joins the makers of aliases, and those that are one by the vocabulary of the trade. */
function* joinKnown(
  names: readonly Name[],
  read: readonly Read[],
  byKey: ReadonlyMap<string, number>,
  unions: Unions,
  trade: TradeWords,
  work: Work,
): Task<void> {
  for (const [key, name] of byKey) {
    if (work.spend(KEY_COST)) yield;
    for (const { text, kind } of trade.ofKey(key)) {
      if (kind !== 'maker' && kind !== 'any') continue;
      const other = byKey.get(nameKey(text)) ?? byKey.get(phraseKey(text));
      if (other !== undefined) unions.unite(name, other);
    }
  }
  for (const [name, { aliases }] of names.entries()) {
    for (const alias of aliases) {
      if (work.spend(NAME_COST)) yield;
      const other = byKey.get(nameKey(alias));
      if (other !== undefined && read[other].key !== '') unions.unite(name, other);
    }
  }
}

/** Joins a rare name with a frequent one that it is the beginning of, if there is one maker of such names. */
function* joinBeginnings(read: readonly Read[], unions: Unions, work: Work): Task<void> {
  const order = read.map((_, name) => name).filter((name) => read[name].key.length >= LEAST_BEGINNING);
  order.sort((a, b) => compareCodePoints(read[a].key, read[b].key) || a - b);
  for (let i = 0; i < order.length; i++) {
    const { key, groups, parts } = read[order[i]];
    const makers = new Set<number>();
    for (let next = i + 1; next < order.length && read[order[next]].key.startsWith(key); next++) {
      if (work.spend(NAME_COST)) yield;
      const longer = read[order[next]];
      if (longer.key === key) continue;
      // Within a single word it is another word: `Linear` and `Linearin`.
      const isWord = groups.length > 1 || groups.join('') === longer.groups.slice(0, groups.length).join('');
      makers.add(isWord && parts * RARER <= longer.parts ? unions.find(order[next]) : -1);
    }
    const [maker] = makers;
    if (makers.size === 1 && maker >= 0) unions.unite(order[i], maker);
  }
}

function membersOf(unions: Unions, short: Uint8Array): MakerGroups {
  const { length } = short;
  const groups = Uint32Array.from({ length }, (_, name) => unions.find(name));
  const numbers = new Map<number, number>();
  for (const root of groups) if (!numbers.has(root)) numbers.set(root, numbers.size);
  groups.forEach((root, name) => {
    groups[name] = numbers.get(root) as number;
  });
  const starts = new Uint32Array(numbers.size + 1);
  for (const group of groups) starts[group + 1]++;
  for (let group = 0; group < numbers.size; group++) starts[group + 1] += starts[group];
  const ends = starts.slice();
  const members = new Uint32Array(length);
  groups.forEach((group, name) => {
    members[ends[group]++] = name;
  });
  return new MakerGroups(groups, members, starts, short);
}

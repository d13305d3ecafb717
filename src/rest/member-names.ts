import type { MemberReader } from '../model/check-arguments.js';
import type { Issues } from '../model/issues.js';
import { BROKER_LISTING, CLASS_MEMBER, type ObjectSchema, OFFER, PART, SCHEMAS_OF_DOCUMENTS } from '../model/schema.js';

/** The members that the original interface calls differently, with the places of each in a part. */
const PLACES = {
  catalog_url: [''],
  catalog_rfq_url: ['offers.', 'broker_listings.'],
} as const;
type Renamed = keyof typeof PLACES;
const RENAMED = Object.keys(PLACES) as Renamed[];

/** New names of members: those of the original interface, which has a vendor's word in them. */
export type MemberNames = Partial<Record<'catalog_url' | 'catalog_rfq_url', string>>;

/** What GraphQL accepts as a name, so that both interfaces accept the same. */
const NAME = /^[A-Za-z][_0-9A-Za-z]*$|^_[0-9A-Za-z][_0-9A-Za-z]*$/;

/** Every documented member, at any level. */
const documented: ReadonlySet<string> = new Set(
  [...SCHEMAS_OF_DOCUMENTS].flatMap(({ members }) => members.map(({ name }) => name)),
);

/** Checks the option `names`. */
export function checkMemberNames(options: MemberReader, issues: Issues): void {
  const names = options.object('names', RENAMED);
  if (!names) return;
  for (const member of RENAMED) {
    const name = names.value(member);
    if (name === undefined || name === member) continue;
    const isRight = typeof name === 'string' && NAME.test(name) && !documented.has(name);
    const expected = 'a name of letters, digits and "_" that no other documented member has';
    if (!isRight) issues.addWrongType(names.at(member), expected, name);
  }
}

/** One member with a new name, by dotted names. */
interface RenamedPath {
  readonly neutral: string;
  readonly renamed: string;
}

/** The new names of members in requests and answers. */
export class Renaming {
  private readonly byNeutral = new Map<string, RenamedPath>();
  private readonly byRenamed = new Map<string, RenamedPath>();
  /** The new name of a member of an object, and the members before it. */
  private readonly members = new Map<ObjectSchema, readonly [neutral: Renamed, renamed: string, before: ReadonlySet<string>]>();

  private constructor(names: MemberNames) {
    for (const member of RENAMED) {
      const name = names[member];
      if (name === undefined || name === member) continue;
      for (const place of PLACES[member]) {
        const path = { neutral: place + member, renamed: place + name };
        this.byNeutral.set(path.neutral, path);
        this.byRenamed.set(path.renamed, path);
      }
      for (const schema of [PART, OFFER, BROKER_LISTING]) {
        const all = schema.members.map((one) => one.name);
        const at = all.indexOf(member);
        if (at >= 0) this.members.set(schema, [member, name, new Set([CLASS_MEMBER, ...all.slice(0, at)])]);
      }
    }
  }

  /** Undefined if nothing is renamed. */
  static of(names: MemberNames | undefined): Renaming | undefined {
    const renaming = new Renaming(names ?? {});
    return renaming.byNeutral.size > 0 ? renaming : undefined;
  }

  /** Top-level members of parts that are shown by default under their new names; documents may have those names themselves. */
  get shownByDefault(): string[] {
    return [...this.byRenamed.keys()].filter((name) => !name.includes('.'));
  }

  /** Whether a dotted name is one that documents may have and that the interface does not report as unknown. */
  isRenamed(name: string): boolean {
    return this.byRenamed.has(name);
  }

  /** The new dotted name of a member; undefined if it has none. */
  renamedOf(neutral: string): string | undefined {
    return this.byNeutral.get(neutral)?.renamed;
  }

  /** The names in a document of a dotted name of the interface: a new name stands for the neutral one, and for itself. */
  inDocument(name: string): readonly string[] {
    const path = this.byRenamed.get(name);
    return path ? [path.neutral, path.renamed] : [name];
  }

  /** Both names of what is hidden by either. */
  hiding(names: readonly string[]): string[] {
    return names.flatMap((name) => {
      const path = this.byNeutral.get(name) ?? this.byRenamed.get(name);
      return path ? [path.neutral, path.renamed] : [name];
    });
  }

  /** An object of an answer with its members renamed. A text under the new name counts where the neutral member has none. */
  inAnswer(object: Record<string, unknown>, schema: ObjectSchema): Record<string, unknown> {
    const names = this.members.get(schema);
    if (!names) return object;
    const [neutral, renamed, before] = names;
    const isOwn = Object.hasOwn(object, neutral);
    if (!isOwn && object[renamed] === undefined) return object;
    const value = object[neutral] ?? object[renamed] ?? object[neutral];
    const copy: Record<string, unknown> = {};
    const add = (name: string, member: unknown) =>
      void Object.defineProperty(copy, name, { value: member, writable: true, enumerable: true, configurable: true });
    // What a document has under the new name alone is at the place of the neutral member, and left out where that would be.
    let isMissing = !isOwn && value !== null;
    for (const [name, member] of Object.entries(object)) {
      if (isMissing && !before.has(name)) {
        add(renamed, value);
        isMissing = false;
      }
      if (name === neutral) add(renamed, value);
      else if (name !== renamed) add(name, member);
    }
    return copy;
  }
}

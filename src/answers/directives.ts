import { orList } from '../model/check-arguments.js';
import type { CheckedDirectives } from '../model/check-directives.js';
import type { CollectionName } from '../model/fields.js';
import type { Path } from '../model/issue.js';
import type { Issues } from '../model/issues.js';
import { nearestNames, shorten } from '../model/nearest.js';
import { LONGEST_TEXT } from '../model/request-size.js';
import { type Member, type ObjectSchema, PART, type ValueType } from '../model/schema.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { addComputed, type ComputedMember } from './computed-members.js';
import { atName, groupByKey, pick, splitAtKeys } from './dotted.js';
import { type Filling, NO_FILLING, SCHEMAS, setMember, shapeMember } from './shape.js';
import { parseSlice, type SliceRange, sliceList } from './slice.js';

/**
 * The dotted paths that some record of a collection has in addition to the documented members: undocumented members and their
 * members (`offers.is_realtime`), keys of maps (`specs.resistance`, `offers.prices.USD`). Documented members are always known,
 * also those below a known key (`specs.resistance.value`).
 */
export interface KnownPaths {
  has(path: string): boolean;
  /** Whether some part has a spec key. A path does not distinguish the key `a.value` from the member `value` of `a`. */
  hasSpec(key: string): boolean;
  /** The member of a name that is computed from documents; undefined for another name. */
  computed?(name: string): ComputedMember | undefined;
}

type Members = Record<string, unknown>;

/** The member that has most of the text of a part: to leave out others would save nothing. */
const BULK = 'specs';

/** Compiled directives of a collection: which members of its documents an answer shows. */
export interface ShownMembers {
  readonly schema: ObjectSchema;
  /** Documented top-level members that are shown whole, except for `hide` and `slice`, in the order of their table. */
  readonly whole: readonly string[];
  /** Undocumented ones that are named. */
  readonly named: ReadonlySet<string>;
  /** Whether undocumented top-level members are shown without being named. */
  readonly others: boolean;
  /** Dotted names whose first key depends on the document. */
  readonly partial: readonly string[];
  /** Top-level members that are never shown, whatever else the directives say. */
  readonly hidden: ReadonlySet<string>;
  /** Dotted names that are removed. */
  readonly removed: readonly string[];
  readonly slices: readonly { readonly name: string; readonly range: SliceRange }[];
  /** Whether shown members may refer to companies. */
  readonly refers: boolean;
  /** Members that documents do not have. */
  readonly computed: readonly ComputedMember[];
  /** The top-level members of a document that the answer depends on; undefined if they may be any, or are most of it. */
  readonly needed: ReadonlySet<string> | undefined;
}

/**
 * Compiles directives, once per request.
 * @param issues receives each slice that cannot be read
 * @param unknownNames receives each name that no record has; both are left out of the result
 * @param alwaysHidden dotted names to hide besides; records need not have them
 */
export function compileDirectives(
  collection: CollectionName,
  directives: CheckedDirectives,
  known: KnownPaths,
  issues: Issues,
  unknownNames = issues,
  alwaysHidden: readonly string[] = [],
): ShownMembers {
  const schema = SCHEMAS[collection];
  const isKnown = (name: string, path: Path) => {
    const isRight = name.length <= LONGEST_TEXT && (isKnownIn(schema, name, known) || known.computed?.(name) !== undefined);
    if (!isRight) addUnknown(schema, name, path, unknownNames);
    return isRight;
  };
  const namesOf = (directive: 'include' | 'show' | 'hide') =>
    distinctNames(directives[directive], (name, i) => isKnown(name, [directive, i]));
  const slices = Object.entries(directives.slice ?? {}).flatMap(([name, text]) => {
    const path = ['slice', name];
    if (!isKnown(name, path)) return [];
    const range = parseSlice(text);
    if (!range) addBadSlice(path, text, issues);
    return range ? [{ name, range }] : [];
  });
  const include = namesOf('include');
  const show = namesOf('show');
  const hide = [...namesOf('hide'), ...alwaysHidden];
  const asked = show.length > 0 ? show : [...defaultMembers(schema), ...include];
  const computed = new Map([...show, ...include].flatMap((name) => [[name, known.computed?.(name)] as const]));
  const named = asked.filter((name) => !computed.get(name));
  const hidden = new Set(hide.filter(isWhole));
  const whole = new Set(named.filter((name) => isWhole(name) && !hidden.has(name)));
  // The interface hides members of parts only; its other records have always shown all members.
  const others = collection !== 'parts' && show.length === 0;
  const isBound = !others && named.every((name) => name !== BULK && isWhole(name) && schema.byName.has(name));
  return {
    schema,
    whole: schema.members.map((member) => member.name).filter((name) => whole.has(name)),
    named: new Set([...whole].filter((name) => !schema.byName.has(name))),
    others,
    partial: named.filter((name) => !isWhole(name)),
    hidden,
    removed: hide.filter((name) => !isWhole(name)),
    slices,
    refers: named.some((name) => refersToCompanies(schema, name)),
    computed: [...computed].flatMap(([name, member]) =>
      member && asked.includes(name) && !hidden.has(member.path[0]) ? [member] : [],
    ),
    needed: isBound && [...computed.values()].every((member) => member === undefined) ? whole : undefined,
  };
}

/** Each known name once: every document is searched for all of them. */
function distinctNames(given: readonly (string | undefined)[] = [], isKnown: (name: string, i: number) => boolean): string[] {
  const names = new Set<string>();
  for (const [i, name] of given.entries()) if (name !== undefined && !names.has(name) && isKnown(name, i)) names.add(name);
  return [...names];
}

/** Whether a dotted name leads to a member that refers to companies, or that has such members. */
export function refersToCompanies(schema: ObjectSchema, name: string): boolean {
  const end = name.indexOf('.');
  const member = schema.byName.get(end < 0 ? name : name.slice(0, end));
  return member !== undefined && hasReference(member.type);
}

function hasReference(type: ValueType): boolean {
  if (type.kind === 'list' || type.kind === 'map') return hasReference(type.of);
  if (type.kind !== 'object') return false;
  return type.refersTo !== undefined || type.schema.members.some((member) => hasReference(member.type));
}

/**
 * The answer for a stored document: its shown members, shaped; documented ones in the order of their table, then the others in
 * that of the document. It shares nothing with the document, unless the filling lets it keep lists. Computed members take long if there
 * are many.
 */
export function* applyDirectives(shown: ShownMembers, document: object, filling: Filling, work: Work): Steps<object> {
  const answer: Members = {};
  const partial = shown.partial.length > 0 ? partialMembers(shown, document) : NOTHING_PARTIAL;
  if (partial.size === 0) for (const name of shown.whole) addMember(answer, shown, document, name, filling);
  else addDocumented(answer, shown, document, partial, filling);
  if (shown.others || shown.named.size > 0 || partial.size > 0) addOthers(answer, shown, document, partial);
  if (shown.computed.length > 0) yield* addComputed(answer, shown.computed, document, work);
  for (const name of shown.removed) atName(answer, name, removeMember);
  for (const { name, range } of shown.slices) atName(answer, name, (holder, key) => sliceMember(holder, key, range));
  return answer;
}

/** By the key of a top-level member: which of its own members are shown. */
type PartialMembers = ReadonlyMap<string, 'whole' | readonly string[]>;

const NOTHING_PARTIAL: PartialMembers = new Map();

function partialMembers({ partial, schema }: ShownMembers, document: object): PartialMembers {
  return groupByKey(partial, (key) => Object.hasOwn(document, key) || (schema.byName.get(key)?.empty ?? 'none') !== 'none');
}

function addMember(answer: Members, shown: ShownMembers, document: object, name: string, filling: Filling): void {
  const value = shapeMember(document, shown.schema, name, filling);
  if (value !== undefined) setMember(answer, name, value);
}

function addDocumented(answer: Members, shown: ShownMembers, document: object, partial: PartialMembers, filling: Filling): void {
  const whole = new Set(shown.whole);
  for (const { name } of shown.schema.members) {
    if (whole.has(name)) addMember(answer, shown, document, name, filling);
    else addPartialMember(answer, shown, document, name, partial.get(name), filling);
  }
}

function addOthers(answer: Members, shown: ShownMembers, document: object, partial: PartialMembers): void {
  for (const name of Object.keys(document)) {
    if (shown.schema.byName.has(name) || shown.hidden.has(name)) continue;
    if (shown.others || shown.named.has(name)) addMember(answer, shown, document, name, NO_FILLING);
    else addPartialMember(answer, shown, document, name, partial.get(name), NO_FILLING);
  }
}

function addPartialMember(
  answer: Members,
  shown: ShownMembers,
  document: object,
  name: string,
  names: 'whole' | readonly string[] | undefined,
  filling: Filling,
): void {
  if (names === undefined || shown.hidden.has(name)) return;
  const member = shapeMember(document, shown.schema, name, filling);
  const value = names === 'whole' ? member : pick(member, names, 1);
  if (value !== undefined) setMember(answer, name, value);
}

function removeMember(holder: Members, key: string): void {
  delete holder[key];
}

function sliceMember(holder: Members, key: string, range: SliceRange): void {
  const member = holder[key];
  if (Array.isArray(member)) holder[key] = sliceList(member, range);
}

/**
 * The names of the shown members, if all of them are top-level members whose documented values are scalars (`uid`, `mpn`, …),
 * otherwise undefined. Such an answer can be built without the documents.
 */
export function onlyMembers(shown: ShownMembers): readonly string[] | undefined {
  if (shown.others || shown.named.size > 0 || shown.partial.length > 0) return undefined;
  if (shown.removed.length > 0 || shown.slices.length > 0 || shown.computed.length > 0) return undefined;
  return shown.whole.every((name) => isScalar(shown.schema.byName.get(name))) ? shown.whole : undefined;
}

/** What is expected in place of an unknown name. */
const MEMBER = ['a member of some record'];

function addUnknown(schema: ObjectSchema, name: string, path: Path, issues: Issues): void {
  if (issues.countUnlisted()) return;
  const argument = path.slice(0, 1);
  if (schema === PART && name === 'avg_price') {
    const text = ': avg_price is computed to filter and sort by, and is not a member of a part; prices are in "offers.prices"';
    issues.add('unknown_member', path, text, { found: name, expected: MEMBER, nearest: ['offers.prices'], argument });
    return;
  }
  const names = schema.members.filter((member) => member.visibility !== 'never').map((member) => member.name);
  const nearest = nearestNames(name, names);
  const text = `: no record has a member "${shorten(name)}"; did you mean ${orList(nearest)}?`;
  issues.add('unknown_member', path, text, { found: name, expected: MEMBER, nearest, argument });
}

function addBadSlice(path: Path, text: string, issues: Issues): void {
  const expected = 'a slice such as "[0:5]", "[-2:]" or "[:]"';
  issues.add('bad_slice', path, ` must be ${expected}, not "${shorten(text)}"`, { found: text, expected: [expected] });
}

/**
 * Whether a dotted name can be shown: a documented member, or a path that some record has. `aliases` are searched and never
 * shown, so the name is not known. Follows the name along the documented members, as far as they go.
 */
function isKnownIn(schema: ObjectSchema, name: string, known: KnownPaths): boolean {
  let inner = schema;
  let start = 0;
  for (;;) {
    const dot = name.indexOf('.', start);
    const member = inner.byName.get(name.slice(start, dot < 0 ? name.length : dot));
    if (!member) return known.has(name);
    if (member.visibility === 'never') return false;
    if (dot < 0) return true;
    const type = elementType(member.type);
    if (type.kind === 'map') return known.has(name) || isKnownInMap(name.slice(dot + 1), type.of, known);
    if (type.kind !== 'object') return known.has(name);
    inner = type.schema;
    start = dot + 1;
  }
}

/** A key of a map, followed by documented members of its value. The specs are the only map of objects. */
function isKnownInMap(name: string, of: ValueType, known: KnownPaths): boolean {
  if (of.kind !== 'object') return false;
  const { schema } = of;
  return splitAtKeys(name).some(
    ([key, rest]) => rest !== undefined && isKnownIn(schema, rest, NOTHING_BUT_DOCUMENTED) && known.hasSpec(key),
  );
}

const NOTHING_BUT_DOCUMENTED: KnownPaths = { has: () => false, hasSpec: () => false };

function elementType(type: ValueType): ValueType {
  return type.kind === 'list' ? elementType(type.of) : type;
}

function defaultMembers(schema: ObjectSchema): string[] {
  return schema.members.filter((member) => member.visibility === 'shown').map((member) => member.name);
}

/** A name without dots can only be a top-level member. */
function isWhole(name: string): boolean {
  return !name.includes('.');
}

function isScalar(member: Member | undefined): boolean {
  return member !== undefined && !['list', 'map', 'object', 'anything'].includes(member.type.kind);
}

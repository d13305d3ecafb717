/** The collections of a catalog. Every fieldname belongs to one of them. */
export type CollectionName = 'parts' | 'brands' | 'categories' | 'sellers' | 'manufacturers';

export const COLLECTIONS: readonly CollectionName[] = ['parts', 'brands', 'categories', 'sellers', 'manufacturers'];

/** What a field's values are, which decides how they are compared, folded and searched (docs/semantics.md, "Kinds"). */
export type FieldKind = 'part_number' | 'name' | 'text' | 'string' | 'number' | 'boolean' | 'uid';

/** The members of a spec that are fields. */
export type SpecMember = 'value' | 'min_value' | 'max_value';

/** A resolved fieldname. The kind of `specs.<key>.value` is the catalog's decision, so it is `spec` until looked up. */
export type Field =
  | { readonly name: string; readonly kind: FieldKind; readonly spec?: undefined }
  | {
      readonly name: string;
      readonly kind: 'number' | 'spec';
      readonly spec: { readonly key: string; readonly member: SpecMember };
    };

const PART_FIELDS: Readonly<Record<string, FieldKind>> = {
  uid: 'uid',
  mpn: 'part_number',
  'brand.name': 'name',
  'brand.uid': 'uid',
  'manufacturer.name': 'name',
  'manufacturer.uid': 'uid',
  'offers.sku': 'part_number',
  'offers.seller.name': 'name',
  'offers.seller.uid': 'uid',
  'offers.packaging': 'name',
  'offers.in_stock_quantity': 'number',
  'offers.moq': 'number',
  'offers.factory_lead_days': 'number',
  'offers.is_authorized': 'boolean',
  avg_price: 'number',
  'descriptions.value': 'text',
  short_description: 'text',
  category_uids: 'uid',
};

const COMPANY_FIELDS: Readonly<Record<string, FieldKind>> = { uid: 'uid', name: 'name' };

/** The plain fieldnames of each collection; parts have `specs.<key>.value`, `.min_value`, `.max_value` besides. */
export const FIELDS: Readonly<Record<CollectionName, Readonly<Record<string, FieldKind>>>> = {
  parts: PART_FIELDS,
  brands: COMPANY_FIELDS,
  manufacturers: COMPANY_FIELDS,
  sellers: COMPANY_FIELDS,
  categories: { uid: 'uid', name: 'name', parent_uid: 'uid', ancestor_uids: 'uid' },
};

const SPEC_PREFIX = 'specs.';
/** In the order in which answers tell of them. */
export const SPEC_MEMBERS: readonly SpecMember[] = ['value', 'min_value', 'max_value'];

/** The spec key and member of a fieldname, or undefined where it names no spec. The key may hold dots and `.value`. */
export function parseSpecField(name: string): { key: string; member: SpecMember } | undefined {
  if (!name.startsWith(SPEC_PREFIX)) return undefined;
  for (const member of SPEC_MEMBERS) {
    const end = name.length - member.length - 1;
    if (end >= SPEC_PREFIX.length && name.endsWith(`.${member}`)) return { key: name.slice(SPEC_PREFIX.length, end), member };
  }
  return undefined;
}

/** The fieldname of a member of a spec. */
export function specField(key: string, member: SpecMember): string {
  return `${SPEC_PREFIX}${key}.${member}`;
}

/** The field that a fieldname names, or undefined if the collection has no such field. */
export function findField(collection: CollectionName, name: string): Field | undefined {
  const fields = FIELDS[collection];
  if (Object.hasOwn(fields, name)) return { name, kind: fields[name] };
  const spec = collection === 'parts' ? parseSpecField(name) : undefined;
  return spec && { name, kind: spec.member === 'value' ? 'spec' : 'number', spec };
}

/** The valid fieldnames nearest to one that is not; `specKeys` are those of the catalog, where they are known. */
export function nearestFields(collection: CollectionName, name: string, specKeys: () => Iterable<string> = () => []): string[] {
  return collection === 'parts' ? nearestPartFields(name, specKeys()) : nearestNames(name, validNames(collection));
}

function validNames(collection: CollectionName): string[] {
  const names = Object.keys(FIELDS[collection]);
  if (collection === 'parts') names.push(...SPEC_MEMBERS.map((member) => specField('<key>', member)));
  return names;
}

/** A spec is mostly asked for by its key alone, or without `.value`. */
function nearestPartFields(name: string, specKeys: Iterable<string>): string[] {
  const inSpecs = name.startsWith(SPEC_PREFIX) && name.length > SPEC_PREFIX.length;
  const key = inSpecs ? name.slice(SPEC_PREFIX.length) : name;
  const keys = [...specKeys];
  const member = inSpecs ? memberMeant(key, keys) : undefined;
  if (member) return [member];
  const known = nearestSpecKey(key, keys);
  const spec = known ?? (inSpecs ? shorten(key) : undefined);
  if (spec === undefined) return nearestNames(name, validNames('parts'));
  if (inSpecs || known === name) return [specField(spec, 'value')];
  return [specField(spec, 'value'), ...nearestNames(name, validNames('parts'))].slice(0, 3);
}

/** What is asked of a spec that there is, as `specs.<key>.unit` or `specs.<key>.min` would, comes near one of its fields. */
function memberMeant(name: string, specKeys: readonly string[]): string | undefined {
  if (specKeys.includes(name)) return undefined;
  const asked = `${name.toLowerCase()}.`;
  const before = specKeys.filter((key) => asked.startsWith(`${key.toLowerCase()}.`));
  if (before.length === 0) return undefined;
  const key = before.reduce((a, b) => (b.length > a.length ? b : a));
  const rest = name.toLowerCase().slice(key.toLowerCase().length + 1);
  return specField(key, SPEC_MEMBERS.find((member) => member.startsWith(rest)) ?? 'value');
}

/** The spec key that was probably meant: the same one, else the nearest if few letters differ. */
export function nearestSpecKey(key: string, specKeys: Iterable<string>): string | undefined {
  const wanted = key.slice(0, 200).toLowerCase();
  let most = Math.max(1, Math.floor(wanted.length / 4));
  let nearest: string | undefined;
  for (const candidate of specKeys) {
    if (candidate === key) return candidate;
    if (Math.abs(candidate.length - wanted.length) > most) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance > most || (distance === most && nearest !== undefined)) continue;
    most = distance;
    nearest = candidate;
  }
  return nearest;
}

/** Up to three of `names`, those with the smallest edit distance to `name` first. */
export function nearestNames(name: string, names: readonly string[]): string[] {
  const wanted = name.slice(0, 200).toLowerCase();
  return names
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, candidate) }))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map((entry) => entry.candidate);
}

/** Edit distance to the name or, half a step further, to one of its dotted parts. */
function distanceTo(wanted: string, candidate: string): number {
  let best = editDistance(wanted, candidate);
  for (const piece of candidate.split('.')) best = Math.min(best, editDistance(wanted, piece) + 0.5);
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, previous[j] + 1, current[j - 1] + 1));
    }
    previous = current;
  }
  return previous[b.length];
}

/** Text of the user's for an error message: at most 80 characters. */
export function shorten(text: string, length = 80): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

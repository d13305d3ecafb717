import fc from 'fast-check';
import { attribution, listOrScalar, rarely, some, unknownMember } from './members.js';
import { offerExtras, ownMembers } from './own-fields.js';
import { specMetadata, specs, withManySpecs } from './specs.js';
import { hexUids, NUMBER_SCALES, names, numberValues, partNumbers, partUids, strangeTexts, texts, words } from './text.js';

/** A catalog's source as plain JSON, whatever the types of the documents allow. */
export interface JsonSource {
  parts: object[];
  categories: object[];
  brands: object[];
  manufacturers: object[];
  sellers: object[];
  spec_metadata: object[];
}

const CATEGORY_UIDS = ['cat0', 'cat1', 'cat2', '00000000000000c3', '00000000000000c4', 'cat 5', 'cat6', 'cat7'];
const COMPANY_UIDS = ['co0', 'co1', '00000000000000d2', '00000000000000d3', 'co 4', 'co5'];

/** The deepest member with a name, and its neighbours: `deep.d` and so on through as many objects. */
export const DEEP_PATHS = [99, 100, 101].map((depth) => `deep${'.d'.repeat(depth)}`);

/** Objects inside each other, some of them inside lists. */
const deepMember = () =>
  fc.tuple(fc.integer({ min: 98, max: 102 }), fc.nat(3)).map(([depth, lists]) => {
    let value: unknown = { d: 1, e: 2 };
    for (let i = 1; i < depth; i++) value = i <= lists ? [{ d: value }, 5] : { d: value };
    return value;
  });

const inlineCompany = () =>
  some({
    uid: fc.constantFrom(...COMPANY_UIDS),
    name: rarely(names()),
    homepage_url: rarely(fc.constantFrom('http://a', 'http://b', '')),
    aliases: rarely(listOrScalar(names(), 2)),
    id: unknownMember(),
    __class__: fc.constant('Brand'),
  });

/** A company as a part refers to it: by its uid alone, or with some of its members. */
const reference = (more: { [member: string]: fc.Arbitrary<unknown> } = {}) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ uid: fc.constantFrom(...COMPANY_UIDS, 'only here') }) },
    { weight: 3, arbitrary: fc.tuple(inlineCompany(), some(more)).map(([company, others]) => ({ ...company, ...others })) },
  );

const sellerReference = () => reference({ display_flag: rarely(fc.constantFrom('DE', '')), has_ecommerce: rarely(fc.boolean()) });

const priceBreaks = () =>
  fc.array(
    fc.tuple(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom<string | number>(1, 10, '5', '1.0', 100, '1e3', 2.5) }, numberValues()),
      fc.oneof(numberValues(), NUMBER_SCALES.voltages()),
    ),
    { maxLength: 3, size: 'max' },
  );

const inlineSeller = () =>
  fc
    .tuple(
      sellerReference(),
      some({ display_flag: rarely(fc.constantFrom('US', 'DE', 'us')), terms: fc.constantFrom<unknown>('net30', 5, ['a', 'b']) }),
    )
    .map(([company, more]) => ({ ...company, ...more }));

const offer = () => fc.tuple(plainOffer(), fc.oneof(fc.constant({}), offerExtras())).map(([a, b]) => ({ ...a, ...b }));

const plainOffer = () =>
  some({
    sku: rarely(fc.oneof({ weight: 9, arbitrary: partNumbers() }, fc.constantFrom<string | number>('', 123456, 1e21, 0.5))),
    seller: rarely(inlineSeller()),
    prices: rarely(
      some({
        USD: rarely(priceBreaks()),
        EUR: priceBreaks(),
        GBP: priceBreaks(),
        usd: priceBreaks(),
        ['__proto__']: priceBreaks(),
      }),
    ),
    in_stock_quantity: rarely(fc.oneof(numberValues(), fc.constantFrom(-1, -2, -3, -4, 100))),
    moq: rarely(fc.oneof(numberValues(), NUMBER_SCALES.few())),
    factory_lead_days: numberValues(),
    packaging: rarely(names()),
    is_authorized: rarely(fc.boolean()),
    product_url: rarely(fc.constant('http://o')),
    _naive_id: unknownMember(),
  });

const asset = () =>
  some({
    url: fc.constant('http://x'),
    mimetype: rarely(fc.constant('a/b')),
    metadata: rarely(fc.constant({ pages: null, __class__: 'M' })),
  });

/** A text, or what answers have where there is none. */
const textOrNone = () => rarely(fc.oneof({ weight: 3, arbitrary: words() }, { weight: 1, arbitrary: fc.constant([]) }));

/** What is only ever stored and shown. */
const attachments = () =>
  some({
    external_links: rarely(some({ product_url: rarely(fc.constant('http://p')) })),
    broker_listings: rarely(listOrScalar(some({ seller: rarely(sellerReference()), listing_url: fc.constant('http://l') }), 2)),
    imagesets: rarely(listOrScalar(some({ swatch_image: rarely(asset()), credit_string: fc.constant('c') }), 2)),
    datasheets: rarely(
      listOrScalar(
        fc.tuple(asset(), some({ attribution: attribution() })).map(([a, b]) => ({ ...a, ...b })),
        2,
      ),
    ),
    compliance_documents: listOrScalar(some({ url: fc.constant('u'), subtypes: rarely(listOrScalar(words(), 2)) }), 2),
    reference_designs: listOrScalar(some({ url: fc.constant('u'), title: textOrNone(), description: textOrNone() }), 2),
    cad_models: rarely(listOrScalar(asset(), 2)),
    catalog_url: rarely(fc.constant('http://part')),
    custom: unknownMember(),
    aliases: unknownMember(),
    deep: deepMember(),
    'custom.dotted': unknownMember(),
    __class__: fc.constant('Part'),
  });

const STATUSES = ['Active', 'NRND', 'Not For New Designs', 'Obsolete (2019)', 'EOL', 'obsoleted', 'New', '', 'Contact Factory'];

/** The spec that says where a part is in its life cycle. */
const lifeCycle = () => fc.record({ lifecycle_status: fc.record({ value: listOrScalar(fc.constantFrom(...STATUSES), 2) }) });

/** The specs of a part with another one, if it has any or has some. */
const withSpec = (specs: object | null | undefined, more: object): { specs?: object } =>
  specs === null || Object.keys(more).length === 0 ? {} : { specs: { ...specs, ...more } };

const part = () =>
  fc
    .tuple(
      fc.record({
        uid: partUids(),
        mpn: fc.oneof(
          { weight: 12, arbitrary: partNumbers() },
          { weight: 1, arbitrary: fc.constantFrom<string | number>(123456, 1e21, 0.5, 12e-7) },
        ),
      }),
      some({
        brand: rarely(fc.tuple(reference(), some({ house: partNumbers() })).map(([a, b]) => ({ ...a, ...b }))),
        manufacturer: rarely(reference()),
        offers: rarely(listOrScalar(offer(), 3)),
        descriptions: rarely(listOrScalar(some({ value: rarely(texts()), attribution: attribution() }), 3)),
        short_description: rarely(texts()),
        specs: rarely(specs()),
        category_uids: rarely(listOrScalar(fc.constantFrom(...CATEGORY_UIDS), 3)),
      }),
      fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: attachments() }),
      fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: ownMembers() }),
      fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: lifeCycle() }),
    )
    .map(([a, b, c, d, lifeCycleSpec]) => ({ ...a, ...b, ...c, ...d, ...withSpec(b.specs, lifeCycleSpec) }));

/** Gives the parts uids that were merged into them, where these do not live. */
function redirected(parts: { uid: string }[], merged: readonly string[]): object[] {
  const existing = new Set(parts.map(({ uid }) => uid));
  const free = merged.filter((uid) => !existing.has(uid));
  return parts.map((p, i) => {
    const own = free.filter((_, n) => n % parts.length === i);
    return own.length === 0 ? p : { ...p, redirected_uids: own.length === 1 && i % 2 === 0 ? own[0] : own };
  });
}

const parts = (minParts: number, maxParts: number): fc.Arbitrary<object[]> =>
  fc
    .tuple(
      fc.uniqueArray(part(), { selector: ({ uid }) => uid, minLength: minParts, maxLength: maxParts, size: 'max' }),
      fc.uniqueArray(fc.oneof(hexUids(), fc.constantFrom('old', 'merged away', 'é')), { maxLength: 4 }),
    )
    .map(([list, merged]) => redirected(list, merged));

/** What a category's record says of its place in the tree, which `parent` and `ancestors` are. */
type Links = 'nothing' | 'parent' | 'ancestors' | 'parent and ancestors' | 'other ancestors';

const categoryNode = () =>
  fc.record({
    listed: fc.nat(6).map((n) => n > 0),
    above: fc.nat(8),
    links: fc.constantFrom<Links>(
      ...(['nothing', 'parent', 'parent', 'parent', 'ancestors', 'parent and ancestors', 'other ancestors'] as const),
    ),
    name: names(),
    others: some({
      id: unknownMember(),
      num_parts: rarely(fc.nat()),
      children_uids: rarely(listOrScalar(fc.constantFrom(...CATEGORY_UIDS), 2)),
      ancestor_names: rarely(listOrScalar(names(), 2)),
      aliases: rarely(listOrScalar(names(), 2)),
      imagesets: rarely(listOrScalar(some({ credit_string: fc.constant('c') }), 2)),
    }),
    isPlain: fc.boolean(),
  });

/**
 * Categories in trees: the parent of each, if any, comes before it in the list of uids. A parent without a record is
 * among the ancestors that are given. The records come in any order.
 */
const categories = (): fc.Arbitrary<object[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...CATEGORY_UIDS.keys()], { minLength: CATEGORY_UIDS.length }),
      ...CATEGORY_UIDS.map(categoryNode),
    )
    .map(([order, ...nodes]) => {
      const parentOf = (i: number): number | undefined => {
        const { links, above } = nodes[i];
        return links !== 'nothing' && above < i ? above : undefined;
      };
      const ancestors = (i: number): string[] => {
        const parent = parentOf(i);
        return parent === undefined ? [] : [...ancestors(parent), CATEGORY_UIDS[parent]];
      };
      const placeOf = (i: number): object => {
        const parent = parentOf(i);
        if (parent === undefined)
          return [{}, { parent_uid: null }, { ancestor_uids: [] }, { ancestor_uids: null }][nodes[i].above % 4];
        const parent_uid = CATEGORY_UIDS[parent];
        const known = nodes[parent].listed ? nodes[i].links : 'parent and ancestors';
        if (known === 'ancestors') return { ancestor_uids: ancestors(i) };
        if (known === 'parent') return { parent_uid };
        return { parent_uid, ancestor_uids: known === 'other ancestors' ? CATEGORY_UIDS[i - 1] : ancestors(i) };
      };
      return order.flatMap((i) => {
        const { listed, name, others, isPlain } = nodes[i];
        return listed ? [{ uid: CATEGORY_UIDS[i], name, ...placeOf(i), ...(isPlain ? {} : others) }] : [];
      });
    });

const companies = (more: object = {}): fc.Arbitrary<object[]> =>
  fc.uniqueArray(
    fc
      .tuple(
        fc.record({ uid: fc.constantFrom(...COMPANY_UIDS, 'only here'), name: names() }),
        some({
          aliases: rarely(listOrScalar(names(), 3)),
          homepage_url: rarely(fc.constant('http://r')),
          id: unknownMember(),
          ...more,
        }),
      )
      .map(([a, b]) => ({ ...a, ...b })),
    { selector: ({ uid }) => uid, maxLength: 4 },
  );

export interface CatalogSize {
  /** Parts at least and at most; default 0 and 60. */
  readonly minParts?: number;
  readonly maxParts?: number;
  /** Percentage of catalogs with more spec keys than a drilldown returns; default 10. */
  readonly manyKeys?: number;
}

export function catalogs({ minParts = 0, maxParts = 60, manyKeys = 10 }: CatalogSize = {}): fc.Arbitrary<JsonSource> {
  return fc.record(
    {
      parts: withManySpecs(parts(minParts, maxParts), manyKeys),
      categories: categories(),
      brands: companies(),
      manufacturers: companies(),
      sellers: companies({ display_flag: rarely(strangeTexts()), has_ecommerce: rarely(fc.boolean()) }),
      spec_metadata: specMetadata(),
    },
    { noNullPrototype: true },
  );
}

/** Catalogs of which most have parts enough for something to count. */
export function fullCatalogs(): fc.Arbitrary<JsonSource> {
  return fc.oneof({ weight: 1, arbitrary: catalogs() }, { weight: 2, arbitrary: catalogs({ minParts: 30, manyKeys: 20 }) });
}

/**
 * Catalogs of some thousand parts, for what only sets in where postings, dictionaries and documents fill several
 * blocks: the parts of a small catalog many times over, each copy a little different.
 */
export function largeCatalogs(): fc.Arbitrary<JsonSource> {
  return fc
    .tuple(catalogs({ minParts: 11, manyKeys: 40 }), fc.integer({ min: 40, max: 120 }))
    .map(([source, times]) => ({ ...source, parts: source.parts.flatMap((first, i) => copies(first as Part, i, times)) }));
}

type Part = { uid: string; mpn: string | number; descriptions?: unknown; specs?: object | null };

function copies(first: Part, index: number, times: number): object[] {
  return Array.from({ length: times }, (_, copy) => {
    if (copy === 0) return first;
    const { redirected_uids, ...part } = first as Part & { redirected_uids?: unknown };
    const uid =
      copy % 4 === 0
        ? `copy ${copy} of ${index}`
        : BigInt.asUintN(64, BigInt(index * 1000 + copy) * 0x9e37_79b9_7f4a_7c15n)
            .toString(16)
            .padStart(16, '0');
    const mpn = copy % 3 === 0 ? part.mpn : `${part.mpn}${['-', ' ', '/'][copy % 3]}${copy % 7 === 0 ? index : copy}`;
    const value = `${['', '𠮷', '\uFFFD', 'ﬀ', 'É'][copy % 5]}lot ${copy} word${(copy * 7 + index) % 300} ${copy % 2 === 0 ? 'common' : 'usual common'}`;
    const specs = { ...part.specs, serial: { value: [copy / 8, index], metadata: { datatype: 'decimal' } } };
    return { ...part, uid, mpn, ...(copy % 5 === 0 ? {} : { descriptions: [{ value }] }), ...(copy % 2 === 0 ? { specs } : {}) };
  });
}

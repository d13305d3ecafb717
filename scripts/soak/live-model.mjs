/** The catalog of the soak test of live catalogs: what each commit changes follows from its number, so that every thread knows it. */

const UIDS = 6000;
/** Uids that an update changes at most. */
const CHANGES = 60;
const WORDS = 10;
const BRANDS = 7;

/** Reproducible pseudo-random numbers, from 0 to below `most`. */
export function numbers(seed) {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return (most) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * most);
  };
}

/** A part as a commit puts it. */
export function partOf(number, version) {
  return {
    uid: `part-${number}`,
    mpn: `P${number}X${version}`,
    brand: { uid: `brand-${number % BRANDS}`, name: `Brand ${number % BRANDS}` },
    descriptions: [{ value: `A part of the soak test, number ${number}, with word${version % WORDS} of all.` }],
    offers: [
      {
        sku: `S-${number}`,
        seller: { uid: 'seller', name: 'Seller' },
        in_stock_quantity: version,
        prices: { USD: [[1, '0.5']] },
      },
    ],
  };
}

/** The versions of the living parts as of a commit. */
export class Model {
  commit = 0;
  versions = new Map();

  /** What a commit changes, of which the first has many parts. */
  static changesOf(commit) {
    const below = numbers(commit);
    const changed = new Map();
    const count = commit === 1 ? UIDS : 1 + below(CHANGES);
    for (let i = 0; i < count; i++) {
      const number = commit === 1 ? i : below(UIDS);
      changed.set(number, commit > 1 && below(4) === 0 ? undefined : commit);
    }
    return changed;
  }

  /** Goes on to a commit. */
  forward(commit) {
    while (this.commit < commit) {
      this.commit++;
      for (const [number, version] of Model.changesOf(this.commit)) {
        if (version === undefined) this.versions.delete(number);
        else this.versions.set(number, version);
      }
    }
  }

  copy() {
    const model = new Model();
    model.commit = this.commit;
    model.versions = new Map(this.versions);
    return model;
  }

  count(isWanted) {
    let count = 0;
    for (const [number, version] of this.versions) if (isWanted(number, version)) count++;
    return count;
  }
}

/** Sends one request of some kind, and throws if the answer is not that of the model. */
export async function ask(catalog, model, below) {
  const { what, found, wanted } = await KINDS[below(KINDS.length)](catalog.parts, model, below);
  expectSame(what, model, found, wanted);
}

/** The kinds of requests: each sends one, and returns what was found and what the model says. */
const KINDS = [
  async (parts, model, below) => {
    const number = below(UIDS);
    const found = await parts.get(`part-${number}`, { show: ['mpn'] });
    const version = model.versions.get(number);
    return { what: 'get', found: found?.mpn, wanted: version === undefined ? undefined : `P${number}X${version}` };
  },
  async (parts, model, below) => {
    const word = below(WORDS);
    const { hits } = await parts.search({ q: `word${word}`, limit: 20 });
    return { what: 'q', found: hits, wanted: model.count((_, version) => version % WORDS === word) };
  },
  async (parts, model, below) => {
    const least = below(model.commit + 1);
    const queries = [`offers.in_stock_quantity:[${least} TO *]`];
    const { hits } = await parts.search({ filter: { queries }, limit: 1 });
    return { what: 'range', found: hits, wanted: model.count((_, version) => version >= least) };
  },
  async (parts, model) => {
    const { facet_results } = await parts.search({ facet: { fields: { 'brand.name': { include: true } } }, limit: 1 });
    const counts = facet_results.fields['brand.name'].facets.map(({ value, count }) => `${value} ${count}`).sort();
    const wanted = Array.from({ length: BRANDS }, (_, i) => `Brand ${i} ${model.count((number) => number % BRANDS === i)}`);
    return { what: 'facet', found: counts.join(), wanted: wanted.sort().join() };
  },
  async (parts, model, below) => {
    const number = below(UIDS);
    const { hits } = await parts.search({ filter: { queries: [`mpn:P${number}X*`] } });
    return { what: 'wildcard', found: hits, wanted: model.versions.has(number) ? 1 : 0 };
  },
  async (parts, model) => {
    const field = 'offers.in_stock_quantity';
    const { stats_results } = await parts.search({ stats: { [field]: { include: true } }, limit: 1 });
    const { count, max } = stats_results[field];
    const most = [...model.versions.values()].reduce((a, b) => Math.max(a, b), 0);
    return { what: 'stats', found: `${count} ${max}`, wanted: `${model.versions.size} ${most}` };
  },
];

function expectSame(what, { commit }, found, wanted) {
  if (found !== wanted) throw new Error(`${what} as of commit ${commit}: ${found}, not ${wanted}`);
}

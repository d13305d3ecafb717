import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalogFiles } from '../../../src/node/partdex-node.js';
import { buildCatalog, type Catalog, type SearchRequest, ValidationError } from '../../../src/partdex.js';
import { createRestApi } from '../../../src/rest/partdex-rest.js';
import { rejectionOf } from '../../support/thrown.js';

const PART = {
  uid: 'p',
  mpn: '  RC0603FR-07 10KL®',
  brand: { uid: 'b' },
  manufacturer: { uid: 'm', name: 'Yageo Corporation' },
  offers: [
    { sku: 'x-1', seller: { uid: 's', name: 'North & South' } },
    { sku: 'RC0603FR0710KL', seller: { uid: 't', name: 'Yageo' } },
  ],
  short_description: 'Chip resistor',
  descriptions: [{ value: 'Pin: 10 – 12' }, { value: 'Thick Film Resistor, 10 kΩ ±1 %, thick film' }],
  specs: {
    'case.size': { value: ['0603 (1608)', '0603'] },
    power: { value: [0.1] },
    codes: { value: ['R10', 10], metadata: { key: 'codes', datatype: 'string' } },
  },
  aka_mpns: [['PN-7'], 7, 'pn7'],
  notes: { text: 'handle film with care', count: 5 },
};
const FIELDS = [{ name: 'notes.text', kind: 'text', keywords: true }] as const;

const built = buildCatalog(
  { parts: [PART as never], brands: [{ uid: 'b', name: 'Yageo™', aliases: ['Phycomp'] }] as never },
  { fields: [...FIELDS] },
);

/** The marked pieces of the answered document, with their paths. */
async function marked(request: SearchRequest, catalog: Catalog | Promise<Catalog> = built): Promise<string[]> {
  const { parts } = await catalog;
  const { results, hits } = await parts.search({ ...request, highlight: true });
  expect(hits).toBe(1);
  const document = await parts.get('p', { include: ['short_description', 'descriptions', 'specs', 'aka_mpns', 'notes'] });
  return (results[0].highlights ?? []).map(({ path, offset, length }) => {
    const steps = path
      .replace('case.size', 'case_size')
      .split(/\.|\[|\]\.?/)
      .filter(Boolean)
      .map((step) => step.replace('case_size', 'case.size'));
    const value = steps.reduce<unknown>((holder, step) => (holder as Record<string, unknown>)[step], document);
    return `${path}: ${String(value).slice(offset, offset + length)}`;
  });
}
const asked = (...queries: string[]) => marked({ filter: { queries } });

describe('highlights of q', () => {
  it.each<[string, string[]]>([
    ['film', ['descriptions[1].value: Film', 'descriptions[1].value: film', 'notes.text: film']],
    ['"thick film"', ['descriptions[1].value: Thick Film', 'descriptions[1].value: thick film']],
    // A phrase and one of its words are one place; a term that occurs in another value adds its own.
    ['"thick film" film', ['descriptions[1].value: Thick Film', 'descriptions[1].value: thick film', 'notes.text: film']],
    ['kohm', ['descriptions[1].value: kΩ']],
    ['10', ['descriptions[0].value: 10', 'descriptions[1].value: 10']],
    // The name of the brand's record, in the order of the document; aliases are never shown.
    ['yageo', ['brand.name: Yageo', 'offers[1].seller.name: Yageo']],
    // Part numbers meet by form, whole: from their first letter or digit to their last.
    ['rc0603fr0710kl', ['mpn: RC0603FR-07 10KL', 'offers[1].sku: RC0603FR0710KL']],
    ['rc0603*kl', ['mpn: RC0603FR-07 10KL', 'offers[1].sku: RC0603FR0710KL']],
    ['RC0603FR', ['mpn: RC0603FR']],
    ['pn7', ['aka_mpns[0][0]: PN-7', 'aka_mpns[2]: pn7']],
    ['pn', ['aka_mpns[0][0]: PN']],
    ['7', ['aka_mpns[0][0]: 7', 'aka_mpns[1]: 7']],
    ['resistor -capacitor NOT "film capacitor"', ['descriptions[1].value: Resistor']],
    ['-capacitor', []],
    ['', []],
  ])('%j', async (q, expected) => {
    expect(await marked({ q })).toEqual(expected);
  });

  it('are there only where they are asked for', async () => {
    const { parts } = await built;
    const plain = await parts.search({ q: 'film', highlight: false });
    expect(Object.keys(plain.results[0])).toEqual(['item']);
    expect(plain.request).not.toHaveProperty('highlight');
    const answer = await parts.search({ q: 'film', highlight: true, show: ['mpn'] });
    expect(answer.request.highlight).toBe(true);
    expect(Object.keys(answer.results[0])).toEqual(['item', 'highlights', 'snippet']);
    expect(answer.results[0].item).toEqual({ mpn: PART.mpn });
    expect(JSON.parse(await parts.searchText({ q: 'film', highlight: true, show: ['mpn'] })).results).toEqual(answer.results);
    for await (const item of parts.scan({ q: 'film', highlight: true, show: ['mpn'] })) expect(item).toEqual({ mpn: PART.mpn });
    expect(await rejectionOf(parts.search({ highlight: 'yes' as never }))).toBeInstanceOf(ValidationError);
  });

  it('mark the names of other records', async () => {
    const { brands } = await built;
    const { results } = await brands.search({ q: 'yageo', highlight: true });
    expect(results).toMatchObject([{ highlights: [{ path: 'name', offset: 0, length: 5 }], snippet: null }]);
    expect((await brands.search({ q: 'phycomp', highlight: true })).results[0].highlights).toEqual([]);
  });
});

describe('highlights of filter queries', () => {
  it.each<[string, string[]]>([
    ['short_description:chip', ['short_description: Chip']],
    ['short_description:"chip resistor"', ['short_description: Chip resistor']],
    // Words that match, else the whole value.
    ['descriptions.value:r?sist*', ['descriptions[1].value: Resistor']],
    ['descriptions.value:(thick AND film)', ['Thick', 'Film', 'thick', 'film'].map((text) => `descriptions[1].value: ${text}`)],
    ['manufacturer.name:"yageo c*"', []],
    ['manufacturer.name:yageo\\ c*', ['manufacturer.name: Yageo Corporation']],
    ['offers.seller.name:(north OR west)', ['offers[0].seller.name: North']],
    ['offers.seller.name:"&"', []],
    ['specs.case.size.value:0603', ['specs.case.size.value[0]: 0603', 'specs.case.size.value[1]: 0603']],
    ['specs.codes.value:10', ['specs.codes.value[1]: 10']],
    ['mpn:rc0603fr-0710kl', ['mpn: RC0603FR-07 10KL']],
    ['mpn:rc*', ['mpn: RC0603FR-07 10KL']],
    ['NOT mpn:x', []],
    ['NOT (NOT brand.name:yageo)', []],
    ['brand.name:(-x yageo)', ['brand.name: Yageo']],
    ['brand.name:* specs.power.value:0.1 brand.uid:b brand.name:[a TO z] *:*', []],
    ['notes.text:care', ['notes.text: care']],
    // Ranges of one value: `ask` writes names so.
    ['brand.name:[Yageo TO yageo]', ['brand.name: Yageo™']],
    ['brand.name:[Yageo TO Yageo} OR mpn:rc*', ['mpn: RC0603FR-07 10KL']],
    ['manufacturer.name:["yageo corporation" TO "Yageo Corporation"]', ['manufacturer.name: Yageo Corporation']],
    ['manufacturer.name:[Yageo TO Yageo] OR brand.name:yageo', ['brand.name: Yageo']],
    ['offers:(seller.name:["North & South" TO "North & South"])', ['offers[0].seller.name: North & South']],
    ['specs.case.size.value:["0603 (1608)" TO "0603 (1608)"]', ['specs.case.size.value[0]: 0603 (1608)']],
    ['mpn:["rc0603fr-0710kl" TO "RC0603FR 0710KL"]', ['mpn: RC0603FR-07 10KL']],
    ['words:["chip resistor" TO "chip resistor"]', ['short_description: Chip resistor']],
  ])('%s', async (query, expected) => {
    const { parts } = await built;
    const { hits } = await parts.search({ filter: { queries: [query] } });
    const places = hits === 1 ? await asked(query) : [];
    expect(places.map((place) => place.replace('specs.case.size.value[1]: 060', 'specs.case.size.value[1]: 060'))).toEqual(
      expected,
    );
  });

  it('values of filter.fields are choices, not questions', async () => {
    expect(await marked({ filter: { fields: { 'brand.name': ['Yageo™'] } } })).toEqual([]);
  });
});

it('of questions mark names', async () => {
  const { parts } = await built;
  const { results } = await parts.ask('yageo resistor from north & south', { highlight: true });
  const paths = results[0].highlights?.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['brand.name', 'descriptions[1].value', 'offers[0].seller.name']));
});

describe('snippets', () => {
  it.each<[SearchRequest, string | null]>([
    [{ q: 'film' }, PART.descriptions[1].value],
    [{ q: '10' }, PART.descriptions[0].value],
    [{ q: 'yageo' }, PART.short_description],
    [{}, PART.short_description],
  ])('%j', async (request, snippet) => {
    const { results } = await (await built).parts.search({ ...request, highlight: true });
    expect(results[0].snippet).toBe(snippet);
  });

  it('are null without a text', async () => {
    const { parts } = await buildCatalog({ parts: [{ uid: 'a', mpn: 'x', descriptions: [{ value: 'y' }] }] as never });
    expect((await parts.search({ q: 'x', highlight: true })).results[0].snippet).toBe(null);
  });
});

describe('highlights', () => {
  it('of several files are those of one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'highlights-'));
    try {
      const paths: string[] = [];
      for (const uid of ['p', 'q']) {
        const path = join(folder, `${uid}.pdx`);
        const one = await buildCatalog({ parts: [{ ...PART, uid }] as never }, { fields: [...FIELDS] });
        writeFileSync(path, await one.toBytes());
        paths.push(path);
      }
      const catalog = await openCatalogFiles(paths);
      const { results } = await catalog.parts.search({ q: 'film', highlight: true });
      const { results: expected } = await (await built).parts.search({ q: 'film', highlight: true });
      expect(results.map(({ highlights }) => highlights)).toEqual([expected[0].highlights, expected[0].highlights]);
      await catalog.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are arguments of URLs', async () => {
    const api = createRestApi(await built, { isValidKey: () => true, classNames: true });
    const { body } = await api.handle('/parts/search?apikey=k&q=chip&filter[queries][]=short_description:chip&highlight=true');
    expect(JSON.parse(body)).toMatchObject({ results: [] });
    const found = JSON.parse((await api.handle('/parts/search?apikey=k&q=resistor&highlight')).body);
    expect(found.results[0]).toMatchObject({ highlights: [{ path: 'descriptions[1].value', offset: 11, length: 8 }] });
    expect(found.results[0].snippet).toBe(PART.descriptions[1].value);
    expect(found.results[0].highlights[0]).not.toHaveProperty('__class__');
  });

  it('show nothing of hidden members', async () => {
    for (const [hide, expected] of [
      [['descriptions'], { highlights: ['brand.name', 'offers[1].seller.name'], snippet: 'Chip resistor' }],
      [['descriptions.value', 'offers.seller'], { highlights: ['brand.name'], snippet: 'Chip resistor' }],
      [['short_description', 'brand'], { highlights: ['offers[1].seller.name'], snippet: null }],
    ] as const) {
      const api = createRestApi(await built, { isValidKey: () => ({ hide: [...hide] }) });
      const [result] = JSON.parse((await api.handle('/parts/search?apikey=k&q=yageo&highlight=1')).body).results;
      const highlights = result.highlights.map(({ path }: { path: string }) => path);
      expect({ highlights, snippet: result.snippet }, hide.join()).toEqual(expected);
    }
  });

  it('of long texts with many terms yield and end', async () => {
    const value = 'aa ab ac ad '.repeat(20_000);
    const { parts } = await buildCatalog({ parts: [{ uid: 'a', mpn: 'x', descriptions: [{ value }] }] as never });
    const q = Array.from({ length: 400 }, (_, i) => `"${'aa ab ac ad '.repeat((i % 40) + 1)}"`).join(' ');
    const controller = new AbortController();
    const asking = parts.search({ q, highlight: true }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    const began = performance.now();
    expect(await rejectionOf(asking)).toMatchObject({ name: 'AbortError' });
    expect(performance.now() - began).toBeLessThan(2000);
    const { results } = await parts.search({ q: '"aa ab" "ac ad"', highlight: true });
    expect(results[0].highlights?.length).toBe(40_000);
  });
});

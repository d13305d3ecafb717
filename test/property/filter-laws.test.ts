import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CollectionName } from '../../src/model/fields.js';
import type { Catalog } from '../../src/partdex.js';
import type { Asked } from '../arbitraries/requests.js';
import { listOf, member } from '../oracle/documents.js';
import { pn, tokens } from '../oracle/text.js';
import { build, collectionOf, uidsOf } from './engine.js';
import { holds, samples } from './settings.js';

/** Filter queries of the random requests to the parts, those that the engine accepts. */
async function queriesToParts(catalog: Catalog, asked: readonly Asked[]): Promise<string[]> {
  const texts = asked.flatMap(({ collection, request }) => (collection === 'parts' ? (request.filter?.queries ?? []) : []));
  const accepted = await Promise.all(
    texts.map((text) =>
      hits(catalog, text).then(
        () => true,
        () => false,
      ),
    ),
  );
  return texts.filter((_, i) => accepted[i]);
}

async function hits(catalog: Catalog, query: string): Promise<Set<string>> {
  return new Set(await uidsOf(catalog, 'parts', { filter: { queries: [query] } }));
}

const intersection = (a: ReadonlySet<string>, b: ReadonlySet<string>) => new Set([...a].filter((uid) => b.has(uid)));

it('AND is the intersection, OR the union, NOT the complement', () =>
  holds(
    samples(),
    async ({ source, asked }) => {
      const catalog = await build(source);
      const all = await hits(catalog, '*:*');
      expect(all.size).toBe(source.parts.length);
      const queries = await queriesToParts(catalog, asked);
      for (const [i, query] of queries.entries()) {
        const other = queries[(i + 1) % queries.length];
        const [a, b] = [await hits(catalog, query), await hits(catalog, other)];
        const example = `${query} and ${other} of ${JSON.stringify(source)}`;
        expect(await hits(catalog, `(${query}) AND (${other})`), example).toEqual(intersection(a, b));
        expect(await hits(catalog, `(${query}) (${other})`), example).toEqual(intersection(a, b));
        expect(await hits(catalog, `(${query}) OR (${other})`), example).toEqual(
          new Set([...all].filter((uid) => a.has(uid) || b.has(uid))),
        );
        expect(await hits(catalog, `NOT (${query})`), example).toEqual(new Set([...all].filter((uid) => !a.has(uid))));
        expect(await hits(catalog, `-(-(${query}))`), example).toEqual(a);
      }
      await catalog.close();
    },
    0.4,
  ));

it('two filter queries are AND, two filter fields are, and q is', () =>
  holds(
    samples(),
    async ({ source, asked }) => {
      const catalog = await build(source);
      for (const { collection, request } of asked) {
        const { q, filter } = request;
        const together = await uidsOf(catalog, collection, { q, filter }).catch(() => undefined);
        if (!together) continue;
        const parts = [
          { q },
          ...(filter?.queries ?? []).map((text) => ({ filter: { queries: [text] } })),
          ...Object.entries(filter?.fields ?? {}).map(([name, values]) => ({ filter: { fields: { [name]: values } } })),
        ];
        let expected = new Set(await uidsOf(catalog, collection, {}));
        for (const one of parts) expected = intersection(expected, new Set(await uidsOf(catalog, collection, one)));
        expect(new Set(together), `${JSON.stringify(request)} of ${JSON.stringify(source)}`).toEqual(expected);
      }
      await catalog.close();
    },
    0.4,
  ));

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

it('a phrase finds a part of what its words find', () =>
  holds(
    fc.tuple(samples({ requestCount: 0 }), fc.array(fc.nat(), { minLength: 8, maxLength: 8 })),
    async ([{ source, oracle }, picks]) => {
      const catalog = await build(source);
      const phrases = oracle.catalog.rows.parts
        .flatMap(({ doc }) => listOf(doc.descriptions).map((description) => member(description, 'value')))
        .filter((text) => typeof text === 'string' && tokens(text).length > 1) as string[];
      for (const pick of phrases.length > 0 ? picks : []) {
        const phrase = phrases[pick % phrases.length];
        const words = tokens(phrase);
        const group = words.map(quote).join(' AND ');
        const found = await hits(catalog, `descriptions.value:${quote(phrase)}`);
        expect(found.size).toBeGreaterThan(0);
        expect(found).toEqual(intersection(found, await hits(catalog, `descriptions.value:(${group})`)));
        // A part number can be written in pieces: what its form finds is no matter of words.
        const byNumber = new Set(
          await uidsOf(catalog, 'parts', { filter: { queries: [`mpn:${quote(phrase)} OR offers.sku:${quote(phrase)}`] } }),
        );
        const byPhrase = (await uidsOf(catalog, 'parts', { q: quote(phrase) })).filter((uid) => !byNumber.has(uid));
        const byWords = new Set(await uidsOf(catalog, 'parts', { q: words.map(quote).join(' ') }));
        expect(
          byPhrase.filter((uid) => !byWords.has(uid)),
          `${pn(phrase)} of ${JSON.stringify(source)}`,
        ).toEqual([]);
      }
      await catalog.close();
    },
    0.4,
  ));

const FACETED: readonly (readonly [CollectionName, string])[] = [
  ['parts', 'mpn'],
  ['parts', 'offers.sku'],
  ['parts', 'brand.name'],
  ['parts', 'offers.moq'],
  ['parts', 'category_uids'],
  ['parts', 'avg_price'],
  ['parts', 'offers.is_authorized'],
  ['parts', 'descriptions.value'],
  ['parts', 'specs.ohms.value'],
  ['parts', 'specs.a.value.value'],
  ['parts', 'specs.__proto__.min_value'],
  ['parts', 'uid'],
  ['brands', 'name'],
  ['categories', 'parent_uid'],
];

it('a facet value given back as a filter finds what it counted', () =>
  holds(
    fc.tuple(samples({ requestCount: 0 }), fc.shuffledSubarray([...FACETED], { minLength: 3, maxLength: 3 })),
    async ([{ source }, chosen]) => {
      const catalog = await build(source);
      for (const [collection, field] of chosen) {
        const engine = collectionOf(catalog, collection);
        const answer = await engine.search({ limit: 0, facet: { fields: { [field]: { include: true, limit: 100 } } } });
        const { facets, missing } = answer.facet_results.fields[field];
        const absent = (await engine.search({ limit: 0, filter: { queries: [`NOT ${field}:*`] } })).hits;
        expect(missing, `missing ${field} of ${JSON.stringify(source)}`).toBe(absent);
        for (const { value, count } of facets) {
          const { hits: found } = await engine.search({ limit: 0, filter: { fields: { [field]: [value] } } });
          expect(found, `${field} ${JSON.stringify(value)} of ${JSON.stringify(source)}`).toBe(count);
        }
      }
      await catalog.close();
    },
    0.4,
  ));

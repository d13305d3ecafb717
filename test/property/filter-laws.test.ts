import fc from 'fast-check';
import { it } from 'vitest';
import type { Catalog, Part } from '../../src/partdex.js';
import { partQueries, requests } from '../arbitraries/requests.js';
import { decimalText } from '../oracle/decimal.js';
import { listOf, member } from '../oracle/documents.js';
import { numbersOf, type Catalog as OracleCatalog, resolveField } from '../oracle/fields.js';
import { keywordFields } from '../oracle/q.js';
import { tokens } from '../oracle/text.js';
import { uidsOf } from '../support/property/engine.js';
import { holdsFor } from '../support/property/report.js';

async function hits(catalog: Catalog, query: string): Promise<Set<string>> {
  return new Set(await uidsOf(catalog, 'parts', { filter: { queries: [query] } }));
}

function sameSets(what: string, is: ReadonlySet<string>, wanted: ReadonlySet<string>): string | undefined {
  const same = is.size === wanted.size && [...is].every((uid) => wanted.has(uid));
  return same ? undefined : `finds ${JSON.stringify([...is])}, not ${JSON.stringify([...wanted])}: ${what}`;
}

it('AND is the intersection, OR the union, NOT the complement', () =>
  holdsFor(
    (catalog) => fc.record({ one: partQueries(catalog), two: partQueries(catalog) }),
    async (catalog, { one, two }) => {
      const [a, b] = await Promise.all([hits(catalog, one), hits(catalog, two)]).catch(() => []);
      if (!a || !b) return undefined;
      const all = await hits(catalog, '*:*');
      const laws: [string, (uid: string) => boolean][] = [
        [`(${one}) AND (${two})`, (uid) => a.has(uid) && b.has(uid)],
        [`(${one}) (${two})`, (uid) => a.has(uid) && b.has(uid)],
        [`(${one}) OR (${two})`, (uid) => a.has(uid) || b.has(uid)],
        [`(${one}) NOT (${two})`, (uid) => a.has(uid) && !b.has(uid)],
        [`NOT (${one})`, (uid) => !a.has(uid)],
        [`-(-(${one}))`, (uid) => a.has(uid)],
      ];
      for (const [query, holds] of laws) {
        const fault = sameSets(query, await hits(catalog, query), new Set([...all].filter(holds)));
        if (fault) return fault;
      }
      return undefined;
    },
    { share: 0.3 },
  ));

it('q, each filter query and each field filter narrow the answer', () =>
  holdsFor(
    requests,
    async (catalog, { collection, request: { q, filter } }) => {
      const together = await uidsOf(catalog, collection, { q, filter }).catch(() => undefined);
      if (!together) return undefined;
      const parts = [
        { q },
        ...(filter?.queries ?? []).map((text) => ({ filter: { queries: [text] } })),
        ...Object.entries(filter?.fields ?? {}).map(([name, values]) => ({ filter: { fields: { [name]: values } } })),
      ];
      let expected = await uidsOf(catalog, collection, {});
      for (const one of parts) {
        const found = new Set(await uidsOf(catalog, collection, one));
        expected = expected.filter((uid) => found.has(uid));
      }
      return sameSets('all together', new Set(together), new Set(expected));
    },
    { share: 0.3 },
  ));

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Texts of descriptions with two tokens or more. */
function phrases({ rows }: OracleCatalog): string[] {
  const values = rows.parts.flatMap(({ doc }) => listOf(doc.descriptions).map((description) => member(description, 'value')));
  return (values as (string | undefined)[]).filter((text): text is string => text !== undefined && tokens(text).length > 1);
}

it('a phrase finds a part of what its words find', () =>
  holdsFor(
    (catalog) => fc.constantFrom('thick film', ...phrases(catalog)),
    async (catalog, phrase, { catalog: oracle }) => {
      const words = tokens(phrase).map(quote);
      const found = await hits(catalog, `descriptions.value:${quote(phrase)}`);
      const byGroup = await hits(catalog, `descriptions.value:(${words.join(' AND ')})`);
      const fault = sameSets('outside of its words', new Set([...found].filter((uid) => !byGroup.has(uid))), new Set());
      if (fault) return fault;
      // A part number can be written in pieces: the law does not hold for hits of its form.
      const numbers = keywordFields(oracle, 'parts').filter(
        ({ name }) => resolveField(oracle, 'parts', name).kind === 'part_number',
      );
      const byNumber = await hits(catalog, numbers.map(({ name }) => `${name}:${quote(phrase)}`).join(' OR '));
      const byWords = new Set(await uidsOf(catalog, 'parts', { q: words.join(' ') }));
      const outside = (await uidsOf(catalog, 'parts', { q: quote(phrase) })).filter(
        (uid) => !byNumber.has(uid) && !byWords.has(uid),
      );
      return sameSets('outside of its words in q', new Set(outside), new Set());
    },
    { share: 0.3 },
  ));

/** Fields whose raw values the shown documents tell, with the way to them. */
const SHOWN: Readonly<Record<string, (part: Part) => readonly unknown[]>> = {
  uid: (part) => [part.uid],
  mpn: (part) => [part.mpn],
  'brand.name': (part) => [part.brand?.name],
  'offers.sku': (part) => (part.offers ?? []).map((offer) => offer.sku),
  'offers.packaging': (part) => (part.offers ?? []).map((offer) => offer.packaging),
  'descriptions.value': (part) => (part.descriptions ?? []).map((description) => description.value),
  short_description: (part) => [part.short_description],
};

it('a value given back as a filter finds the parts that show it', () =>
  holdsFor(
    () => fc.constantFrom(...Object.keys(SHOWN)),
    async (catalog, field) => {
      const partsWith = new Map<string, Set<string>>();
      let without = 0;
      for await (const part of catalog.parts.scan({ include: ['descriptions', 'short_description'] })) {
        const values = SHOWN[field](part).filter((value) => typeof value === 'string');
        if (values.length === 0) without++;
        for (const value of values) partsWith.set(value, (partsWith.get(value) ?? new Set()).add(part.uid));
      }
      const absent = (await catalog.parts.search({ limit: 0, filter: { queries: [`NOT ${field}:*`] } })).hits;
      if (absent !== without) return `${absent} parts without ${field}, not ${without}`;
      for (const [value, parts] of partsWith) {
        const { hits: found } = await catalog.parts.search({ limit: 0, filter: { fields: { [field]: [value] } } });
        if (found !== parts.size) return `${parts.size} parts show ${JSON.stringify(value)}, but a filter finds ${found}`;
      }
      return undefined;
    },
    { share: 0.2 },
  ));

const NUMBER_FIELDS = ['offers.in_stock_quantity', 'offers.moq', 'offers.factory_lead_days', 'avg_price'];

it('a number given back as answers write it finds the parts that have it', () =>
  holdsFor(
    ({ specTypes }) => {
      const specs = [...specTypes].flatMap(([key, type]) => [
        ...(type === 'number' ? [`specs.${key}.value`] : []),
        `specs.${key}.min_value`,
        `specs.${key}.max_value`,
      ]);
      return fc.constantFrom(...NUMBER_FIELDS, ...specs);
    },
    async (catalog, name, { catalog: { rows }, catalog: oracle }) => {
      const field = resolveField(oracle, 'parts', name);
      const counts = new Map<string, number>();
      for (const row of rows.parts)
        for (const text of numbersOf(oracle, row, field).map(decimalText)) counts.set(text, (counts.get(text) ?? 0) + 1);
      for (const [text, count] of counts) {
        const requested = [{ fields: { [name]: [text] } }, { queries: [`${escaped(name)}:"${text}"`] }];
        for (const filter of requested) {
          const { hits: found } = await catalog.parts.search({ limit: 0, filter });
          if (found !== count) return `finds ${found} parts with ${name} ${text}, not ${count}`;
        }
      }
      return undefined;
    },
    { share: 0.3 },
  ));

function escaped(name: string): string {
  return name.replace(/[()"*?[\]{}:\\\p{White_Space}]/gu, '\\$&');
}

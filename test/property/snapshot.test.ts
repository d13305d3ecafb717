import fc from 'fast-check';
import { it } from 'vitest';
import { COLLECTIONS } from '../../src/model/fields.js';
import { buildCatalog, type Catalog, type CatalogSource, openCatalog } from '../../src/partdex.js';
import { type MatchRequest, matchRequests } from '../arbitraries/matching.js';
import { type RandomRequest, requests } from '../arbitraries/requests.js';
import type { Oracle } from '../oracle/oracle.js';
import { build, canonical } from '../support/property/engine.js';
import { getProbe, matchProbe, outcome, type Probe, searchProbe } from '../support/property/probes.js';
import { holdsFor } from '../support/property/report.js';
import { samples } from '../support/property/samples.js';
import { Counterexample, holds } from '../support/property/settings.js';

interface Question {
  readonly requested: readonly RandomRequest[];
  readonly matched: readonly MatchRequest[];
}

/** Some searches, some matches and the records by their uids (of a large collection 300). */
function questions({ requested, matched }: Question, oracle: Oracle): Probe[] {
  const gets = COLLECTIONS.flatMap((collection) =>
    oracle.catalog.rows[collection].slice(0, 300).map(({ uid }) => getProbe(collection, uid)),
  );
  return [...requested.map(searchProbe), ...matched.map(matchProbe), ...gets];
}

const sameBytes = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, i) => byte === b[i]);

it('an opened catalog answers as the built one, from every kind of bytes', () =>
  holdsFor(
    (catalog): fc.Arbitrary<Question> =>
      fc.record({
        requested: fc.array(requests(catalog), { minLength: 5, maxLength: 5 }),
        matched: fc.array(matchRequests(catalog), { minLength: 3, maxLength: 3 }),
      }),
    async (built, question, oracle) => {
      const bytes = await built.toBytes();
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of built.toBlobParts()) pieces.push(Uint8Array.from(piece));
      const within = new Uint8Array(bytes.length + 8).fill(0xaa);
      within.set(bytes, 3);
      for (const given of [bytes, within.subarray(3, bytes.length + 3), new Blob(pieces)]) {
        const opened = await openCatalog(given);
        for (const send of questions(question, oracle)) {
          const [is, wanted] = [await outcome(send, opened), await outcome(send, built)];
          if (is !== wanted) return `answers ${is}\n not ${wanted}`;
        }
        await opened.validate();
        if (canonical(opened.info) !== canonical(built.info))
          return `info ${canonical(opened.info)}, not ${canonical(built.info)}`;
        if (!sameBytes(await opened.toBytes(), bytes)) return 'bytes of the opened catalog are others';
        await opened.close();
      }
      return undefined;
    },
    { share: 0.05 },
  ));

it('the same input gives the same bytes', () =>
  holds(
    samples(() => fc.constant(0)),
    async ({ source }) => {
      const [one, two] = [await build(source), await build(structuredClone(source))];
      if (!sameBytes(await one.toBytes(), await two.toBytes()))
        throw new Counterexample(`two builds differ: ${JSON.stringify(source)}`);
      await one.close();
      await two.close();
    },
    0.2,
  ));

/** The documents of a catalog, as they were given. */
async function givenDocuments(catalog: Catalog): Promise<CatalogSource> {
  const names = [...COLLECTIONS, 'spec_metadata'] as const;
  const texts = await Promise.all(
    names.map(async (name) => {
      let text = '';
      const decoder = new TextDecoder();
      for await (const bytes of catalog.toNdjson(name)) text += decoder.decode(bytes, { stream: true });
      return text;
    }),
  );
  const documentsOf = (text: string) =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return Object.fromEntries(names.map((name, i) => [name, documentsOf(texts[i])])) as unknown as CatalogSource;
}

it('the documents that a catalog gives back build the same bytes', () =>
  holds(
    samples(() => fc.constant(0)),
    async ({ source }) => {
      const first = await build(source);
      const { priceCurrency, fields } = first.info;
      const again = await buildCatalog(await givenDocuments(first), { priceCurrency, fields });
      if (!sameBytes(await first.toBytes(), await again.toBytes()))
        throw new Counterexample(`two builds differ: ${JSON.stringify(source)}`);
      await first.close();
      await again.close();
    },
    0.2,
  ));

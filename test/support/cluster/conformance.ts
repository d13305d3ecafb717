import type { Client } from '@opensearch-project/opensearch';
import fc from 'fast-check';
import { countLimits } from '../../../src/opensearch/compile/counts.js';
import { openOpenSearchCatalog, pushCatalog } from '../../../src/opensearch/partdex-opensearch.js';
import { type Catalog, InvalidDocumentError, UnsupportedError } from '../../../src/partdex.js';
import { catalogs, type JsonSource } from '../../arbitraries/catalogs.js';
import type { Catalog as OracleCatalog } from '../../oracle/fields.js';
import { build } from '../property/engine.js';
import { type Sample, samples } from '../property/samples.js';
import { RUNS, SEED } from '../property/settings.js';
import { freshIndex, removeIndices } from './connected.js';

/** What the same requests to a cluster and to a catalog in process have shown. */
export interface Conformance {
  readonly asked: number;
  /** Questions that the cluster refused with an `UnsupportedError`, by what it names. */
  readonly refused: ReadonlyMap<string, number>;
  /** What differs, with the question. */
  readonly faults: readonly string[];
}

/** Asks both catalogs: what they answer, as JSON that must be the same. */
export type Ask<Question> = (catalog: Catalog, question: Question) => Promise<unknown>;

/** Questions to each random catalog: more than elsewhere, since an index takes as long as some of them. */
const QUESTIONS_PER_INDEX = 30;
/** Faults after which no further ones are looked for. */
const ENOUGH = 5;
/** Shards of the indices, in turns; `PARTDEX_CLUSTER_SHARDS` sets one number. */
const SHARDS = process.env.PARTDEX_CLUSTER_SHARDS ? [Number(process.env.PARTDEX_CLUSTER_SHARDS)] : [1, 3];

interface ConformOptions {
  /** How many of `PARTDEX_RUNS` questions are drawn. Default: all. */
  readonly share?: number;
  readonly sources?: fc.Arbitrary<JsonSource>;
  /** Other limits of the counts, once the catalog is opened: opening reads more. Default: those of the library. */
  readonly limits?: Partial<typeof countLimits>;
}

/** Asks random questions of a catalog on a cluster and of the same one in process; every answer, and every error, must be the same. */
export async function conform<Question>(
  client: Client,
  questions: (catalog: OracleCatalog) => fc.Arbitrary<Question>,
  ask: Ask<Question>,
  { share = 1, sources = catalogs(), limits = {} }: ConformOptions = {},
): Promise<Conformance> {
  const found = { asked: 0, refused: new Map<string, number>(), faults: [] as string[] };
  const count = Math.max(1, Math.ceil((RUNS / QUESTIONS_PER_INDEX) * share));
  let number = 0;
  const drawn = samples(questions, sources.map(wellFormed), QUESTIONS_PER_INDEX);
  for (const sample of fc.sample(drawn, { numRuns: count, seed: SEED })) {
    if (found.faults.length >= ENOUGH) break;
    await conformWith(client, sample, { ask, limits, shards: SHARDS[number++ % SHARDS.length] }, found);
  }
  if (found.faults.length > 0) found.faults.push(`again: PARTDEX_SEED=${SEED} PARTDEX_RUNS=${RUNS} npm run test:cluster`);
  return found;
}

async function conformWith<Question>(
  client: Client,
  { source, priceCurrency, questions }: Sample<Question>,
  { ask, shards, limits }: { ask: Ask<Question>; shards: number; limits: Partial<typeof countLimits> },
  found: { asked: number; refused: Map<string, number>; faults: string[] },
): Promise<void> {
  const index = freshIndex();
  const local = await build(source, priceCurrency);
  try {
    await pushCatalog(client, local, { index, shards, replicas: 0 });
  } catch (error) {
    // A cluster cannot hold half of a surrogate pair.
    if (error instanceof InvalidDocumentError) return;
    throw error;
  }
  const remote = await openOpenSearchCatalog(client, { index });
  const before = { ...countLimits };
  Object.assign(countLimits, limits);
  try {
    for (const question of questions) {
      const expected = await outcome(local, question, ask);
      const given = await outcome(remote, question, ask);
      found.asked++;
      if (given.refused !== undefined) found.refused.set(given.refused, (found.refused.get(given.refused) ?? 0) + 1);
      else if (given.text !== expected.text) {
        found.faults.push(
          `asked ${JSON.stringify(question)}\n  is  ${excerpt(given.text, expected.text)}\n  not ${excerpt(expected.text, given.text)}`,
        );
      }
    }
  } finally {
    Object.assign(countLimits, before);
    await remote.close();
    await local.close();
    await removeIndices(client, index);
  }
}

/** A source without halves of surrogate pairs, which a cluster cannot hold: its texts are UTF-8. */
function wellFormed(source: JsonSource): JsonSource {
  // JSON escapes nothing of a surrogate but halves.
  return JSON.parse(JSON.stringify(source).replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '$1\\ufffd'));
}

/** What two texts differ in, with something before it. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at++;
  return text.slice(Math.max(0, at - 200), at + 400);
}

async function outcome<Question>(
  catalog: Catalog,
  question: Question,
  ask: Ask<Question>,
): Promise<{ text: string; refused?: string }> {
  try {
    return { text: JSON.stringify(await ask(catalog, question)) };
  } catch (error) {
    if (error instanceof UnsupportedError) return { text: '', refused: error.what };
    const { name, message, stack } = error as Error;
    const isOurs = 'code' in (error as object) && name !== 'ClusterError';
    return { text: isOurs ? `${name}: ${message}` : `${name}: ${message} ${stack}` };
  }
}

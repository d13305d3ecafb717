import type fc from 'fast-check';
import type { Catalog } from '../../../src/partdex.js';
import type { JsonSource } from '../../arbitraries/catalogs.js';
import { OWN_FIELDS } from '../../arbitraries/own-fields.js';
import type { Catalog as OracleCatalog } from '../../oracle/fields.js';
import { createOracle, type Oracle } from '../../oracle/oracle.js';
import { build } from './engine.js';
import { reduce } from './reduce.js';
import { samples } from './samples.js';
import { Counterexample, holds } from './settings.js';

/** What is wrong with the engine's answer to a question, or undefined. A check may throw what the engine throws. */
export type Check<Question> = (catalog: Catalog, question: Question, oracle: Oracle) => Promise<string | undefined>;

export interface PropertyOptions {
  /** Questions as a share of `PARTDEX_RUNS`, default 1. */
  readonly share?: number;
  /** Default: catalogs of at most 60 parts. */
  readonly sources?: fc.Arbitrary<JsonSource>;
  /** Whether a fault depends on timing. Such a fault is reported as it was found: it may not recur. */
  readonly isTimed?: boolean;
}

/**
 * Asserts that a check finds nothing wrong with random questions (JSON values) to random catalogs. What it finds is
 * reported with the smallest catalog and question that give the same kind of fault.
 */
export function holdsFor<Question>(
  questions: (catalog: OracleCatalog) => fc.Arbitrary<Question>,
  check: Check<Question>,
  { share, sources, isTimed = false }: PropertyOptions = {},
): Promise<void> {
  return holds(
    samples(questions, sources),
    async ({ source, priceCurrency, questions: requested }) => {
      const examples = requested.map((question) => ({ source, priceCurrency, question }));
      const oracle = createOracle(source, { priceCurrency, fields: OWN_FIELDS });
      const catalog = await build(source, priceCurrency).catch(() => report(examples[0], check));
      for (const example of examples) {
        const fault = await faultOf(check, catalog, example.question, oracle);
        if (fault !== undefined && isTimed) throw new Counterexample(`${fault}\nasked ${JSON.stringify(example.question)}`);
        if (fault !== undefined) await report(example, check);
      }
      await catalog.close();
    },
    share,
  );
}

interface Example<Question> {
  readonly source: JsonSource;
  readonly priceCurrency: string;
  readonly question: Question;
}

async function faultOf<Question>(
  check: Check<Question>,
  catalog: Catalog,
  question: Question,
  oracle: Oracle,
): Promise<string | undefined> {
  try {
    return await check(catalog, question, oracle);
  } catch (error) {
    return describe(error);
  }
}

/** The fault of an example; undefined if it is not a catalog. */
async function faultIn<Question>(
  { source, priceCurrency, question }: Example<Question>,
  check: Check<Question>,
): Promise<string | undefined> {
  let oracle: Oracle;
  try {
    oracle = createOracle(source, { priceCurrency, fields: OWN_FIELDS });
  } catch {
    return undefined;
  }
  try {
    const catalog = await build(source, priceCurrency);
    const fault = await faultOf(check, catalog, question, oracle);
    await catalog.close();
    return fault;
  } catch (error) {
    return describe(error);
  }
}

async function report<Question>(example: Example<Question>, check: Check<Question>): Promise<never> {
  const { priceCurrency } = example;
  const fault = await faultIn(example, check);
  if (fault === undefined) throw new Counterexample(`a fault that does not come again: ${JSON.stringify(example)}`);
  const whole = { source: example.source, question: example.question };
  const made = ({ source, question }: typeof whole): Example<Question> => ({
    source: { ...EMPTY, ...source },
    priceCurrency,
    question,
  });
  // Only the same kind of fault counts: what is left of a question may be none at all, which is a fault of another kind.
  const smallest = await reduce(whole, async (candidate) => kindOf(await faultIn(made(candidate), check)) === kindOf(fault));
  const { source, question } = smallest;
  const texts = [
    `${(await faultIn(made(smallest), check)) ?? `${fault} (not each time)`}`,
    `asked ${JSON.stringify(question)}`,
    `of ${JSON.stringify(source)}, ${priceCurrency}`,
  ];
  throw new Counterexample(texts.join('\n'));
}

const EMPTY: JsonSource = { parts: [], categories: [], brands: [], manufacturers: [], sellers: [], spec_metadata: [] };

/** The error's first line, or the first word of what a check says. */
function kindOf(fault: string | undefined): string | undefined {
  return fault?.includes('\n    at ') ? fault.split('\n')[0] : fault?.split(' ')[0];
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

import { it } from 'vitest';
import type { Catalog } from '../../src/partdex.js';
import { OWN_FIELDS } from '../arbitraries/own-fields.js';
import { catalogQuestions } from '../arbitraries/questions.js';
import { brokenRule } from '../oracle/interpretation.js';
import { createOracle, type Oracle } from '../oracle/oracle.js';
import { build } from '../support/property/engine.js';
import { samples } from '../support/property/samples.js';
import { Counterexample, holds } from '../support/property/settings.js';

const uidsOf = (answer: { results: { item: { uid?: string | null } }[] }) => answer.results.map(({ item }) => item.uid).join();

async function fault(catalog: Catalog, oracle: Oracle, text: string): Promise<string | undefined> {
  const understood = await catalog.parts.interpret(text);
  const { request, readings } = understood;
  const others = Object.keys(request).filter((name) => !['q', 'filter', 'sortby', 'rank'].includes(name));
  if (others.length > 0) return `the request has ${others}`;
  const [asked, searched] = await Promise.all([catalog.parts.ask(text), catalog.parts.search(request)]);
  if (JSON.stringify(asked.understood) !== JSON.stringify(understood)) return 'ask understands another question';
  if (asked.hits !== searched.hits || uidsOf(asked) !== uidsOf(searched))
    return `ask finds ${uidsOf(asked)}, search ${uidsOf(searched)}`;
  for (const { as, query, parts } of readings) {
    if (as === 'ignored' && (query !== undefined || parts !== 0)) return 'a condition is ignored';
  }
  for (const suggestion of understood.suggestions) {
    if ((await catalog.parts.ask(suggestion, { limit: 0 })).hits === 0) return `the suggestion ${suggestion} finds nothing`;
  }
  const broken = brokenRule(oracle.catalog, understood);
  if (broken !== undefined) return `${broken}: ${JSON.stringify(readings)}`;
  const right = oracle.search('parts', request).ordered.map(({ uid }) => uid);
  return right.slice(0, asked.results.length).join() === uidsOf(asked) ? undefined : `finds ${uidsOf(asked)}, not ${right}`;
}

it('questions are read by the rules, and answered as the oracle answers their requests', () =>
  holds(samples(catalogQuestions), async ({ source, priceCurrency, questions: asked }) => {
    const catalog = await build(source, priceCurrency);
    const oracle = createOracle(source, { priceCurrency, fields: OWN_FIELDS });
    for (const text of asked) {
      const found = await fault(catalog, oracle, text).catch((error: Error) => error.stack ?? error.message);
      if (found !== undefined) throw new Counterexample(`${found}\nasked ${JSON.stringify(text)}`);
    }
    await catalog.close();
  }));

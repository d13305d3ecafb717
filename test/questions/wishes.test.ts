import { expect, it } from 'vitest';
import { buildCatalog } from '../../src/partdex.js';
import type { OracleSource } from '../oracle/documents.js';
import { brokenRule } from '../oracle/interpretation.js';
import { createOracle } from '../oracle/oracle.js';
import { forAllAsync } from '../support/for-all.js';
import { WISH_CATALOG, wishQuestions } from './wish-catalog.js';

const ASKED = 200;

it('wishes for one offer are met by one, and dropped by the rules', async () => {
  const catalog = await buildCatalog(WISH_CATALOG);
  const oracle = createOracle(WISH_CATALOG as unknown as OracleSource);
  await forAllAsync(
    [wishQuestions],
    async ([text]) => {
      const answer = await catalog.parts.ask(text, { limit: 50 });
      const { request, readings } = answer.understood;
      const broken = brokenRule(oracle.catalog, answer.understood);
      expect(broken && `${text}: ${broken} (${JSON.stringify(readings)})`).toBeUndefined();
      const right = oracle.search('parts', request).ordered.map(({ uid }) => uid);
      expect(answer.results.map(({ item }) => item.uid)).toEqual(right);
    },
    ASKED,
  );
  await catalog.close();
});

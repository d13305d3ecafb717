import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCatalog, type CatalogSource } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import type { OracleSource } from '../oracle/documents.js';
import { brokenRule } from '../oracle/interpretation.js';
import { createOracle } from '../oracle/oracle.js';
import { forAllAsync } from '../support/for-all.js';
import { BRANDS, NUMBERS, OTHERS, QUOTED } from './over-reading.js';
import { ownQuestions } from './own-questions.js';
import { SMALL_CATALOG } from './small-catalog.js';

/** The oracle looks at every part for every meaning. */
const PARTS = 400;
const MIXED = 150;

const metadata = sampleMetadata();
const invented = { parts: [...generateSample(PARTS)], ...metadata };
const names = new Map(metadata.categories.map(({ uid, name }) => [uid, name]));
const ASKED = [...NUMBERS, ...QUOTED, ...BRANDS, ...OTHERS].map(([text]) => text);
const OWN = ownQuestions(names).map(([text]) => text);

/** Pieces of questions, in any order. */
const mixed = (texts: readonly string[]) => {
  const pieces = [...new Set(texts.flatMap((text) => text.split(' ')))];
  return fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
};

describe.each([
  ['of look-alikes', SMALL_CATALOG, ASKED],
  ['of invented parts', invented, OWN],
] as [string, CatalogSource, string[]][])('questions to a catalog %s', (_, source, texts) => {
  it('are read by the rules, and so are mixtures of their words', async () => {
    const catalog = await buildCatalog(source);
    const oracle = createOracle(source as unknown as OracleSource);
    const check = async (text: string) => {
      const understood = await catalog.parts.interpret(text);
      const broken = brokenRule(oracle.catalog, understood);
      expect(broken && `${text}: ${broken} (${JSON.stringify(understood.readings)})`).toBeUndefined();
    };
    for (const text of texts) await check(text);
    await forAllAsync([mixed(texts)], ([text]) => check(text), MIXED);
    await catalog.close();
  });
});

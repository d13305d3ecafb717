import { beforeAll, describe, expect, it } from 'vitest';
import { type Score, scoreOf, summaryOf } from '../../bench/questions/score.js';
import { buildCatalog, type Catalog } from '../../src/partdex.js';
import { generateSample, sampleMetadata } from '../../src/sample/sample.js';
import { type OwnQuestion, ownQuestions, sellerQuestion } from './own-questions.js';

const PARTS = 15_000;
/** For the build and all questions, on a busy machine. */
const SETUP_TIMEOUT = 300_000;
const PAGE = 50;

const metadata = sampleMetadata();
const parts = [...generateSample(PARTS)];
const names = new Map(metadata.categories.map(({ uid, name }) => [uid, name]));
const questions: OwnQuestion[] = [...ownQuestions(names), sellerQuestion(names, metadata.sellers[0].name)];
const truth = new Map(questions.map(([text, accepts]) => [text, parts.filter(accepts).map(({ uid }) => uid)]));

describe('a hundred questions over invented parts', () => {
  let catalog: Catalog;
  let scores: Score[];

  beforeAll(async () => {
    catalog = await buildCatalog({ parts, ...metadata });
    scores = [];
    for (const [q] of questions) {
      const { results, understood } = await catalog.parts.ask(q, { limit: PAGE, show: ['uid'] });
      const all: string[] = [];
      for await (const { uid } of catalog.parts.scan({ ...understood.request, show: ['uid'] })) all.push(uid);
      scores.push(
        scoreOf({ id: q, q, kind: 'own' }, { uids: truth.get(q) ?? [] }, { page: results.map(({ item }) => item.uid), all }),
      );
    }
  }, SETUP_TIMEOUT);

  it('are a hundred different ones, each with an answer', () => {
    expect(truth.size).toBeGreaterThanOrEqual(100);
    for (const [text, uids] of truth) expect(uids.length, text).toBeGreaterThan(0);
  });

  it('find what is right', () => {
    const { precision, success, recall, setPrecision, zero } = summaryOf('all', scores);
    const worst = scores.filter((score) => Math.min(score.precision, score.recall, score.setPrecision) < 0.8);
    const told = worst.map(
      (score) =>
        `${score.q}: precision ${score.precision.toFixed(2)}, recall ${score.recall.toFixed(2)}, of the set ${score.setPrecision.toFixed(2)}, ${score.hits} hits for ${score.accepted}`,
    );
    expect(zero, told.join('\n')).toBe(0);
    expect(precision, told.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect(success, told.join('\n')).toBeGreaterThanOrEqual(0.98);
    expect(recall, told.join('\n')).toBeGreaterThanOrEqual(0.95);
    expect(setPrecision, told.join('\n')).toBeGreaterThanOrEqual(0.95);
  });

  it('are read in the same way however often their pieces came before, and in whatever order', async () => {
    const first = new Map<string, unknown>();
    for (let pass = 0; pass < 4; pass++) {
      for (const [q] of pass % 2 === 0 ? questions : questions.toReversed()) {
        // A text of its own: what is remembered of whole questions does not answer.
        const { readings, request } = await catalog.parts.interpret(q + ' '.repeat(pass + 1));
        if (pass === 0) first.set(q, { readings, request });
        else expect({ readings, request }, `${q}, pass ${pass}`).toEqual(first.get(q));
      }
    }
  });

  it('are answered by the request of their interpretation', async () => {
    for (const [q] of questions.slice(0, 20)) {
      const { understood, hits, results } = await catalog.parts.ask(q);
      const searched = await catalog.parts.search(understood.request);
      expect(searched.hits, q).toBe(hits);
      expect(
        searched.results.map(({ item }) => item.uid),
        q,
      ).toEqual(results.map(({ item }) => item.uid));
    }
  });
});

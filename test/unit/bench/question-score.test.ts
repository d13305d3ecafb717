import { describe, expect, it } from 'vitest';
import { goldWithin, scoreOf, summariesOf, summaryOf } from '../../../bench/questions/score.js';
import { otherQuestions } from '../../../bench/questions/warm-up.js';

const question = { id: 'o01', q: '10k 0603', kind: 'value' };

describe('the score of a question', () => {
  it('counts accepted parts of the page and of the set', () => {
    const gold = { uids: ['a', 'b', 'c', 'd'], must_first: ['b'], ideal: ['a', 'b'] };
    const score = scoreOf(question, gold, { page: ['x', 'b', 'a'], all: ['x', 'y', 'b', 'a'] });
    expect(score).toMatchObject({ accepted: 4, hits: 4, precision: 0.5, success: 1, reciprocal: 0.5, recall: 0.5 });
    expect(score).toMatchObject({ setPrecision: 0.5, zero: 0, must: 1, order: 0.5 });
  });

  it('can be 1 where fewer than ten parts are accepted, and looks at three and ten places', () => {
    const page = [...'xyzabcdefgh'];
    expect(scoreOf(question, { uids: ['a'] }, { page: ['a', 'x'], all: ['a', 'x'] }).precision).toBe(1);
    expect(scoreOf(question, { uids: ['a'] }, { page, all: page })).toMatchObject({ success: 0, reciprocal: 0.25, precision: 1 });
    expect(scoreOf(question, { uids: ['h'] }, { page, all: page })).toMatchObject({ precision: 0, reciprocal: 1 / 11 });
  });

  it('is 0 without an answer', () => {
    expect(scoreOf(question, { uids: ['a'] }, { page: [], all: [] })).toMatchObject({
      precision: 0,
      recall: 0,
      setPrecision: 0,
      zero: 1,
    });
  });
});

describe('gold within a catalog', () => {
  it('leaves out the parts that the catalog lacks', () => {
    const gold = { uids: ['a', 'b', 'c'], must_first: ['c'], ideal: ['a', 'c'] };
    expect(goldWithin(gold, new Set(['a', 'b', 'x']))).toEqual({ uids: ['a', 'b'] });
    expect(goldWithin(gold, new Set(['a', 'c']))).toEqual({ uids: ['a', 'c'], must_first: ['c'], ideal: ['a', 'c'] });
    expect(goldWithin(gold, new Set(['x']))).toBeUndefined();
  });
});

describe('summaries', () => {
  it('are means, of the questions that have the measure', () => {
    const right = scoreOf(question, { uids: ['a'], must_first: ['a'] }, { page: ['a'], all: ['a'] });
    const wrong = scoreOf({ ...question, kind: 'range' }, { uids: ['a'] }, { page: [], all: [] });
    expect(summaryOf('all', [right, wrong])).toMatchObject({
      questions: 2,
      precision: 0.5,
      zero: 0.5,
      must: 1,
      order: undefined,
    });
    expect(summariesOf([right, wrong]).map(({ name }) => name)).toEqual(['value', 'range', 'all']);
  });
});

describe('other questions', () => {
  it('are of the same words, none of them is given, and a seed gives the same', () => {
    const texts = ['10k 0603 1%', '100nF 16V', 'op amp'];
    const words = new Set(texts.join(' ').split(' '));
    const others = otherQuestions(texts, 50, 1);
    expect(others).toEqual(otherQuestions(texts, 50, 1));
    for (const text of others) {
      expect(texts).not.toContain(text);
      for (const word of text.split(' ')) expect(words.has(word)).toBe(true);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { NONE, type Query, term } from '../../../../src/opensearch/compile/queries.js';
import { Enquiry } from '../../../../src/opensearch/questions/enquiry.js';
import type { EngineSession } from '../../../../src/opensearch/session.js';

interface Counted {
  readonly filter?: object;
  readonly aggs?: Record<string, Counted>;
}
type Body = Required<Pick<Counted, 'aggs'>>;

/** A session in which every condition has as many parts as its text is long, or as is given. */
function counting(given: Readonly<Record<string, number>> = {}) {
  const requests: Body[][] = [];
  const counted = ({ filter, aggs = {} }: Counted): object => {
    const text = JSON.stringify(filter) ?? '';
    const inner = Object.entries(aggs).map(([name, one]) => [name, counted(one)]);
    return { doc_count: given[text] ?? text.length, buckets: [{ key: 'a.value', doc_count: 2 }], ...Object.fromEntries(inner) };
  };
  const answerOf = ({ aggs }: Body) => ({ aggregations: counted({ aggs }) });
  const session = {
    searches: async (bodies: Body[]) => {
      requests.push(bodies);
      return bodies.map(answerOf);
    },
  };
  return { requests, enquiry: new Enquiry(session as unknown as EngineSession, 'mpn_p', 1000) };
}

const clauseOf = (enquiry: Enquiry, text: string, query: Query = term('a', text)) => enquiry.clause(text, () => query);
const textOf = (text: string) => JSON.stringify(term('a', text));

describe('Enquiry', () => {
  it('guesses a count until it was asked for', async () => {
    const { enquiry } = counting();
    const clauses = [clauseOf(enquiry, 'x')];
    expect(enquiry.isPending).toBe(false);
    expect(enquiry.count(clauses, 1)).toBeGreaterThan(0);
    expect(enquiry.count([clauseOf(enquiry, 'y')], 0)).toBe(0);
    expect(enquiry.isPending).toBe(true);
    await enquiry.ask();
    expect(enquiry.isPending).toBe(false);
    expect(enquiry.count(clauses, 1)).toBe(textOf('x').length);
    expect(enquiry.isPending).toBe(false);
  });

  it('asks for all that was guessed at once, and for the same only once', async () => {
    const { enquiry, requests } = counting();
    const [a, b] = ['a', 'b'].map((text) => clauseOf(enquiry, text));
    enquiry.count([a], 1);
    enquiry.count(enquiry.united([b], [a, b]), 1);
    enquiry.count(enquiry.united([a], [b]), 1);
    enquiry.count([clauseOf(enquiry, 'a')], 1);
    await enquiry.ask();
    const [all, c0, c1] = [{ match_all: {} }, term('a', 'a'), term('a', 'b')].map((filter) => ({ filter }));
    expect(requests.map((bodies) => bodies.map(({ aggs }) => aggs))).toEqual([[{ all, c0: { ...c0, aggs: { c1 } } }]]);
  });

  it('asks for hundreds of counts in one request', async () => {
    const { enquiry, requests } = counting();
    for (let i = 0; i < 200; i++) enquiry.count([clauseOf(enquiry, `x${i}`)], 1);
    enquiry.specsOf([clauseOf(enquiry, 'x0')]);
    await enquiry.ask();
    expect(requests.length).toBe(1);
    const names = requests[0].flatMap(({ aggs }) => Object.keys(aggs)).filter((name) => name !== 'all');
    expect(new Set(names).size).toBe(201);
  });

  it('does not ask for what no part meets', () => {
    const { enquiry } = counting();
    const none = clauseOf(enquiry, 'none', NONE);
    expect(enquiry.count([clauseOf(enquiry, 'x'), none], 1)).toBe(0);
    expect(enquiry.isPending).toBe(false);
  });

  it('does not ask for what follows from other counts', async () => {
    const { enquiry } = counting({ [textOf('none')]: 0, [textOf('all')]: 1000, '{"match_all":{}}': 1000 });
    const [none, all, some, other] = ['none', 'all', 'some', 'other'].map((text) => clauseOf(enquiry, text));
    for (const clauses of [[], [none], [all], [some]]) enquiry.count(clauses, 1);
    await enquiry.ask();
    expect(enquiry.count([none, some, other], 1)).toBe(0);
    expect(enquiry.count([all, some], 1)).toBe(textOf('some').length);
    expect(enquiry.isPending).toBe(false);
    expect(enquiry.count([some, other], 1)).toBeGreaterThan(0);
    expect(enquiry.isPending).toBe(true);
  });

  it('knows the members of specs that some parts have once they were asked for', async () => {
    const { enquiry } = counting();
    const clauses = [clauseOf(enquiry, 'x')];
    expect(enquiry.specsOf(clauses)).toBeUndefined();
    await enquiry.ask();
    expect([...(enquiry.specsOf(clauses) ?? [])]).toEqual([['a.value', 2]]);
  });

  it('guesses the same in one world every time, and otherwise in others', () => {
    const { enquiry } = counting();
    const clauses = [clauseOf(enquiry, 'x'), clauseOf(enquiry, 'y')];
    const guesses = Array.from({ length: 40 }, (_, world) => {
      enquiry.guesses.enter(world);
      const guess = enquiry.count(clauses, 1);
      expect(enquiry.count(clauses, 1)).toBe(guess);
      return guess;
    });
    expect(guesses[0]).toBeGreaterThan(0);
    expect(guesses).toContain(0);
    expect(new Set(guesses).size).toBeGreaterThan(3);
    expect(Math.max(...guesses)).toBeLessThanOrEqual(1000);
  });
});

import { describe, expect, it } from 'vitest';
import { NONE, term } from '../../../../src/opensearch/compile/queries.js';
import { Enquiry } from '../../../../src/opensearch/questions/enquiry.js';
import type { EngineSession } from '../../../../src/opensearch/session.js';

/** A session in which every condition has as many parts as its text is long. */
function counting() {
  const bodies: { aggs: Record<string, { filter: object; aggs?: object }> }[] = [];
  const session = {
    search: async (body: (typeof bodies)[0]) => {
      bodies.push(body);
      const has = {
        buckets: [{ key: 'a.value', doc_count: 2 }, ...['a.min_value', 'a.range'].map((key) => ({ key, doc_count: 3 }))],
      };
      const answers = Object.entries(body.aggs).map(([name, { filter }]) => [
        name,
        { doc_count: JSON.stringify(filter).length, has },
      ]);
      return { aggregations: Object.fromEntries(answers) };
    },
  };
  return { bodies, enquiry: new Enquiry(session as unknown as EngineSession, 'mpn_p') };
}

const clauseOf = (enquiry: Enquiry, text: string) => enquiry.clause(text, () => term('a', text));

describe('Enquiry', () => {
  it('guesses a count until it was asked for', async () => {
    const { enquiry } = counting();
    const clauses = [clauseOf(enquiry, 'x')];
    expect(enquiry.isPending).toBe(false);
    expect(enquiry.count(clauses, 7)).toBe(7);
    expect(enquiry.isPending).toBe(true);
    await enquiry.ask();
    expect(enquiry.isPending).toBe(false);
    expect(enquiry.count(clauses, 7)).toBe(JSON.stringify(term('a', 'x')).length);
    expect(enquiry.isPending).toBe(false);
  });

  it('asks for all that was guessed at once, and for the same only once', async () => {
    const { enquiry, bodies } = counting();
    const [a, b] = ['a', 'b'].map((text) => clauseOf(enquiry, text));
    enquiry.count([a], 1);
    enquiry.count(enquiry.united([b], [a, b]), 1);
    enquiry.count(enquiry.united([a], [b]), 1);
    enquiry.count([clauseOf(enquiry, 'a')], 1);
    await enquiry.ask();
    expect(bodies.map(({ aggs }) => Object.keys(aggs))).toEqual([['c0', 'c1']]);
    expect(bodies[0].aggs.c1.filter).toEqual({ bool: { filter: [term('a', 'a'), term('a', 'b')] } });
  });

  it('does not ask for what no part meets', () => {
    const { enquiry } = counting();
    const none = enquiry.clause('none', () => NONE);
    expect(enquiry.count([clauseOf(enquiry, 'x'), none], 5)).toBe(0);
    expect(enquiry.isPending).toBe(false);
  });

  it('asks for many counts in several requests', async () => {
    const { enquiry, bodies } = counting();
    for (let i = 0; i < 200; i++) enquiry.count([clauseOf(enquiry, `x${i}`)], 1);
    await enquiry.ask();
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.reduce((sum, { aggs }) => sum + Object.keys(aggs).length, 0)).toBe(200);
  });

  it('adds up the members of a spec, without its extent', async () => {
    const { enquiry } = counting();
    const clauses = [clauseOf(enquiry, 'x')];
    expect(enquiry.specsOf(clauses)).toBeUndefined();
    await enquiry.ask();
    expect([...(enquiry.specsOf(clauses) ?? [])]).toEqual([['a', 5]]);
  });
});

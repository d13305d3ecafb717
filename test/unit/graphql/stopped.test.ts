import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/graphql/dialect.js';
import { createGraphqlApi, type GraphqlBody } from '../../../src/graphql/partdex-graphql.js';
import { schemaOf } from '../../../src/graphql/schema.js';
import { buildCatalog } from '../../../src/partdex.js';
import { SOURCE, smallCatalog } from '../../support/graphql-queries.js';
import { Drawing, VARIABLES } from '../../support/random-graphql.js';

/** Random documents of each dialect: 150 with `npm test`, 5,000 with `npm run test:all`. */
const DOCUMENTS = Math.min(5000, Number(process.env.PARTDEX_RUNS ?? 150));
/** Documents for a catalog with nothing read and cached yet. */
const PER_CATALOG = 10;

/** When a request is stopped: by its timeout, or by its signal after a number of turns of the queue and of the event loop. */
interface Stop {
  readonly timeout?: number;
  readonly microtasks: number;
  readonly turns: number;
}

const stop: fc.Arbitrary<Stop> = fc.oneof(
  fc.record({
    timeout: fc.oneof(fc.double({ min: 0.001, max: 3, noNaN: true }), fc.double({ min: 0.001, max: 0.3, noNaN: true })),
    microtasks: fc.constant(-1),
    turns: fc.constant(-1),
  }),
  fc.record({ microtasks: fc.nat(200), turns: fc.constant(0) }),
  fc.record({ microtasks: fc.nat(50), turns: fc.nat(12) }),
);

/** A document, how it is stopped, and the concurrent requests. */
interface Question {
  readonly body: GraphqlBody;
  readonly stop: Stop;
  readonly isText: boolean;
}

async function abortAfter(controller: AbortController, { microtasks, turns }: Stop, reason: unknown): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
  for (let i = 0; i < microtasks; i++) await undefined;
  controller.abort(reason);
}

/** Up to three documents, which are sent together. */
function questionsOf(dialect: (typeof DIALECTS)[number]): fc.Arbitrary<Question[]> {
  const question = fc.record({ stop, isText: fc.boolean() });
  const random = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
  return fc.tuple(random, fc.array(question, { minLength: 1, maxLength: 3 })).map(([stream, stops]) => {
    const drawing = new Drawing(schemaOf({ dialect, strict: false }), () => stream.next().value as number);
    return stops.map((stopped) => {
      return { ...stopped, body: { query: drawing.document(), variables: drawing.one(VARIABLES), operationName: null } };
    });
  });
}

describe.each(DIALECTS)('random documents of the dialect %s that are stopped at any time', (dialect) => {
  it('are answered exactly or end with what stopped them, and those after them are answered exactly', async () => {
    const faults: unknown[] = [];
    const options = { isValidToken: () => true, dialect, onError: (error: unknown) => void faults.push(error) };
    const right = createGraphqlApi(await smallCatalog(), options);
    let api = createGraphqlApi(await buildCatalog(SOURCE), options);
    let requested = 0;
    const ends = { answered: 0, aborted: 0, overBudget: 0 };
    const questions = questionsOf(dialect);

    const send = async ({ body, stop: stopping, isText }: Question) => {
      const reason = { stopped: body.query };
      const controller = new AbortController();
      const client = { token: 't', signal: controller.signal, ...(stopping.timeout && { timeout: stopping.timeout }) };
      const answer = isText ? api.executeText(body, client) : api.execute(body, client);
      if (!stopping.timeout) void abortAfter(controller, stopping, reason);
      try {
        const { body: given, ...others } = await answer;
        const written = typeof given === 'string' ? given : JSON.stringify(given);
        if (others.status === 200) {
          expect(written).toBe(JSON.stringify((await right.execute(body, { token: 't' })).body));
          ends.answered++;
          return;
        }
        expect(others).toEqual({ status: 503, headers: { 'retry-after': '1' } });
        expect(JSON.parse(written)).toEqual({
          errors: [{ message: expect.any(String), extensions: { code: 'budget_exceeded' } }],
          data: null,
        });
        expect(stopping.timeout).toBeDefined();
        ends.overBudget++;
      } catch (error) {
        if (error !== reason) throw error;
        ends.aborted++;
      }
    };

    await fc.assert(
      fc.asyncProperty(fc.noShrink(questions), async (together) => {
        if (requested++ % PER_CATALOG === 0) api = createGraphqlApi(await buildCatalog(SOURCE), options);
        await Promise.all(together.map(send));
        const [{ body }] = together;
        const again = await api.execute(body, { token: 't' });
        expect(again).toEqual(await right.execute(body, { token: 't' }));
        if (faults.length > 0) throw faults[0];
      }),
      { numRuns: DOCUMENTS },
    );
    // All three ends are among them: stops that come too early or too late would test nothing.
    for (const count of Object.values(ends)) expect(count).toBeGreaterThan(0);
  }, 600_000);
});

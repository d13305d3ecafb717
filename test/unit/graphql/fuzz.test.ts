import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/graphql/dialect.js';
import { createGraphqlApi, type GraphqlBody } from '../../../src/graphql/partdex-graphql.js';
import { schemaOf } from '../../../src/graphql/schema.js';
import { smallCatalog } from '../../support/graphql-queries.js';
import { Drawing, VARIABLES } from '../../support/random-graphql.js';

/** Random documents of each dialect: 500 with `npm test`, 10,000 with `npm run test:all`. */
const DOCUMENTS = Math.min(10_000, Number(process.env.PARTDEX_RUNS ?? 500));
/** Nothing on the small catalog takes so long, but on a machine that does much else. */
const SLOW_MSEC = 3000;

describe.each(DIALECTS)('random documents of the dialect %s', (dialect) => {
  it('are answered or refused, and never fail', async () => {
    const faults: unknown[] = [];
    const onError = (error: unknown) => void faults.push(error);
    const api = createGraphqlApi(await smallCatalog(), { isValidToken: () => true, dialect, onError });
    let answered = 0;
    const body = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })).map((stream): GraphqlBody => {
      const drawing = new Drawing(schemaOf({ dialect: dialect, strict: false }), () => stream.next().value as number);
      const sound = drawing.document();
      const query = drawing.often(0.3) ? drawing.broken(sound) : sound;
      return { query, variables: drawing.one(VARIABLES), operationName: drawing.one([undefined, undefined, null, 'q', 'x']) };
    });
    await fc.assert(
      fc.asyncProperty(fc.noShrink(body), async (request) => {
        const began = performance.now();
        const answer = await api.execute(request, { token: 't' });
        if (faults.length > 0) throw faults[0];
        expect(answer.status).toBe(200);
        expect(performance.now() - began).toBeLessThan(SLOW_MSEC);
        const { data } = JSON.parse(JSON.stringify(answer.body));
        if (data) answered++;
      }),
      { numRuns: DOCUMENTS },
    );
    expect(answered).toBeGreaterThan(DOCUMENTS / 10);
  }, 600_000);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlSchemaText } from '../../../../src/graphql/partdex-graphql.js';
import { openApiDocument } from '../../../../src/rest/partdex-rest.js';
import { ClientFolder, programText, typedDocumentsOf, typesOfOpenApi } from '../../../support/generated-clients.js';
import { KEY, SampleFolder, type Started } from '../../../support/sample-server.js';

/** Programs whose types other people's generators made from what the package ships compile, and run against the example server. */

let folder: SampleFolder;
let server: Started;
const clients = new ClientFolder();

beforeAll(async () => {
  folder = await SampleFolder.create();
  server = await folder.start();
}, 60_000);

afterAll(async () => {
  clients.remove();
  await folder.remove();
});

type Run = (url: string, key: string) => Promise<unknown>;

it('a client made from the OpenAPI description', async () => {
  clients.write('rest.ts', await typesOfOpenApi(openApiDocument()));
  clients.write('rest-program.ts', programText('rest-program.ts.txt'));
  const { minded, load } = clients.compile('rest-program.ts');
  expect(minded).toEqual([]);
  const run = (await load('rest-program.ts')).run as Run;
  const { mpns, mpn, next, count, hits, refused } = (await run(`${server.url}/api/v3`, KEY)) as Record<string, never>;
  expect(mpns).toHaveLength(3);
  expect(mpn).toBe(mpns[0]);
  expect(next).toEqual(expect.stringMatching(/^[\w-]+$/));
  expect(hits).toBe(count);
  expect(count).toBeGreaterThan(0);
  expect(refused).toEqual({ status: 400, message: expect.stringContaining('limit') });
});

it('documents typed from the strict schema', async () => {
  const query = `query Search($q: String, $limit: Int) {
    search(q: $q, limit: $limit) { hits results { part { mpn manufacturer { name } } } }
  }`;
  clients.write('documents.ts', await typedDocumentsOf(graphqlSchemaText({ strict: true }), query));
  clients.write('graphql-program.ts', programText('graphql-program.ts.txt'));
  const { minded, load } = clients.compile('graphql-program.ts');
  expect(minded).toEqual([]);
  const run = (await load('graphql-program.ts')).run as Run;
  const { names, hits } = (await run(`${server.url}/graphql`, KEY)) as { names: string[]; hits: number };
  expect(names).toHaveLength(2);
  expect(hits).toBeGreaterThan(2);
});

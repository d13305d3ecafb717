import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskResponse, Catalog, Explanation, Interpretation, Part } from '../../../../src/partdex.js';
import { partdex, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;
let catalog: Catalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
  catalog = sample.catalog;
}, 60_000);

afterAll(() => sample?.remove());

const QUESTION = ['thick', 'film', '0603'];
const TEXT = QUESTION.join(' ');

describe('a question of partdex search', () => {
  it('tells how each piece was read, above the parts', async () => {
    const { readings } = await catalog.parts.interpret(TEXT);
    const { hits } = await catalog.parts.ask(TEXT, { limit: 0 });
    const { status, out, err } = await partdex('search', sample.path, ...QUESTION, '-n', '3');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const lines = out.split('\n');
    expect(lines.slice(0, readings.length).map((line) => line.slice(0, line.indexOf(': ')))).toEqual(
      readings.map(({ text }) => text),
    );
    for (const [i, { parts }] of readings.entries()) expect(lines[i]).toContain(`(${parts.toLocaleString('en-US')} part`);
    expect(lines[readings.length]).toBe('');
    expect(out).toContain(`${hits} parts found, shown 1 to 3`);
  });

  it('is one text, however the shell cuts it, with options between its words', async () => {
    const outputs = await Promise.all([
      partdex('search', sample.path, TEXT, '--count'),
      partdex('search', sample.path, 'thick', '--count', 'film', '0603'),
    ]);
    const { hits } = await catalog.parts.ask(TEXT);
    for (const { out } of outputs) expect(out).toBe(`${hits}\n`);
  });

  it('has the answer of ask as JSON, with what the options add', async () => {
    const filter = 'offers.in_stock_quantity:[1 TO *]';
    const { out } = await partdex('search', sample.path, ...QUESTION, '-f', filter, '--sort', 'mpn asc', '-n', '2', '--json');
    const { msec: _here, ...found } = JSON.parse(out) as AskResponse;
    const request = { filter: { queries: [filter] }, sortby: 'mpn asc', limit: 2 };
    const { msec: _there, ...expected } = await catalog.parts.ask(TEXT, request);
    expect(found).toEqual(JSON.parse(JSON.stringify(expected)));
    expect(found.understood.text).toBe(TEXT);
  });

  it('prints every hit, or a page, one a line', async () => {
    const { results, hits } = await catalog.parts.ask(TEXT, { limit: 100, show: ['uid'] });
    const page = await partdex('search', sample.path, ...QUESTION, '--ndjson', '--show', 'uid');
    const all = await partdex('search', sample.path, ...QUESTION, '--ndjson', '--all', '--show', 'uid');
    const uidsOf = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as Part).uid);
    expect(uidsOf(page.out)).toEqual(results.slice(0, 10).map(({ item }) => item.uid));
    expect(uidsOf(all.out)).toHaveLength(hits);
  });

  it('says what to do if nothing is found', async () => {
    const { status, out, err } = await partdex('search', sample.path, '"xyzzyq qyzzyx"');
    expect(status).toBe(0);
    expect(out).toContain('no part found');
    expect(err).toMatch(/^(did you mean: .*\n)+$|^no part has any of these words\n$/);
    const narrow = await partdex('search', sample.path, ...QUESTION, '--field', 'brand.name=nobody');
    expect(narrow.err).toContain('--field');
  });

  it('keeps its order beside a request that has null for one', async () => {
    const path = await sample.write('no-order.json', [JSON.stringify({ sortby: null, filter: null, limit: 5 })]);
    const cheapest = ['search', sample.path, 'cheapest', ...QUESTION, '--ndjson'];
    const { out } = await partdex(...cheapest, '--request', path);
    const { results } = await catalog.parts.ask(`cheapest ${TEXT}`, { limit: 5 });
    const mpns = out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Part).mpn);
    expect(mpns).toEqual(results.map(({ item }) => item.mpn));
  });

  it('rejects what is wrong with the request beside it', async () => {
    const { status, err } = await partdex('search', sample.path, 'thick', '-f', 'mpn:RC* AND )');
    expect(status).toBe(2);
    expect(err).toContain('found ")"');
    const path = await sample.write('odd.json', ['{"filter":"mpn:a"}']);
    expect((await partdex('search', sample.path, 'thick', '--request', path)).status).toBe(2);
  });
});

it('partdex explain shows the readings with their filter queries, and the plan of the request', async () => {
  const { readings } = await catalog.parts.interpret(TEXT);
  const { out } = await partdex('explain', sample.path, ...QUESTION);
  for (const { query } of readings) expect(out).toContain(`  ${query}\n`);
  expect(out).toContain('\n└─ fetch');
  const json = await partdex('explain', sample.path, ...QUESTION, '--json');
  const { understood, hits } = JSON.parse(json.out) as Explanation & { understood: Interpretation };
  expect(understood).toEqual(JSON.parse(JSON.stringify(await catalog.parts.interpret(TEXT))));
  expect(hits).toBe((await catalog.parts.ask(TEXT)).hits);
});

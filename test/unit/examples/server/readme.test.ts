import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { curlLines, curlRequest } from '../../../support/curl.js';
import { SampleFolder, type Started } from '../../../support/sample-server.js';

const DOCUMENTED = 'http://127.0.0.1:8080';
const lines = curlLines(readFileSync('examples/server/README.md', 'utf8'));

let folder: SampleFolder;
let started: Started;

beforeAll(async () => {
  folder = await SampleFolder.create();
  started = await folder.start();
}, 60_000);

afterAll(() => folder.remove());

it('has a line of every kind', () => {
  const paths = lines.map((line) => new URL(curlRequest(line).url).pathname.replace('/api/v3', ''));
  for (const path of ['/parts/search', '/parts/match', '/parts/get_multi', '/categories/search', '/sellers/get_multi']) {
    expect(paths).toContain(path);
  }
  expect(lines.some((line) => line.includes('callback='))).toBe(true);
  expect(paths.filter((path) => path === '/graphql')).toHaveLength(2);
});

it.each(lines)('answers %s', async (line) => {
  const { url, method, headers, body } = curlRequest(line);
  const answer = await started.fetch(url.slice(DOCUMENTED.length), { method, headers, body });
  expect(answer.status, answer.text).toBe(200);
  const value = asJson(answer.text) as Record<string, unknown>;
  expect(value).not.toHaveProperty('errors');
  expect(value.warnings ?? []).toEqual([]);
  expect(founds(value)).not.toContain(0);
  if (url.includes('/get_multi')) expect(Object.keys(value)).toEqual(new URL(url).searchParams.getAll('uid[]'));
});

it('serves a page of another address', async () => {
  const html = readFileSync('examples/server/page.html', 'utf8');
  const [, script] = /<script>([^<]*)<\/script>/.exec(html)!;
  const [, source] = /<script src="([^"]*)">/.exec(html)!;
  const { status, headers, text } = await started.fetch(source.replaceAll('&amp;', '&').slice(DOCUMENTED.length));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/javascript; charset=utf-8');
  const shown: { textContent: string }[] = [];
  const list = { append: (line: { textContent: string }) => void shown.push(line) };
  const page = createContext({ document: { createElement: () => ({}), getElementById: () => list } });
  runInContext(script, page);
  runInContext(text, page);
  expect(shown).toHaveLength(5);
  for (const { textContent } of shown) expect(textContent).toMatch(/^\w.* \S+$/);
});

/** JSONP as the value that its function is called with. */
function asJson(text: string): unknown {
  return text.startsWith('/**/show(') ? runInContext(text, createContext({ show: (value: unknown) => value })) : JSON.parse(text);
}

/** How much there was to be found: of a search and of each query of a match; of a fetch its members. */
function founds(value: Record<string, unknown>): number[] {
  if (isObject(value.data))
    return Object.values(value.data).flatMap((root) => (Array.isArray(root) ? root.flatMap(founds) : founds(root)));
  if (typeof value.total === 'number') return [value.total];
  if (typeof value.hits === 'number') return [value.hits];
  const { results } = value;
  return Array.isArray(results) ? results.map(({ hits }: { hits: number }) => hits) : [Object.keys(value).length];
}

function isObject(value: unknown): value is Record<string, Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readTable } from '../../src/import/partdex-import.js';
import { openCatalogFile } from '../../src/node/partdex-node.js';
import { buildCatalog, type Catalog, type Category, type Part } from '../../src/partdex.js';
import { generateSample } from '../../src/sample/sample.js';
import type { Doc } from '../oracle/documents.js';
import { mergeParts, type SourcedPart } from '../oracle/merge.js';
import { expectSameText } from '../support/property/same-text.js';
import { RUNS, SEED } from '../support/property/settings.js';
import { partdex } from '../support/sample-catalog.js';
import { SeededRandom } from '../support/seeded-random.js';
import { brandsOfShards, shardsOf } from '../support/tables/shards.js';

const REAL_FOLDER = '../shared/data/real';
/** Files of real parts that are written as shards; the test is skipped without it. */
const REAL_FILES = Number(process.env.PARTDEX_REAL_SHARDS ?? 0);
const BY = 'brand and part number';

/** A question to a catalog, and what is compared of its answer. */
type Question = (catalog: Catalog) => Promise<unknown>;

/** Questions that are made of a part's own values; each finds something. */
function questionOf(part: Doc & Part, random: SeededRandom): Question {
  const specs = Object.entries(part.specs ?? {}).filter(([, { value }]) => [value ?? []].flat().length > 0);
  const words = (part.descriptions?.[0]?.value ?? part.mpn).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const page = {
    start: random.below(3),
    limit: 5 + random.below(20),
    include: ['specs', 'descriptions', 'redirected_uids', 'category_uids'],
  };
  const q = `${random.oneOf(words)} ${random.oneOf(words)}`;
  const brand = { 'brand.name': [part.brand?.name ?? ''] };
  const found = specs.length > 0 ? random.oneOf(specs) : undefined;
  const queries = found ? [`specs.${found[0]}.value:${JSON.stringify(String([found[1].value].flat()[0]))}`] : [];
  const facet = { fields: { ...(found && { [`specs.${found[0]}.value`]: { limit: 20 } }), 'brand.name': {}, category_uids: {} } };
  const stats = { avg_price: {}, 'offers.in_stock_quantity': {} };
  const questions: Question[] = [
    (catalog) => catalog.parts.search({ q, ...page, sortby: 'score desc' }),
    (catalog) => catalog.parts.search({ ...page, filter: { fields: brand }, sortby: 'avg_price asc' }),
    (catalog) => catalog.parts.search({ ...page, filter: { queries }, facet, stats }),
    (catalog) => catalog.parts.match({ queries: [{ mpn: part.mpn }, { sku: part.offers?.[0]?.sku ?? 'none' }] }),
    (catalog) => catalog.parts.get(part.uid, { include: ['specs', 'descriptions', 'datasheets', 'redirected_uids'] }),
    (catalog) => catalog.parts.search({ ...page, filter: { fields: brand }, spec_drilldown: { include: true, keys: 10 }, stats }),
    (catalog) => catalog.parts.ask(`${part.mpn} ${part.brand?.name}`, { limit: 5 }),
  ];
  return random.oneOf(questions);
}

/** An answer without its time and its cursor, which names the catalog. */
function shown(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) => (key === 'msec' || key === 'next' ? undefined : value)) ?? 'nothing';
}

/** Asks both catalogs the same. Returns how many answers have parts. */
async function askBoth(
  merged: Catalog,
  whole: Catalog,
  sourced: readonly SourcedPart[],
  questions: number,
  random: SeededRandom,
): Promise<number> {
  let withAnswer = 0;
  for (let i = 0; i < questions; i++) {
    const { part } = random.oneOf(sourced);
    const question = questionOf(part as Doc & Part, random);
    const wanted = shown(await question(whole));
    expectSameText(shown(await question(merged)), wanted, () => `question ${i}, of ${shown(part)}; PARTDEX_SEED=${SEED}`);
    if (wanted.includes('"uid"')) withAnswer++;
  }
  return withAnswer;
}

/** Merges shards of parts by the command, and the parts that each has by brute force; asks both catalogs the same. */
async function check(parts: readonly Part[], questions: number): Promise<string> {
  const random = new SeededRandom(SEED);
  const folder = await mkdtemp(join(tmpdir(), 'partdex-shards-'));
  try {
    const shards = shardsOf(parts, random);
    const brands = brandsOfShards(parts);
    const sourced: SourcedPart[] = [];
    const categories = new Map<string, Category>();
    const paths: string[] = [];
    let joined = 0;
    for (const { name, text } of shards) {
      paths.push(join(folder, name));
      await writeFile(join(folder, name), text);
      const table = readTable({ name, data: new TextEncoder().encode(text) });
      for await (const part of table) sourced.push({ source: join(folder, name), part: part as unknown as Doc });
      for await (const category of table.categories) categories.set(category.uid, category);
      // Rows of one part in one file are joined as they are read.
      for (const { conflicts } of table.report()) joined += conflicts.length;
    }
    const began = performance.now();
    const expected = mergeParts(sourced, BY, { brands: brands as unknown as Doc[] });
    const brute = performance.now();
    const whole = await buildCatalog({ parts: expected.parts as unknown as Part[], categories: categories.values(), brands });
    const [aliases, report, out] = ['brands.ndjson', 'report.json', 'out.pdx'].map((name) => join(folder, name));
    await writeFile(aliases, brands.map((brand) => `${JSON.stringify(brand)}\n`).join(''));
    const built = performance.now();
    const command = await partdex('build', ...paths, '--brands', aliases, '--merge', BY, '--report', report, '-o', out);
    const ended = performance.now();
    expect(command).toMatchObject({ status: 0, out: expect.stringMatching(/ parts of [\d,]+ merged in /) });
    const entries: { conflicts: object[]; notes: string[] }[] = JSON.parse(await readFile(report, 'utf8'));
    const listed = entries.flatMap(({ conflicts }) => conflicts);
    const more = entries.flatMap(({ notes }) => notes.flatMap((note) => /^(\d+) more values/.exec(note)?.[1] ?? []));
    expect(listed.length + more.reduce((sum, count) => sum + Number(count), 0)).toBe(expected.conflicts.length + joined);
    const merged = await openCatalogFile(out);
    expect(merged.info).toMatchObject({ parts: expected.parts.length, specKeys: whole.info.specKeys });
    const withAnswer = await askBoth(merged, whole, sourced, questions, random);
    expect(withAnswer).toBeGreaterThan(questions * 0.8);
    await merged.close();
    await whole.close();
    const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
    return (
      `${shards.map(({ rows }) => rows).join(' + ')} rows, ${expected.parts.length} parts, ${expected.conflicts.length} conflicts, ` +
      `${withAnswer} of ${questions} answers with parts; by brute force ${seconds(brute - began)}, the command ${seconds(ended - built)}`
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

it('generated parts in four shards, merged, are the catalog of the parts merged by brute force', async () => {
  print(await check([...generateSample(600, SEED)], Math.min(RUNS, 2_000)));
});

it('real parts in four shards likewise', { timeout: 60 * 60_000 }, async ({ skip }) => {
  if (REAL_FILES === 0) return skip('PARTDEX_REAL_SHARDS=1 writes one file of real parts as shards');
  if (!existsSync(REAL_FOLDER)) return skip(`the real parts are not here (${REAL_FOLDER})`);
  const parts: Part[] = [];
  for (let i = 0; i < REAL_FILES; i++) {
    const file = join(REAL_FOLDER, `parts-${String(i).padStart(2, '0')}.ndjson.gz`);
    const text = gunzipSync(await readFile(file)).toString('utf8');
    for (const line of text.split('\n')) if (line !== '') parts.push(JSON.parse(line));
  }
  print(await check(parts, 2_000));
});

import { describe, expect, it } from 'vitest';
import { inferMap, readTable } from '../../../src/import/partdex-import.js';
import { buildCatalog, type Category, type Part } from '../../../src/partdex.js';
import type { ToolFile } from '../../support/tables/file-forms.js';
import { toolFiles } from '../../support/tables/tool-files.js';

interface Result {
  readonly parts: ReadonlyMap<string, Part>;
  readonly paths: ReadonlyMap<string, string>;
  readonly report: ReturnType<ReturnType<typeof readTable>['report']>;
}

async function read(file: ToolFile): Promise<Result> {
  const table = readTable({ name: file.name, data: file.bytes });
  const categories = new Map<string, Category>();
  for await (const category of table.categories) categories.set(category.uid, category);
  const paths = new Map<string, string>();
  for (const [uid, { name, parent_uid: parent }] of categories) {
    paths.set(uid, parent ? `${paths.get(parent)} > ${name}` : name);
  }
  const parts = new Map<string, Part>();
  for await (const part of table) parts.set(part.mpn, part);
  return { parts, paths, report: table.report() };
}

/** What a part has at a path of a truth, as a text; null if it has nothing. */
function valueAt(part: Part | undefined, path: string, paths: ReadonlyMap<string, string>): string | null {
  if (!part) return null;
  if (path === 'category') return paths.get(part.category_uids?.[0] ?? '') ?? null;
  const spec = /^specs\.(\w+)\.(value|min|max|unit)$/.exec(path);
  if (spec) {
    const found = part.specs?.[spec[1]];
    const values = {
      value: [found?.value].flat()[0],
      min: found?.min_value,
      max: found?.max_value,
      unit: found?.metadata?.unit?.name,
    };
    const value = values[spec[2] as keyof typeof values];
    return value == null ? null : String(value);
  }
  const price = /^offers\.(\d)\.prices\.(\w+)\.(\d+)$/.exec(path);
  if (price) {
    const breaks = part.offers?.[Number(price[1])]?.prices?.[price[2]] ?? [];
    const found = breaks.find(([from]) => String(from) === price[3]);
    return found ? String(found[1]) : null;
  }
  let value: unknown = part;
  for (const step of path.split('.')) value = (value as Record<string, unknown> | undefined | null)?.[step];
  return value == null ? null : String(value);
}

const files = await toolFiles();

describe('files as they come from different tools', () => {
  it.each(files.map((file) => [file.form, file] as const))('%s', async (_, file) => {
    const { parts, paths, report } = await read(file);
    expect([...parts.keys()].sort()).toEqual(Object.keys(file.parts).sort());
    const wrong: string[] = [];
    for (const [mpn, truth] of Object.entries(file.parts)) {
      for (const [path, expected] of Object.entries(truth)) {
        const found = valueAt(parts.get(mpn), path, paths);
        if (found !== (expected === null ? null : String(expected))) wrong.push(`${mpn} ${path}: ${found}, not ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
    const [table] = report;
    expect(table.left_out).toHaveLength(file.leftOut);
    expect(table.columns.flatMap(({ heading, unread }) => (unread > 0 ? [heading] : []))).toEqual([]);
  });

  it.each(files.map((file) => [file.name, file] as const))(
    'are read the same with the map that is inferred: %s',
    async (_, file) => {
      const source = { name: file.name, data: file.bytes };
      const map = JSON.parse(JSON.stringify(await inferMap(source)));
      const plain: Part[] = [];
      for await (const part of readTable(source)) plain.push(part);
      const mapped: Part[] = [];
      for await (const part of readTable(source, { map })) mapped.push(part);
      expect(mapped).toEqual(plain);
    },
  );

  it.each(files.map((file) => [file.name, file] as const))('build: %s', async (_, file) => {
    const table = readTable({ name: file.name, data: new Blob([file.bytes as Uint8Array<ArrayBuffer>]) });
    const notices: string[] = [];
    const catalog = await buildCatalog(
      { parts: table, categories: table.categories },
      { onNotice: (notice) => notices.push(notice) },
    );
    expect(catalog.info.parts).toBe(Object.keys(file.parts).length);
    expect(notices.filter((notice) => !notice.includes('currency') && !notice.includes('prices'))).toEqual([]);
    await catalog.close();
  });
});

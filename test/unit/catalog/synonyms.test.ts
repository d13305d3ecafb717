import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildCatalogFile, openCatalogFile, openCatalogFiles } from '../../../src/node/partdex-node.js';
import {
  type BuildOptions,
  buildCatalog,
  type Catalog,
  CorruptCatalogError,
  openCatalog,
  ValidationError,
} from '../../../src/partdex.js';
import { catalogOf, sectionsOf } from '../../support/crafted-catalog.js';

const folder = mkdtempSync(join(tmpdir(), 'partdex-synonyms-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CATEGORIES = [
  { uid: 'wires', name: 'Wumble Plates' },
  { uid: 'other', name: 'Gromits' },
];

function build(options: BuildOptions = {}, prefix = ''): Promise<Catalog> {
  const parts = ['wires', 'wires', 'other'].map((category, i) => ({
    uid: `${prefix}u${i}`,
    mpn: `${prefix}AB-${i}`,
    category_uids: [category],
  }));
  return buildCatalog({ parts, categories: CATEGORIES } as never, options);
}

async function fileOf(name: string, options: BuildOptions = {}): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await (await build(options, name)).toBytes());
  return path;
}

/** Number of parts that a question finds as one of a category. */
async function found(catalog: Catalog, text: string): Promise<number> {
  const { readings } = await catalog.parts.interpret(text);
  return readings.length === 1 && readings[0].as === 'category' ? readings[0].parts : 0;
}

describe('synonyms', () => {
  const ours = [['zorp', 'wumble plate']];
  const theirs = [['florp', 'Wumble-Plates', 'blick']];

  it('of a build are kept with the catalog', async () => {
    const built = await build({ synonyms: ours });
    expect(await found(built, 'zorp')).toBe(2);
    const opened = await openCatalog(await built.toBytes());
    expect(await found(opened, 'ZORPS')).toBe(2);
    expect(await found(await build(), 'zorp')).toBe(0);
  });

  it('of an opening are added to those of the file', async () => {
    const opened = await openCatalog(await (await build({ synonyms: ours })).toBytes(), { synonyms: theirs });
    for (const text of ['zorp', 'florp', 'blick', 'wumble plates']) expect(await found(opened, text)).toBe(2);
  });

  it('of several files are united, in one file of them too', async () => {
    const paths = [await fileOf('a', { synonyms: ours }), await fileOf('b', { synonyms: theirs })];
    const together = await openCatalogFiles(paths, { synonyms: [['quux', 'gromit']] });
    expect(await found(together, 'zorp')).toBe(4);
    expect(await found(together, 'blick')).toBe(4);
    expect(await found(together, 'quux')).toBe(2);
    const one = await openCatalog(await together.toBytes());
    expect(await found(one, 'zorp')).toBe(4);
    expect(await found(one, 'quux')).toBe(0);
    await together.close();
  });

  it('of a file that is built from files are in it', async () => {
    const parts = join(folder, 'parts.ndjson');
    const categories = join(folder, 'categories.ndjson');
    writeFileSync(parts, '{"uid":"u","mpn":"A1","category_uids":["wires"]}\n');
    writeFileSync(categories, CATEGORIES.map((category) => `${JSON.stringify(category)}\n`).join(''));
    const { path } = await buildCatalogFile({ parts, categories, out: join(folder, 'c.pdx'), synonyms: ours });
    const catalog = await openCatalogFile(path);
    expect(await found(catalog, 'zorp')).toBe(1);
    await catalog.close();
  });

  it.each<[string, unknown, string[]]>([
    ['not a list', 'cap', ['synonyms must be a list of lists of phrases that mean each other, not "cap"']],
    ['a list of texts', ['cap'], ['synonyms[0] must be a list of phrases that mean each other, not "cap"']],
    ['one phrase', [['a', 'b'], ['cap']], ['synonyms[1] must have at least two phrases, not 1: each means each other']],
    [
      'what is no phrase',
      [
        ['cap', 7],
        ['-', 'x'],
      ],
      [
        'synonyms[0][1] must be a string, not 7',
        'synonyms[1][0] must be a phrase of 1 to 100 characters with a letter or a digit, not "-"',
      ],
    ],
  ])('that are %s are refused', async (_case, synonyms, messages) => {
    const options = { synonyms } as BuildOptions;
    const path = await fileOf('good');
    const bytes = await (await build()).toBytes();
    const attempts: (() => Promise<unknown>)[] = [
      () => build(options),
      () => openCatalog(bytes, options),
      () => openCatalogFile(path, options),
      () => openCatalogFiles([path, path], options),
      () => buildCatalogFile({ parts: join(folder, 'absent.ndjson'), out: join(folder, 'd.pdx'), ...options }),
    ];
    for (const attempt of attempts) {
      const error = await attempt().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ValidationError);
      expect((error as ValidationError).describe()).toEqual(messages);
    }
  });

  it('that are no lists in a file are damage', async () => {
    const sections = await sectionsOf(await (await build({ synonyms: ours })).toBytes());
    const manifest = new TextDecoder().decode(sections.get('manifest'));
    const forged = manifest.replace('[["zorp","wumble plate"]]', '[["zorp",111111111111]]  ');
    expect(forged).not.toBe(manifest);
    sections.set('manifest', new TextEncoder().encode(forged));
    await expect(openCatalog(await catalogOf(sections))).rejects.toThrow(CorruptCatalogError);
  });
});

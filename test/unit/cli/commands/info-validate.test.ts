import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';
import { metadata, PARTS, partdex, parts, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

describe('partdex info', () => {
  it('shows counts', async () => {
    const { status, out, err } = await partdex('info', sample.path);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out.startsWith(`${sample.path}\n\n`)).toBe(true);
    expect(out).toMatch(/^parts +500$/m);
    expect(out).toMatch(/^categories +40$/m);
    expect(out).toMatch(/^brands +400$/m);
    expect(out).toMatch(/^sellers +60$/m);
  });

  it('shows the parts of the categories below the root', async () => {
    const { out } = await partdex('info', sample.path);
    const root = metadata.categories.find((category) => category.parent_uid === null);
    const groups = metadata.categories.filter((category) => category.parent_uid === root?.uid);
    const counts = groups
      .map(({ uid, name }) => ({ name, count: parts.filter((part) => part.category_uids?.includes(uid)).length }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    expect(counts.length).toBeGreaterThan(3);
    const reported = out.split('\n').flatMap((line) => /^(\w.*?) {2,}(\d+) +([\d.]+) %$/.exec(line)?.slice(1, 3).join(' ') ?? []);
    expect(reported.slice(0, counts.length)).toEqual(counts.map(({ name, count }) => `${name} ${count}`));
  });

  it('lists specs by how many parts have them', async () => {
    const { out } = await partdex('info', sample.path, '--specs', '3');
    const { specs } = sample.catalog;
    const [first] = [...specs].sort((a, b) => b.parts - a.parts || (a.key < b.key ? -1 : 1));
    const share = ((100 * first.parts) / PARTS).toFixed(1);
    expect(out).toMatch(
      new RegExp(`^${first.key} +${first.metadata?.datatype} +${first.values} +${first.parts} +${share} %$`, 'm'),
    );
    expect(out).toContain(`\n${specs.length - 3} more specs\n`);
    expect((await partdex('info', sample.path, '--specs', '0')).out).not.toContain(`\n${first.key} `);
  });

  it('groups what takes space, and adds up to the file', async () => {
    const bytes = (text: string) => {
      const units = new Map([
        ['B', 1],
        ['kB', 1e3],
        ['MB', 1e6],
      ]);
      return text.split('\n').reduce((sum, line) => {
        const match = /^\D+ {2,}([\d.]+) (B|kB|MB) +[\d.]+ %$/.exec(line);
        return sum + (match ? Number(match[1]) * (units.get(match[2]) ?? Number.NaN) : 0);
      }, 0);
    };
    const { out } = await partdex('info', sample.path);
    const block = out.slice(out.indexOf('\nsection '));
    expect(block).toMatch(/^documents +/m);
    expect(block).toMatch(/^keyword index +/m);
    expect(bytes(block) / sample.catalog.info.bytes).toBeCloseTo(1, 2);
  });

  it('shows everything with --all', async () => {
    const { out } = await partdex('info', sample.path, '--all');
    for (const { name } of sample.catalog.sections()) expect(out).toContain(`\n${name} `);
    for (const { key } of sample.catalog.specs) expect(out).toContain(`\n${key} `);
  });

  it('has bars on a terminal alone', async () => {
    expect((await partdex('info', sample.path)).out).not.toContain('█');
    const shown = await runOn(new CapturedTerminal({ isTTY: true, columns: 80 }), 'info', sample.path);
    expect(shown.out).toMatch(/^documents .* % {2}█+[▏▎▍▌▋▊▉]?$/m);
    for (const line of shown.out.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(80);
    // Where they would take the place of text there are none.
    const narrow = await runOn(new CapturedTerminal({ isTTY: true, columns: 60 }), 'info', sample.path);
    expect(narrow.out).not.toContain('█');
    for (const line of narrow.out.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('gives JSON for programs', async () => {
    const { out } = await partdex('info', sample.path, '--json');
    const { specs, sections, path, ...info } = JSON.parse(out);
    expect(path).toBe(sample.path);
    expect(info).toEqual(sample.catalog.info);
    expect(sections).toEqual(JSON.parse(JSON.stringify(sample.catalog.sections())));
    expect(specs).toHaveLength(sample.catalog.specs.length);
    expect(specs).toEqual(expect.arrayContaining(JSON.parse(JSON.stringify(sample.catalog.specs))));
  });

  it('takes a catalog without categories and specs', async () => {
    const path = await sample.write('bare.ndjson', ['{"uid":"1","mpn":"A"}']);
    const bare = sample.file('bare.pdx');
    await partdex('build', path, '-o', bare);
    const { status, out } = await partdex('info', bare);
    expect(status).toBe(0);
    expect(out).toMatch(/^parts +1$/m);
    expect(out).not.toMatch(/^(category|spec) {2}/m);
  });
});

describe('partdex validate', () => {
  it('finds a catalog sound', async () => {
    const { status, out, err } = await partdex('validate', sample.path);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const sections = sample.catalog.sections().length;
    expect(out).toMatch(
      new RegExp(
        `is sound: 500 parts, 40 categories, 400 brands, 400 manufacturers, 60 sellers, ${sections} sections, [\\d.]+ m?s\\n$`,
      ),
    );
  });

  it('says that it waits on a terminal', async () => {
    const { err } = await runOn(new CapturedTerminal({ isTTY: true }), 'validate', sample.path);
    expect(plain(err)).toMatch(/^checking [\d.]+ [kM]B …\r$/);
    expect(err.endsWith('\r\u001b[K')).toBe(true);
  });

  it('names the section that is damaged', async () => {
    const bytes = await readFile(sample.path);
    const at = bytes.length >> 1;
    bytes[at] ^= 1;
    const damaged = sample.file('damaged.pdx');
    await writeFile(damaged, bytes);
    const { status, out, err } = await partdex('validate', damaged);
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^error: ".*damaged\.pdx" is damaged: catalog section "[\w./-]+": .*\n$/);
  });

  it('reports a truncated file', async () => {
    const cut = sample.file('cut.pdx');
    await writeFile(cut, (await readFile(sample.path)).subarray(0, 10_000));
    const { status, err } = await partdex('validate', cut);
    expect(status).toBe(1);
    expect(err).toMatch(/^error: ".*cut\.pdx": catalog section "header": .*\n$/);
  });
});

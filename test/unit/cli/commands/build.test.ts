import { copyFile, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCatalogFile } from '../../../../src/node/partdex-node.js';
import { CapturedTerminal, plain } from '../../../support/captured-terminal.js';
import { partdex, runOn, SampleCatalog } from '../../../support/sample-catalog.js';

let sample: SampleCatalog;

beforeAll(async () => {
  sample = await SampleCatalog.create();
});

afterAll(() => sample?.remove());

const A = '{"uid":"1","mpn":"A"}';

describe('partdex build', () => {
  it('reports the parts, the time and the size', () => {
    expect(sample.built.out).toMatch(/^500 parts in \d+\.\d s \([\d,]+ parts\/s\); .*catalog\.pdx has [\d.]+ [kM]B\n$/);
  });

  it('joins several files of parts, packed ones too', async () => {
    const first = await sample.write('first.ndjson', [A]);
    const second = sample.file('second.ndjson.gz');
    await writeFile(second, gzipSync('{"uid":"2","mpn":"B"}\n{"uid":"3","mpn":"C"}\n'));
    const { status, out } = await partdex('build', first, second, '-o', sample.file('joined.pdx'));
    expect(status).toBe(0);
    expect(out).toMatch(/^3 parts in /);
  });

  it('takes the currency of the average price', async () => {
    const part = { uid: '1', mpn: 'A', offers: [{ prices: { EUR: [[1, '2.50']], USD: [[1, '9']] } }] };
    const path = await sample.write('priced.ndjson', [JSON.stringify(part)]);
    const out = sample.file('priced.pdx');
    expect((await partdex('build', path, '--currency', 'EUR', '-o', out)).status).toBe(0);
    const found = await partdex('search', out, '-f', 'avg_price:2.5', '--count');
    expect(found.out).toBe('1\n');
  });

  it('declares fields', async () => {
    const part = { uid: '1', mpn: 'A', internal_pn: 'R-1', tags: ['x'] };
    const path = await sample.write('own.ndjson', [JSON.stringify(part)]);
    const out = sample.file('own.pdx');
    const declared = ['--field', 'internal_pn: part number, keywords', '--field', 'tags:name'];
    expect((await partdex('build', path, ...declared, '-o', out)).status).toBe(0);
    expect((await partdex('search', out, '-q', 'r1', '-f', 'tags:x', '--count')).out).toBe('1\n');
    expect((await partdex('info', out)).out).toMatch(/internal_pn +part number +yes/);
    for (const field of ['tags', ': name', 'tags: ', 'tags: name, words', 'tags: name, keywords, keywords'])
      expect((await partdex('build', path, '--field', field, '-o', out)).err).toContain('It must be "name: kind"');
    expect((await partdex('build', path, '--field', 'tags: nam', '-o', out)).err).toContain('did you mean "name"?');
  });

  it('stops at an invalid document and names its line', async () => {
    const path = await sample.write('invalid.ndjson', [A, '{"uid":"2"}']);
    const { status, out, err } = await partdex('build', path, '-o', sample.file('invalid.pdx'));
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toMatch(/^error: .*invalid\.ndjson:2: .*mpn.*\n$/);
    expect(await readdir(sample.folder)).not.toContain('invalid.pdx');
  });

  it('names a file that does not exist', async () => {
    const path = sample.file('nowhere.ndjson');
    const { status, err } = await partdex('build', path, '-o', sample.file('nowhere.pdx'));
    expect({ status, err }).toEqual({ status: 1, err: `error: cannot read "${path}": no such file\n` });
  });
});

describe('a file that is not NDJSON', () => {
  const csv = ['mpn,stock', 'A,1', 'B,2'];
  const seems = (name: string) => (text: string) => [name, text] as const;
  const cases = [seems('one.json')('it looks like JSON over several lines; one object a line is needed: jq -c . FILE')];
  const contents: Record<string, string> = {
    'one.json': '{\n"uid": 1\n}',
  };

  it.each(cases)('is reported as what it seems to be: %s', async (name, hint) => {
    const path = sample.file(name);
    await writeFile(path, contents[name]);
    const out = sample.file('no-ndjson.pdx');
    const { status, err } = await partdex('build', path, '-o', out);
    expect(status).toBe(1);
    expect(err).toContain(`${name}:1: `);
    expect(err.endsWith(`; ${hint.replace('FILE', path)}\n`)).toBe(true);
    const skipping = await partdex('build', path, '--skip-invalid', '-o', out);
    expect(skipping).toMatchObject({ status: 1, out: '' });
    expect(skipping.err).toMatch(/^warning: skipped /);
    expect(skipping.err).toContain(
      `\nerror: "${path}" has no valid document, so there is no catalog of it; ${hint.replace('FILE', path)}\n`,
    );
  });

  it('is not left out in silence, whatever records it should have', async () => {
    const stock = await sample.write('stock.csv', csv);
    const errors = sample.file('stock-errors.ndjson');
    const out = sample.file('no-records.pdx');
    const { status, err } = await partdex(
      ...['build', sample.file('parts.ndjson'), '--categories', stock, '--errors', errors, '-o', out],
    );
    expect(status).toBe(1);
    expect(err).toContain(`error: "${stock}" has no valid document`);
    expect((await readFile(errors, 'utf8')).split('\n')).toHaveLength(4);
    expect(await readdir(sample.folder)).not.toContain('no-records.pdx');
  });

  it('is recognised where it is packed', async () => {
    const path = sample.file('packed.json.gz');
    await writeFile(path, gzipSync('{\n"uid": 1\n}'));
    const { err } = await partdex('build', path, '-o', sample.file('no-ndjson.pdx'));
    expect(err).toContain(`: gzip -dc ${path} | jq -c .\n`);
  });
});

describe('a JSON array of documents', () => {
  const B = A.replace('"uid":"', '"uid":"x');

  it.each([
    ['list.json', `[${A},${B}]`],
    ['long.ndjson', `[\n  ${A},\n  ${B}\n]\n`],
  ])('is built as they are: %s', async (name, text) => {
    const path = sample.file(name);
    await writeFile(path, text);
    const out = sample.file('list.pdx');
    expect(await partdex('build', path, '-o', out)).toMatchObject({ status: 0, err: '' });
    expect((await partdex('export', out)).out.replace(/\s/g, '')).toBe(`${A}${B}`.replace(/\s/g, ''));
  });

  it('names the line of a fault', async () => {
    const path = sample.file('faulty.json');
    await writeFile(path, gzipSync(`[\n${A},\n{"uid": "2"}\n]`));
    const { status, err } = await partdex('build', path, '-o', sample.file('faulty.pdx'));
    expect({ status, err }).toEqual({
      status: 1,
      err: `error: ${path}:3: mpn: expected a string or a finite number, which is missing\n`,
    });
    await writeFile(path, `[\n${A},\n`);
    expect((await partdex('build', path, '-o', sample.file('faulty.pdx'))).err).toContain(
      ':3: not valid JSON: the JSON array is not',
    );
  });

  it('is a table where its objects have no uid of their own', async () => {
    const path = sample.file('flat.json');
    await writeFile(path, '[{"mpn": "A", "brand": {"uid": "b", "name": "Acme"}}]');
    const { status, err } = await partdex('build', path, '-o', sample.file('flat.pdx'));
    expect(status).toBe(0);
    expect(err).toContain('1 row, 1 part');
  });
});

describe('a build without a valid part', () => {
  const nothing = (name: string) =>
    `error: "${name}" has no part, so no catalog was written; --allow-empty writes one without parts\n`;

  it.each([
    ['an empty file', ''],
    ['blank lines', '\n  \n\n'],
  ])('fails and leaves an earlier catalog as it was: %s', async (_, text) => {
    const path = sample.file('nothing.ndjson');
    await writeFile(path, text);
    const out = sample.file('kept.pdx');
    await copyFile(sample.path, out);
    const before = await readFile(out);
    const files = await readdir(sample.folder);
    for (const options of [[], ['--force'], ['--skip-invalid'], ['--categories', sample.file('categories.ndjson')]]) {
      const ended = await partdex('build', path, ...options, '-o', out);
      expect(ended).toEqual({ status: 1, out: '', err: nothing(path) });
      expect(before.equals(await readFile(out))).toBe(true);
    }
    expect(await readdir(sample.folder)).toEqual(files);
  });

  it('makes an empty catalog where none is replaced', async () => {
    const [one, two] = await Promise.all(['none-1.ndjson', 'none-2.ndjson'].map((name) => sample.write(name, [])));
    const out = sample.file('never.pdx');
    const first = await partdex('build', one, two, '-o', out);
    expect(first).toMatchObject({ status: 0, out: expect.stringMatching(/^0 parts in /) });
    expect(await partdex('build', one, two, '-o', out)).toEqual({
      status: 1,
      out: '',
      err: `error: "${one}", "${two}" have no part, so no catalog was written; --allow-empty writes one without parts\n`,
    });
    const input = await runOn(new CapturedTerminal({ input: '' }), 'build', '-', '-o', out);
    expect(input).toEqual({ status: 1, out: '', err: nothing('stdin') });
  });

  it('is made with --allow-empty', async () => {
    const empty = await sample.write('meant.ndjson', []);
    const invalid = await sample.write('meant-invalid.ndjson', ['{"uid":"1"}']);
    const out = sample.file('meant.pdx');
    await copyFile(sample.path, out);
    for (const [path, ...options] of [[empty], [invalid, '--skip-invalid']]) {
      const { status, out: printed } = await partdex('build', path, ...options, '--allow-empty', '-o', out);
      expect({ status, printed }).toEqual({ status: 0, printed: expect.stringMatching(/^0 parts(, 1 skipped,)? in /) });
      expect((await partdex('search', out, '--count')).out).toBe('0\n');
    }
    const csv = await sample.write('meant.csv', ['name,uid']);
    const other = await partdex('build', empty, '--categories', csv, '--skip-invalid', '--allow-empty', '-o', out);
    expect(other.err).toContain(`error: "${csv}" has no valid document`);
  });

  it('takes an empty file beside others', async () => {
    const empty = await sample.write('quiet-day.ndjson', []);
    const path = await sample.write('busy-day.ndjson', [A]);
    expect((await partdex('build', empty, path, '-o', sample.file('days.pdx'))).out).toMatch(/^1 part in /);
  });
});

describe('a build of the input', () => {
  const build = (input: string, ...args: string[]) => runOn(new CapturedTerminal({ input }), 'build', ...args);

  it('reads it in place of -, among other files', async () => {
    const path = await sample.write('before.ndjson', [A]);
    const out = sample.file('input.pdx');
    expect((await build('{"uid":"2","mpn":"B"}\n{"uid":"3","mpn":"C"}', path, '-', '-o', out)).out).toMatch(/^3 parts in /);
  });

  it('names it in messages', async () => {
    const { status, err } = await build(`${A}\n{"uid":"2"}\n`, '-', '-o', sample.file('input-2.pdx'));
    expect(status).toBe(1);
    expect(err).toMatch(/^error: stdin:2: mpn: expected/);
  });

  it('reads it once', async () => {
    const { status, err } = await build(A, '-', '-', '-o', sample.file('input-3.pdx'));
    expect({ status, err }).toEqual({ status: 2, err: 'error: - is named twice; the input is read once\n' });
  });
});

describe('oddities', () => {
  it('are reported, a few of many', async () => {
    const brands = Array.from({ length: 13 }, (_, i) => [
      JSON.stringify({ uid: `${i}a`, mpn: 'A', brand: { uid: `b${i}`, name: 'One' } }),
      JSON.stringify({ uid: `${i}b`, mpn: 'B', brand: { uid: `b${i}`, name: 'Two' } }),
    ]);
    const path = await sample.write('odd.ndjson', brands.flat());
    const { status, err } = await partdex('build', path, '-o', sample.file('odd.pdx'));
    expect(status).toBe(0);
    const reported = err.trimEnd().split('\n');
    expect(reported).toHaveLength(11);
    for (const line of reported) expect(line).toMatch(/^warning: /);
    expect(reported[10]).toBe('warning: 3 more oddities of this kind');
  });
});

describe('the file that is written', () => {
  it('replaces a catalog, and an empty file', async () => {
    const path = await sample.write('one.ndjson', [A]);
    const out = sample.file('replaced.pdx');
    await writeFile(out, '');
    expect((await partdex('build', path, '-o', out)).status).toBe(0);
    const two = await sample.write('two.ndjson', [A, '{"uid":"2","mpn":"B"}']);
    expect((await partdex('build', two, '-o', out)).status).toBe(0);
    const catalog = await openCatalogFile(out);
    expect(catalog.info.parts).toBe(2);
    await catalog.close();
  });

  it('replaces other data by --force alone', async () => {
    const path = await sample.write('data.ndjson', [A]);
    const out = await sample.write('precious.txt', ['my data']);
    const refused = await partdex('build', path, '-o', out);
    expect(refused.status).toBe(2);
    expect(refused.err).toBe(
      `error: "${out}" exists and is not a partdex catalog; choose another name, or --force to replace it\n`,
    );
    expect(await readFile(out, 'utf8')).toBe('my data\n');
    expect((await partdex('build', path, '-o', out, '--force')).status).toBe(0);
    expect((await partdex('search', out, '--count')).out).toBe('1\n');
  });

  it('is never one that is read', async () => {
    const path = await sample.write('same.ndjson', [A]);
    const link = sample.file('link.ndjson');
    await symlink(path, link);
    for (const output of [path, link]) {
      for (const options of [
        ['-o', output],
        ['--force', '-o', output],
      ]) {
        const { status, err } = await partdex('build', path, ...options);
        expect({ status, err }).toEqual({
          status: 2,
          err: `error: "${output}" is read by this build; name another file after -o\n`,
        });
      }
    }
    expect(await readFile(path, 'utf8')).toBe(`${A}\n`);
  });

  it.each([['SIGINT', 130, 'Ctrl-C'] as const, ['SIGTERM', 143, 'SIGTERM'] as const])(
    'stays as it was when %s stops the build',
    async (signal, expected, name) => {
      const out = sample.file('stopped.pdx');
      await writeFile(out, 'PARTDEX\0 of before');
      const files = await readdir(sample.folder);
      const listeners = process.listenerCount(signal);
      const building = partdex('build', sample.file('parts.ndjson'), '-o', out);
      while (process.listenerCount(signal) === listeners) await setImmediate();
      process.emit(signal, signal);
      const { status, out: printed, err } = await building;
      expect({ status, printed, err }).toEqual({
        status: expected,
        printed: '',
        err: `error: stopped by ${name}; "${out}" is as it was\n`,
      });
      expect(await readFile(out, 'utf8')).toBe('PARTDEX\0 of before');
      expect(await readdir(sample.folder)).toEqual(files);
      expect(process.listenerCount(signal)).toBe(listeners);
    },
  );
});

describe('progress', () => {
  it('is a line on a terminal that goes away', async () => {
    const terminal = new CapturedTerminal({ isTTY: true, hasColors: true });
    const { status, out, err } = await runOn(terminal, 'build', sample.file('parts.ndjson'), '-o', sample.file('shown.pdx'));
    expect(status).toBe(0);
    expect(plain(err)).toContain('% ');
    expect(plain(err)).toMatch(/indexing {2}\d+ of \d+ fields/);
    // The cursor is back, and the line is clear.
    expect(err.lastIndexOf('\u001b[?25h')).toBeGreaterThan(err.lastIndexOf('\u001b[?25l'));
    expect(err.endsWith('\u001b[2K')).toBe(true);
    expect(plain(out)).toMatch(/^500 parts in /);
  });

  it('is nothing elsewhere', async () => {
    const { err } = await partdex('build', sample.file('parts.ndjson'), '-o', sample.file('quiet.pdx'));
    expect(err).toBe('');
  });
});

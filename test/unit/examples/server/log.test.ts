import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyFinder } from '../../../../examples/server/src/key-finder.js';
import { logLine, withoutKeys } from '../../../../examples/server/src/log-line.js';
import { get, RawConnection } from '../../../support/http-client.js';
import { KEY, SampleFolder, type Started } from '../../../support/sample-server.js';

function finder(...keys: string[]): KeyFinder {
  const found = new KeyFinder();
  found.add(keys);
  return found;
}

function line(target: string, keys = finder()): string {
  return logLine({ address: '::1', method: 'GET', target, status: 200, milliseconds: 1.26 }, keys).replace(/^\S+ /, '');
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');
const percent = (text: string) => [...new TextEncoder().encode(text)].map((byte) => `%${hex(byte)}`).join('');

describe('a line of the log', () => {
  it('is one line of bounded length', () => {
    expect(line('/a?x=1')).toBe('::1 GET /a?x=1 200 1.3 ms');
    expect(line('/a?x=\n\u001b[2Jé')).toContain(' /a?x=??[2J? ');
    expect(line(`/${'x'.repeat(100_000)}`).length).toBeLessThan(1100);
  });

  it('has no value of an argument for keys, whether it is one or not', () => {
    expect(line('/a?apikey=secret&b&apikey[]=secret&%61pikey[0]=secret&token=secret&apikeys=x')).toBe(
      '::1 GET /a?apikey=…&b&apikey[]=…&%61pikey[0]=…&token=…&apikeys=x 200 1.3 ms',
    );
    expect(line('/a?apikey=&token')).toBe('::1 GET /a?apikey=…&token 200 1.3 ms');
  });

  it.each([
    ['/a?x=1&amp;apikey=demo-key&y=2', '/a?x=1&amp;apikey=…&y=2'],
    ['/a?x=1;apikey=demo-key', '/a?x=1;apikey=…'],
    ['/a?ApiKey=demo-key', '/a?ApiKey=…'],
    ['/a?x?apikey=demo-key', '/a?x?apikey=…'],
    ['/search&apikey=demo-key', '/search&apikey=…'],
    ['/a?key=demo-key', '/a?key=…'],
    ['/demo-key/a', '/…/a'],
    ['/a?demo-key', '/a?…'],
    ['/a#demo-key', '/a#…'],
    ['/a?xdemo-keyx', '/a?x…x'],
    ['/a?k=demo-keydemo-key', '/a?k=……'],
    ['/a?k=%64emo-%6bey&z', '/a?k=…&z'],
    ['/a?k=demo%2Dkey', '/a?k=…'],
    ['/a?k=demo%252Dkey', '/a?k=…'],
    ['/a?k=demo%25252dkey', '/a?k=…'],
    ['/a?k=%2564%65mo-key', '/a?k=…'],
    ['/a?k=%demo-key', '/a?k=%…'],
    ['/a?k=%2%25demo-key', '/a?k=%2%25…'],
    ['/a?k=de%zzmo-key', '/a?k=de%zzmo-key'],
    ['/a?k=two+words', '/a?k=…'],
    ['/a?k=two%20words', '/a?k=…'],
    ['/a?k=two%2Bwords', '/a?k=…'],
    ['/a?k=schl%C3%BCssel', '/a?k=…'],
    ['/a?k=schl\u00c3\u00bcssel', '/a?k=…'],
    ['/a?k=schl\u00fcssel', '/a?k=…'],
    ['/a?k=100%25', '/a?k=…'],
  ])('has no key in the place of %s', (target, shown) => {
    expect(line(target, finder('demo-key', 'two words', 'schlüssel', '100%'))).toBe(`::1 GET ${shown} 200 1.3 ms`);
  });

  it('has no part of a key where it is cut', () => {
    const keys = finder('demo-key');
    for (const key of ['demo-key', percent('demo-key'), percent(percent('demo-key'))]) {
      for (let length = 1010 - key.length - 10; length < 1010; length++) {
        const shown = line(`/${'x'.repeat(length)}${key}yyy`, keys);
        expect(shown.replace(/^\S+ GET \/x+/, ''), String(length)).toMatch(/^…?y*…? 200 1\.3 ms$/);
      }
    }
  });

  it('has no key of any place and encoding', () => {
    const letters = fc.constantFrom(...'abK9-_.~+%/ é漢');
    const key = fc.string({ unit: letters, minLength: 3, maxLength: 12 });
    // An escape that has begun before a key would take letters of it.
    const before = fc
      .string({ unit: fc.constantFrom(...'ab%2567&?=;+/'), maxLength: 20 })
      .filter((text) => !/%[0-9a-f]*$/i.test(text));
    const after = fc.string({ unit: fc.constantFrom(...'ab%2567&?=;+/'), maxLength: 20 });
    const encodings = fc.constantFrom<((text: string) => string)[]>(
      (text) => encodeURIComponent(text),
      (text) => percent(text),
      (text) => encodeURIComponent(encodeURIComponent(text)),
      (text) => percent(percent(text)),
      (text) => encodeURIComponent(text).replaceAll('%20', '+'),
    );
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), before, after, encodings, (keys, head, tail, encode) => {
        const sought = finder(...keys);
        const target = `/${head}${encode(keys[0])}${tail}`;
        // What is around may hold another key, or one may begin there; then more is hidden.
        expect(line(target, sought)).not.toContain(encode(keys[0]));
        expect(withoutKeys(`${head}${keys[0]}${tail}`, sought)).not.toContain(keys[0]);
      }),
      { numRuns: 500 },
    );
  });

  it('hides keys of one character, and none where there are none', () => {
    expect(line('/aba%61', finder('a'))).toBe('::1 GET /…b…… 200 1.3 ms');
    expect(line('/aba', finder(''))).toBe('::1 GET /aba 200 1.3 ms');
  });

  it('stays quick with 100,000 keys', () => {
    const keys = finder(...Array.from({ length: 100_000 }, (_, i) => `key-${(i * 2_654_435_761) % 4_294_967_296}-${i}`));
    const target = `/a?x=${'key-1-'.repeat(2000)}&k=key-0-0`;
    for (let i = 0; i < 1000; i++) expect(line(target, keys)).toContain('/a?x=key-1-');
    expect(line('/a?k=key-0-0', keys)).toBe('::1 GET /a?k=… 200 1.3 ms');
  });
});

describe('the log of a server', () => {
  let folder: SampleFolder;
  let started: Started;

  beforeAll(async () => {
    folder = await SampleFolder.create();
    started = await folder.start();
  }, 60_000);

  afterAll(() => folder.remove(), 60_000);

  it('reports a request in one line', async () => {
    expect((await started.fetch('/api/v3/parts/search?%61pikey=another+key&q=tell-me')).status).toBe(200);
    expect(started.lines.find((text) => text.includes('q=tell-me'))).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z 127\.0\.0\.1 GET \/api\/v3\/parts\/search\?%61pikey=…&q=tell-me 200 \d+\.\d ms$/,
    );
  });

  it('has no key, wherever it was', async () => {
    const connection = await RawConnection.open(started);
    const base = '/api/v3/parts';
    const targets = [
      `${base}/search?limit=0&amp;apikey=${KEY}`,
      `${base}/search?limit=0;apikey=${KEY}`,
      `${base}/search?ApiKey=${KEY}`,
      `${base}/search?x?apikey=${KEY}`,
      `${base}/search&apikey=${KEY}`,
      `${base}/${percent(KEY)}?apikey=another%2520key`,
      `${base}/search?q=${KEY}&apikey=${KEY}`,
      `/graphql/${percent(percent(KEY))}`,
      `http://there${base}/search?k=${KEY}`,
    ];
    for (const target of targets) connection.write(get(target, `token: ${KEY}`, `Referer: ${KEY}`));
    connection.write(get('/last', 'Connection: close'));
    expect(await connection.end()).toBe('closed');
    const body = `{"query": "{ ${KEY} }", "${KEY}": 1}`;
    await started.fetch(`/graphql?token=${KEY}`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const log = decodeURIComponent(decodeURIComponent(started.lines.join('\n')));
    expect(started.lines.length).toBeGreaterThan(targets.length);
    expect(log).not.toMatch(/demo-key|another.key/);
  });

  it('has no key that was valid before the keys were read again', async () => {
    await folder.writeKeys('new-key\n');
    await started.server.reload();
    expect(started.lines.at(-1)).toContain('keys: 1');
    await started.fetch(`/x/${KEY}/new-key`);
    expect(started.lines.at(-1)).toContain(' GET /x/…/… 404 ');
  });
});

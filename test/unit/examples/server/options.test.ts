import { expect, it } from 'vitest';
import { logLine } from '../../../../examples/server/src/log-line.js';
import { readOptions } from '../../../../examples/server/src/options.js';

const KEYS = ['--keys', 'keys.txt'];

it('has the defaults of the README', () => {
  expect(readOptions(['c.pdx', ...KEYS])).toEqual({ catalog: 'c.pdx', keys: 'keys.txt', host: '127.0.0.1', port: 8080, rate: 3 });
});

it('takes the last of two, as the npm script needs it', () => {
  expect(readOptions([...KEYS, 'c.pdx', '--keys', 'mine.txt', '--rate', '20', '--port=0', '--host', '::'])).toEqual({
    catalog: 'c.pdx',
    keys: 'mine.txt',
    host: '::',
    port: 0,
    rate: 20,
  });
});

it('asks for help', () => {
  expect(readOptions(['--help'])).toBeUndefined();
});

it.each([
  [KEYS, 'which catalog? Name its file.'],
  [['a.pdx', 'b.pdx', ...KEYS], 'one catalog at a time: "b.pdx" is too much.'],
  [['a.pdx'], 'who may ask? Name a file of keys with --keys'],
  [['a.pdx', ...KEYS, '--port', '1e3'], '--port must be an integer between 0 and 65535, not "1e3".'],
  [['a.pdx', ...KEYS, '--port', '65536'], '--port must be an integer between 0 and 65535, not "65536".'],
  [['a.pdx', ...KEYS, '--rate', '0'], '--rate must be an integer between 1 and 1000000, not "0".'],
  [['a.pdx', ...KEYS, '--prot', '1'], "Unknown option '--prot'"],
])('refuses %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

it('a line of the log is one line of bounded length without keys', () => {
  const line = (target: string) => logLine({ address: '::1', method: 'GET', target, status: 200, milliseconds: 1.26 });
  expect(line('/a?x=1').replace(/^\S+ /, '')).toBe('::1 GET /a?x=1 200 1.3 ms');
  expect(line('/a?apikey=secret&b&apikey[]=secret&%61pikey[0]=secret&token=secret&apikeys=x').replace(/^\S+ /, '')).toBe(
    '::1 GET /a?apikey=…&b&apikey[]=…&%61pikey[0]=…&token=…&apikeys=x 200 1.3 ms',
  );
  expect(line('/a?x=\n\u001b[2Jé')).toContain(' /a?x=??[2J? ');
  expect(line(`/${'x'.repeat(100_000)}`).length).toBeLessThan(1100);
});

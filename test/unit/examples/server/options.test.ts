import { expect, it } from 'vitest';
import { defaultWorkers, readOptions } from '../../../../examples/server/src/options.js';

const KEYS = ['--keys', 'keys.txt'];

it('has the defaults of the README', () => {
  expect(readOptions(['c.pdx', ...KEYS])).toEqual({
    catalog: 'c.pdx',
    keys: 'keys.txt',
    adminKeys: undefined,
    host: '127.0.0.1',
    port: 8080,
    rate: 3,
    quota: undefined,
    usage: undefined,
    workers: defaultWorkers(),
    waiting: 64,
    timeout: 5000,
    assist: false,
  });
  expect(defaultWorkers()).toBeGreaterThanOrEqual(2);
});

it('takes the last of two, as the npm script needs it', () => {
  const args = [
    '--keys',
    'mine.txt',
    '--admin-keys=admins.txt',
    '--rate',
    '20',
    '--quota=1000',
    '--usage',
    'used',
    '--port=0',
    '--host',
    '::',
    '--workers=0',
    '--waiting',
    '7',
    '--timeout=900',
    '--assist',
  ];
  expect(readOptions([...KEYS, 'c.pdx', ...args])).toEqual({
    catalog: 'c.pdx',
    keys: 'mine.txt',
    adminKeys: 'admins.txt',
    host: '::',
    port: 0,
    rate: 20,
    quota: 1000,
    usage: 'used',
    workers: 0,
    waiting: 7,
    timeout: 900,
    assist: true,
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
  [['a.pdx', ...KEYS, '--workers', '-1'], "Option '--workers' argument is ambiguous"],
  [['a.pdx', ...KEYS, '--workers', '129'], '--workers must be an integer between 0 and 128, not "129".'],
  [['a.pdx', ...KEYS, '--waiting', '0'], '--waiting must be an integer between 1 and 100000, not "0".'],
  [['a.pdx', ...KEYS, '--timeout', '0'], '--timeout must be an integer between 1 and 3600000, not "0".'],
  [['a.pdx', ...KEYS, '--prot', '1'], "Unknown option '--prot'"],
])('refuses %j', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});

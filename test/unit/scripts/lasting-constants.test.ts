import { expect, it } from 'vitest';
import { lastingConstants } from '../../../scripts/lasting-constants.js';

function rendered(code: string): string {
  const render = lastingConstants().renderChunk as unknown as (code: string) => { readonly code: string };
  return render(code).code;
}

it('constants and classes of a module are declared as such', () => {
  const code = 'var MOST_ROWS = 1 << 8;\nvar RowSet = class _RowSet {\n  static a = MOST_ROWS == 256;\n};\n';
  expect(rendered(code)).toBe(code.replaceAll(/^var/gm, 'const'));
});

it.each([
  ['lastForm = {};', 'a name in another case'],
  ['STATE = 0;\nfunction set() {\n  STATE = 1;\n}', 'a name that is assigned to'],
  ['COUNT = 0;\nfunction add() {\n  COUNT += 1;\n}', 'a sum'],
  ['CACHE = void 0;\nfunction get() {\n  return CACHE ??= {};\n}', 'a value that is set when it is needed'],
  ['NEXT = 0;\nfunction next() {\n  return NEXT++;\n}', 'a counter'],
])('var %j stays: %s', (declaration) => {
  expect(rendered(`var ${declaration}\n`)).toBe(`var ${declaration}\n`);
});

it('members and parts of other names are not assignments, and lines within functions stay', () => {
  const code = 'var LIMIT = 8;\nother.LIMIT = 9;\nvar MY_LIMIT = LIMIT;\nfunction f() {\n  var LIMIT = 1;\n}\n';
  expect(rendered(code)).toContain('var LIMIT = 8;');
  expect(rendered(code)).toContain('const MY_LIMIT = LIMIT;');
  expect(rendered(code.replace('  var LIMIT = 1;\n', ''))).toContain('const LIMIT = 8;');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeJsonFault } from '../../../src/node/json-fault.js';

describe('describeJsonFault', () => {
  it.each([
    ['', 'at column 1: expected a value, found the end of the line'],
    ['{"a": x}', 'at column 7: expected a value, found "x"'],
    ['{"a" 1}', 'at column 6: expected ":", found "1"'],
    ['{"a": 1', 'at column 8: expected "," or "}", found the end of the line'],
    ['[1 2]', 'at column 4: expected "," or "]", found "2"'],
    ['[1,]', 'at column 4: expected a value, found "]"'],
    ['{"a": 1,}', 'at column 9: expected a member name in double quotes, found "}"'],
    ["{'a': 1}", 'at column 2: expected a member name in double quotes or "}", found "\'"'],
    ['[}', 'at column 2: expected a value or "]", found "}"'],
    ['{} {}', 'at column 4: expected the end of the line, found "{"'],
    ['"a\tb"', 'at column 3: expected an escape such as \\n instead of the control character, found "\\t"'],
    ['"a\\x"', 'at column 4: expected one of " \\ / b f n r t or u and four hex digits after "\\", found "x"'],
    ['"a', 'at column 3: expected a closing double quote, found the end of the line'],
    ['01', 'at column 2: expected the end of the line, found "1"'],
    ['[NaN]', 'at column 2: expected a value or "]", found "N"'],
    ['["a", 😀]', 'at column 7: expected a value, found "😀"'],
    ['\ufeff{}', 'at column 1: expected a value, found "\ufeff"'],
  ])('%j', (text, fault) => expect(describeJsonFault(text)).toBe(fault));

  it('finds no fault in deep nesting', () => {
    expect(describeJsonFault(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toBeUndefined();
  });

  it('finds a fault where JSON.parse does, and nowhere else', () => {
    const snippets = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '\\u00e',
      '0',
      '-1.5e+3',
      '.',
      'true',
      'nul',
      ' ',
      '\n',
      '\u0001',
      'é',
    );
    const mutated = fc.tuple(fc.json({ maxDepth: 2 }), fc.nat(), fc.nat(2), snippets).map(([text, at, gone, put]) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + put + text.slice(start + gone);
    });
    const texts = fc.oneof(
      mutated,
      fc.array(snippets, { maxLength: 6 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(describeJsonFault(text) === undefined).toBe(isJson);
      }),
      { numRuns: 2000 },
    );
  });
});

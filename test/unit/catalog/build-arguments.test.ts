import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../src/model/errors.js';
import { buildCatalog } from '../../../src/partdex.js';
import { rejectionOf } from '../../support/thrown.js';

const parts = [{ uid: '1', mpn: 'A1' }];

describe('buildCatalog refuses', () => {
  const messageOf = async (building: Promise<unknown>) => {
    const error = await rejectionOf(building);
    expect(error).toBeInstanceOf(ValidationError);
    return (error as ValidationError).message;
  };

  it.each([
    [null, 'source must be an object with "parts", not null'],
    [undefined, 'source must be an object with "parts", not undefined'],
    ['parts.ndjson', 'source must be an object with "parts", not "parts.ndjson"'],
  ])('the source %j', async (source, message) => expect(await messageOf(buildCatalog(source as never))).toContain(message));

  it.each([
    ['signal', 'stop', 'signal must be an AbortSignal, not "stop"'],
    ['signal', 0, 'signal must be an AbortSignal, not 0'],
    ['onInvalid', 'skip', 'onInvalid must be "throw" or a function, not "skip"'],
    ['onInvalid', false, 'onInvalid must be "throw" or a function, not false'],
    ['onNotice', true, 'onNotice must be a function, not true'],
    ['onProgress', 'bar', 'onProgress must be a function, not "bar"'],
  ])('the option %s: %j', async (name, value, message) =>
    expect(await messageOf(buildCatalog({ parts }, { [name]: value } as never))).toContain(message),
  );

  it.each(['brands', 'manufacturers', 'sellers', 'categories', 'spec_metadata'])(
    '%s that are no list, also empty texts',
    async (name) =>
      expect(await messageOf(buildCatalog({ parts, [name]: '' } as never))).toContain(`${name} must be an iterable`),
  );
});

it('null in place of options means the defaults', async () => {
  expect((await buildCatalog({ parts, brands: null } as never, null as never)).info.parts).toBe(1);
  const none = { signal: null, onInvalid: null, onNotice: null, onProgress: null };
  expect((await buildCatalog({ parts }, none as never)).info.parts).toBe(1);
});

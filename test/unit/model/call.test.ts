import { describe, expect, it } from 'vitest';
import { checkCall, makePollable, pollOf } from '../../../src/model/call.js';
import { ValidationError } from '../../../src/model/errors.js';
import { thrownBy } from '../../support/thrown.js';

describe('checkCall', () => {
  it('takes what a caller may say, all of it or none', () => {
    const { signal } = new AbortController();
    expect(checkCall({ signal, timeout: 0.5, client: 'a' })).toEqual({ signal, timeout: 0.5, client: 'a' });
    expect(checkCall({ signal }).signal).toBe(signal);
    expect(checkCall({ timeout: Number.POSITIVE_INFINITY })).toEqual({ timeout: Number.POSITIVE_INFINITY });
    expect(checkCall({ client: '' })).toEqual({ client: '' });
    for (const nothing of [undefined, null, {}, { signal: undefined, timeout: undefined, client: undefined }]) {
      expect(checkCall(nothing)).toEqual({});
    }
    expect(checkCall({ signal: null, timeout: null, client: null })).toEqual({});
    expect(checkCall(Object.create(null))).toEqual({});
  });

  it('takes a signal of another library, by what it can do', () => {
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {} };
    expect(checkCall({ signal }).signal).toBe(signal);
  });

  it.each<[string, unknown, RegExp]>([
    ['call', 7, /^call must be an object, not 7$/],
    ['call', '1000', /^call must be an object, not "1000"$/],
    ['call', [], /^call must be an object/],
    ['call', () => {}, /^call must be an object/],
    ['call', new AbortController().signal, /^call must be an object/],
    ['call.timeout', { timeout: 0 }, /^call\.timeout must be a number of milliseconds above 0, not 0$/],
    ['call.timeout', { timeout: -0 }, /above 0/],
    ['call.timeout', { timeout: -1 }, /above 0, not -1$/],
    ['call.timeout', { timeout: Number.NaN }, /above 0/],
    ['call.timeout', { timeout: Number.NEGATIVE_INFINITY }, /above 0/],
    ['call.timeout', { timeout: '100' }, /above 0, not "100"$/],
    ['call.timeout', { timeout: true }, /above 0/],
    ['call.timeout', { timeout: 100n }, /above 0/],
    ['call.client', { client: 7 }, /^call\.client must be a string, not 7$/],
    ['call.client', { client: {} }, /must be a string/],
    ['call.signal', { signal: new AbortController() }, /^call\.signal must be an AbortSignal/],
    ['call.signal', { signal: true }, /must be an AbortSignal, not true$/],
    ['call.signal', { signal: { aborted: false } }, /must be an AbortSignal/],
    ['call.signal', { signal: () => {} }, /must be an AbortSignal/],
    ['call.timout', { timout: 5 }, /^call\.timout is not an argument; did you mean "timeout"/],
    ['call.limit', { limit: 5 }, /^call\.limit is not an argument/],
  ])('refuses a wrong %s (%#)', (argument, call, message) => {
    const error = thrownBy(() => checkCall(call));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ argument, status: 400 });
    expect((error as Error).message).toMatch(message);
  });
});

describe('a signal that is polled', () => {
  it('is known by itself, and by no other', () => {
    const [one, other] = [new AbortController().signal, new AbortController().signal];
    const isAborted = () => true;
    makePollable(one, isAborted);
    expect(pollOf(one)).toBe(isAborted);
    expect(pollOf(other)).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { ClusterError, UnsupportedError } from '../../../src/model/errors.js';
import type { SearchContext } from '../../../src/opensearch/compile/search.js';
import { TooComplexPattern } from '../../../src/opensearch/session.js';
import { withPrograms } from '../../../src/opensearch/with-programs.js';

const context = {} as SearchContext;

describe('requests whose patterns may be too complex', () => {
  it('are compiled with programs where the engine refuses a pattern', async () => {
    const tried: unknown[] = [];
    const found = await withPrograms(context, async ({ scripted }) => {
      tried.push(scripted);
      if (!scripted) throw new TooComplexPattern('too complex');
      return 7;
    });
    expect([found, tried]).toEqual([7, [undefined, true]]);
  });

  it('are refused with a typed error if the engine refuses the programs too', async () => {
    const call = withPrograms(context, async () => {
      throw new TooComplexPattern('too complex');
    });
    await expect(call).rejects.toThrow(UnsupportedError);
  });

  it('fail at once with another error', async () => {
    let tries = 0;
    const call = withPrograms(context, async () => {
      tries++;
      throw new ClusterError('no', { step: 'search' });
    });
    await expect(call).rejects.toThrow(ClusterError);
    expect(tries).toBe(1);
  });
});

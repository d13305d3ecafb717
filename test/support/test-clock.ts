import { afterEach, beforeEach, vi } from 'vitest';
import type { Steps } from '../../src/work/pauses.js';
import type { Work } from '../../src/work/work.js';

/** Units of work after which the clock is certainly looked at. */
export const MUCH = 1_000_000;

/** A clock that only the test moves on. The program uses a processor all the time. */
export class TestClock {
  now = 0;

  constructor() {
    beforeEach(() => {
      this.now = 1000;
      vi.spyOn(performance, 'now').mockImplementation(() => this.now);
      vi.spyOn(process, 'cpuUsage').mockImplementation(() => ({ user: this.now * 1000, system: 0 }));
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });
  }

  /** How often it has been looked at. */
  get looks(): number {
    return vi.mocked(performance.now).mock.calls.length;
  }

  /** Steps of some milliseconds each, which yield when the work requires it. */
  *working(work: Work, count: number, ms: number): Steps<string> {
    for (let i = 0; i < count; i++) {
      this.now += ms;
      if (work.spend(MUCH)) yield;
    }
    return 'done';
  }
}

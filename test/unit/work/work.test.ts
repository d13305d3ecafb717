import { describe, expect, it } from 'vitest';
import { makePollable } from '../../../src/model/call.js';
import type { Steps } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { MUCH, TestClock } from '../../support/test-clock.js';
import { rejectionOf, thrownBy } from '../../support/thrown.js';

const clock = new TestClock();

describe('work that is spent', () => {
  it('is added up, and the clock looked at now and then only', () => {
    const work = new Work(UNBOUNDED);
    clock.now += 1000;
    const looks = clock.looks;
    const early = Array.from({ length: 49_000 }, () => work.spend(1));
    expect(early.includes(true)).toBe(false);
    expect(clock.looks).toBe(looks);
    expect(work.spend(1001)).toBe(true);
    expect(clock.looks).toBe(looks + 1);
    // And again from there on.
    expect(work.spend(49_000)).toBe(false);
    expect(work.spend(1001)).toBe(true);
  });

  it('yields when its turn is over, and then has a turn as long as the first', async () => {
    const work = new Work(UNBOUNDED, undefined, 50);
    for (let turn = 0; turn < 3; turn++) {
      clock.now += 49;
      expect(work.spend(MUCH)).toBe(false);
      expect(work.isDue()).toBe(false);
      clock.now += 1;
      expect(work.isDue()).toBe(true);
      expect(work.spend(MUCH)).toBe(true);
      await work.giveWay();
    }
  });

  it('yields after 15 ms at most, and not at once, unless configured otherwise', () => {
    const work = new Work(UNBOUNDED);
    expect(work.isDue()).toBe(false);
    clock.now += 1;
    expect(work.isDue()).toBe(false);
    clock.now += 14;
    expect(work.isDue()).toBe(true);
  });

  it('pauses if it is time to, and else not', async () => {
    const work = new Work(UNBOUNDED, undefined, 10);
    let turns = 0;
    setImmediate(() => turns++);
    clock.now += 9;
    for (let i = 0; i < 100; i++) await work.pause();
    expect(turns).toBe(0);
    clock.now += 1;
    await work.pause();
    expect(turns).toBe(1);
    // A turn of its own has begun.
    setImmediate(() => turns++);
    await work.pause();
    expect(turns).toBe(1);
  });

  it('lets others have their turn between its steps', async () => {
    const order: string[] = [];
    const ran = new Work(UNBOUNDED)
      .run(clock.working(new Work(UNBOUNDED, undefined, 0), 5, 10))
      .then((result) => order.push(result));
    setImmediate(() => order.push('immediate'));
    setTimeout(() => order.push('timer'), 0);
    await ran;
    expect(order.at(-1)).toBe('done');
    expect(order).toContain('immediate');
  });

  it('runs steps that never yield in one go', async () => {
    let turns = 0;
    setImmediate(() => turns++);
    const work = new Work(UNBOUNDED, undefined, 1000);
    expect(await work.run(clock.working(work, 50, 1))).toBe('done');
    expect(turns).toBe(0);
  });

  it('passes on the errors of its steps', async () => {
    // biome-ignore lint/correctness/useYield: it fails before
    function* failing(): Steps<void> {
      throw new Error('mine');
    }
    await expect(new Work(UNBOUNDED).run(failing())).rejects.toThrow('mine');
    expect(() =>
      new Work(UNBOUNDED).measure(() => {
        throw new Error('mine');
      }),
    ).toThrow('mine');
  });
});

describe('work that is aborted', () => {
  it.each([['too late'], [null], [new Error('mine')], [0]])('throws the reason, %j', (reason) => {
    const controller = new AbortController();
    const work = new Work(UNBOUNDED, controller.signal);
    expect(work.check()).toBeUndefined();
    controller.abort(reason);
    expect(thrownBy(() => work.check())).toBe(reason);
    expect(thrownBy(() => work.spend(MUCH))).toBe(reason);
    expect(thrownBy(() => work.isDue())).toBe(reason);
  });

  it('throws a DOMException where no reason was given', () => {
    const controller = new AbortController();
    const work = new Work(UNBOUNDED, controller.signal);
    controller.abort();
    const error = thrownBy(() => work.check());
    expect(error).toBe(controller.signal.reason);
    expect(error).toMatchObject({ name: 'AbortError' });
  });

  it('notices it while it yields', async () => {
    const controller = new AbortController();
    const work = new Work(UNBOUNDED, controller.signal);
    setImmediate(() => controller.abort('enough'));
    expect(await rejectionOf(work.run(clock.working(work, 10_000, 10)))).toBe('enough');
    expect(clock.now).toBeLessThan(2000);
    expect(await rejectionOf(work.giveWay())).toBe('enough');
    expect(await rejectionOf(work.pause())).toBe('enough');
  });

  it('hears of it before its event can arrive, where the signal can be polled', () => {
    const { signal } = new AbortController();
    let isAborted = false;
    makePollable(signal, () => isAborted);
    const work = new Work(UNBOUNDED, signal);
    expect(work.spend(MUCH)).toBe(false);
    isAborted = true;
    expect(signal.aborted).toBe(false);
    const error = thrownBy(() => work.spend(MUCH));
    expect(error).toBeInstanceOf(DOMException);
    expect(error).toMatchObject({ name: 'AbortError' });
    // Work that has noticed it once does not go on.
    isAborted = false;
    expect(thrownBy(() => work.check())).toBe(error);
  });

  it('prefers the reason of the signal to that of a poll', () => {
    const controller = new AbortController();
    makePollable(controller.signal, () => true);
    const work = new Work(UNBOUNDED, controller.signal);
    controller.abort('why');
    expect(thrownBy(() => work.check())).toBe('why');
  });

  it('goes on throwing the reason for which it ended first', () => {
    const controller = new AbortController();
    const work = new Work({ ...UNBOUNDED, milliseconds: 10 }, controller.signal);
    const reason = new Error('first');
    expect(work.end(reason)).toBe(reason);
    expect(work.end('second')).toBe('second');
    controller.abort('third');
    clock.now += 1000;
    expect(thrownBy(() => work.check())).toBe(reason);
  });
});

describe('what is lent to work', () => {
  it('is given back once, by its lender', () => {
    const lent: unknown[] = [];
    const back: unknown[] = [];
    const pool = () => ({
      rows: 1,
      lend: (work: Work) => {
        const scratch = { bytesLent: 0, work };
        lent.push(scratch);
        return scratch;
      },
      takeBack: (scratch: unknown) => void back.push(scratch),
    });
    const [one, other] = [pool(), pool()] as unknown as Parameters<Work['scratch']>[0][];
    const work = new Work(UNBOUNDED);
    work.finish();
    expect(back).toEqual([]);
    const next = new Work(UNBOUNDED);
    expect([next.scratch(one), next.scratch(other), next.scratch(one)]).toEqual([lent[0], lent[1], lent[0]]);
    expect(lent).toHaveLength(2);
    next.finish();
    next.finish();
    expect(back).toEqual(lent);
  });
});

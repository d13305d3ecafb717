import { describe, expect, it, vi } from 'vitest';
import { BudgetExceededError, PartdexError } from '../../../src/model/errors.js';
import type { Steps } from '../../../src/work/pauses.js';
import { UNBOUNDED, Work } from '../../../src/work/work.js';
import { MUCH, TestClock } from '../../support/test-clock.js';
import { rejectionOf, thrownBy } from '../../support/thrown.js';

const clock = new TestClock();

describe('work over its time', () => {
  it('ends with an error that says what it was doing, for which clause, and for how long', () => {
    const work = new Work({ ...UNBOUNDED, milliseconds: 100 });
    work.begin('comparing words', 'descriptions.value:c*');
    clock.now += 100;
    expect(work.check()).toBeUndefined();
    clock.now += 0.6;
    const error = thrownBy(() => work.check());
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toBeInstanceOf(PartdexError);
    expect(error).toMatchObject({
      name: 'BudgetExceededError',
      code: 'budget_exceeded',
      status: 503,
      budget: 'time',
      limit: 100,
      milliseconds: 101,
      step: 'comparing words',
      clause: 'descriptions.value:c*',
      estimated: false,
      message: 'the request takes longer than 100 ms; it was stopped after 101 ms (comparing words: descriptions.value:c*)',
    });
    clock.now += 50;
    expect(thrownBy(() => work.spend(MUCH))).toBe(error);
  });

  it('has no clause where there is none', () => {
    const work = new Work({ ...UNBOUNDED, milliseconds: 100 });
    clock.now += 200;
    const error = thrownBy(() => work.check()) as BudgetExceededError;
    expect(error.step).toBe('reading the request');
    expect(error.clause).toBeUndefined();
    expect(error.message).toBe('the request takes longer than 100 ms; it was stopped after 200 ms (reading the request)');
    // A step without a clause has not that of the step before.
    const other = new Work({ ...UNBOUNDED, milliseconds: 100 });
    other.begin('comparing words', 'a');
    other.begin('ordering the parts that were found');
    clock.now += 200;
    expect((thrownBy(() => other.check()) as BudgetExceededError).clause).toBeUndefined();
  });

  it('makes a text of the clause only when it ends', () => {
    const work = new Work({ ...UNBOUNDED, milliseconds: 100 });
    const clause = vi.fn(() => 'mpn:a*');
    work.begin('comparing words', clause);
    for (let i = 0; i < 100; i++) work.spend(MUCH);
    expect(clause).not.toHaveBeenCalled();
    clock.now += 200;
    expect(thrownBy(() => work.check())).toMatchObject({ clause: 'mpn:a*' });
  });

  it('ends while its steps run, as soon as one of them looks', async () => {
    const work = new Work({ ...UNBOUNDED, milliseconds: 100 });
    expect(await rejectionOf(work.run(clock.working(work, 1000, 3)))).toMatchObject({
      budget: 'time',
      limit: 100,
      milliseconds: 102,
    });
    expect(clock.now).toBe(1102);
  });

  it('is overdue from then on, whether it works or waits', () => {
    const work = new Work({ ...UNBOUNDED, milliseconds: 100 });
    expect(work.overdue(clock.now + 100)).toBeUndefined();
    expect(work.check()).toBeUndefined();
    const error = work.overdue(clock.now + 101);
    expect(error).toMatchObject({ budget: 'time', limit: 100, milliseconds: 101 });
    expect(thrownBy(() => work.check())).toBe(error);
    expect(new Work(UNBOUNDED).overdue(clock.now + 1e12)).toBeUndefined();
  });
});

describe('work that needs too much of a processor', () => {
  const budget = { ...UNBOUNDED, processor: 100 };

  it('ends with a budget error', async () => {
    const work = new Work(budget);
    work.begin('counting the values of a field', 'mpn');
    const error = await rejectionOf(work.run(clock.working(work, 1000, 3)));
    expect(error).toMatchObject({
      budget: 'time',
      limit: 100,
      milliseconds: 102,
      step: 'counting the values of a field',
      clause: 'mpn',
      estimated: false,
      message:
        'the request needs a processor for longer than 100 ms; it was stopped after 102 ms (counting the values of a field: mpn)',
    });
    expect(thrownBy(() => work.check())).toBe(error);
  });

  it('counts what runs and what is measured, and adds it up', async () => {
    const work = new Work(budget);
    work.measure(() => {
      clock.now += 40;
    });
    expect(await work.run(clock.working(work, 10, 4))).toBe('done');
    expect(
      work.measure(() => {
        clock.now += 20;
        work.check();
        return 'all of it';
      }),
    ).toBe('all of it');
    expect(
      thrownBy(() =>
        work.measure(() => {
          clock.now += 1;
          work.check();
        }),
      ),
    ).toMatchObject({ budget: 'time', limit: 100, milliseconds: 101 });
  });

  it('does not count the time in which it waits, nor that in which others have their turn', async () => {
    const work = new Work(budget);
    for (let i = 0; i < 10; i++) {
      clock.now += 1000;
      expect(work.check()).toBeUndefined();
      // Work that yields lets others run, here for a second.
      setImmediate(() => {
        clock.now += 1000;
      });
      expect(await work.run(clock.working(work, 1, 8))).toBe('done');
    }
    expect(await rejectionOf(work.run(clock.working(work, 4, 8)))).toMatchObject({ limit: 100 });
  });

  it('counts what runs inside of what runs once', async () => {
    const work = new Work(budget);
    const nested = (): number => work.measure(() => work.measure(() => (clock.now += 30)));
    for (let i = 0; i < 3; i++) nested();
    expect(work.measure(() => work.check())).toBeUndefined();
    const steps = function* (): Steps<void> {
      nested();
      yield;
      work.check();
    };
    expect(await rejectionOf(work.run(steps()))).toMatchObject({ limit: 100 });
  });

  it('counts nothing twice after a failure', async () => {
    const work = new Work(budget);
    expect(
      thrownBy(() =>
        work.measure(() => {
          clock.now += 50;
          throw new Error('mine');
        }),
      ),
    ).toMatchObject({ message: 'mine' });
    clock.now += 1000;
    expect(await work.run(clock.working(work, 10, 5))).toBe('done');
  });
});

describe('work of which only a share is counted', () => {
  const budget = { ...UNBOUNDED, processor: 100, countedShare: 0.6 };

  it('may use the whole of its bound where its thread does nothing else', async () => {
    const work = new Work(budget);
    expect(await work.run(clock.working(work, 9, 11))).toBe('done');
    expect(await rejectionOf(work.run(clock.working(work, 1, 11)))).toMatchObject({ limit: 100 });
  });

  it('ends earlier where its thread has used more than is counted, but not below the share', async () => {
    const used = async (beside: number) => {
      const work = new Work(budget);
      const began = clock.now;
      let others = 0;
      const steps = function* (): Steps<void> {
        for (;;) {
          clock.now += 10;
          others += beside;
          setImmediate(() => (clock.now += beside));
          work.check();
          yield;
        }
      };
      await rejectionOf(work.run(steps()));
      await new Promise(setImmediate);
      return clock.now - began - others;
    };
    expect(await used(0)).toBe(110);
    expect(await used(4)).toBe(90);
    expect(await used(1000)).toBe(70);
  });
});

describe('work that needs too many bytes', () => {
  it('ends with a budget error', () => {
    const work = new Work({ ...UNBOUNDED, bytes: 1000 });
    work.begin('counting the values of a field', 'mpn');
    clock.now += 7;
    work.hold(600);
    work.hold(400);
    const error = thrownBy(() => work.hold(1));
    expect(error).toBeInstanceOf(BudgetExceededError);
    expect(error).toMatchObject({
      budget: 'bytes',
      limit: 1000,
      milliseconds: 7,
      step: 'counting the values of a field',
      clause: 'mpn',
      estimated: false,
      message: 'the request needs more than 1000 bytes; it was stopped after 7 ms (counting the values of a field: mpn)',
    });
    expect(thrownBy(() => work.check())).toBe(error);
  });

  it('may hold more when it has released some', () => {
    const work = new Work({ ...UNBOUNDED, bytes: 1000 });
    for (let i = 0; i < 100; i++) {
      work.hold(900);
      work.release(900);
    }
    work.hold(1000);
    expect(thrownBy(() => work.checkBytes() ?? work.hold(1))).toMatchObject({ budget: 'bytes' });
  });
});

describe('work that would surely take too long', () => {
  it('is refused if it needs more than half of the budget', () => {
    for (const budget of [
      { ...UNBOUNDED, milliseconds: 1000, processor: 400 },
      { ...UNBOUNDED, milliseconds: 400 },
      { ...UNBOUNDED, processor: 400 },
    ]) {
      const work = new Work(budget);
      expect(work.isShorterThanHalf(200)).toBe(true);
      expect(work.isShorterThanHalf(200.6)).toBe(false);
      expect(work.check()).toBeUndefined();
      const error = thrownBy(() => work.refuse(200.6, 'comparing words', 'mpn:a*'));
      expect(error).toBeInstanceOf(BudgetExceededError);
      expect(error).toMatchObject({
        budget: 'time',
        limit: 400,
        milliseconds: 201,
        step: 'comparing words',
        clause: 'mpn:a*',
        estimated: true,
        message: 'the request would take 201 ms or more, and may take 400 ms; it was not begun (comparing words: mpn:a*)',
      });
      expect(thrownBy(() => work.check())).toBe(error);
    }
  });

  it('is never refused without bounds', () => {
    for (const least of [0, 1e9, Number.POSITIVE_INFINITY]) {
      expect(new Work(UNBOUNDED).isShorterThanHalf(least)).toBe(true);
    }
  });

  it('needs no clause', () => {
    const error = thrownBy(() => new Work({ ...UNBOUNDED, processor: 10 }).refuse(6, 'comparing words'));
    expect((error as BudgetExceededError).clause).toBeUndefined();
    expect((error as Error).message).toMatch(/; it was not begun \(comparing words\)$/);
  });
});

import type { Work } from '../catalog/internals.js';

/** Lists up to this length are completed at once unless a pause is due anyway. */
const SHORT_LIST = 16;

/** Elements of a list, or promises of them. */
export type Spread<T> = readonly (T | Promise<T>)[];

/** The elements of a list that wait for their turn. */
interface WaitingList {
  readonly give: (() => void)[];
  at: number;
}

/**
 * Passes the elements of long lists to graphql one after the other, so that the fields of thousands of objects are not resolved
 * without a pause. The content of an element comes before the next element, so that few of them wait at the same time.
 *
 * When the work ends, the elements that still wait are never passed, and nobody is told: graphql makes an error with a place of its own
 * of each that is refused, which takes seconds for tens of thousands of them.
 */
export class ListTurns {
  private readonly waiting: WaitingList[] = [];
  private isGiving = false;
  private isStopped = false;

  /** @param onEnd told why the elements are passed no more */
  constructor(
    private readonly work: Work,
    private readonly onEnd: (reason: unknown) => void,
  ) {}

  /** Passes no more elements: nobody waits for the answer. */
  stop(): void {
    this.isStopped = true;
    this.waiting.length = 0;
  }

  /**
   * The elements of a list, or promises of them; a promise of those if other lists wait: graphql prepares a long list in one step.
   * @throws as `Work.check`
   */
  spread<T>(list: readonly T[]): Spread<T> | Promise<Spread<T>> {
    if (this.isStopped) return [];
    const isDue = this.work.isDue();
    if (list.length === 0 || (list.length <= SHORT_LIST && !isDue)) return list;
    if (!this.isGiving) {
      const spread = this.inTurns(list);
      void this.giveAll();
      return spread;
    }
    return new Promise((resolve) => {
      this.waiting.push({ give: [() => resolve(this.inTurns(list))], at: 0 });
    });
  }

  /** Promises of elements that wait for their turns. */
  private inTurns<T>(list: readonly T[]): Spread<T> {
    const give: (() => void)[] = [];
    const promises = list.map((element) => new Promise<T>((resolve) => void give.push(() => resolve(element))));
    this.waiting.push({ give, at: 0 });
    return promises;
  }

  private async giveAll(): Promise<void> {
    this.isGiving = true;
    try {
      for (let list = this.waiting.at(-1); list; list = this.waiting.at(-1)) {
        if (list.at === list.give.length) {
          this.waiting.pop();
          continue;
        }
        await this.work.pause();
        const began = performance.now();
        list.give[list.at++]();
        await completed();
        this.work.charge(performance.now() - began);
      }
    } catch (reason) {
      this.stop();
      this.onEnd(reason);
    } finally {
      this.isGiving = false;
    }
  }
}

/** By now graphql has resolved the synchronous fields of the element passed last. */
async function completed(): Promise<void> {
  await undefined;
  await undefined;
}

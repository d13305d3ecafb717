import type { Work } from '../catalog/internals.js';

/** Lists up to this length are completed at once unless a pause is due anyway. */
const SHORT_LIST = 16;

/** The elements of a list that wait for their turn. */
interface WaitingList {
  readonly give: (() => void)[];
  readonly refuse: (reason: unknown) => void;
  at: number;
}

/**
 * Passes the elements of long lists to graphql one after the other, so that the fields of thousands of objects are not resolved
 * without a pause. The content of an element comes before the next element, so that few of them wait at the same time.
 */
export class ListTurns {
  private readonly waiting: WaitingList[] = [];
  private isGiving = false;

  constructor(private readonly work: Work) {}

  /** The elements of a list, or promises of them. @throws as `Work.check` */
  spread<T>(list: readonly T[]): readonly (T | Promise<T>)[] {
    const isDue = this.work.isDue();
    if (list.length === 0 || (list.length <= SHORT_LIST && !isDue)) return list;
    const give: (() => void)[] = [];
    const refusals: ((reason: unknown) => void)[] = [];
    const promises = list.map(
      (element) =>
        new Promise<T>((resolve, reject) => {
          give.push(() => resolve(element));
          refusals.push(reject);
        }),
    );
    this.waiting.push({ give, at: 0, refuse: (reason) => refusals.forEach((reject) => void reject(reason)) });
    if (!this.isGiving) void this.giveAll();
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
      // The elements passed so far have been resolved: a refusal does not affect them.
      for (const { refuse } of this.waiting.splice(0)) refuse(reason);
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

import { TalkingProcess } from '../measure/talking-process.js';
import type { Cost, OpenQuestion, WorstAnswer, WorstQuestion } from '../workers/worst.js';
import type { WorstRequest } from './requests.js';
import type { Words } from './words.js';

/** How a request ended whose process died. */
export type Ending = 'killed' | 'died';

/** The cost of a request. If its process died, only the time is known. */
export interface Measured extends Omit<Cost, 'outcome'> {
  readonly outcome: Cost['outcome'] | { readonly ended: Ending; readonly detail: string };
}

/** Requests that read the sections that most others need, so that those are measured warm. */
const WARM_UPS: readonly WorstRequest[] = [
  { via: 'search', request: { q: 'a b*', sortby: 'mpn asc', facet: { fields: { 'brand.name': { include: true } } } } },
  {
    via: 'search',
    request: {
      filter: { queries: ['uid:a AND descriptions.value:a* AND short_description:b'] },
      spec_drilldown: { include: true },
    },
  },
  {
    via: 'search',
    request: { filter: { queries: ['mpn:[a TO b] OR offers.sku:*z9z* OR offers.in_stock_quantity:[1 TO 2] OR avg_price:1'] } },
  },
  { via: 'match', request: { queries: [{ mpn_or_sku: 'abc123', brand: 'a', seller: 'b' }], suggest: true } },
  {
    via: 'search',
    request: {
      filter: {
        queries: [
          'offers:(seller.name:a* AND in_stock_quantity:[1 TO 2] AND moq:1 AND sku:*a9a* AND packaging:r* AND is_authorized:true)',
          'price.USD.1:[* TO 1] OR offers.price.USD.1:1 OR total_stock:1 OR sellers_in_stock:1 OR offers_count:1 OR authorized_sellers:1',
          'words:x*',
        ],
      },
    },
  },
  // The first question learns what words may mean; later ones find it learned.
  { via: 'ask', text: '10k resistor 0603 in stock', request: {} },
];

/**
 * A build of the package in a separate process, which is killed if a request exceeds the deadline, and restarted for the next
 * one.
 */
export class MeasuredEngine {
  private running: TalkingProcess<WorstQuestion, WorstAnswer> | undefined;
  private drawn: Words | undefined;

  /** @param deadline milliseconds after which the process is killed */
  constructor(
    private readonly opened: OpenQuestion,
    private readonly deadline: number,
  ) {}

  /** Starts the process, and draws the words of the catalog. */
  async words(): Promise<Words> {
    await this.process();
    return this.drawn as Words;
  }

  async measure(request: WorstRequest): Promise<Measured> {
    const running = await this.process();
    const began = performance.now();
    const reply = await running.ask({ request }, this.deadline);
    if ('answer' in reply) return reply.answer as Cost;
    this.running = undefined;
    const wall_ms = performance.now() - began;
    const { ended, by } = reply;
    const detail = ended === 'killed' ? `after ${Math.round(this.deadline / 1000)} s` : by;
    return { outcome: { ended, detail }, cpu_ms: wall_ms, wall_ms, stall_ms: wall_ms, grown_mb: Number.NaN, kept_mb: Number.NaN };
  }

  async end(): Promise<void> {
    await this.running?.end();
  }

  private async process(): Promise<TalkingProcess<WorstQuestion, WorstAnswer>> {
    if (this.running) return this.running;
    const started = new TalkingProcess<WorstQuestion, WorstAnswer>('worst');
    const reply = await started.ask(this.opened);
    if (!('answer' in reply)) throw new Error(`the measured process has ended: ${reply.by}`);
    if ('words' in reply.answer) this.drawn = reply.answer.words;
    for (const request of WARM_UPS) await started.ask({ request }, this.deadline);
    this.running = started;
    return started;
  }
}

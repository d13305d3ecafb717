import type { Catalog } from '../../catalog/catalog.js';
import { type Call, makePollable, noteWait } from '../../model/call.js';
import { onAbort } from '../../work/on-abort.js';
import { packError } from './carried-errors.js';
import { unpackRequest } from './carried-requests.js';
import { packValue } from './carried-values.js';
import type { Answer, FromThread, Task, ToThread } from './messages.js';
import { RemoteCallbacks } from './remote-callbacks.js';
import type { ShortCallsFirst } from './short-calls-first.js';
import { ThreadScans } from './thread-scans.js';

type CallMessage = Extract<ToThread, { kind: 'call' }>;

/** A call that runs in this thread. */
interface RunningCall {
  readonly number: number;
  readonly controller: AbortController;
  readonly callbacks: RemoteCallbacks;
}

/** The calls that run in a thread. */
export class ThreadCalls {
  private readonly running: RunningCall[] = [];
  private readonly controllers = new Map<number, AbortController>();
  private readonly scans: ThreadScans;
  /** Loaded with the first request of an interface: GraphQL needs an optional package. */
  private interfaces: typeof import('./thread-interfaces.js') | undefined = undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly flags: Int32Array,
    private readonly order: ShortCallsFirst,
    private readonly send: (message: FromThread) => void,
  ) {
    this.scans = new ThreadScans(catalog, flags);
  }

  handle(message: Exclude<ToThread, { kind: 'section' }>): void {
    switch (message.kind) {
      case 'call':
        void this.run(message);
        return;
      case 'abort':
        this.abort(message.call);
        return;
      case 'callback-result':
        for (const { callbacks } of this.running) callbacks.settle(message);
        return;
      case 'scan-end':
        this.scans.end(message.scan);
    }
  }

  private async run(message: CallMessage): Promise<void> {
    const { call, task, flag, timeout, waited } = message;
    const began = performance.now();
    const controller = this.controllerFor(flag);
    const { signal } = controller;
    noteWait(signal, waited);
    const callbacks = new RemoteCallbacks(call, this.send);
    const running = { number: call, controller, callbacks };
    this.running.push(running);
    const turn = this.order.begin();
    const ran = () => performance.now() - began - callbacks.waited;
    try {
      const answer = await this.answer(task, { signal, timeout }, message, callbacks);
      this.send({ kind: 'answered', call, answer, ran: ran() });
    } catch (error) {
      this.send({ kind: 'failed', call, error: packError(error), ran: ran() });
    } finally {
      this.running.splice(this.running.indexOf(running), 1);
      this.order.end(turn);
    }
  }

  /**
   * One for each cell, until it is aborted: no two calls have a cell at the same time, and making a signal takes longer than a small
   * call.
   */
  private controllerFor(flag: number): AbortController {
    const known = this.controllers.get(flag);
    if (known && !known.signal.aborted) return known;
    const controller = new AbortController();
    makePollable(controller.signal, () => Atomics.load(this.flags, flag) === 1);
    // The signal keeps its listener: adding one to every call takes as long as making a signal.
    onAbort(controller.signal, () => {});
    this.controllers.set(flag, controller);
    return controller;
  }

  private abort(call: number): void {
    const running = this.running.find(({ number }) => number === call);
    if (!running) return;
    running.controller.abort();
    running.callbacks.close();
    this.scans.abort(call);
  }

  private async answer(task: Task, call: Call, message: CallMessage, callbacks: RemoteCallbacks): Promise<Answer> {
    switch (task.kind) {
      case 'method':
        return this.answerMethod(task, call);
      case 'validate':
        await this.catalog.validate(call);
        return { kind: 'text', text: '' };
      case 'scan':
        return this.scans.begin(task, message);
      case 'scan-next':
        return this.scans.next(task.scan, message);
      default:
        // An import takes a while, also of what is loaded.
        this.interfaces ??= await import('./thread-interfaces.js');
        return this.interfaces.answerInterface(this.catalog, task, call, callbacks);
    }
  }

  private async answerMethod(task: Extract<Task, { kind: 'method' }>, call: Call): Promise<Answer> {
    const { collection, method } = task;
    const args = unpackRequest(task.args) as unknown[];
    const methods = this.catalog[collection] as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const value = await methods[method](...args, call);
    return method === 'searchText' ? { kind: 'text', text: value as string } : { kind: 'value', value: packValue(value) };
  }
}

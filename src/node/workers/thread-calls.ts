import type { Catalog } from '../../catalog/catalog.js';
import { type Call, makePollable, noteWait } from '../../model/call.js';
import { onAbort } from '../../work/on-abort.js';
import { packError } from './carried-errors.js';
import { unpackRequest } from './carried-requests.js';
import { packValue } from './carried-values.js';
import type { Answer, EndedCall, FromThread, Task, ToThread } from './messages.js';
import { Outbox } from './outbox.js';
import { RemoteCallbacks } from './remote-callbacks.js';
import type { ShortCallsFirst, StartedCall } from './short-calls-first.js';
import { ThreadScans } from './thread-scans.js';

type CallMessage = Extract<ToThread, { kind: 'call' }>;

/** A call that waits in this thread or runs. */
interface ThreadCall {
  readonly message: CallMessage;
  readonly controller: AbortController;
  readonly callbacks: RemoteCallbacks;
  /** Its place among the calls that share this thread, since it has come. */
  readonly turn: StartedCall;
}

/** The calls that run in a thread. */
export class ThreadCalls {
  private readonly calls: ThreadCall[] = [];
  /** Those of them that have not begun. */
  private readonly waiting: ThreadCall[] = [];
  private readonly outbox: Outbox;
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
    this.outbox = new Outbox(send);
  }

  handle(message: Exclude<ToThread, { kind: 'section' }>): void {
    switch (message.kind) {
      case 'call':
        this.take(message);
        return;
      case 'abort':
        this.abort(message.call);
        return;
      case 'callback-result':
        for (const { callbacks } of this.calls) callbacks.settle(message);
        return;
      case 'scan-end':
        this.scans.end(message.scan);
    }
  }

  private take(message: CallMessage): void {
    const { call, flag } = message;
    const controller = this.controllerFor(flag);
    const callbacks = new RemoteCallbacks(call, this.send);
    const taken: ThreadCall = { message, controller, callbacks, turn: this.order.begin() };
    this.calls.push(taken);
    // One in each turn of the event loop: messages come in one turn as long as there are any, and calls that yield would wait for all.
    if (this.waiting.push(taken) === 1) setImmediate(this.runNext);
  }

  private readonly runNext = () => {
    const next = this.waiting.shift() as ThreadCall;
    if (this.waiting.length > 0) setImmediate(this.runNext);
    if (!next.message.isTiny) this.outbox.flush();
    void this.run(next);
  };

  private async run(taken: ThreadCall): Promise<void> {
    const end = await this.endOf(taken);
    this.calls.splice(this.calls.indexOf(taken), 1);
    this.order.end(taken.turn);
    this.outbox.add(end, this.waiting[0]?.message.isTiny === true);
  }

  private async endOf({ message, controller, callbacks, turn }: ThreadCall): Promise<EndedCall> {
    const { call, task, timeout, waited } = message;
    const { signal } = controller;
    // What it would begin now, a scan for example, nobody would end.
    if (signal.aborted) return { call, ran: 0, error: packError(signal.reason) };
    const began = performance.now();
    const ran = () => performance.now() - began - callbacks.waited;
    noteWait(signal, waited + began - turn.began);
    try {
      const answer = await this.answer(task, { signal, timeout }, message, callbacks);
      return { call, ran: ran(), answer };
    } catch (error) {
      return { call, ran: ran(), error: packError(error) };
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
    const found = this.calls.find(({ message }) => message.call === call);
    if (!found) return;
    found.controller.abort();
    found.callbacks.close();
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

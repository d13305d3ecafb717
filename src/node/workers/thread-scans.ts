import type { Catalog } from '../../catalog/catalog.js';
import type { Collection } from '../../catalog/collection.js';
import { makePollable, noteWait } from '../../model/call.js';
import { ClosedError } from '../../model/errors.js';
import type { SearchRequest } from '../../model/requests.js';
import { unpackRequest } from './carried-requests.js';
import { packValue } from './carried-values.js';
import type { Answer, Task, ToThread } from './messages.js';

/** The most records of a batch, and the milliseconds after which an incomplete one is sent. */
const MOST_RECORDS = 512;
const BATCH_MS = 20;
/** Approximate characters of JSON in a batch: parsing them takes a millisecond or two. */
const BATCH_CHARACTERS = 1 << 17;

type CallMessage = Extract<ToThread, { kind: 'call' }>;

interface Scan {
  readonly records: AsyncIterator<object>;
  readonly controller: AbortController;
  /** The call that requests a batch, and its cell of the flags. */
  call: number;
  flag: number;
}

/** The open scans of this thread. */
export class ThreadScans {
  private readonly scans = new Map<number, Scan>();

  constructor(
    private readonly catalog: Catalog,
    private readonly flags: Int32Array,
  ) {}

  begin(task: Extract<Task, { kind: 'scan' }>, { call, flag, timeout, waited }: CallMessage): Promise<Answer> {
    const controller = new AbortController();
    const { signal } = controller;
    const collection = this.catalog[task.collection] as Collection<object>;
    const request = unpackRequest(task.request) as SearchRequest | undefined;
    const records = collection.scan(request, { signal, timeout })[Symbol.asyncIterator]();
    const scan: Scan = { records, controller, call, flag };
    makePollable(signal, () => scan.call !== 0 && Atomics.load(this.flags, scan.flag) === 1);
    noteWait(signal, waited);
    this.scans.set(task.scan, scan);
    return this.batch(task.scan, scan);
  }

  async next(number: number, { call, flag }: CallMessage): Promise<Answer> {
    const scan = this.scans.get(number);
    // Its caller has left the loop.
    if (!scan) throw new ClosedError('the scan has ended');
    scan.call = call;
    scan.flag = flag;
    return this.batch(number, scan);
  }

  /** Stops the scan of a call that was stopped. */
  abort(call: number): void {
    for (const scan of this.scans.values()) if (scan.call === call) scan.controller.abort();
  }

  end(number: number): void {
    const scan = this.scans.get(number);
    if (!scan) return;
    this.scans.delete(number);
    scan.controller.abort();
    scan.records.return?.().catch(() => {});
  }

  private async batch(number: number, scan: Scan): Promise<Answer> {
    const items: object[] = [];
    const began = performance.now();
    let isLast = false;
    let characters = 0;
    try {
      while (items.length < MOST_RECORDS && characters < BATCH_CHARACTERS) {
        const { done, value } = await scan.records.next();
        if (done) {
          isLast = true;
          break;
        }
        items.push(value);
        characters += sizeOf(value);
        if (performance.now() - began > BATCH_MS) break;
      }
    } catch (error) {
      this.scans.delete(number);
      throw error;
    } finally {
      scan.call = 0;
    }
    if (isLast) this.scans.delete(number);
    return { kind: 'batch', items: packValue(items), isLast };
  }
}

/** Approximate characters of JSON in a record. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3;
  if (typeof value !== 'object' || value === null) return 6;
  let size = 2;
  for (const name in value) size += name.length + 4 + sizeOf((value as Record<string, unknown>)[name]);
  return size;
}

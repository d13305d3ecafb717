import { AbortedError, ClosedError, UnreadableFileError } from '../model/errors.js';
import { invalid, wrongArgument } from '../model/issues.js';
import { BlobSource, type ByteSource } from './byte-source.js';
import { Exchange } from './exchange.js';
import { HEADER_BYTES } from './layout.js';
import { RangeJoiner } from './range-joiner.js';

const DEFAULT_TIMEOUT = 30_000;

/** How a file on a web server is fetched. */
export interface HttpOptions {
  /** Sends the requests instead of the platform's `fetch`: with headers of its own, say. */
  fetch?: typeof fetch;
  /** Stops the opening, and nothing after it. */
  signal?: AbortSignal;
  /**
   * Milliseconds without a byte from the server after which a request of it is given up; the next that needs those bytes asks
   * again. Default 30,000; 0 or Infinity: none.
   */
  timeout?: number;
}

/** A file on a web server, of which only what is asked for is fetched, with range requests. */
export class HttpSource implements ByteSource {
  private readonly ranges = new RangeJoiner((from, to) => this.fetchRange(from, to));

  private constructor(
    private readonly file: RemoteFile,
    readonly length: number,
    /** Tells the file that was opened from another one in its place. */
    private readonly version: string,
    private readonly header: Uint8Array,
  ) {}

  /**
   * Asks for the header. A server that answers with the whole file, as one without range requests does, is not asked
   * again: the file is kept as a Blob.
   * @throws UnreadableFileError, AbortedError, ValidationError (`url`, `timeout`)
   */
  static async open(url: string | URL, options: HttpOptions = {}): Promise<HttpSource | BlobSource> {
    const file = new RemoteFile(url, options);
    return await file.ask(0, HEADER_BYTES, async (answer) => {
      if (answer.status === 200) return new BlobSource(await answer.whole(), file.url);
      if (answer.status === 416) throw file.refusal('it is empty; it must be a catalog file');
      const length = answer.range().total;
      const header = await answer.bytes(0, Math.min(HEADER_BYTES, length));
      return new HttpSource(file, length, answer.version, header);
    });
  }

  /** From here on the abort signal stops nothing. */
  opened(): void {
    this.file.signal = undefined;
  }

  /** @throws UnreadableFileError, also where the file on the server is no longer the one that was opened */
  async read(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.length);
    if (end <= offset) return new Uint8Array(0);
    if (offset === 0 && end <= this.header.length) return this.header.subarray(0, end);
    return this.ranges.read(offset, end);
  }

  /** Reads under way are not waited for. */
  async close(): Promise<void> {
    this.file.close();
  }

  private fetchRange(from: number, to: number): Promise<Uint8Array> {
    return this.file.ask(from, to, async (answer) => {
      if (answer.status === 416 || answer.version !== this.version) throw this.changed();
      if (answer.status === 200) {
        throw this.file.refusal(`the server sent all of it where bytes ${from} to ${to - 1} were asked for`);
      }
      if (answer.range().total !== this.length) throw this.changed();
      return answer.bytes(from, to);
    });
  }

  private changed(): UnreadableFileError {
    return this.file.refusal('it has changed on the server since it was opened; open it again');
  }
}

/** How a file on a web server is asked. */
class RemoteFile {
  readonly url: string;
  signal: AbortSignal | undefined;
  private readonly fetch: typeof fetch;
  private readonly timeout: number;
  private readonly running = new Set<Exchange>();
  private isClosed = false;

  constructor(url: string | URL, options: HttpOptions) {
    const { fetch: send = fetch, signal, timeout = DEFAULT_TIMEOUT } = options;
    try {
      // Relative to the page or worker, as `fetch` has it, but once and for all: a page may change its address.
      this.url = new Request(url).url;
    } catch {
      const expected = 'an address such as "https://example.com/parts.pdx"';
      throw invalid('wrong_type', ['url'], `: cannot fetch from "${url}"; it must be ${expected}`, {
        found: String(url),
        expected: [expected],
      });
    }
    if (typeof timeout !== 'number' || !(timeout >= 0)) {
      throw wrongArgument('timeout', 'a number of milliseconds, 0 or Infinity for none', timeout);
    }
    this.fetch = send;
    this.signal = signal;
    this.timeout = timeout;
  }

  /** Asks for the bytes `[from, to)` and has the answer read. What of it is not read then is not waited for. */
  async ask<T>(from: number, to: number, read: (answer: Answer) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new ClosedError();
    const exchange = new Exchange(this.timeout, () => {
      return this.refusal(`the server has sent nothing for ${this.timeout / 1000} s`);
    });
    const { signal } = this;
    const onAbort = () => exchange.end(new AbortedError(signal as AbortSignal));
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort);
    this.running.add(exchange);
    try {
      return await read(new Answer(this, exchange, await this.send(from, to, exchange)));
    } finally {
      this.running.delete(exchange);
      signal?.removeEventListener('abort', onAbort);
      exchange.end();
    }
  }

  /** Ends what is under way, and refuses what comes later. */
  close(): void {
    this.isClosed = true;
    for (const exchange of this.running) exchange.end(new ClosedError());
  }

  /** The answer: a part (206), the whole file (200), or that it is too short (416). */
  private async send(from: number, to: number, exchange: Exchange): Promise<Response> {
    const { fetch, url } = this;
    const { signal } = exchange;
    const headers = { Range: `bytes=${from}-${to - 1}` };
    // Chromium lets requests of one address that it may cache wait for each other.
    const sending = async () => fetch(url, { headers, signal, cache: 'no-store' });
    const response = await this.arrival(exchange, sending(), this.unanswered());
    const { status, statusText } = response;
    if (status === 206 || status === 200 || status === 416) return response;
    response.body?.cancel().catch(() => {});
    throw this.refusal(`the server answered ${`${status} ${statusText}`.trim()}`);
  }

  /** What is awaited of an exchange; where it fails, the error of the file. */
  async arrival<T>(exchange: Exchange, awaited: Promise<T>, what: string): Promise<T> {
    try {
      return await exchange.within(awaited);
    } catch (cause) {
      throw exchange.failure ?? this.refusal(`${what} (${reasonOf(cause)})`, { cause });
    }
  }

  refusal(reason: string, options?: ErrorOptions): UnreadableFileError {
    return new UnreadableFileError(this.url, reason, options);
  }

  /** A page cannot tell whether nobody answered or whether it may not see the answer. */
  private unanswered(): string {
    const { location } = globalThis;
    if (location === undefined || location.origin === new URL(this.url).origin) return 'no answer';
    return 'no answer that this page may read; a server of another origin must send Access-Control-Allow-Origin';
  }
}

/** What an answer must be. */
class Answer {
  private readonly body: Response;

  constructor(
    private readonly file: RemoteFile,
    private readonly exchange: Exchange,
    private readonly response: Response,
  ) {
    this.body = new Response(response.body && exchange.hearing(response.body));
  }

  get status(): number {
    return this.response.status;
  }

  /** What HTTP says of the version of the file; empty where the server says nothing of it. */
  get version(): string {
    const { headers } = this.response;
    return headers.get('ETag') ?? headers.get('Last-Modified') ?? '';
  }

  /** Where the bytes stand, `[from, to)`, and how long the file is. */
  range(): { from: number; to: number; total: number } {
    const range = this.response.headers.get('Content-Range');
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? '') ?? [];
    if (total) return { from: Number(first), to: Number(last) + 1, total: Number(total) };
    if (range !== null) throw this.file.refusal(`the server sent "Content-Range: ${range}", not as "bytes 0-63/5000"`);
    throw this.file.refusal(
      `the answer ${this.status} has no Content-Range; a server of another origin must name it in Access-Control-Expose-Headers`,
    );
  }

  /** The bytes `[from, to)`, which must be all of the answer. */
  async bytes(from: number, to: number): Promise<Uint8Array> {
    const encoding = this.response.headers.get('Content-Encoding') ?? 'identity';
    if (encoding !== 'identity') {
      throw this.file.refusal(`the server sent a range of it in "Content-Encoding: ${encoding}"; it must serve it as it is`);
    }
    const range = this.range();
    if (range.from !== from || range.to !== to) {
      throw this.file.refusal(`the server sent bytes ${range.from} to ${range.to - 1} where ${from} to ${to - 1} were asked for`);
    }
    const bytes = new Uint8Array(await this.arrival(this.body.arrayBuffer()));
    if (bytes.length === to - from) return bytes;
    throw this.file.refusal(`the server sent ${bytes.length} bytes where ${to - from} were asked for`);
  }

  /** The whole file. */
  whole(): Promise<Blob> {
    return this.arrival(this.body.blob());
  }

  private arrival<T>(body: Promise<T>): Promise<T> {
    return this.file.arrival(this.exchange, body, 'the answer broke off');
  }
}

/** Node tells the reason of a failed request in the cause of its error; browsers keep it to themselves. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

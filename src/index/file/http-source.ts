import { AbortedError, UnreadableFileError, ValidationError } from '../../model/errors.js';
import { BlobSource, type ByteSource } from './byte-source.js';
import { HEADER_BYTES } from './layout.js';

/** How a file on a web server is fetched. */
export interface HttpOptions {
  /** Sends the requests instead of the platform's `fetch`: with headers of its own, say. */
  fetch?: typeof fetch;
  /** Stops the opening, and nothing after it. */
  signal?: AbortSignal;
}

/** A file on a web server, of which only what is asked for is fetched, with range requests. */
export class HttpSource implements ByteSource {
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
   * @throws UnreadableFileError, AbortedError, ValidationError (`url`)
   */
  static async open(url: string | URL, options: HttpOptions = {}): Promise<HttpSource | BlobSource> {
    const file = new RemoteFile(url, options);
    const response = await file.request(0, HEADER_BYTES);
    if (response.status === 200) return new BlobSource(await file.whole(response), file.url);
    if (response.status === 416) throw file.refuse(response, 'it is empty; it must be a catalog file');
    const length = file.rangeOf(response).total;
    const header = await file.bytes(response, 0, Math.min(HEADER_BYTES, length));
    return new HttpSource(file, length, versionOf(response), header);
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
    const response = await this.file.request(offset, end);
    if (response.status === 416 || versionOf(response) !== this.version) throw this.changed(response);
    if (response.status === 200) {
      throw this.file.refuse(response, `the server sent all of it where bytes ${offset} to ${end - 1} were asked for`);
    }
    if (this.file.rangeOf(response).total !== this.length) throw this.changed(response);
    return this.file.bytes(response, offset, end);
  }

  async close(): Promise<void> {}

  private changed(response: Response): UnreadableFileError {
    return this.file.refuse(response, 'it has changed on the server since it was opened; open it again');
  }
}

/** What HTTP says of the version of a file; empty where the server says nothing of it. */
function versionOf({ headers }: Response): string {
  return headers.get('ETag') ?? headers.get('Last-Modified') ?? '';
}

/** How a file on a web server is asked, and what its answers must be. */
class RemoteFile {
  readonly url: string;
  signal: AbortSignal | undefined;
  private readonly fetch: typeof fetch;

  constructor(url: string | URL, options: HttpOptions) {
    try {
      // Relative to the page or worker, as `fetch` has it, but once and for all: a page may change its address.
      this.url = new Request(url).url;
    } catch {
      throw new ValidationError('url', `url: cannot fetch from "${url}"; it must be as in "https://example.com/parts.pdx"`);
    }
    this.fetch = options.fetch ?? fetch;
    this.signal = options.signal;
  }

  /** The answer to a request of the bytes `[from, to)`: a part (206), the whole file (200), or that it is too short (416). */
  async request(from: number, to: number): Promise<Response> {
    const { fetch, signal = null } = this;
    const headers = { Range: `bytes=${from}-${to - 1}` };
    // Chromium lets requests of one address that it may cache wait for each other.
    const response = await this.arrival(fetch(this.url, { headers, signal, cache: 'no-store' }), this.unanswered());
    const { status, statusText } = response;
    if (status === 206 || status === 200 || status === 416) return response;
    throw this.refuse(response, `the server answered ${`${status} ${statusText}`.trim()}`);
  }

  /** Where the bytes of an answer stand, `[from, to)`, and how long the file is. */
  rangeOf(response: Response): { from: number; to: number; total: number } {
    const range = response.headers.get('Content-Range');
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range ?? '') ?? [];
    if (total) return { from: Number(first), to: Number(last) + 1, total: Number(total) };
    if (range !== null) throw this.refuse(response, `the server sent "Content-Range: ${range}", not as "bytes 0-63/5000"`);
    throw this.refuse(
      response,
      `the answer ${response.status} has no Content-Range; a server of another origin must name it in Access-Control-Expose-Headers`,
    );
  }

  /** The bytes `[from, to)` of an answer, of which they must be all. */
  async bytes(response: Response, from: number, to: number): Promise<Uint8Array> {
    const encoding = response.headers.get('Content-Encoding') ?? 'identity';
    if (encoding !== 'identity') {
      throw this.refuse(response, `the server sent a range of it in "Content-Encoding: ${encoding}"; it must serve it as it is`);
    }
    const range = this.rangeOf(response);
    if (range.from !== from || range.to !== to) {
      throw this.refuse(
        response,
        `the server sent bytes ${range.from} to ${range.to - 1} where ${from} to ${to - 1} were asked for`,
      );
    }
    const bytes = new Uint8Array(await this.arrival(response.arrayBuffer(), 'the answer broke off'));
    if (bytes.length === to - from) return bytes;
    throw this.refuse(response, `the server sent ${bytes.length} bytes where ${to - from} were asked for`);
  }

  /** The whole file of an answer. */
  whole(response: Response): Promise<Blob> {
    return this.arrival(response.blob(), 'the answer broke off');
  }

  /** The error of an answer that is of no use; the rest of it is not waited for. */
  refuse(response: Response, reason: string): UnreadableFileError {
    response.body?.cancel().catch(() => {});
    return new UnreadableFileError(this.url, reason);
  }

  /** A page cannot tell whether nobody answered or whether it may not see the answer. */
  private unanswered(): string {
    const { location } = globalThis;
    if (location === undefined || location.origin === new URL(this.url).origin) return 'no answer';
    return 'no answer that this page may read; a server of another origin must send Access-Control-Allow-Origin';
  }

  private async arrival<T>(awaited: Promise<T>, what: string): Promise<T> {
    try {
      return await awaited;
    } catch (cause) {
      if (this.signal?.aborted) throw new AbortedError(this.signal);
      throw new UnreadableFileError(this.url, `${what} (${reasonOf(cause)})`, { cause });
    }
  }
}

/** Node tells the reason of a failed request in the cause of its error; browsers keep it to themselves. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answers one request. */
export type Respond = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The maximum number of pipelined requests. No browser and hardly any program sends two. */
const MOST_UNANSWERED = 16;
/** Milliseconds in which a client may close its side of a connection after the server has closed the other. */
const LONGEST_GOODBYE = 2000;

/** One connection: its requests are answered one after the other, and it ends without a reset unless it is destroyed. */
export class Connection {
  private readonly unanswered: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse }[] = [];
  private isEnding = false;
  /** The response once no request is left. */
  private refusal: string | undefined;
  /** The number of bytes sent at the last check, and how many checks have found the same number. */
  private bytesSent = 0;
  private looksWithoutProgress = 0;

  constructor(
    private readonly socket: Socket,
    private readonly respond: Respond,
  ) {
    // Node calls this after an answer with `Connection: close`, and would close both sides. The system resets a connection that
    // is closed while the client still sends, and the client may lose the answer.
    socket.destroySoon = () => this.end();
    socket.once('close', () => {
      this.isEnding = true;
    });
  }

  /** Accepts a request. It is answered after earlier ones, so that no client makes the server buffer many answers. */
  receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    // The client was notified that the connection closes, so it retries on another one.
    if (this.isEnding) return;
    this.unanswered.push({ incoming, outgoing });
    if (this.unanswered.length > MOST_UNANSWERED) this.cut();
    else if (this.unanswered.length === 1) this.respondToNext();
  }

  /** Answers invalid or incomplete requests, after the requests before them; then the connection ends. */
  refuse(status: string): void {
    if (this.isEnding || this.refusal !== undefined) return;
    this.refusal = status;
    const [first] = this.unanswered;
    if (first?.incoming.complete) return;
    if (first?.outgoing.headersSent) this.cut();
    else this.sendRefusal(status);
  }

  /**
   * Ends the connection unless a request is on its way. The system may have received its bytes while this process was busy, so
   * they are read first.
   */
  endIfIdle(): void {
    const { bytesRead } = this.socket;
    setImmediate(() => {
      if (this.unanswered.length === 0 && this.socket.bytesRead === bytesRead) this.end();
    });
  }

  /**
   * Called at regular intervals: destroys the connection if no byte of an answer could be sent during this number of calls. It
   * counts calls rather than seconds, so that a busy server does not blame its clients.
   * @returns whether it was destroyed
   */
  cutUnread(mostLooks: number): boolean {
    const { writableLength, bytesWritten } = this.socket;
    const bytesSent = bytesWritten - writableLength;
    this.looksWithoutProgress = writableLength > 0 && bytesSent === this.bytesSent ? this.looksWithoutProgress + 1 : 0;
    this.bytesSent = bytesSent;
    if (this.looksWithoutProgress < mostLooks) return false;
    this.cut();
    return true;
  }

  /** Closes the connection immediately and drops unsent data. */
  cut(): void {
    this.isEnding = true;
    this.socket.resetAndDestroy();
  }

  private respondToNext(): void {
    const [{ incoming, outgoing }] = this.unanswered;
    outgoing.once('close', () => {
      this.unanswered.shift();
      if (!this.isEnding) this.goOn();
    });
    this.respond(incoming, outgoing);
  }

  private goOn(): void {
    const [next] = this.unanswered;
    if (this.refusal !== undefined && !next?.incoming.complete) this.sendRefusal(this.refusal);
    else if (next) this.respondToNext();
  }

  private sendRefusal(status: string): void {
    if (this.socket.writable) this.socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    this.end();
  }

  /** Closes the server's side once everything is sent, then waits for the client's side and drops what still arrives. */
  private end(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    const { socket } = this;
    socket.end(() => {
      const timer = setTimeout(() => socket.destroy(), LONGEST_GOODBYE);
      socket.once('close', () => clearTimeout(timer));
    });
  }
}

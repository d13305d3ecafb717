import { Writable } from 'node:stream';
import type { Terminal } from '../../../src/cli/terminal.js';

/** A terminal that keeps what is written. */
export class CapturedTerminal implements Terminal {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  out = '';
  err = '';

  constructor({ isTTY = false, columns = 100 } = {}) {
    this.isTTY = isTTY;
    this.columns = columns;
    this.stdout = collector((text) => {
      this.out += text;
    });
    this.stderr = collector((text) => {
      this.err += text;
    });
  }
}

function collector(keep: (text: string) => void): NodeJS.WritableStream {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      keep(String(chunk));
      done();
    },
  });
}

import { Writable } from 'node:stream';
import type { Output, Terminal } from '../../src/cli/terminal/terminal.js';

interface Settings {
  readonly isTTY?: boolean;
  /** `isTTY` without it. */
  readonly isTerminal?: boolean;
  readonly hasColors?: boolean;
  readonly columns?: number;
  /** What can be read from it. */
  readonly input?: string;
}

/** A terminal that keeps what is written. */
export class CapturedTerminal implements Terminal {
  readonly stdin: AsyncIterable<string>;
  readonly stdout: Output;
  readonly stderr: Output;
  out = '';
  err = '';

  constructor({ isTTY = false, isTerminal = isTTY, hasColors = false, columns = 100, input = '' }: Settings = {}) {
    const behind = { isTTY, isTerminal, hasColors, columns };
    this.stdin = (async function* () {
      yield input;
    })();
    this.stdout = {
      ...behind,
      stream: collector(behind, (text) => {
        this.out += text;
      }),
    };
    this.stderr = {
      ...behind,
      stream: collector(behind, (text) => {
        this.err += text;
      }),
    };
  }
}

function collector(behind: { isTTY: boolean; columns: number }, keep: (text: string) => void): NodeJS.WritableStream {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      keep(String(chunk));
      done();
    },
  });
  // What the library of the progress bar looks at.
  return Object.assign(stream, behind);
}

/** The text without its colours and movements of the cursor. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
  return text.replace(/\u001b(?:\[[?\d;]*[A-Za-z]|[78])/g, '');
}

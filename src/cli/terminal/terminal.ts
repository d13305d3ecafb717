import type { WriteStream } from 'node:tty';
import pc from 'picocolors';
import { printable } from './format.js';

/** A stream that commands write to, and the terminal behind it. */
export interface Output {
  readonly stream: NodeJS.WritableStream;
  /** Whether it is a terminal, even one without colours or bars. */
  readonly isTerminal: boolean;
  /** Whether a person reads it: bars, and tables that fit the width. */
  readonly isTTY: boolean;
  readonly hasColors: boolean;
  /** Width in characters. */
  readonly columns: number;
}

/** The input and outputs of a command. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Width of help and of wrapped lines without a terminal. */
const DEFAULT_COLUMNS = 100;

type Environment = Readonly<Record<string, string | undefined>>;

/** A stream of the process; the environment states the features of its terminal and the user's preferences. */
export function openOutput(stream: WriteStream, environment: Environment): Output {
  const isTTY = stream.isTTY === true && environment.TERM !== 'dumb';
  return {
    stream,
    isTerminal: stream.isTTY === true,
    isTTY,
    hasColors: wantsColours(isTTY, environment),
    // Read each time: windows change their size.
    get columns() {
      return stream.columns || DEFAULT_COLUMNS;
    },
  };
}

/** https://no-color.org, and FORCE_COLOR for pipes that end at a terminal. */
function wantsColours(isTTY: boolean, { NO_COLOR, FORCE_COLOR }: Environment): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTTY;
}

/** Colours; functions that change nothing if the output has none. */
export function colorsOf(output: Output): ReturnType<typeof pc.createColors> {
  return pc.createColors(output.hasColors);
}

export function print(output: Output, text: string): void {
  output.stream.write(text);
}

/** Prints warnings, which do not stop a command. */
export function warn(output: Output, warnings: readonly string[]): void {
  const { yellow } = colorsOf(output);
  for (const warning of warnings) print(output, `${yellow('warning:')} ${printable(warning)}\n`);
}

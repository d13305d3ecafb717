import pc from 'picocolors';

/** Where a command writes, and what stands behind it. */
export interface Terminal {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Whether a person is looking: colors, progress, and tables that fit the width. */
  readonly isTTY: boolean;
  /** Width in characters. */
  readonly columns: number;
}

/** Colors that leave text alone where no terminal is. */
export function colorsOf(terminal: Terminal): ReturnType<typeof pc.createColors> {
  return pc.createColors(terminal.isTTY && pc.isColorSupported);
}

/** Prints a warning that does not stop the command. */
export function warn(terminal: Terminal, message: string): void {
  terminal.stderr.write(`${colorsOf(terminal).yellow(`warning: ${printable(message)}`)}\n`);
}

/** Text of a catalog or a user for one line: control characters, which could move the cursor or color the rest, become blanks. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** A number of things: `1 part`, `2 parts`. */
export function formatAmount(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** In decimal units, three digits: `937 B`, `1.47 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = bytes;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return unit === 0 ? `${value} B` : `${Number(value.toPrecision(3))} ${units[unit]}`;
}

/** A duration: `0.35 ms`, `12 ms`, `3.2 s`. */
export function formatMilliseconds(msec: number): string {
  if (msec >= 999.5) return `${(msec / 1000).toFixed(1)} s`;
  return `${msec >= 10 ? Math.round(msec) : Number(msec.toPrecision(2))} ms`;
}

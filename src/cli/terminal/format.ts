import { groupDigits } from './numbers.js';

/**
 * Characters that move the cursor, change colours or reverse the text direction: control characters, line and paragraph
 * separators, and controls of bidirectional text.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
/** The same except line ends. */
const UNPRINTABLE_IN_LINES = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
/** Those that JSON does not escape. */
const UNPRINTABLE_IN_JSON = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** Text of a catalog or a user for one line of a terminal: control characters become blanks, a missing text becomes empty. */
export function printable(text: string | null | undefined): string {
  return text?.replace(UNPRINTABLE, ' ') ?? '';
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE_IN_LINES, ' ');
}

/** A value as JSON that a terminal shows as it is. */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    UNPRINTABLE_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A number in whole, with commas. */
export function formatCount(count: number): string {
  return groupDigits(String(Math.round(count)));
}

/** A number of things: `1 part`, `2 parts`. */
export function formatAmount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** A share of a whole in per cent: `4.7 %`. */
export function formatShare(part: number, whole: number): string {
  return whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '';
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

/** A short duration: `0.4 µs`, `310 µs`, `12 ms`. */
export function formatMicroseconds(microseconds: number): string {
  if (microseconds >= 999.5) return formatMilliseconds(microseconds / 1000);
  return `${microseconds >= 10 ? Math.round(microseconds) : microseconds.toFixed(1)} µs`;
}

/** A rough remaining time: `8 s`, `2 min`. */
export function formatWait(seconds: number): string {
  return seconds < 99.5 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** How long ago something was: `8 s ago`, `2 min ago`, `5 h ago`, `3 days ago`. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${formatCount(Math.floor(hours / 24))} days ago`;
}

/** The words of a text in lines of at most `width` characters; a longer word has a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of at most `width` characters, in proportion to the whole: empty for zero, thin for a small part. */
export function bar(part: number, whole: number, width: number): string {
  if (part <= 0 || whole <= 0) return '';
  const eighths = Math.max(1, Math.round((Math.min(part, whole) / whole) * width * 8));
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

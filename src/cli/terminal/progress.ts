import { Presets, SingleBar } from 'cli-progress';
import type { BuildProgress } from '../../partdex.js';
import { formatBytes, formatCount, formatWait } from './format.js';
import { colorsOf, type Output } from './terminal.js';

/** A line that shows how far a build has come. */
export interface ProgressLine {
  update(progress: BuildProgress): void;
  /** Says what is going on instead. */
  say(text: string): void;
  /** Removes the line. */
  stop(): void;
}

/** Reading takes about so much of the time of a build; the rest is sorting and writing what was read. */
const READING = 0.65;
/** Units of the bar. */
const WHOLE = 1000;
/** Before that, what is left is a guess. */
const SETTLED_SECONDS = 1.5;
const BAR_WIDTH = 24;

/** Shows progress on a terminal, and nothing elsewhere. */
export function openProgressLine(output: Output, now: () => number = () => performance.now()): ProgressLine {
  if (!output.isTTY) return { update() {}, say() {}, stop() {} };
  const began = now();
  const line = startBar(output);
  // However the process ends, the terminal gets its cursor back.
  process.once('exit', line.stop);
  let fraction = 0;
  return {
    update(progress) {
      // Never backwards: what a phase has to do may turn out to be more than it seemed.
      fraction = Math.max(fraction, fractionOf(progress));
      const seconds = (now() - began) / 1000;
      line.show(fraction, `${describe(progress, seconds)}${timeLeft(fraction, seconds)}`);
    },
    say(text) {
      line.show(fraction, text);
    },
    stop() {
      process.off('exit', line.stop);
      line.stop();
    },
  };
}

function fractionOf({ phase, done, total = 0 }: BuildProgress): number {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  // The fields that every part has come first and take long; the many specs are soon done.
  return phase === 'read' ? READING * share : READING + (1 - READING) * Math.cbrt(share);
}

function describe({ phase, done, total, parts }: BuildProgress, seconds: number): string {
  if (phase !== 'read') return `indexing  ${formatCount(done)}${total === undefined ? '' : ` of ${formatCount(total)}`} fields`;
  if (parts === undefined) return `reading  ${formatBytes(done)}`;
  const rate = seconds > 0 ? `  ${formatCount(parts / seconds)} parts/s` : '';
  return `reading  ${formatCount(parts)} parts${rate}`;
}

function timeLeft(fraction: number, seconds: number): string {
  if (seconds < SETTLED_SECONDS || fraction === 0 || fraction === 1) return '';
  return `  ${formatWait((seconds * (1 - fraction)) / fraction)} left`;
}

function startBar(output: Output): { show(fraction: number, text: string): void; stop(): void } {
  const { cyan } = colorsOf(output);
  const bar = new SingleBar(
    {
      format: `${cyan('{bar}')} {percentage} %  {text}`,
      stream: output.stream as NodeJS.WriteStream,
      clearOnComplete: true,
      hideCursor: true,
      barsize: BAR_WIDTH,
      // Signals are the command's own matter.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  bar.start(WHOLE, 0, { text: 'starting' });
  return {
    show: (fraction, text) => bar.update(Math.floor(fraction * WHOLE), { text }),
    stop: () => bar.stop(),
  };
}

import { Presets, SingleBar } from 'cli-progress';
import { formatWait } from './format.js';
import { colorsOf, type Output } from './terminal.js';

/** Units of the bar. */
const WHOLE = 1000;
/** Before that, the remaining time is a guess. */
const SETTLED_SECONDS = 1.5;
const BAR_WIDTH = 24;

/** A line with a bar, shown only on a terminal. */
export interface ProgressBar {
  /** @param fraction of the work that is done, 0 to 1 */
  show(fraction: number, text: string): void;
  /** Removes the line. */
  stop(): void;
}

/** Starts a bar. However the process ends, the cursor of the terminal is restored. */
export function startProgressBar(output: Output): ProgressBar {
  if (!output.isTTY) return { show() {}, stop() {} };
  const { cyan } = colorsOf(output);
  const bar = new SingleBar(
    {
      format: `${cyan('{bar}')} {percentage} %  {text}`,
      stream: output.stream as NodeJS.WriteStream,
      clearOnComplete: true,
      hideCursor: true,
      barsize: BAR_WIDTH,
      // The command handles signals itself.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const end = () => bar.stop();
  process.once('exit', end);
  bar.start(WHOLE, 0, { text: 'starting' });
  return {
    show: (fraction, text) => bar.update(Math.floor(fraction * WHOLE), { text }),
    stop() {
      process.off('exit', end);
      end();
    },
  };
}

/** `  8 s left`, or nothing if it cannot be estimated. */
export function timeLeft(fraction: number, seconds: number): string {
  if (seconds < SETTLED_SECONDS || fraction === 0 || fraction === 1) return '';
  return `  ${formatWait((seconds * (1 - fraction)) / fraction)} left`;
}

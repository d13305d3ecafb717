import type { BuildProgress } from '../../partdex.js';
import { formatBytes, formatCount } from './format.js';
import { startProgressBar, timeLeft } from './progress-bar.js';
import type { Output } from './terminal.js';

/** A line that shows the progress of a build. */
export interface ProgressLine {
  update(progress: BuildProgress): void;
  /** Shows a message instead. */
  say(text: string): void;
  /** Removes the line. */
  stop(): void;
}

/** The share of a build's time that reading takes; the rest is sorting and writing. */
const READING = 0.65;

/** Shows progress on a terminal, and nothing elsewhere. */
export function openProgressLine(output: Output, now: () => number = () => performance.now()): ProgressLine {
  const began = now();
  const line = startProgressBar(output);
  let fraction = 0;
  return {
    update(progress) {
      // Never backwards: a phase may turn out to have more work than it seemed.
      fraction = Math.max(fraction, fractionOf(progress));
      const seconds = (now() - began) / 1000;
      line.show(fraction, `${describe(progress, seconds)}${timeLeft(fraction, seconds)}`);
    },
    say(text) {
      line.show(fraction, text);
    },
    stop() {
      line.stop();
    },
  };
}

function fractionOf({ phase, done, total = 0 }: BuildProgress): number {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  // The fields that every part has come first and take long; the many specs are fast.
  if (phase === 'merge') return READING;
  return phase === 'read' ? READING * share : READING + (1 - READING) * Math.cbrt(share);
}

function describe({ phase, done, total, parts }: BuildProgress, seconds: number): string {
  if (phase === 'merge') return `merging  ${formatCount(done)} parts`;
  if (phase !== 'read') return `indexing  ${formatCount(done)}${total === undefined ? '' : ` of ${formatCount(total)}`} fields`;
  if (parts === undefined) return `reading  ${formatBytes(done)}`;
  const rate = seconds > 0 ? `  ${formatCount(parts / seconds)} parts/s` : '';
  return `reading  ${formatCount(parts)} parts${rate}`;
}

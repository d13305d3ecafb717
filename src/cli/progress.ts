import { Presets, SingleBar } from 'cli-progress';
import type { BuildOptions } from '../partdex.js';
import { formatBytes, formatCount, type Terminal } from './terminal.js';

type Progress = Parameters<NonNullable<BuildOptions['onProgress']>>[0];

/** A line that shows how far a build has come. */
export interface ProgressLine {
  update(progress: Progress): void;
  /** Removes the line. */
  stop(): void;
}

/** Shows progress on a terminal, and nothing elsewhere. */
export function openProgressLine(terminal: Terminal): ProgressLine {
  if (!terminal.isTTY) return { update() {}, stop() {} };
  let bar: SingleBar | undefined;
  let current = '';
  return {
    update({ phase, done, total }) {
      if (bar === undefined || phase !== current) {
        bar?.stop();
        bar = startBar(phase, total, terminal);
        current = phase;
      }
      if (total !== undefined) bar.setTotal(total);
      bar.update(done);
    },
    stop() {
      bar?.stop();
    },
  };
}

function startBar(phase: string, total: number | undefined, terminal: Terminal): SingleBar {
  const format = phase === 'read' ? formatBytes : formatCount;
  const bar = new SingleBar(
    {
      format: total === undefined ? '{phase}  {value}' : '{phase}  {bar}  {percentage} %  {value} of {total}',
      formatValue: (value, _, type) => (type === 'value' || type === 'total' ? format(value) : String(value)),
      stream: terminal.stderr as NodeJS.WriteStream,
      clearOnComplete: true,
      hideCursor: true,
      barsize: 30,
    },
    Presets.shades_classic,
  );
  bar.start(total ?? 0, 0, { phase });
  return bar;
}

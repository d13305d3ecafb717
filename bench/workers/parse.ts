/** Reads, unpacks and parses the lines of files and does nothing with them: what no build can do without. */
import { linesOf } from '../data/lines.js';
import { answer, cpuSeconds, type Job } from '../measure/worker.js';

export interface ParseJob extends Job<{ files: readonly string[] }, ParseMeasurement> {}

export interface ParseMeasurement {
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly lines: number;
  /** Bytes of the lines, unpacked. */
  readonly bytes: number;
}

answer<ParseJob>(async ({ files }) => {
  const began = performance.now();
  let count = 0;
  let bytes = 0;
  for await (const lines of linesOf(files)) {
    for (const line of lines) {
      JSON.parse(line.toString());
      bytes += line.length + 1;
    }
    count += lines.length;
  }
  return { seconds: (performance.now() - began) / 1000, cpu_seconds: cpuSeconds(), lines: count, bytes };
});

const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `12,345` */
export function formatCount(count: number | bigint): string {
  return COUNT.format(count);
}

/** `1 part`, `12,345 parts` */
export function formatAmount(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** `0.35 ms`, `12 ms`, `3.2 s` */
export function formatMilliseconds(msec: number): string {
  if (msec >= 999.5) return `${(msec / 1000).toFixed(1)} s`;
  return `${msec >= 10 ? Math.round(msec) : Number(msec.toPrecision(2))} ms`;
}

/** `937 B`, `1.47 GB` */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  let value = bytes;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

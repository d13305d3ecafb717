/** The longest processor time, in milliseconds, in which the event loop did not turn while a call ran. */
export async function longestStep(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  let isDone = false;
  const look = () => {
    const { user } = process.cpuUsage(before);
    before = process.cpuUsage();
    longest = Math.max(longest, user / 1000);
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await new Promise<void>((resolve) => setImmediate(resolve));
  await run();
  isDone = true;
  await new Promise<void>((resolve) => setImmediate(resolve));
  return longest;
}

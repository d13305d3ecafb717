/** The items of a source, prepared: while one of them is used, the next one is read and prepared. Failures come in the order of the items. */
export async function* oneAhead<T, U>(source: AsyncIterable<T>, prepare: (item: T) => Promise<U>): AsyncIterable<U> {
  const iterator = source[Symbol.asyncIterator]();
  let isReading = false;
  const next = async (): Promise<{ readonly prepared: U } | undefined> => {
    isReading = true;
    const { done, value } = await iterator.next().finally(() => {
      isReading = false;
    });
    return done ? undefined : { prepared: await prepare(value) };
  };
  try {
    let coming = next();
    for (;;) {
      const one = await coming;
      if (!one) return;
      coming = next();
      // It is thrown when its turn comes, or never.
      coming.catch(() => {});
      yield one.prepared;
    }
  } finally {
    const ended = Promise.resolve(iterator.return?.());
    // An item that is being read may never come: the source ends when it can.
    if (isReading) ended.catch(() => {});
    else await ended;
  }
}

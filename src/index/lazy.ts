/**
 * Something that is loaded when it is first asked for, once for all who ask. A load that fails (a disk that was away for a
 * moment) is tried again by the next who asks.
 */
export class Lazy<T> {
  private promise: Promise<T> | undefined;

  constructor(private readonly load: () => Promise<T>) {}

  get(): Promise<T> {
    this.promise ??= this.load().catch((error) => {
      this.promise = undefined;
      throw error;
    });
    return this.promise;
  }
}

/** A value in a list. */
export interface Link<T> {
  readonly value: T;
  /** The one after it. */
  readonly next: Link<T> | undefined;
}

interface OpenLink<T> extends Link<T> {
  next: OpenLink<T> | undefined;
  previous: OpenLink<T> | undefined;
}

/**
 * Values in the order in which they were added; each is removed in constant time. For what comes and goes with every call. A Map or Set
 * of such values copies its table every few of them, and each table refers to the next: when the first is old, the collector of young
 * objects frees none of those after it, nor what they contain (docs/decisions/0099-what-calls-leave-behind.md).
 */
export class LinkedList<T> {
  private head: OpenLink<T> | undefined = undefined;
  private tail: OpenLink<T> | undefined = undefined;
  private count = 0;

  get size(): number {
    return this.count;
  }

  get first(): Link<T> | undefined {
    return this.head;
  }

  /** The link removes the value. */
  add(value: T): Link<T> {
    const link: OpenLink<T> = { value, next: undefined, previous: undefined };
    this.append(link);
    return link;
  }

  /** @param link one of this list */
  remove(link: Link<T>): void {
    this.takeOut(link as OpenLink<T>);
  }

  /** @param link one of this list */
  moveToEnd(link: Link<T>): void {
    if (link === this.tail) return;
    this.takeOut(link as OpenLink<T>);
    this.append(link as OpenLink<T>);
  }

  /** The values as they are now: a loop over them may remove any. */
  values(): T[] {
    const values: T[] = [];
    for (let link = this.first; link; link = link.next) values.push(link.value);
    return values;
  }

  private append(link: OpenLink<T>): void {
    link.previous = this.tail;
    if (this.tail) this.tail.next = link;
    else this.head = link;
    this.tail = link;
    this.count++;
  }

  /** It refers to no other afterwards, so that it keeps none alive. */
  private takeOut(link: OpenLink<T>): void {
    const { next, previous } = link;
    if (previous) previous.next = next;
    else this.head = next;
    if (next) next.previous = previous;
    else this.tail = previous;
    link.next = undefined;
    link.previous = undefined;
    this.count--;
  }
}

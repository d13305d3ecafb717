/** Random choices that are the same for the same seed, on every machine. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but not including, 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let bits = this.#state;
    bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to, but not including, `end`. */
  below(end) {
    return Math.floor(this.next() * end);
  }

  /** A whole number from `least` to `most`. */
  between(least, most) {
    return least + this.below(most - least + 1);
  }

  chance(share) {
    return this.next() < share;
  }

  pick(list) {
    if (list.length === 0) throw new Error('there is nothing to pick from');
    return list[this.below(list.length)];
  }

  /** From `least` to `most` different elements, or all of them if there are fewer, in random order. */
  some(list, least, most) {
    const left = [...list];
    const count = Math.min(this.between(least, most), left.length);
    return Array.from({ length: count }, () => left.splice(this.below(left.length), 1)[0]);
  }

  /** `count` values of a function. */
  list(least, most, make) {
    return Array.from({ length: this.between(least, most) }, make);
  }

  /** One of `[weight, value]`, each as often as its weight says. */
  weighted(choices) {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of choices) {
      left -= weight;
      if (left < 0) return value;
    }
    return choices.at(-1)[1];
  }
}

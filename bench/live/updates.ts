import type { LiveCatalog } from '../../src/node/partdex-node.js';
import type { Part, PartPatch } from '../../src/partdex.js';
import { Random } from '../../src/sample/random.js';
import { quantile } from '../measure/measure.js';

/** How long updates take, in milliseconds, until they are durable and visible. */
export interface UpdateTimes {
  readonly parts: number;
  readonly median: number;
  readonly longest: number;
}

/** Patches of stock and price of parts that are drawn by chance. */
export class DrawnPatches {
  private readonly random = new Random(1, 'patches');

  /** @param parts those to draw from, each with its offers */
  constructor(private readonly parts: readonly Part[]) {}

  /** Patches of different parts. */
  draw(count: number): PartPatch[] {
    const { random, parts } = this;
    const drawn = new Set<number>();
    while (drawn.size < Math.min(count, parts.length)) drawn.add(random.below(parts.length));
    return Array.from(drawn, (at) => {
      const { uid, offers = [] } = parts[at];
      return { uid, offers: (offers ?? []).map((offer) => ({ ...offer, ...this.changed() })) };
    });
  }

  private changed() {
    const price = this.random.below(10_000) / 1000 + 0.01;
    const breaks = [1, 10, 100, 1000].map((from, i) => [from, (price * (1 - i / 10)).toFixed(4)]);
    return { in_stock_quantity: this.random.below(100_000), prices: { USD: breaks } };
  }
}

/** Updates of `parts` parts each, one after the other. */
export async function timeUpdates(live: LiveCatalog, patches: DrawnPatches, parts: number, rounds: number): Promise<UpdateTimes> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const patch = patches.draw(parts);
    const began = performance.now();
    await live.update({ patch });
    times.push(performance.now() - began);
  }
  return { parts, median: quantile(times, 0.5), longest: Math.max(...times) };
}

/** Parts that are patched in a second, by updates of `parts` parts each, one after the other, merges included. */
export async function patchedPerSecond(
  live: LiveCatalog,
  patches: DrawnPatches,
  parts: number,
  milliseconds: number,
): Promise<number> {
  // Drawn before: what draws them is not measured.
  const updates = Array.from({ length: 16 }, () => patches.draw(parts));
  const began = performance.now();
  let patched = 0;
  for (let round = 0; performance.now() - began < milliseconds; round++) {
    const patch = updates[round % updates.length];
    await live.update({ patch });
    patched += patch.length;
  }
  return (1000 * patched) / (performance.now() - began);
}

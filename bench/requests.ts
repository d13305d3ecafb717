import { Random } from '../src/cli/sample/random.js';
import { generateSample } from '../src/cli/sample/sample.js';
import type { Part, SearchRequest } from '../src/partdex.js';

/** Requests of one kind. */
export interface RequestClass {
  readonly name: string;
  readonly requests: readonly SearchRequest[];
}

const REQUESTS = 100;
/** Parts of the catalog that the requests are drawn from, evenly spread over all. */
const WITNESSES = 5000;

/** Requests as people and programs ask them, drawn from the parts of the sample catalog of this size, so that each has hits. */
export function drawRequests(parts: number): RequestClass[] {
  const draw = new Draw(parts);
  const times = (name: string, make: () => SearchRequest): RequestClass => ({
    name,
    requests: Array.from({ length: REQUESTS }, make),
  });
  return [
    times('one keyword', () => ({ q: draw.words(1).join() })),
    times('three keywords', () => ({ q: draw.words(3).join(' ') })),
    times('phrase of two words', () => ({ q: `"${draw.neighbours(2).join(' ')}"` })),
    times('part number', () => ({ q: draw.part().mpn })),
    times('part number, prefix', () => ({ q: `${draw.part().mpn.slice(0, 4 + draw.random.below(4))}*` })),
    times('part number, infix', () => ({ q: `*${draw.infix()}*` })),
    times('brand and category', () => draw.filter((part) => ({ 'brand.name': [part.brand?.name ?? ''], ...category(part) }))),
    times('range of a spec in a category', () => draw.range()),
    times('category by a spec, first page', () => draw.sorted(0)),
    times('category by a spec, page 50', () => draw.sorted(490)),
    times('all parts', () => ({})),
  ];
}

function category(part: Part): Record<string, string[]> {
  return { category_uids: part.category_uids?.slice(-1) ?? [] };
}

class Draw {
  readonly random = new Random(1, 'requests');
  readonly #witnesses: Part[] = [];

  constructor(parts: number) {
    const step = Math.max(1, Math.floor(parts / WITNESSES));
    let row = 0;
    for (const part of generateSample(parts)) if (row++ % step === 0) this.#witnesses.push(part);
  }

  part(): Part {
    return this.random.pick(this.#witnesses);
  }

  /** Words of one description. */
  words(count: number): string[] {
    const words = this.#description(count);
    return Array.from({ length: count }, () => this.random.pick(words));
  }

  /** Words that stand one after the other in a description. */
  neighbours(count: number): string[] {
    const words = this.#description(count);
    const start = this.random.below(words.length - count + 1);
    return words.slice(start, start + count);
  }

  /** The words of a description of at least so many. */
  #description(least: number): string[] {
    for (;;) {
      const words = this.random
        .pick(this.part().descriptions ?? [])
        .value.split(' ')
        .filter((word) => /[A-Za-z0-9]/.test(word));
      if (words.length >= least) return words;
    }
  }

  infix(): string {
    for (;;) {
      const number = this.part().mpn.replace(/[^A-Za-z0-9]/g, '');
      if (number.length < 9) continue;
      const length = 4 + this.random.below(4);
      const start = 1 + this.random.below(number.length - length - 1);
      return number.slice(start, start + length);
    }
  }

  filter(fields: (part: Part) => Record<string, string[]>): SearchRequest {
    return { filter: { fields: fields(this.part()) } };
  }

  range(): SearchRequest {
    const [part, key, value] = this.#numberSpec();
    const queries = [`specs.${key}.value:[${value} TO ${value * (1 + 4 * this.random.next())}]`];
    return { filter: { fields: category(part), queries } };
  }

  sorted(start: number): SearchRequest {
    const [part, key] = this.#numberSpec();
    return { start, filter: { fields: category(part) }, sortby: `specs.${key}.value ${this.random.pick(['asc', 'desc'])}` };
  }

  /** A part, the key of a spec of it that is a positive number, and the number. */
  #numberSpec(): [Part, string, number] {
    for (;;) {
      const part = this.part();
      const numbers = Object.entries(part.specs ?? {})
        .map(([key, { value }]) => [key, Number(Array.isArray(value) ? value[0] : value)] as const)
        .filter(([, value]) => value > 0);
      if (numbers.length > 0) return [part, ...this.random.pick(numbers)];
    }
  }
}

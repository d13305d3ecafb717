import { Random } from '../../src/sample/random.js';
import { MAKERS, type MakerName } from './makers.js';
import type { Piece, Slot } from './pieces.js';
import type { Words } from './words.js';

/** Pieces of one kind in one place of a request. */
export interface Gene {
  readonly slot: Slot;
  readonly maker: MakerName;
  /** The seed of the pieces. */
  readonly seed: number;
  readonly times: number;
  /** Whether all pieces are the same. */
  readonly isSame: boolean;
}

/** Numbers from 0 up to 1 that determine how a request is assembled. */
export interface Dials {
  /** How clauses are joined: mostly OR, then AND, then negated. */
  readonly join: number;
  /** How deep clauses are nested. */
  readonly nest: number;
  /** The start of the page. */
  readonly start: number;
  /** The length of the page. */
  readonly limit: number;
  /** From ½ on, counts ignore the filters of their own field. */
  readonly exclude: number;
  /** Ranges of number facets, as a share of the limit. */
  readonly ranges: number;
  /** From ½ on, the request has a drilldown. */
  readonly drilldown: number;
  /** From ½ on, it shows whole parts. */
  readonly whole: number;
  /** From ½ on, facets are ordered by value, and list the chosen values too. */
  readonly order: number;
  /** The levels of the category tree that are counted. */
  readonly tree: number;
  /** From ½ on, the results have highlights. */
  readonly highlight: number;
  /** From ½ on, the answer has suggestions if nothing is found. */
  readonly suggest: number;
  /** From ½ on, the order is that of a search box. */
  readonly rank: number;
  /** From ½ on, the page is behind the cursor of another one. */
  readonly behind: number;
}

export type DialName = keyof Dials;

/** The shape of a request. */
export interface Genome {
  readonly genes: readonly Gene[];
  readonly dials: Dials;
}

/** The genes that genomes of a kind of request may have. */
export interface GenePool {
  /** The makers of the pieces, by slot. */
  readonly slots: Partial<Readonly<Record<Slot, readonly MakerName[]>>>;
  /** Dials that vary; the others keep their value in `REST`. */
  readonly dials: readonly DialName[];
}

/** One page of ten uids, clauses joined by OR. */
export const REST: Dials = {
  join: 0,
  nest: 0,
  start: 0,
  limit: 0.1,
  exclude: 0,
  ranges: 0,
  drilldown: 0,
  whole: 0,
  order: 0,
  tree: 0,
  highlight: 0,
  suggest: 0,
  rank: 0,
  behind: 0,
};

const MOST_GENES = 12;
const MOST_TIMES = 10_000;
const SEEDS = 1_000_000;

export function drawGenome(pool: GenePool, random: Random): Genome {
  const genes = Array.from({ length: 1 + random.below(3) }, () => drawGene(pool, random));
  const turned = Object.fromEntries(pool.dials.map((name) => [name, random.next()]));
  return { genes, dials: { ...REST, ...turned } };
}

function drawGene({ slots }: GenePool, random: Random): Gene {
  const slot = random.pick(Object.keys(slots) as Slot[]);
  // From one to thousands, each order of magnitude with the same probability.
  const times = Math.max(1, Math.floor(10 ** (random.next() * 4)));
  return { slot, maker: random.pick(slots[slot] ?? []), seed: random.below(SEEDS), times, isSame: random.chance(0.15) };
}

/** A genome with a change or two. */
export function mutate(genome: Genome, pool: GenePool, random: Random): Genome {
  let mutant = genome;
  for (let changes = 1 + random.below(2); changes > 0; changes--) mutant = changed(mutant, pool, random);
  return mutant;
}

function changed({ genes, dials }: Genome, pool: GenePool, random: Random): Genome {
  if (pool.dials.length > 0 && random.chance(0.25)) {
    return { genes, dials: { ...dials, [random.pick(pool.dials)]: random.next() } };
  }
  const at = random.below(genes.length);
  const put = (...replacement: Gene[]) => ({ genes: [...genes.slice(0, at), ...replacement, ...genes.slice(at + 1)], dials });
  const gene = genes[at];
  if (genes.length < MOST_GENES && random.chance(0.2)) return put(gene, drawGene(pool, random));
  if (genes.length > 1 && random.chance(0.2)) return put();
  return put(otherGene(gene, pool, random));
}

function otherGene(gene: Gene, pool: GenePool, random: Random): Gene {
  switch (random.below(5)) {
    case 0:
      return { ...gene, times: Math.min(MOST_TIMES, gene.times * (2 + random.below(4))) };
    case 1:
      return { ...gene, times: Math.max(1, Math.floor(gene.times / 2)) };
    case 2:
      return { ...gene, seed: random.below(SEEDS) };
    case 3:
      return { ...gene, isSame: !gene.isSame };
    default:
      return { ...drawGene(pool, random), times: gene.times };
  }
}

/** Genes of both parents, each dial from either. */
export function cross(one: Genome, other: Genome, random: Random): Genome {
  const half = <T>(list: readonly T[]) => list.filter(() => random.chance(0.5));
  const genes = [...half(one.genes), ...half(other.genes)].slice(0, MOST_GENES);
  const dials = Object.fromEntries(
    Object.entries(one.dials).map(([name, value]) => [name, random.chance(0.5) ? value : other.dials[name as DialName]]),
  );
  return { genes: genes.length > 0 ? genes : one.genes, dials: dials as unknown as Dials };
}

/** The pieces of a gene: the same ones for the same words. */
export function piecesOf({ maker, seed, times, isSame }: Gene, words: Words): Piece[] {
  const random = new Random(seed, maker);
  if (isSame) return Array<Piece>(times).fill(MAKERS[maker](random, words));
  return Array.from({ length: times }, () => MAKERS[maker](random, words));
}

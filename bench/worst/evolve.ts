import type { Random } from '../../src/sample/random.js';
import { cross, drawGenome, type GenePool, type Genome, mutate } from './genome.js';

/** A genome and its rating. */
export interface Rated {
  readonly genome: Genome;
  readonly fitness: number;
}

export interface Evolution {
  readonly pool: GenePool;
  readonly random: Random;
  /** The rating of a genome: the higher, the worse. The search looks for the worst. */
  rate(genome: Genome): Promise<number>;
  /** Called after each rating. */
  isOver(): boolean;
  /** Size of a generation. Default 12. */
  readonly population?: number;
}

const POPULATION = 12;
/** The number of the worst genomes that survive unchanged. */
const ELITE = 2;
/** Sample size: the worst genome of a random sample of this size becomes a parent. */
const TOURNAMENT = 3;
/** Random newcomers keep the population diverse. */
const STRANGERS = 0.1;

/** Searches for the worst genome until `isOver`; rates at least one. Returns the last generation, the worst first. */
export async function evolve({ pool, random, rate, isOver, population = POPULATION }: Evolution): Promise<Rated[]> {
  let living: Rated[] = [];
  let next: Genome[] = Array.from({ length: population }, () => drawGenome(pool, random));
  for (;;) {
    for (const genome of next) {
      living.push({ genome, fitness: await rate(genome) });
      if (isOver()) return worstFirst(living);
    }
    living = worstFirst(living).slice(0, population);
    const parent = () => worstOf(Array.from({ length: TOURNAMENT }, () => random.pick(living)));
    next = Array.from({ length: population - ELITE }, () => {
      if (random.chance(STRANGERS)) return drawGenome(pool, random);
      const child = random.chance(0.5) ? cross(parent().genome, parent().genome, random) : parent().genome;
      return mutate(child, pool, random);
    });
    living = living.slice(0, ELITE);
  }
}

function worstFirst(rated: readonly Rated[]): Rated[] {
  return rated.toSorted((a, b) => b.fitness - a.fitness);
}

function worstOf(rated: readonly Rated[]): Rated {
  return rated.reduce((worst, one) => (one.fitness > worst.fitness ? one : worst));
}

import { BLOCK_ORDINALS } from '../encoding/wildcard-arrays.js';
import type { PartNumberForms } from '../index/dictionary/part-number-forms.js';
import type { PartNumberWildcards } from '../index/dictionary/part-number-wildcards.js';
import { fastPaths } from '../work/fast-paths.js';
import type { Steps } from '../work/pauses.js';
import type { Work } from '../work/work.js';
import { PartNumberAutomaton } from './part-number-automaton.js';
import { PartNumberComparer } from './part-number-comparer.js';
import type { PartNumberPattern } from './part-number-pattern.js';
import { Signature } from './signature.js';
import type { WildcardPlan } from './wildcard-plan.js';

/**
 * Part numbers whose signatures are read before those that pass are compared, so that the latter are still in the processor's
 * cache.
 */
const STEP = 4096;
/** Comparing a part number costs about as much as reading this many signatures. */
const COMPARED = 4;
/**
 * A further list is read if it has at most this many bytes for each remaining block: comparing the block's part numbers costs as
 * much.
 */
const BYTES_PER_CANDIDATE = 64;

/** Buffer for ordinals between two stages; one more than the limit may be written. Empty whenever a search yields. */
const passed = new Uint32Array(STEP + 1);

/** Receives part numbers as they are found: the ordinals `ordinals[0, count)`, valid during the call only. */
export type Collect = (ordinals: Uint32Array, count: number) => void;

/** Runs the plan of one pattern over the part numbers of one field. */
export class WildcardSearch {
  private readonly signature: Signature;
  /** Compares part numbers in any order, also as written. */
  private readonly comparer: PartNumberComparer;
  /** Compares the forms of ascending part numbers; undefined if the pattern is too long for it. */
  private readonly automaton: PartNumberAutomaton | undefined;
  /** Whether a form that fits is a match. */
  private readonly isFormEnough: boolean;

  constructor(
    private readonly forms: PartNumberForms,
    private readonly index: PartNumberWildcards,
    pattern: PartNumberPattern,
    private readonly collect: Collect,
  ) {
    const { form, written } = pattern;
    this.signature = new Signature(form, written ? 0 : 1, !written);
    this.comparer = new PartNumberComparer(forms, pattern);
    if (fastPaths.automaton && PartNumberAutomaton.fits(form)) this.automaton = new PartNumberAutomaton(forms, index, form);
    this.isFormEnough = written === undefined;
  }

  /** Passes the ordinals that match to the collector, ascending except for a range. */
  *run(plan: WildcardPlan, work: Work): Steps<void> {
    if (plan.kind === 'range') yield* this.searchRange(plan.from, plan.to, work);
    else if (plan.kind === 'scan') yield* this.searchAll(work);
    else if (plan.kind === 'common') yield* this.searchCommon(plan.lists, work);
    else if (plan.kind === 'any') yield* this.searchAny(plan.lists, work);
  }

  private *searchRange(from: number, to: number, work: Work): Steps<void> {
    const { forms } = this;
    for (let at = from; at < to; at += STEP) {
      const count = Math.min(STEP, to - at);
      passed.set(forms.order.subarray(at, at + count));
      this.emit(this.comparer.filter(passed, count));
      if (work.spend(count * COMPARED)) yield;
    }
  }

  private *searchAll(work: Work): Steps<void> {
    const { size } = this.index;
    for (let at = 0; at < size; at += STEP) {
      const count = this.signature.scan(this.index, at, Math.min(at + STEP, size), passed, 0);
      this.compare(count);
      if (work.spend(STEP + count * COMPARED)) yield;
    }
  }

  private *searchCommon([rarest, ...others]: readonly number[], work: Work): Steps<void> {
    const blocks = new Uint32Array(this.index.listBytes(rarest));
    let count = this.index.readList(rarest, blocks);
    for (const list of others) {
      if (this.index.listBytes(list) > count * BYTES_PER_CANDIDATE) break;
      count = this.index.intersectList(list, blocks, count);
    }
    yield* this.searchBlocks(blocks, count, work);
  }

  private *searchAny(lists: readonly number[], work: Work): Steps<void> {
    const { index } = this;
    const isListed = new Uint8Array(index.blocks);
    let most = 0;
    for (const list of lists) most = Math.max(most, index.listBytes(list));
    const blocks = new Uint32Array(most);
    let listed = 0;
    for (const list of lists) {
      const count = index.readList(list, blocks);
      listed += count;
      for (let i = 0; i < count; i++) isListed[blocks[i]] = 1;
    }
    const all = new Uint32Array(Math.min(listed, index.blocks) + 1);
    let count = 0;
    for (let block = 0; block < isListed.length; block++) {
      all[count] = block;
      count += isListed[block];
    }
    yield* this.searchBlocks(all, count, work);
  }

  /** Neighbours are similar: if one of a block may match, signatures rarely exclude the others. */
  private *searchBlocks(blocks: Uint32Array, count: number, work: Work): Steps<void> {
    const { size } = this.index;
    let held = 0;
    for (let i = 0; i < count; i++) {
      const from = blocks[i] * BLOCK_ORDINALS;
      const to = Math.min(from + BLOCK_ORDINALS, size);
      for (let ordinal = from; ordinal < to; ordinal++) passed[held++] = ordinal;
      if (held <= STEP - BLOCK_ORDINALS) continue;
      this.compare(held);
      const compared = held * COMPARED;
      held = 0;
      if (work.spend(compared)) yield;
    }
    this.compare(held);
  }

  /** Passes those of the filtered ordinals that match to the collector. */
  private compare(count: number): void {
    this.emit(this.signature.decides ? count : this.filter(count));
  }

  /** Keeps the ordinals of `passed[0, count)` that match, and returns their number. */
  private filter(count: number): number {
    const { comparer, automaton } = this;
    if (!automaton) return comparer.filter(passed, count);
    // Most part numbers that do not match as written have a form that does not fit either, and comparing forms is faster.
    const fitting = automaton.filter(passed, count);
    return this.isFormEnough ? fitting : comparer.filter(passed, fitting);
  }

  private emit(count: number): void {
    if (count > 0) this.collect(passed, count);
  }
}

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

/** Part numbers whose signatures are looked at before those that pass are compared: they are still at hand then. */
const STEP = 4096;
/** Comparing a part number costs about as much as looking at so many signatures. */
const COMPARED = 4;
/** A further list is read where it has at most so many bytes for each block that is left: comparing its part numbers costs as much. */
const BYTES_PER_CANDIDATE = 64;

/** Ordinals on their way; one more than is asked for may be written. Empty whenever a search gives way to another. */
const passed = new Uint32Array(STEP + 1);

/** Takes the part numbers found as they come: the ordinals `ordinals[0, count)`, which it must not keep. */
export type Collect = (ordinals: Uint32Array, count: number) => void;

/** Carries out the plan of one pattern over the part numbers of one field. */
export class WildcardSearch {
  private readonly signature: Signature;
  /** Compares part numbers in any order, also as they are written. */
  private readonly comparer: PartNumberComparer;
  /** Compares the forms of ascending ones; undefined where the pattern is too long for it. */
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

  /** Hands over the ordinals that match, ascending but for a range. */
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
      this.hand(this.comparer.filter(passed, count));
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

  /** Neighbours are much alike: where one of a block may match, the signatures of the others seldom tell that they do not. */
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

  /** Hands over those of the ordinals that have passed that match. */
  private compare(count: number): void {
    this.hand(this.signature.decides ? count : this.filter(count));
  }

  /** Keeps those of `passed[0, count)` that match, and returns their number. */
  private filter(count: number): number {
    const { comparer, automaton } = this;
    if (!automaton) return comparer.filter(passed, count);
    // Most of those that do not match as written have a form that does not fit either, which is told sooner.
    const fitting = automaton.filter(passed, count);
    return this.isFormEnough ? fitting : comparer.filter(passed, fitting);
  }

  private hand(count: number): void {
    if (count > 0) this.collect(passed, count);
  }
}

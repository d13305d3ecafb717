import { LIST, type RowSet } from '../index/row-set/row-set.js';
import type { Universe } from '../index/universe.js';
import type { ExplainedStep, StepKind } from '../model/explanation.js';
import type { Steps } from '../work/pauses.js';
import type { LongLeaf } from './leaves/leaf.js';
import { cost, estimate, evaluate, type PlanNode, restrict } from './plan.js';

/** Upper bound of the alternatives that are shown one by one. More of them (the words that a wildcard matches) are one step. */
export const SHOWN = 32;

/** Records what a search does. Only an explained search has one. */
export class Trace {
  readonly steps: ExplainedStep[] = [];
  private began = performance.now();

  /**
   * Records a step that has taken all the time since the one before.
   * @param inside the nodes that it has run
   */
  add(
    kind: StepKind,
    label: string,
    reason: string,
    rows?: { in: number; out: number },
    inside: readonly TracedNode[] = [],
  ): void {
    const microseconds = (performance.now() - this.began) * 1000;
    const steps = inside.map((node) => node.explain());
    this.steps.push({ kind, label, rows_in: rows?.in ?? null, rows_out: rows?.out ?? null, microseconds, reason, steps });
    this.began = performance.now();
  }

  /** The same as a function, to be passed on. */
  readonly note = (kind: StepKind, label: string, reason: string, rows: { in: number; out: number }): void => {
    this.add(kind, label, reason, rows);
  };

  /** Evaluates a plan as `evaluate` does, and records what each node does. */
  *evaluate(plan: PlanNode, universe: Universe): Steps<RowSet> {
    const traced = new TracedNode(plan, universe);
    const set = yield* evaluate(traced, universe);
    this.steps.push(traced.explain());
    this.began = performance.now();
    return set;
  }
}

/** A node as a step: its kind and its condition. */
export function describeNode(node: PlanNode): { kind: StepKind; label: string } {
  switch (node.kind) {
    case 'leaf':
    case 'long_leaf':
      return { kind: node.access, label: node.label() };
    case 'none':
      return { kind: 'none', label: node.label() };
    case 'all':
      return { kind: 'all', label: 'every row' };
    case 'and':
      return { kind: 'and', label: `all of ${node.children.length} conditions` };
    case 'or':
      return { kind: 'or', label: `any of ${node.children.length} conditions` };
    case 'not':
      return { kind: 'not', label: 'not' };
  }
}

/** The nodes inside a node, unless they are too many to be shown. */
export function childrenOf(node: PlanNode): readonly PlanNode[] {
  if (node.kind === 'not') return [node.child];
  return (node.kind === 'and' || node.kind === 'or') && node.children.length <= SHOWN ? node.children : [];
}

/**
 * Replaces a node of a plan and records its input and output. It has the node's own estimate and cost, so the plan runs exactly
 * as without it.
 */
export class TracedNode implements LongLeaf {
  readonly kind = 'long_leaf';
  readonly access = 'rows';
  readonly method = '';
  readonly estimate: number;
  readonly cost: number;
  /** The node with traced nodes inside. */
  private readonly node: PlanNode;
  private readonly children: readonly TracedNode[];
  private startedAt = Number.POSITIVE_INFINITY;
  private rowsIn = 0;
  private rowsOut = 0;
  private microseconds = 0;
  private how = '';

  constructor(
    private readonly original: PlanNode,
    private readonly universe: Universe,
    private readonly clock: { ticks: number } = { ticks: 0 },
  ) {
    this.estimate = estimate(original, universe.rowCount);
    this.cost = cost(original, universe.rowCount);
    this.children = childrenOf(original).map((child) => new TracedNode(child, universe, clock));
    this.node = this.children.length === 0 ? original : withChildren(original, this.children);
  }

  readonly label = () => describeNode(this.original).label;

  *toSet(): Steps<RowSet> {
    return yield* this.run(this.universe.size, evaluate(this.node, this.universe));
  }

  *restrict(set: RowSet): Steps<RowSet> {
    this.how = set.kind === LIST ? 'the rows left are a list' : 'the rows left are a bitset';
    return yield* this.run(set.count, restrict(this.node, set, this.universe));
  }

  private *run(rowsIn: number, steps: Steps<RowSet>): Steps<RowSet> {
    this.startedAt = Math.min(this.startedAt, this.clock.ticks++);
    const began = performance.now();
    const set = yield* steps;
    this.microseconds += (performance.now() - began) * 1000;
    this.rowsIn += rowsIn;
    this.rowsOut += set.count;
    return set;
  }

  /** The step; `why` is the reason for its place among others. */
  explain(why = ''): ExplainedStep {
    const ran = this.startedAt !== Number.POSITIVE_INFINITY;
    // Steps that did not run come last.
    const inOrder = [...this.children].sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
    const reasonFor = (child: TracedNode, place: number) =>
      this.original.kind === 'and' ? child.reasonForPlace(place, this.how !== '') : '';
    return {
      ...describeNode(this.original),
      rows_in: ran ? this.rowsIn : null,
      rows_out: ran ? this.rowsOut : null,
      microseconds: this.microseconds,
      reason: ran ? [why, this.reason(), this.how].filter((text) => text !== '').join('; ') : 'not run: no row was left',
      steps: inOrder.map((child, place) => child.explain(reasonFor(child, place))),
    };
  }

  /** @param narrows whether there were rows already when the first of the nodes ran */
  private reasonForPlace(place: number, narrows: boolean): string {
    if (place === 0 && !narrows) return `first, cheapest to read: about ${this.cost} ${this.cost === 1 ? 'entry' : 'entries'}`;
    return place > 0 && this.original.kind === 'not'
      ? 'last, since it only takes away'
      : `${place === 0 ? 'first' : 'next'}, at most ${this.estimate} ${this.estimate === 1 ? 'row matches' : 'rows match'}`;
  }

  private reason(): string {
    switch (this.original.kind) {
      case 'leaf':
      case 'long_leaf':
        return this.original.method;
      case 'none':
        return 'no row can meet it';
      case 'all':
        return 'nothing narrows it';
      case 'and':
        return 'each step narrows the rows of the one before';
      case 'or':
        return 'alternatives, united';
      case 'not':
        return 'what the step inside finds is taken away';
    }
  }
}

function withChildren(node: PlanNode, children: readonly PlanNode[]): PlanNode {
  if (node.kind === 'not') return { kind: 'not', child: children[0] };
  return node.kind === 'and' || node.kind === 'or' ? { kind: node.kind, children } : node;
}

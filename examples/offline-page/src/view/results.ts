import type { Part } from 'partdex';
import type { Answer, CatalogContents } from '../engine/protocol.js';
import { suitableColumns } from '../parts/columns.js';
import { formatAmount, formatMilliseconds } from '../parts/numbers.js';
import { type SpecKeys, specOfField } from '../parts/specs.js';
import type { SearchState } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { ColumnChooser } from './column-chooser.js';
import { byId, element, fill, setText } from './dom.js';
import { type Marks, wordsOf } from './highlight.js';
import { Pager } from './pager.js';
import { notesOf } from './reading-texts.js';
import { ResultTable } from './result-table.js';

/** A region that shows something of an answer. */
interface Shown {
  show(answer: Answer, state: SearchState): void;
}

/** The middle of the page: the number of parts, a page of them, and the pager. */
export class Results {
  private readonly section = byId('results');
  private readonly status = byId('status');
  private readonly warnings = byId('warnings');
  private readonly table: ResultTable;
  private readonly pager: Pager;
  private readonly chooser: ColumnChooser;
  private keys: SpecKeys = new Map();
  private total = 0;
  private parts: readonly Part[] = [];
  private found: Marks['found'] = new Map();
  private columns: readonly string[] = [];

  constructor(
    store: Store,
    private readonly beside: { empty: Shown; readings: Shown },
    toSearch: () => void,
  ) {
    this.pager = new Pager(store);
    this.chooser = new ColumnChooser(store);
    this.table = new ResultTable(store, { toSearch, turnPage: (by) => this.pager.turn(by) });
    store.subscribe((state, previous) => {
      if (state.columns !== previous.columns) this.renderTable(state);
      this.table.markOpen(state.part);
    });
  }

  opened({ specs, info }: CatalogContents): void {
    this.keys = new Map(specs.map((spec) => [spec.key, spec]));
    this.total = info.parts;
    this.columns = [];
    this.parts = [];
    this.chooser.opened(specs);
    this.table.opened(info.priceCurrency);
  }

  /** Shows that an answer is pending, or that the shown one belongs to an earlier request. */
  setWaiting(isWaiting: boolean): void {
    this.section.classList.toggle('is-waiting', isWaiting);
  }

  /** Shows that the results belong to an earlier request, and that the new one failed. */
  setStale(isStale: boolean): void {
    this.section.classList.toggle('is-stale', isStale);
    const time = this.status.querySelector('.time');
    if (isStale && time) setText(time, 'before this');
  }

  show(answer: Answer, state: SearchState): void {
    this.setStale(false);
    const { results, hits, msec, warnings } = answer.response;
    this.parts = results.map(({ item }) => item);
    this.found = new Map(results.map(({ item, highlights = [] }) => [item.uid, highlights]));
    fill(
      this.status,
      element('strong', {}, hits === 0 ? 'No part' : formatAmount(hits, 'part')),
      element('span', { class: 'time' }, formatMilliseconds(msec)),
    );
    fill(this.warnings, ...[...notesOf(answer), ...warnings].map((note) => element('li', {}, note)));
    this.beside.readings.show(answer, state);
    this.pager.show(hits, state.page);
    this.beside.empty.show(answer, state);
    this.renderTable(state);
    this.section.hidden = false;
  }

  focusFirst(): void {
    this.table.focusRow(0);
  }

  private renderTable(state: SearchState): void {
    this.columns = state.columns ?? this.suitable(state);
    this.chooser.show(this.columns, this.parts);
    this.table.show(this.parts, this.columns, this.keys, { words: wordsOf(state.q), found: this.found });
    this.table.markOpen(state.part);
  }

  /** The column by which the parts are sorted is always shown. */
  private suitable({ sort }: SearchState): string[] {
    const suitable = this.parts.length > 0 ? suitableColumns(this.parts, this.keys, this.total, this.columns) : [...this.columns];
    const sorted = specOfField(sort?.field ?? '')?.key;
    return sorted !== undefined && !suitable.includes(sorted) ? [...suitable, sorted] : suitable;
  }
}

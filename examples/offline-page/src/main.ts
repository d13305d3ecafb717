import { Counting } from './counting.js';
import { EngineError, startEngine } from './engine/client.js';
import type { CatalogContents } from './engine/protocol.js';
import { listenToKeys } from './keyboard.js';
import { Opening } from './opening.js';
import { withStoredNotes } from './own-notes-storage.js';
import { formatAmount, formatBytes } from './parts/numbers.js';
import { Searching } from './searching.js';
import { hashOf, stateOf } from './state/address.js';
import { asksTheSame, EMPTY_STATE, lastPage, questionOf, type SearchState } from './state/search-state.js';
import { Store } from './state/store.js';
import { BillView } from './view/bill.js';
import { Buying } from './view/buying.js';
import { CategoryPanel } from './view/category-panel.js';
import { Chips } from './view/chips.js';
import { Details } from './view/details.js';
import { byId, setText, shownText } from './view/dom.js';
import { EmptyResults } from './view/empty-results.js';
import { ImportReportView } from './view/import-report.js';
import { Notices } from './view/notices.js';
import { Panels } from './view/panels.js';
import { Readings } from './view/readings.js';
import { Results } from './view/results.js';
import { SearchBar } from './view/search-bar.js';
import { SpecPanels } from './view/spec-panels.js';
import { StartScreen } from './view/start-screen.js';
import { VALUE_PANELS, ValuePanel } from './view/value-panel.js';

/** Counts wait for a pause in typing, since the specs of other parts may read much of a file; rows do not wait. */
const TYPING_PAUSE_MS = 150;

const notices = new Notices();
const engine = withStoredNotes(startEngine(), (text) => notices.show(text));
const store = new Store(stateOf(location.hash));
const startScreen = new StartScreen();
const categoryPanel = new CategoryPanel(store);
const countWishes = () => counting.complete();
const valuePanels = VALUE_PANELS.map((options) => new ValuePanel(store, options, countWishes));
const panels = new Panels([categoryPanel, ...valuePanels, new SpecPanels(store, countWishes)], store);
const chips = new Chips(store, panels);
const readings = new Readings(store);
const emptyResults = new EmptyResults(store);
const searchBar: SearchBar = new SearchBar(store, () => results.focusFirst());
const results: Results = new Results(store, { empty: emptyResults, readings }, () => searchBar.focus());
const details = new Details(engine, store, categoryPanel, (error) => notices.show(error.message), searchAgain);
const importReport = new ImportReportView(
  () => engine.save(),
  (error) => notices.show(error.message),
);
new Buying(store);
const bill = new BillView(engine, (uid) => store.set({ part: uid }));
const searching = new Searching(engine, {
  onAnswer(answer, state) {
    searchBar.showFault(undefined);
    notices.answered();
    // The address may contain a page that does not exist, or no longer.
    if (state.page > lastPage(answer.response.hits)) store.set({ page: lastPage(answer.response.hits) });
    else results.show(answer, state);
    counting.ask(questionOf(state), answer.asked, isTyped ? TYPING_PAUSE_MS : 0);
  },
  onFault(error) {
    results.setStale(true);
    // The filter line shows its own errors; all others concern the page or the file.
    const isAboutFilter = error instanceof EngineError && (error.syntax || error.message.startsWith('filter.queries'));
    if (isAboutFilter) searchBar.showFault(error);
    else notices.show(error.message, 'until answered');
  },
  onWaiting: (isWaiting) => results.setWaiting(isWaiting),
});
const counting: Counting = new Counting(engine, {
  wishes: (counts) => panels.wishes(counts),
  onCounts: (counts) => panels.count(counts),
  onComplete: () => panels.setBusy(false),
  onFault: (error) => notices.show(error.message, 'until answered'),
});
let isOpen = false;
/** Whether the newest request came from the text fields. */
let isTyped = false;

store.subscribe((state, previous) => {
  keepInAddress(state, previous);
  if (!isOpen) return;
  if (!asksTheSame(state, previous)) search(state, state.q !== previous.q || state.filter !== previous.filter);
  else if (state.panels !== previous.panels) counting.complete();
});
window.addEventListener('popstate', () => store.set(stateOf(location.hash)));
byId('logo').addEventListener('click', () => store.set(EMPTY_STATE));
listenToKeys(store, searchBar, panels);

const opening = new Opening(engine, {
  onOpened: show,
  onFault: (text) => notices.show(text),
  takes: (file) => bill.takes(file),
  onNothingBeside: (text) => startScreen.showBeside(text),
});
opening.openBeside(new URL(location.href));

function show(contents: CatalogContents): void {
  notices.clear();
  startScreen.hide();
  counting.turnTo(undefined);
  // Selections in an earlier catalog are meaningless in this one; typed text may not be.
  if (isOpen) store.set({ ...EMPTY_STATE, q: store.state.q, filter: store.state.filter, columns: store.state.columns });
  isOpen = true;
  document.body.classList.add('has-catalog');
  document.title = `${shownText(contents.name)} – partdex`;
  setText(byId('catalog-name'), contents.name);
  setText(byId('catalog-size'), `${formatAmount(contents.info.parts, 'part')}, ${formatBytes(contents.info.bytes)}`);
  panels.opened(contents, store.state);
  chips.opened(contents, store.state);
  readings.opened(contents);
  emptyResults.opened(contents);
  results.opened(contents);
  details.opened(contents, store.state);
  search(store.state, false);
  searchBar.invite();
  importReport.opened(contents);
  bill.opened();
}

/** A note may change the hits and their counts. */
function searchAgain(): void {
  counting.turnTo(undefined);
  search(store.state, false);
}

function search(state: SearchState, isBeingTyped: boolean): void {
  isTyped = isBeingTyped;
  if (counting.turnTo(questionOf(state))) panels.setStale();
  searching.ask(state);
}

/** Typing, dragging and opening of panels replace the address; every other step can be undone with the browser's back button. */
function keepInAddress(state: SearchState, previous: SearchState): void {
  const hash = hashOf(state);
  if (hash === location.hash || (hash === '' && location.hash === '#')) return;
  const isTyping = state.q !== previous.q || state.filter !== previous.filter || state.pieces !== previous.pieces;
  const isFollowing = state.part !== undefined && previous.part !== undefined;
  const isDragging = state.bounds !== previous.bounds && [...state.bounds.keys()].join() === [...previous.bounds.keys()].join();
  const isOpening = state.panels !== previous.panels;
  const address = hash || location.pathname + location.search;
  if (isTyping || isFollowing || isDragging || isOpening) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
}

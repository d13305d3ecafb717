import type { Part, SpecValue } from 'partdex';
import { type SpecKeys, specFieldOf, specName, specText, valuesOf } from '../parts/specs.js';
import { withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { element, icon } from './dom.js';

/** The specs of a part by name. A click on a value finds only parts with the same value. */
export function specsSection({ specs }: Part, keys: SpecKeys, store: Store): HTMLElement | undefined {
  const named = Object.entries(specs ?? {}).map(([key, spec]) => ({ key, spec, name: specName(key, keys, spec.metadata) }));
  if (named.length === 0) return undefined;
  named.sort((a, b) => a.name.localeCompare(b.name, 'en'));
  const rows = named.map(({ key, spec, name }) => {
    const { text, exact } = specText(key, spec, keys);
    return element(
      'tr',
      {},
      element('th', { scope: 'row', title: key }, name),
      element('td', { title: exact }, text),
      element('td', { class: 'action' }, filterButton(key, spec, text, store)),
    );
  });
  return element('section', {}, element('h3', {}, 'Specs'), element('table', { class: 'specs' }, element('tbody', {}, ...rows)));
}

function filterButton(key: string, spec: SpecValue, text: string, store: Store): HTMLElement | undefined {
  const values = valuesOf(spec).map(String);
  if (values.length === 0) return undefined;
  const field = specFieldOf(key);
  const chosen = store.state.fields.get(field) ?? [];
  const isChosen = values.every((value) => chosen.includes(value));
  const toggle = () => {
    const others = chosen.filter((value) => !values.includes(value));
    const { part } = store.state;
    // The part stays open: the user has selected its value.
    store.set({ ...withField(store.state, field, isChosen ? others : [...others, ...values]), part });
  };
  const title = isChosen ? `No longer only parts with ${text}` : `Only parts with ${text}`;
  return element(
    'button',
    { type: 'button', class: 'icon-button', title, 'aria-label': title, 'aria-pressed': String(isChosen), onclick: toggle },
    icon('filter'),
  );
}

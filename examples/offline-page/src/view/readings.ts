import type { Meaning, Reading } from 'partdex';
import type { Answer, CatalogContents } from '../engine/protocol.js';
import { formatCount } from '../parts/numbers.js';
import type { SpecKeys } from '../parts/specs.js';
import { type SearchState, withChange } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import { byId, element, icon, replaceInside } from './dom.js';
import { meaningText } from './reading-texts.js';

/** How the question was read, one chip for each piece. Each can be removed, put back, or changed to an alternative. */
export class Readings {
  private readonly list = byId('readings');
  private keys: SpecKeys = new Map();

  constructor(private readonly store: Store) {}

  opened({ specs }: CatalogContents): void {
    this.keys = new Map(specs.map((spec) => [spec.key, spec]));
  }

  show({ understood }: Answer, { changes }: SearchState): void {
    const readings = understood?.readings ?? [];
    replaceInside(this.list, ...readings.map((reading) => this.item(reading, changes.get(reading.offset))));
    this.list.hidden = readings.length === 0;
  }

  /** @param change the filter query in place of the reading's; '' if it is removed */
  private item(reading: Reading, change: string | undefined): HTMLElement {
    const { as, text, offset } = reading;
    const isRemoved = change === '';
    const isIgnored = as === 'ignored' && change === undefined;
    const state = isIgnored ? 'ignored' : isRemoved ? 'removed' : undefined;
    return element(
      'li',
      { class: `reading ${state ?? ''}`.trimEnd(), title: reading.relaxed ?? reading.corrected },
      element('span', { class: 'typed' }, text),
      isRemoved ? undefined : this.meaning(reading, change),
      as === 'ignored' ? undefined : this.toggle(text, offset, isRemoved),
    );
  }

  private meaning(reading: Reading, change: string | undefined): HTMLElement {
    const meanings: readonly Meaning[] = [reading, ...reading.alternatives.filter(({ query }) => query !== undefined)];
    const { offset, text } = reading;
    if (meanings.length === 1) return element('span', { class: 'meaning' }, ...this.words(reading));
    const choose = ({ target }: Event) => {
      const { selectedIndex } = target as HTMLSelectElement;
      this.store.set(withChange(this.store.state, offset, selectedIndex === 0 ? undefined : meanings[selectedIndex].query));
    };
    const options = meanings.map((meaning, i) =>
      element('option', { selected: i > 0 && meaning.query === change }, this.words(meaning).join(' ')),
    );
    return element(
      'select',
      { class: 'meaning', 'aria-label': `Meaning of “${text}”`, 'data-key': `meaning ${offset}`, onchange: choose },
      ...options,
    );
  }

  /** `Resistance 10 kΩ (1,234)`. */
  private words(meaning: Meaning): string[] {
    const { title, text } = meaningText(meaning, this.keys);
    const count = meaning.query === undefined ? '' : `(${formatCount(meaning.parts)})`;
    return [[title, text, count].filter((word) => word !== '').join(' ')];
  }

  private toggle(text: string, offset: number, isRemoved: boolean): HTMLElement {
    const label = isRemoved ? `Put “${text}” back` : `Without “${text}”`;
    const onclick = () => this.store.set(withChange(this.store.state, offset, isRemoved ? undefined : ''));
    const attributes = {
      type: 'button',
      class: 'icon-button',
      title: label,
      'aria-label': label,
      'data-key': `piece ${offset}`,
      onclick,
    };
    return element('button', attributes, icon(isRemoved ? 'check' : 'close'));
  }
}

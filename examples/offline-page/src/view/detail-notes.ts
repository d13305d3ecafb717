import type { Part } from 'partdex';
import type { Engine, OwnNote } from '../engine/protocol.js';
import { element } from './dom.js';

/** A price without a unit: digits, with a point or a comma for decimals. */
const PRICE = /^\d{1,12}(?:[.,]\d{1,9})?$/;

/** What the section of notes does with them. */
export interface NotesOwner {
  readonly engine: Engine;
  /** Currency of own prices. */
  readonly currency: string;
  /** A note has changed: rows, counts and the part may differ. */
  onNoted(): void;
  onFault(error: Error): void;
}

/** The user's note and price for a part. */
export function notesSection(part: Part, owner: NotesOwner): HTMLElement {
  const { text = '', price = '' } = ownOf(part);
  const note = element('textarea', { id: 'own-text', rows: 2, placeholder: 'Where it is used, what to watch' });
  note.value = text;
  const amount = element('input', { id: 'own-price', type: 'text', inputmode: 'decimal', size: 10, placeholder: 'none' });
  amount.value = price;
  amount.addEventListener('input', () => amount.setCustomValidity(''));
  const keep = (event: Event) => {
    event.preventDefault();
    const typed = amount.value.trim();
    if (typed !== '' && !PRICE.test(typed)) {
      amount.setCustomValidity('A number such as 0.05');
      amount.reportValidity();
      return;
    }
    owner.engine
      .note(part.uid, { text: note.value.trim(), price: typed.replace(',', '.') })
      .then(owner.onNoted)
      .catch(owner.onFault);
  };
  const form = element(
    'form',
    { class: 'own', onsubmit: keep },
    element('label', {}, 'Note', note),
    element('label', {}, `Price of a piece in ${owner.currency}`, amount),
    element(
      'p',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button' }, 'Keep'),
      element('button', { type: 'button', class: 'button', onclick: () => saveAll(owner) }, 'Save all notes'),
    ),
  );
  return element(
    'section',
    {},
    element('details', { open: text !== '' || price !== '' }, element('summary', {}, 'My notes'), form),
  );
}

/** A catalog may have such a member of its own, with anything in it. */
function ownOf(part: Part): OwnNote {
  const { own } = part as { own?: unknown };
  const { text, price } = (typeof own === 'object' && own !== null ? own : {}) as { text?: unknown; price?: unknown };
  return { ...(typeof text === 'string' && { text }), ...(typeof price === 'string' && { price }) };
}

/** The notes as a file of changes. */
function saveAll({ engine, onFault }: NotesOwner): void {
  engine
    .notes()
    .then((text) => {
      const href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
      element('a', { href, download: 'notes.ndjson' }).click();
      // The browser has begun to read it by then.
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    })
    .catch(onFault);
}

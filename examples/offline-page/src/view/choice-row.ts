import { formatAmount, formatCount } from '../parts/numbers.js';
import { element, setAttribute, setText } from './dom.js';

/** A check box with the name of a value and the number of parts that have it. */
export class ChoiceRow {
  private readonly count = element('span', { class: 'count' });
  private readonly box: HTMLInputElement;
  readonly element: HTMLElement;

  constructor(key: string, name: string, onchange: () => void) {
    this.box = element('input', { type: 'checkbox', 'aria-label': name, 'data-key': key, onchange });
    this.element = element('label', { class: 'choice' }, this.box, element('span', { class: 'name' }, name), this.count);
  }

  /**
   * @param count undefined: not known yet
   * @param isMixed whether something below it is selected
   */
  show(isChosen: boolean, count: number | undefined, isMixed = false): void {
    this.box.checked = isChosen;
    this.box.indeterminate = isMixed && !isChosen;
    this.element.classList.toggle('is-none', count === 0);
    setText(this.count, count === undefined ? '' : formatCount(count));
    if (count === undefined) this.box.removeAttribute('aria-description');
    else setAttribute(this.box, 'aria-description', formatAmount(count, 'part'));
  }
}

/** The line below the values of a field: the number of parts without a value. */
export function missingRow(missing: number | undefined): HTMLElement | undefined {
  if (!missing) return undefined;
  return element(
    'p',
    { class: 'missing' },
    element('span', { class: 'name' }, 'none given'),
    element('span', { class: 'count' }, formatCount(missing)),
  );
}

import type { BillContents, BillFormat, BillLine, BillSource, CostedBill, CostedBillLine, Engine } from '../engine/protocol.js';
import { formatAmount } from '../parts/numbers.js';
import { priceText } from '../parts/offers.js';
import { readPieces } from '../state/address.js';
import { byId, element, fill, setAttribute, setText } from './dom.js';

const NONE = -1;
/** Sellers that are shown at once, those that get most first. */
const MOST_SELLERS = 5;
const STATES: Readonly<Record<BillLine['state'], string>> = {
  found: '',
  ambiguous: 'choose a part',
  missing: 'not in the catalog',
  'do not place': 'not placed',
};

/** A bill of materials: dropped, picked or pasted, matched with the catalog, costed for a number of boards, saved. */
export class BillView {
  private readonly dialog = byId<HTMLDialogElement>('bill');
  private readonly boards = byId<HTMLInputElement>('bill-boards');
  private readonly text = byId<HTMLTextAreaElement>('bill-text');
  private name = 'bill';
  private contents: BillContents | undefined;
  /** For each line the place of the chosen candidate. */
  private chosen: number[] = [];
  /** Only the newest list and the newest choice are shown. */
  private lists = 0;
  private choices = 0;

  /** @param showPart shows the details of a part */
  constructor(
    private readonly engine: Pick<Engine, 'readBill' | 'costBill' | 'saveBill'>,
    private readonly showPart: (uid: string) => void,
  ) {
    const picker = byId<HTMLInputElement>('bill-file');
    byId('bill-open').addEventListener('click', () => this.dialog.showModal());
    byId('bill-choose').addEventListener('click', () => picker.click());
    picker.addEventListener('change', () => {
      const [file] = picker.files ?? [];
      if (file) this.takes(file);
      picker.value = '';
    });
    byId('bill-paste').addEventListener('click', () => {
      if (this.text.value.trim() !== '') this.read({ text: this.text.value }, 'bill');
    });
    byId('bill-again').addEventListener('click', () => this.startAgain());
    this.boards.addEventListener('input', () => this.cost());
    for (const format of ['csv', 'xlsx'] as const) byId(`bill-${format}`).addEventListener('click', () => this.save(format));
  }

  /** Parts of a bill are those of the catalog, so another catalog needs another match. */
  opened(): void {
    byId('bill-open').hidden = false;
    this.startAgain();
  }

  /** Takes a file while the dialog is open. */
  takes(file: File): boolean {
    if (!this.dialog.open) return false;
    this.read({ file }, file.name.replace(/\.[^.]*$/, ''));
    return true;
  }

  private startAgain(): void {
    this.lists++;
    this.contents = undefined;
    byId('bill-source').hidden = false;
    byId('bill-result').hidden = true;
    setText(byId('bill-status'), '');
    this.showFault(undefined);
  }

  private async read(source: BillSource, name: string): Promise<void> {
    const own = ++this.lists;
    setText(byId('bill-status'), 'Matching …');
    this.showFault(undefined);
    try {
      const contents = await this.engine.readBill(source);
      if (own !== this.lists) return;
      this.name = name;
      this.contents = contents;
      this.chosen = contents.lines.map(({ state }) => (state === 'found' ? 0 : NONE));
      this.showContents(contents);
      await this.cost();
    } catch (error) {
      if (own !== this.lists) return;
      setText(byId('bill-status'), '');
      this.showFault(error as Error);
    }
  }

  private showContents({ lines, notes }: BillContents): void {
    byId('bill-source').hidden = true;
    byId('bill-result').hidden = false;
    const count = (wanted: BillLine['state']) => lines.filter(({ state }) => state === wanted).length;
    const others = (['ambiguous', 'missing', 'do not place'] as const).flatMap((state) =>
      count(state) > 0 ? [`${count(state)} ${STATES[state]}`] : [],
    );
    setText(byId('bill-status'), [formatAmount(lines.length, 'line'), `${count('found')} found`, ...others].join(', '));
    const list = byId('bill-notes');
    list.hidden = notes.length === 0;
    fill(list, ...notes.map((note) => element('li', {}, note)));
    fill(byId('bill-lines'), ...lines.map((line, i) => this.row(line, i)));
  }

  private row(line: BillLine, i: number): HTMLElement {
    return element(
      'tr',
      { class: line.state.replaceAll(' ', '-') },
      element('td', {}, line.references),
      element('td', {}, line.wanted),
      element('td', {}, this.choiceOf(line, i)),
      element('td', { class: 'number' }),
      element('td', {}),
      element('td', { class: 'number' }),
      element('td', {}),
    );
  }

  private choiceOf({ state, candidates, wanted }: BillLine, i: number): HTMLElement | string {
    if (state === 'do not place' || candidates.length === 0) return '';
    const option = (at: number, text: string) => element('option', { value: at, selected: this.chosen[i] === at }, text);
    const select = element(
      'select',
      { 'aria-label': `Part of ${wanted}` },
      option(NONE, 'none'),
      ...candidates.map(({ name }, at) => option(at, name)),
    );
    select.addEventListener('change', () => {
      this.chosen[i] = Number(select.value);
      this.cost();
    });
    return select;
  }

  /** Costs the chosen parts for the boards that are typed. */
  private async cost(): Promise<void> {
    const boards = readPieces(this.boards.value);
    setAttribute(this.boards, 'aria-invalid', String(boards === undefined));
    if (boards === undefined || !this.contents) return;
    const { contents, lists } = this;
    const own = ++this.choices;
    const isNewest = () => own === this.choices && lists === this.lists;
    try {
      const costed = await this.engine.costBill({ boards, chosen: this.chosen });
      if (isNewest()) this.showCosts(contents, costed);
    } catch (error) {
      if (isNewest()) this.showFault(error as Error);
    }
  }

  private showCosts({ lines }: BillContents, costed: CostedBill): void {
    this.showFault(undefined);
    const { total, currency, isExact, sellers } = costed;
    setText(byId('bill-total'), `${isExact ? '' : 'at most '}${priceText(total, currency)}`);
    const texts = sellers.map(({ seller, total: own }) => `${seller} ${priceText(own, currency)}`);
    fill(byId('bill-sellers'), ...foldedList(texts));
    const rows = [...byId('bill-lines').children];
    for (const [i, line] of costed.lines.entries()) {
      const [, , part, needed, bought, cost, notes] = [...rows[i].children];
      setText(needed, line.needed);
      fill(bought, ...line.purchases.map((one) => boughtOf(one, currency)));
      setText(cost, line.purchases.length > 0 ? priceText(line.cost, currency) : '');
      fill(notes, ...this.notesOf(lines[i], line, this.chosen[i]));
      part.classList.toggle('is-open', lines[i].state !== 'do not place' && this.chosen[i] === NONE);
    }
  }

  private notesOf(
    { state, candidates }: BillLine,
    { shortfall, risks, leadDays }: CostedBillLine,
    chosen: number,
  ): (Node | string)[] {
    const candidate = candidates[chosen];
    const missing = shortfall !== '0' ? [`${shortfall} missing`] : [];
    const own = candidate ? [candidate.remark] : [STATES[state]];
    const others = risks.filter((risk) => risk !== 'shortfall');
    const days = leadDays === null ? [] : [`${leadDays} days`];
    const text = [...own, ...missing, ...others, ...days].filter((note) => note !== '').join('; ');
    if (!candidate) return [text];
    const show = () => {
      this.dialog.close();
      this.showPart(candidate.uid);
    };
    return [element('button', { type: 'button', class: 'link', onclick: show }, 'Details'), ` ${text}`];
  }

  private showFault(error: Error | undefined): void {
    const fault = byId('bill-fault');
    fault.hidden = error === undefined;
    setText(fault, error?.message ?? '');
  }

  private save(format: BillFormat): void {
    this.engine.saveBill(format).then(
      (blob) => {
        const href = URL.createObjectURL(blob);
        element('a', { href, download: `${this.name}-costed.${format}` }).click();
        // The browser has begun to read it by then.
        setTimeout(() => URL.revokeObjectURL(href), 60_000);
      },
      (error) => this.showFault(error as Error),
    );
  }
}

/** Texts with commas between them; of many the last ones are folded away. */
function foldedList(texts: readonly string[]): (Node | string)[] {
  if (texts.length <= MOST_SELLERS + 1) return [texts.join(', ')];
  const others = texts.slice(MOST_SELLERS);
  const folded = element('details', {}, element('summary', {}, `and ${others.length} others`), ` ${others.join(', ')}`);
  return [`${texts.slice(0, MOST_SELLERS).join(', ')} `, folded];
}

function boughtOf({ seller, sku, pieces, price }: CostedBillLine['purchases'][number], currency: string): HTMLElement {
  const text = `${pieces} at ${priceText(price, currency)}`;
  return element('div', { title: sku === '' ? undefined : `SKU ${sku}` }, seller === '' ? text : `${text}, ${seller}`);
}

import type { CatalogContents } from '../engine/protocol.js';
import { catalogName, importTexts, type TableTexts } from '../parts/import-texts.js';
import { byId, element, fill, setText } from './dom.js';

/** How a table was read, and the catalog of it as a file. */
export class ImportReportView {
  private readonly dialog = byId<HTMLDialogElement>('import');
  private readonly tools = byId('import-tools');
  private name = '';

  /** @param save the catalog file */
  constructor(
    private readonly save: () => Promise<Blob>,
    private readonly onFault: (error: Error) => void,
  ) {
    byId('import-open').addEventListener('click', () => this.dialog.showModal());
    for (const id of ['save', 'import-save']) byId(id).addEventListener('click', () => this.download());
  }

  /** Shows how the table of a catalog was read; a catalog that was opened as a file has no report. */
  opened({ name, imported }: CatalogContents): void {
    this.tools.hidden = imported === undefined;
    if (!imported) return;
    this.name = catalogName(name);
    setText(byId('import-save'), `Save as ${this.name}`);
    fill(byId('import-tables'), ...importTexts(imported).map(tableOf));
    this.dialog.showModal();
  }

  private download(): void {
    this.save()
      .then((blob) => {
        const href = URL.createObjectURL(blob);
        element('a', { href, download: this.name }).click();
        // The browser has begun to read it by then.
        setTimeout(() => URL.revokeObjectURL(href), 60_000);
      })
      .catch(this.onFault);
  }
}

function tableOf({ title, columns, notes }: TableTexts): HTMLElement {
  const head = ['Column', 'Read as', 'Cells', 'Not read'].map((text) => element('th', { scope: 'col' }, text));
  const rows = columns.map(({ heading, as, cells, unread }) =>
    element(
      'tr',
      { class: unread === '' ? undefined : 'unread' },
      element('th', { scope: 'row' }, heading),
      element('td', {}, element('code', {}, as)),
      element('td', { class: 'number' }, cells),
      element('td', {}, unread),
    ),
  );
  return element(
    'section',
    {},
    element('h3', {}, title),
    columns.length > 0 && element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows)),
    notes.length > 0 && element('ul', {}, ...notes.map((note) => element('li', {}, note))),
  );
}

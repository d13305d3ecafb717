import { EngineError } from './engine/client.js';
import type { CatalogContents, CatalogPlace, Engine } from './engine/protocol.js';
import { byId, setText } from './view/dom.js';

const DEFAULT_NAME = 'catalog.pdx';

interface Opened {
  onOpened(contents: CatalogContents): void;
  onFault(text: string): void;
  /** Whether a dropped file is for something else that is open on the page, which has taken it then. */
  takes(file: File): boolean;
  /** No catalog beside the page, and the reason. */
  onNothingBeside(text: string): void;
}

/** The ways to open a catalog, or to build one of a table: dropped anywhere on the page, picked, or found beside the page on its server. */
export class Opening {
  private readonly progress = byId('opening');
  private readonly target = byId('drop-target');
  /** Nested elements are entered before the outer ones are left. */
  private entered = 0;
  private openings = 0;

  constructor(
    private readonly engine: Engine,
    private readonly opened: Opened,
  ) {
    const picker = byId<HTMLInputElement>('file');
    for (const id of ['open', 'start-open']) byId(id).addEventListener('click', () => picker.click());
    picker.addEventListener('change', () => {
      this.openFile(picker.files?.[0]);
      // The user may pick the same file again after rebuilding it.
      picker.value = '';
    });
    this.listenToDrops();
  }

  /** Looks for `catalog.pdx`, or the name in `?catalog=`, beside the page. */
  async openBeside(page: URL): Promise<void> {
    const name = page.searchParams.get('catalog') ?? DEFAULT_NAME;
    if (page.protocol === 'file:') {
      this.opened.onNothingBeside(
        'A page opened from the disk cannot look for a catalog. From a web server it opens the catalog.pdx beside it.',
      );
      return;
    }
    const url = URL.canParse(name, page.href) ? new URL(name, page) : undefined;
    if (url?.origin !== page.origin) {
      this.opened.onFault(`?catalog=${name} is on another server; the page opens catalogs of its own server only.`);
      this.opened.onNothingBeside('');
      return;
    }
    try {
      await this.open({ name, url: url.href });
    } catch (error) {
      const isMissing = error instanceof EngineError && error.code === 'unreadable';
      this.opened.onNothingBeside(isMissing ? `There is no ${name} beside this page.` : '');
      if (page.searchParams.has('catalog') || !isMissing) this.opened.onFault(faultText(name, error));
    }
  }

  private openFile(file: File | undefined): void {
    if (file) this.open({ name: file.name, file }).catch((error) => this.opened.onFault(faultText(file.name, error)));
  }

  private async open(place: CatalogPlace): Promise<void> {
    this.openings++;
    setText(this.progress, `Opening ${place.name} …`);
    this.progress.hidden = false;
    try {
      this.opened.onOpened(await this.engine.open(place));
    } finally {
      this.openings--;
      this.progress.hidden = this.openings === 0;
    }
  }

  private listenToDrops(): void {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    window.addEventListener('dragenter', (event) => {
      if (!hasFile(event)) return;
      this.entered++;
      this.target.hidden = false;
    });
    window.addEventListener('dragleave', (event) => {
      if (hasFile(event)) this.left(this.entered - 1);
    });
    window.addEventListener('dragover', (event) => {
      // Otherwise the browser would show the file itself in place of the page.
      if (hasFile(event)) event.preventDefault();
    });
    window.addEventListener('drop', (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      this.left(0);
      const file = event.dataTransfer?.files[0];
      if (file && !this.opened.takes(file)) this.openFile(file);
    });
  }

  private left(entered: number): void {
    this.entered = Math.max(0, entered);
    this.target.hidden = this.entered === 0;
  }
}

function faultText(name: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // That of a table begins with its name.
  const prefix = `"${name}": `;
  const reason = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return `${name} cannot be opened: ${reason}`;
}

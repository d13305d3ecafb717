import type { Part } from 'partdex';
import type { CatalogContents, Engine } from '../engine/protocol.js';
import type { SpecKeys } from '../parts/specs.js';
import { type SearchState, withField } from '../state/search-state.js';
import type { Store } from '../state/store.js';
import type { CategoryPanel } from './category-panel.js';
import { descriptionsSection, documentsSection, jsonSection } from './detail-documents.js';
import { imagesSection } from './detail-images.js';
import { notesSection } from './detail-notes.js';
import { offersSection } from './detail-offers.js';
import { specsSection } from './detail-specs.js';
import { byId, element, fill, icon, outsideLink } from './dom.js';

/** The side that shows one part in full. */
export class Details {
  private readonly side = byId('details');
  private readonly content = byId('details-content');
  private keys: SpecKeys = new Map();
  private part: Part | undefined;
  private currency = '';
  /** For the latest request: an answer for another part comes too late. */
  private wanted: string | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly store: Store,
    private readonly categories: CategoryPanel,
    private readonly onFault: (error: Error) => void,
    private readonly onNoted: () => void,
  ) {
    byId('details-close').addEventListener('click', () => store.set({ part: undefined }));
    store.subscribe((state, previous) => {
      if (state.part !== previous.part) this.show(state);
      else if (state.fields !== previous.fields && this.part) this.render(this.part);
    });
  }

  opened({ specs, info }: CatalogContents, state: SearchState): void {
    this.currency = info.priceCurrency;
    this.keys = new Map(specs.map((spec) => [spec.key, spec]));
    this.show(state);
  }

  private show({ part: uid }: SearchState): void {
    this.wanted = uid;
    this.side.hidden = uid === undefined;
    if (uid === undefined) this.part = undefined;
    else this.load(uid).catch(this.onFault);
  }

  private async load(uid: string): Promise<void> {
    const part = await this.engine.part(uid);
    if (this.wanted !== uid) return;
    this.part = part;
    this.content.scrollTop = 0;
    if (part) this.render(part);
    else fill(this.content, element('p', { class: 'hint' }, `This catalog has no part with the uid ${uid}.`));
  }

  private render(part: Part): void {
    const sections = [
      this.heading(part),
      specsSection(part, this.keys, this.store),
      offersSection(part),
      notesSection(part, {
        engine: this.engine,
        currency: this.currency,
        onNoted: () => this.noted(part),
        onFault: this.onFault,
      }),
      imagesSection(part),
      documentsSection(part),
      descriptionsSection(part),
      jsonSection(part),
    ];
    fill(this.content, ...sections);
  }

  private noted({ uid }: Part): void {
    this.onNoted();
    if (this.wanted === uid) this.load(uid).catch(this.onFault);
  }

  private heading(part: Part): HTMLElement {
    const { mpn, brand, manufacturer, short_description } = part;
    const isMadeByOther = manufacturer?.name && manufacturer.name !== brand?.name;
    return element(
      'header',
      {},
      this.path(part),
      element('h2', {}, element('span', { class: 'mpn' }, mpn), copyButton(mpn)),
      element(
        'p',
        { class: 'maker' },
        brand?.name ? outsideLink(brand.homepage_url, brand.name) : undefined,
        isMadeByOther ? element('span', { class: 'muted' }, ` made by ${manufacturer?.name}`) : undefined,
      ),
      short_description ? element('p', { class: 'summary' }, short_description) : undefined,
    );
  }

  /** The part's deepest category, as steps that can be searched. */
  private path({ category_uids }: Part): HTMLElement | undefined {
    const paths = (category_uids ?? []).map((uid) => this.categories.pathOf(uid));
    const deepest = paths.reduce((longest, path) => (path.length > longest.length ? path : longest), []);
    if (deepest.length === 0) return undefined;
    const steps = deepest.map(({ uid, name }) => {
      const choose = () =>
        this.store.set({ ...withField(this.store.state, this.categories.field, [uid]), part: this.store.state.part });
      return element('button', { type: 'button', title: `Only ${name}`, onclick: choose }, name);
    });
    return element('nav', { class: 'path', 'aria-label': 'Category' }, ...steps);
  }
}

/** Browsers allow the clipboard only on trusted pages; a file or a local server may not be one. */
function copyButton(text: string): HTMLElement | undefined {
  if (!navigator.clipboard) return undefined;
  const button = element('button', { type: 'button', class: 'icon-button', title: 'Copy the part number' }, icon('copy'));
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text);
    fill(button, icon('check'));
    setTimeout(() => fill(button, icon('copy')), 1500);
  });
  return button;
}

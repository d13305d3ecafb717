/**
 * The only place that creates elements and their texts. Text becomes text nodes and never HTML, without controls of bidirectional
 * text, and a link leads to http or https or is not a link: text of a catalog is shown as it is and never executed.
 */

type Child = Node | string | undefined | false;
/**
 * Attributes; `true` is an attribute without a value, `false` and undefined omit it. Functions listen to the event `on<name>`.
 */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: never) => void)>>;

/** Controls of bidirectional text: U+202E shows what follows it from right to left, "exe" as "fdp". */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Attributes for readers; others are compared by programs and are kept as they are. */
const SHOWN_ATTRIBUTES = new Set(['title', 'placeholder', 'data-title', 'aria-label', 'aria-description', 'aria-valuetext']);

/** A text as the page shows it: no character of it can reverse others. */
export function shownText(text: string): string {
  return text.replace(BIDIRECTIONAL, '');
}

/** A value as indented JSON that loses nothing: such characters are escapes. */
export function shownJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    BIDIRECTIONAL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function setText(node: Element, text: string): void {
  node.textContent = shownText(text);
}

export function setAttribute(node: Element, name: string, value: string): void {
  node.setAttribute(name, SHOWN_ATTRIBUTES.has(name) ? shownText(value) : value);
}

/** Replaces the children. */
export function fill(outer: Element, ...children: readonly Child[]): void {
  outer.replaceChildren(...shownChildren(children));
}

function shownChildren(children: readonly Child[]): (Node | string)[] {
  return children
    .filter((child) => child !== undefined && child !== false)
    .map((child) => (typeof child === 'string' ? shownText(child) : child));
}

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value as EventListener);
    else if (value !== undefined && value !== false) setAttribute(made, name, value === true ? '' : String(value));
  }
  made.append(...shownChildren(children));
  return made;
}

/** Replaces the children; if the focus was inside, the new element with the same `data-key` gets it. */
export function replaceInside(outer: HTMLElement, ...children: readonly (Node | string)[]): void {
  const key = outer.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.key : undefined;
  fill(outer, ...children);
  if (key !== undefined) outer.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/**
 * Makes these the children, in this order, and removes all others. Children that keep their place are not touched, so that the
 * user can press, drag or type into them meanwhile.
 */
export function arrangeInside(outer: HTMLElement, ...children: readonly Element[]): void {
  const focused = outer.contains(document.activeElement) ? (document.activeElement as HTMLElement) : undefined;
  const kept = new Set(children);
  for (const child of [...outer.children]) if (!kept.has(child)) child.remove();
  children.forEach((child, at) => {
    if (outer.children[at] !== child) outer.insertBefore(child, outer.children[at] ?? null);
  });
  if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

/** The element of the page with that id. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element "${id}"`);
  return found as Kind;
}

const SVG = 'http://www.w3.org/2000/svg';

/** One of the drawings at the top of index.html. */
export function icon(name: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** A link to another site, or only the text if the address is not http or https. */
export function outsideLink(address: string | null | undefined, text: string): HTMLElement {
  const url = safeUrl(address);
  if (!url) return element('span', {}, text);
  return element('a', { href: url.href, target: '_blank', rel: 'noopener noreferrer', title: url.href }, text, icon('outside'));
}

/** The address, if it is one of http or https. */
export function safeUrl(address: string | null | undefined): URL | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

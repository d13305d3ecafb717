import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { imagesSection } from '../../../../examples/offline-page/src/view/detail-images.js';

/** As much of an element as the section uses. */
class FakeElement {
  readonly attributes: Record<string, string> = {};
  readonly listeners = new Map<string, () => void>();
  children: (FakeElement | string)[] = [];
  open = false;

  constructor(readonly tag: string) {}

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  append(...children: (FakeElement | string)[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: (FakeElement | string)[]): void {
    this.children = children;
  }

  addEventListener(name: string, listener: () => void): void {
    this.listeners.set(name, listener);
  }

  find(tag: string): FakeElement[] {
    const below = this.children.flatMap((child) => (typeof child === 'string' ? [] : child.find(tag)));
    return this.tag === tag ? [this, ...below] : below;
  }

  get text(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.text)).join('');
  }

  /** As the user does. */
  toggle(): void {
    this.open = !this.open;
    this.listeners.get('toggle')?.();
  }
}

beforeEach(() => {
  const create = (tag: string) => new FakeElement(tag);
  vi.stubGlobal('document', { createElement: create, createElementNS: (_: string, tag: string) => create(tag) });
});

afterEach(() => vi.unstubAllGlobals());

const sectionOf = (imagesets: object[]) =>
  imagesSection({ uid: 'p', mpn: 'P', imagesets } as never) as unknown as FakeElement | undefined;

const small = { url: 'https://img.example/small.png' };
const large = { url: 'https://img.example/large.png' };

describe('the images of a part', () => {
  it('are loaded when the section is opened, and not before', () => {
    const section = sectionOf([
      { small_image: small, large_image: large, credit_string: 'Acme', credit_url: 'https://acme.example/' },
    ]);
    const [details] = section!.find('details');
    expect(section!.find('img')).toEqual([]);
    expect(section!.find('summary')[0].text).toContain('img.example');
    details.toggle();
    expect(section!.find('img').map(({ attributes }) => attributes.src)).toEqual([large.url]);
    expect(section!.find('img')[0].attributes.referrerpolicy).toBe('no-referrer');
    details.toggle();
    expect(section!.find('img')).toEqual([]);
  });

  it('have their credit below them, linked to its address', () => {
    const section = sectionOf([
      { small_image: small, credit_string: 'Acme & Sons', credit_url: 'https://acme.example/credit' },
      { small_image: large, credit_string: 'Nobody', credit_url: null },
      { small_image: large, credit_string: null, credit_url: 'https://only.example/' },
      { small_image: large },
    ]);
    section!.find('details')[0].toggle();
    const captions = section!.find('figcaption');
    expect(captions.map(({ text }) => text)).toEqual(['Acme & Sons', 'Nobody', 'https://only.example/']);
    expect(captions[0].find('a')[0].attributes.href).toBe('https://acme.example/credit');
    expect(captions[1].find('a')).toEqual([]);
    expect(section!.find('figure')).toHaveLength(4);
  });

  it('are absent where no address is one of http or https', () => {
    expect(sectionOf([])).toBeUndefined();
    expect(
      sectionOf([{ small_image: { url: 'javascript:alert(1)' } }, { small_image: null }, { large_image: {} }]),
    ).toBeUndefined();
  });
});

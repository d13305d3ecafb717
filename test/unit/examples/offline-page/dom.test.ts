import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  element,
  fill,
  outsideLink,
  replaceInside,
  setAttribute,
  setText,
  shownJson,
  shownText,
} from '../../../../examples/offline-page/src/view/dom.js';

/** As much of an element as these functions use. */
class FakeElement {
  readonly attributes: Record<string, string> = {};
  children: unknown[] = [];

  constructor(readonly tag: string) {}

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  append(...children: unknown[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: unknown[]): void {
    this.children = children;
  }

  contains(): boolean {
    return false;
  }

  set textContent(text: string) {
    this.children = [text];
  }
}

beforeEach(() => {
  const create = (tag: string) => new FakeElement(tag);
  vi.stubGlobal('document', { createElement: create, createElementNS: (_: string, tag: string) => create(tag) });
});

afterEach(() => vi.unstubAllGlobals());

const fake = (made: unknown) => made as FakeElement;

const CONTROLS = [0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069].map((code) =>
  String.fromCharCode(code),
);
const TURNED = `abc\u202efdp.exe`;

describe('a text of a catalog', () => {
  it.each(CONTROLS)('is shown without controls of bidirectional text: %j', (control) => {
    expect(shownText(`a${control}b${control}`)).toBe('ab');
    expect(shownJson({ [control]: control })).toBe(
      `{\n  "\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}": "\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}"\n}`,
    );
    expect(JSON.parse(shownJson({ [control]: control }))).toEqual({ [control]: control });
  });

  it('is shown as it is otherwise', () => {
    const text = 'Ω 10 µF ±5\u00a0% שלום مرحبا 日本 👍🏽 \u200d\ufeff\n';
    expect(shownText(text)).toBe(text);
  });

  it('is made clean wherever it becomes a node or what people read of an attribute', () => {
    const attributes = { title: TURNED, 'aria-label': TURNED, 'data-title': TURNED, 'data-key': TURNED, value: TURNED };
    const made = element('p', attributes, TURNED, undefined, false, element('b', {}, TURNED));
    expect(fake(made).attributes).toEqual({
      title: 'abcfdp.exe',
      'aria-label': 'abcfdp.exe',
      'data-title': 'abcfdp.exe',
      // These are compared with what the catalog has.
      'data-key': TURNED,
      value: TURNED,
    });
    const [text, inner] = fake(made).children;
    expect(text).toBe('abcfdp.exe');
    expect(fake(inner).children).toEqual(['abcfdp.exe']);
    fill(made, TURNED);
    expect(fake(made).children).toEqual(['abcfdp.exe']);
    setText(made, TURNED + TURNED);
    expect(fake(made).children).toEqual(['abcfdp.exeabcfdp.exe']);
    replaceInside(made, TURNED, element('i'));
    expect(fake(made).children[0]).toBe('abcfdp.exe');
    setAttribute(made, 'placeholder', TURNED);
    expect(fake(made).attributes.placeholder).toBe('abcfdp.exe');
    expect(fake(outsideLink('https://nova.example/', TURNED)).children[0]).toBe('abcfdp.exe');
  });
});

it('nothing else of the page makes nodes of texts', () => {
  const folder = 'examples/offline-page/src';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => name.endsWith('.ts') && !name.endsWith('dom.ts'));
  expect(sources.length).toBeGreaterThan(30);
  const making =
    /\.(?:textContent|innerText|innerHTML|outerHTML|placeholder|ariaLabel)\s*=[^=]|\.replaceChildren\(|\.setAttribute\(|createElement|createTextNode|insertAdjacent/;
  expect(sources.filter((name) => making.test(readFileSync(`${folder}/${name}`, 'utf8')))).toEqual([]);
});

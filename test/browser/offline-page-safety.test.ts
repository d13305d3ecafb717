import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { buildCatalog, type Part } from '../../src/partdex.js';
import { eventually, OfflinePage, type Tab } from '../support/browser/offline-page.js';

const offlinePage = await OfflinePage.start();
afterAll(() => offlinePage.stop());

let tab: Tab;
beforeEach(async () => {
  tab = await offlinePage.newTab();
});
afterEach(() => tab.page.context().close());

/** Would call `ran` where text becomes HTML. */
const BAD_TEXT = '<img src=x onerror="window.ran=1"><script>window.ran=1</script>';
const BAD_LINK = 'javascript:window.ran=1';

function badPart(uid: string): Part {
  const attribution = { sources: [{ uid: BAD_TEXT, name: BAD_TEXT }] };
  const company = { uid: `${uid}-company`, name: BAD_TEXT, homepage_url: BAD_LINK };
  return {
    uid,
    mpn: `${uid} ${BAD_TEXT}`,
    brand: company,
    manufacturer: { ...company, name: `${BAD_TEXT}!` },
    catalog_url: BAD_LINK,
    short_description: BAD_TEXT,
    descriptions: [{ value: BAD_TEXT, attribution }],
    datasheets: [
      { url: BAD_LINK, attribution },
      { url: ' javascript:window.ran=1' },
      { url: 'data:text/html,<script>window.ran=1</script>' },
      { url: `https://nova.example/"onclick="window.ran=1` },
      { url: '//nova.example/x.pdf' },
    ],
    external_links: { product_url: BAD_LINK },
    offers: [
      { sku: BAD_TEXT, seller: company, product_url: BAD_LINK, packaging: BAD_TEXT, prices: { [BAD_TEXT]: [[1, BAD_TEXT]] } },
    ],
    specs: Object.fromEntries(
      [BAD_TEXT, '__proto__', 'constructor', 'toString', 'a.b'].map((key) => [
        key,
        { value: [BAD_TEXT, 'x'], metadata: { name: `${key} of ${BAD_TEXT}`, unit: { name: BAD_TEXT, symbol: BAD_TEXT } } },
      ]),
    ),
    category_uids: ['c1'],
  };
}

const bad = await buildCatalog({
  parts: ['p1', 'p2', 'p3'].map(badPart),
  categories: [
    { uid: 'c1', name: BAD_TEXT, parent_uid: 'c2' },
    { uid: 'c2', name: `${BAD_TEXT}!` },
  ],
});

it('whatever a catalog holds is shown as text and never run', async () => {
  await tab.openFile(await offlinePage.file('bad.pdx', await bad.toBytes()));
  const { page } = tab;
  expect((await tab.rows())[0]).toBe(`p1 ${BAD_TEXT}`);
  // Its keys and values are names and boxes of panels.
  await eventually(() => page.locator('.drilldown h3').count()).toBe(5);
  await eventually(() => page.locator('.drilldown .choice').count()).toBe(10);
  await page.locator('#table-body tr').first().click();
  await page.locator('#details h2').waitFor();
  await page.locator('#details summary', { hasText: 'The part as JSON' }).click();
  await page.locator('#columns-button').click();
  await page.locator('#columns-list li').first().waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => tab.shows('#columns')).toBe(false);
  await eventually(() => page.locator('#details pre').textContent()).toContain(JSON.stringify(BAD_TEXT));
  for (const button of await page.locator('table.specs .icon-button').all()) await button.click();
  await eventually(() => page.locator('#chips .chip').count()).toBe(10);
  await page.fill('#filter', `mpn:${BAD_TEXT} [`);
  await eventually(() => tab.shows('#filter-fault')).toBe(true);
  await page.getByLabel('Find a category').fill('img');
  await page.getByLabel('Find a brand').fill('img');
  await page.fill('#filter', '');
  await page.fill('#q', `"zzz" ${BAD_TEXT}`);
  await eventually(() => tab.shows('#nothing-found')).toBe(true);

  expect(await page.locator('#details').getByText(BAD_TEXT, { exact: true }).count()).toBeGreaterThan(5);
  const made = await page.evaluate(() => [...document.body.querySelectorAll('img, iframe, object, embed, main script')].length);
  expect(made).toBe(0);
  const attributes = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .flatMap((element) => element.getAttributeNames())
      .filter((name) => name.startsWith('on')),
  );
  expect(attributes).toEqual([]);
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  expect(links).toEqual(['https://nova.example/%22onclick=%22window.ran=1']);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  expect(tab.errors).toEqual([]);
});

it('a catalog is named and an address is read without running anything', async () => {
  const file = await offlinePage.file('bad.pdx', await bad.toBytes());
  const hash = `#${new URLSearchParams({ q: BAD_TEXT, part: BAD_TEXT, sort: `${BAD_TEXT} asc`, columns: JSON.stringify([BAD_TEXT, '__proto__']), [`in.${BAD_TEXT}`]: BAD_TEXT, 'in.__proto__': 'x' })}`;
  await tab.openFile(undefined, hash);
  await tab.pick(file);
  await eventually(() => tab.page.locator('#notice').innerText()).toContain('is not a fieldname of parts');
  await eventually(() => tab.page.locator('#details').innerText()).toContain(`no part with the uid ${BAD_TEXT}`);
  await tab.page.locator('#logo').click();
  await eventually(() => tab.page.locator('#status strong').textContent()).toBe('3 parts');
  expect(await tab.page.evaluate(() => 'ran' in window)).toBe(false);
});

it('its policy lets nothing run that is not its own, and nothing out but requests for images', async () => {
  await tab.openFile();
  const sent = await tab.page.evaluate(async () => {
    const blocked: string[] = [];
    Object.assign(globalThis, { blocked });
    document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective));
    document.body.insertAdjacentHTML('beforeend', '<img src="https://nova.example/x.png" onerror="window.ran=1">');
    const script = document.createElement('script');
    script.textContent = 'window.ran=1';
    document.body.append(script);
    return fetch('https://nova.example/').then(
      () => true,
      () => false,
    );
  });
  expect(sent).toBe(false);
  const blocked = () => tab.page.evaluate(() => [...new Set((globalThis as unknown as { blocked: string[] }).blocked)].sort());
  await eventually(blocked).toEqual(['connect-src', 'script-src-attr', 'script-src-elem']);
  expect(await tab.page.evaluate(() => 'ran' in window)).toBe(false);
});

it('needs only itself', async () => {
  await tab.openFile(await offlinePage.file('bad.pdx', await bad.toBytes()));
  expect(tab.requested.filter((url) => !url.startsWith('blob:') && !url.startsWith('data:'))).toEqual([tab.page.url()]);
  expect(tab.errors).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  it(`text has contrast enough in ${colorScheme} colors`, async () => {
    await tab.page.context().close();
    tab = await offlinePage.newTab({ colorScheme });
    await tab.openFile();
    const contrasts = await tab.page.evaluate(() => {
      const luminance = (name: string) => {
        const probe = document.createElement('i');
        probe.style.color = `var(--${name})`;
        document.body.append(probe);
        const [r, g, b] = (getComputedStyle(probe).color.match(/\d+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const pairs = ['text', 'muted', 'accent', 'good', 'bad'].flatMap((ink) =>
        ['surface', 'ground', 'raised', 'hover', 'accent-weak'].map((paper) => [ink, paper]),
      );
      pairs.push(['accent-text', 'accent'], ['bad', 'bad-weak'], ['text', 'bad-weak'], ['text', 'note']);
      return pairs.map(([ink, paper]) => {
        const [low, high] = [luminance(ink), luminance(paper)].sort((a, b) => a - b);
        return [`${ink} on ${paper}`, (high + 0.05) / (low + 0.05)] as const;
      });
    });
    expect(contrasts.filter(([, contrast]) => !(contrast >= 4.5))).toEqual([]);
  });
}

for (const [width, height] of [
  [1440, 900],
  [1000, 700],
  [390, 800],
  [320, 560],
]) {
  it(`fits a window of ${width} by ${height}`, async () => {
    await tab.page.context().close();
    tab = await offlinePage.newTab({ viewport: { width, height } });
    const { page } = tab;
    await tab.openFile(await offlinePage.file('bad.pdx', await bad.toBytes()));
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    expect(await tab.shows('#panels')).toBe(width >= 900);
    if (width < 900) {
      await tab.settled();
      await page.locator('#toggle-panels').click();
      // Of the brands: a category has all three parts.
      await page.locator('#panels .choice:not(.tree *)').first().click();
      await eventually(() => page.locator('#status strong').textContent()).toBe('1 part');
      await page.keyboard.press('Escape');
      await eventually(() => tab.shows('#panels')).toBe(false);
    }
    await page
      .locator('#table-body tr')
      .first()
      .click({ position: { x: 20, y: 10 } });
    await page.locator('#details h2').waitFor();
    expect(await overflow()).toBe(0);
    const { x, width: wide } = (await page.locator('#details').boundingBox()) as { x: number; width: number };
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + wide).toBeLessThanOrEqual(width);
    await page.locator('#details-close').click();
    await eventually(() => tab.shows('#details')).toBe(false);
    expect(tab.errors).toEqual([]);
  });
}

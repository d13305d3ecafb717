import { writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { crc32 } from '../../../src/encoding/crc32.js';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/**
 * A screenshot as a PNG of 256 colours, a third as large as what the browser writes: the page has few colours, and the
 * shades between them at the edges of letters are many and near each other.
 * @param blank a page that may load anything, which the policy of the other one forbids
 */
export async function savePicture(page: Page, path: string, { blank }: { blank: Page }): Promise<void> {
  const screenshot = (await page.screenshot()).toString('base64');
  const { width, height, palette, pixels } = await blank.evaluate(reduceColors, screenshot);
  const rows = Buffer.alloc(height * (width + 1));
  const indexes = Buffer.from(pixels, 'base64');
  // Each row has a byte before it that names its filter: 0, none.
  for (let y = 0; y < height; y++) indexes.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  await writeFile(
    path,
    Buffer.concat([
      Buffer.from(SIGNATURE),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette)),
      chunk('IDAT', deflateSync(rows, { level: 9 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

/** Runs in the browser, which can read PNGs: the 256 most frequent colours, and for each pixel the nearest of them. */
async function reduceColors(screenshot: string) {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${screenshot}`)).blob());
  const { width, height } = image;
  const canvas = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  canvas.drawImage(image, 0, 0);
  const colors = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);
  const parts = (color: number) => [color & 255, (color >> 8) & 255, (color >> 16) & 255];
  const counts = new Map<number, number>();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([color]) => parts(color));
  const nearest = new Map<number, number>();
  for (const color of counts.keys()) {
    const [r, g, b] = parts(color);
    const distances = palette.map((other) => (other[0] - r) ** 2 + (other[1] - g) ** 2 + (other[2] - b) ** 2);
    nearest.set(color, distances.indexOf(Math.min(...distances)));
  }
  const pixels = Array.from(colors, (color) => String.fromCharCode(nearest.get(color) as number)).join('');
  return { width, height, palette: palette.flat(), pixels: btoa(pixels) };
}

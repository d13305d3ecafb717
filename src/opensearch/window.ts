import { refusalOf } from './capabilities.js';

/** The engine's result window: pages reach no further, cursors do. */
export const WINDOW = 10_000;

/** The part of a page that the window has. */
export function inWindow(start: number, limit: number): { readonly from: number; readonly size: number } {
  const from = Math.min(start, WINDOW);
  return { from, size: Math.min(limit, WINDOW - from) };
}

/** @throws UnsupportedError if some hits of a page are behind the window: pages behind all hits are empty wherever they begin */
export function checkWindow(start: number, limit: number, hits: number): void {
  if (limit > 0 && start < hits && Math.min(start + limit, hits) > WINDOW) throw refusalOf('pages');
}

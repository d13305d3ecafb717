import { fold } from './text.js';

/** The spec key of the lifecycle status. */
export const LIFE_CYCLE_KEY = 'lifecycle_status';

/** The beginnings of a lifecycle status in data, by its value of the interface. */
const BEGINNINGS: Readonly<Record<string, readonly string[]>> = {
  NEW: ['new', 'preview', 'pre release'],
  ACTIVE: ['active', 'production', 'in production', 'mass production', 'volume production'],
  NRFND: [
    ...['nrnd', 'nrfnd', 'not recommended for new design', 'not recommended for new designs'],
    ...['not for new design', 'not for new designs'],
  ],
  EOL: ['eol', 'end of life', 'last time buy', 'ltb', 'phase out'],
  DISCONTINUED: ['discontinued', 'obsolete', 'inactive'],
  ACTIVE_UNCONFIRMED: ['active unconfirmed'],
  DISCONTINUED_UNCONFIRMED: ['discontinued unconfirmed'],
  CONTACT_MFR: ['contact manufacturer', 'contact mfr', 'contact factory'],
  TRANSFERRED: ['transferred'],
};

/** The longest first: it decides. */
const ENTRIES = Object.entries(BEGINNINGS)
  .flatMap(([status, beginnings]) => beginnings.map((beginning) => ({ beginning, status })))
  .sort((a, b) => b.beginning.length - a.beginning.length);

/** A status longer than this is not one. */
const LONGEST = 1000;

/** The lifecycle status that a value means. */
export function statusOf(value: string): string {
  const words = fold(value.slice(0, LONGEST))
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return ENTRIES.find(({ beginning }) => words === beginning || words.startsWith(`${beginning} `))?.status ?? 'UNKNOWN';
}

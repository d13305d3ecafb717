import { formatQuantity, type Meaning, type Reading } from 'partdex';
import type { Answer } from '../engine/protocol.js';
import { formatCount } from '../parts/numbers.js';
import { rangeText, type SpecKeys, specName, specOfField, specSymbol } from '../parts/specs.js';

/** A meaning in two words: what it is of, and what. */
export interface MeaningText {
  readonly title: string;
  readonly text: string;
}

const RANGE = /^[[{](\S+) TO (\S+)[\]}]$/;
const STOCK = 'offers.in_stock_quantity';
const PRICE = /^price\.[A-Z]{3}\.(\d+)(?: asc)?$/;

/** How a piece was read, in words. */
export function meaningText({ as, field = '', value = '', query = '' }: Meaning, keys: SpecKeys): MeaningText {
  const spec = specOfField(field.replace(/\.range$/, '.value'));
  switch (as) {
    case 'quantity':
    case 'spec': {
      const title = spec ? specName(spec.key, keys) : field;
      return { title, text: as === 'spec' || !spec ? value : quantityText(value, specSymbol(spec.key, keys)) };
    }
    case 'purchase':
      return purchaseText(field, value, query);
    case 'words':
      return { title: query.startsWith('NOT ') ? 'Without' : 'Words', text: value };
    case 'ignored':
      return { title: 'Ignored', text: '' };
    default:
      return { title: as[0].toUpperCase() + as.slice(1), text: value };
  }
}

function quantityText(value: string, symbol: string): string {
  const [, min, max] = RANGE.exec(value) ?? [];
  if (min === undefined) return formatQuantity(value, symbol);
  return rangeText(...([min, max].map((end) => (end === '*' ? undefined : formatQuantity(end, symbol))) as [string?, string?]));
}

function purchaseText(field: string, value: string, query: string): MeaningText {
  const [, pieces] = PRICE.exec(query === '' ? value : field) ?? [];
  const at = pieces === undefined || pieces === '1' ? '' : ` at ${formatCount(Number(pieces))}`;
  if (query === '') return { title: 'Order', text: pieces === undefined ? value : `cheapest${at} first` };
  if (field === STOCK) return { title: 'Stock', text: query.includes('-2') ? 'in stock' : `≥ ${value}` };
  return { title: `Price${at}`, text: quantityText(query.slice(query.indexOf(':') + 1), '') };
}

/** What was not read as it was typed: notes above the results. */
export function notesOf({ understood, beginning }: Answer): string[] {
  const half =
    beginning === undefined ? [] : [`No part has the whole word “${beginning}”. These have a word that begins with it.`];
  return [...half, ...(understood?.readings ?? []).flatMap(changesOf)];
}

function changesOf({ text, as, corrected, relaxed }: Reading): string[] {
  const told = corrected === undefined ? [] : [`Corrected: ${corrected}`];
  if (relaxed !== undefined) told.push(`“${text}”${as === 'ignored' ? ' was ignored' : ''}: ${relaxed}`);
  return told;
}

import type { BomLine, CostedBom, CostedLine } from '../../bom/cost/costed-bom.js';
import type { MatchedLine } from '../../bom/matched/matched-line.js';
import { formatAmount, formatCount, printable } from '../terminal/format.js';
import { type Column, renderTable } from '../terminal/table.js';
import { colorsOf, type Output } from '../terminal/terminal.js';

/** Lines that are shown of each kind. */
const SHOWN = 8;
/** References that are shown of a line. */
const PLACES = 3;

/** What was found, what it costs, of whom it is bought, and what is missing. */
export function renderCostSummary(costed: CostedBom, output: Output): string {
  const { dim } = colorsOf(output);
  const counts = (['found', 'ambiguous', 'missing', 'do not place'] as const)
    .map((state) => ({ state, count: costed.lines.filter(({ line }) => line.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${formatCount(count)} ${state}`);
  const exact = costed.exact ? '' : dim('  (not every choice was weighed: it may cost less)');
  const open = costed.lines.filter(({ line }) => line.state === 'ambiguous' || line.state === 'missing').length;
  const without =
    open === 0 ? '' : dim(`  (without ${formatAmount(open, 'line')} that ${open === 1 ? 'has' : 'have'} no part yet)`);
  const blocks = [
    `${formatAmount(costed.lines.length, 'line')}: ${counts.join(', ')}`,
    `total ${costed.total} ${costed.currency}${without}${exact}`,
    ...sellerTable(costed, output),
    ...openTable('to decide', costed, ({ line }) => line.state === 'ambiguous', output),
    ...openTable('not found', costed, ({ line }) => line.state === 'missing', output),
    ...openTable('short', costed, ({ line, shortfall }) => line.state === 'found' && shortfall !== '0', output),
  ];
  return blocks.join('\n\n');
}

function sellerTable({ sellers, lines, currency }: CostedBom, output: Output): string[] {
  if (sellers.length === 0) return [];
  const rows = sellers.map(({ seller, total, lines: count }) => ({
    name: nameOf(seller, lines),
    count: formatCount(count),
    total,
  }));
  const columns: Column<(typeof rows)[number]>[] = [
    { title: 'seller', text: ({ name }) => printable(name) },
    { title: 'lines', text: ({ count }) => count, align: 'right' },
    { title: `cost ${currency}`, text: ({ total }) => total, align: 'right' },
  ];
  return [renderTable(columns, rows, output)];
}

function nameOf(seller: string, lines: readonly CostedLine[]): string {
  for (const { line, purchases } of lines) {
    const bought = purchases.find((purchase) => purchase.seller === seller);
    const name = bought && line.part?.offers?.[bought.offer]?.seller?.name;
    if (name) return name;
  }
  return seller;
}

function openTable(title: string, costed: CostedBom, isOpen: (line: CostedLine) => boolean, output: Output): string[] {
  const open = costed.lines.filter(isOpen);
  if (open.length === 0) return [];
  const columns: Column<CostedLine>[] = [
    { title, text: ({ line }) => printable(placesOf(line)) },
    { title: 'part', text: ({ line }) => printable(line.part?.mpn ?? line.mpn ?? line.value ?? line.sku) },
    { title: 'needed', text: ({ needed }) => needed, align: 'right' },
    { title: 'missing', text: ({ shortfall }) => shortfall, align: 'right' },
    { title: 'perhaps', text: ({ line }) => printable(others(line as Partial<MatchedLine>)) },
  ];
  const more = open.length > SHOWN ? `\n${colorsOf(output).dim(`${formatAmount(open.length - SHOWN, 'more line')}`)}` : '';
  return [renderTable(columns, open.slice(0, SHOWN), output) + more];
}

/** The first references of a line, and how many more there are. */
function placesOf({ references = [], line }: BomLine): string {
  if (references.length === 0) return `line ${line ?? ''}`;
  return [...references.slice(0, PLACES), ...(references.length > PLACES ? [`+${references.length - PLACES}`] : [])].join(' ');
}

function others({ candidates = [], part }: Partial<MatchedLine>): string {
  const names = candidates.map(({ item }) => item).filter((item) => item.uid !== part?.uid);
  return (
    names
      .slice(0, 3)
      // Several makers have the same number: then the brand is what a person decides by.
      .map(({ brand, mpn }) => [brand?.name, mpn].filter((name) => name).join(' '))
      .join(', ')
  );
}

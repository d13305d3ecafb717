import { joinBeside } from './table.js';
import type { Output } from './terminal.js';

/** Lines that belong together, at most as wide as possible. */
export interface Block {
  /** Least width at which nothing is truncated. */
  readonly width: number;
  /** Its lines for the width `output.columns`. */
  render(output: Output): string[];
}

const GAP = 4;
/** More columns of bars than this are hard to distinguish. */
const MOST_BESIDE = 4;

/**
 * The blocks from left to right and from top to bottom, in columns of one width that fit the terminal. A block that is too wide
 * for half of the terminal gets all of it; without a terminal, every block does.
 */
export function renderBlocks(blocks: readonly Block[], output: Output): string {
  const columns = columnsFor(blocks, output);
  const width = Math.floor((output.columns + GAP) / columns) - GAP;
  const rows: string[] = [];
  let beside: string[][] = [];
  const endRow = (): void => {
    if (beside.length > 0) rows.push(joinBeside(beside, width, GAP).join('\n'));
    beside = [];
  };
  for (const block of blocks) {
    const isWide = columns === 1 || block.width > width;
    if (isWide || beside.length === columns) endRow();
    if (isWide) rows.push(block.render(output).join('\n'));
    else beside.push(block.render({ ...output, columns: width }));
  }
  endRow();
  return rows.join('\n\n');
}

/** As many columns as the widest block that fits into half of the terminal leaves room for, and as there are blocks to fill. */
function columnsFor(blocks: readonly Block[], output: Output): number {
  if (!output.isTTY) return 1;
  const half = Math.floor((output.columns - GAP) / 2);
  let widest = 0;
  let neighbours = 0;
  let most = 1;
  for (const { width } of blocks) {
    neighbours = width <= half ? neighbours + 1 : 0;
    if (width <= half) widest = Math.max(widest, width);
    most = Math.max(most, neighbours);
  }
  return Math.min(MOST_BESIDE, most, Math.floor((output.columns + GAP) / (widest + GAP)));
}

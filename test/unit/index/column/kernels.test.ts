import { describe, expect, it } from 'vitest';
import * as codeKernels from '../../../../src/index/column/code-kernels.js';
import * as countKernels from '../../../../src/index/column/count-kernels.js';

const kernels: Record<string, unknown> = { ...codeKernels, ...countKernels };
const names = Object.keys(kernels).filter((name) => name.endsWith('8'));

/** The source of a kernel without its name and the marks of its width. */
function sourceOf(name: string, width: number): string {
  const source = String(kernels[name + width]).replace(`function ${name}${width}(`, `function ${name}(`);
  // Only 32-bit codes can be above 2^31: `| 0` says that they are not.
  return width === 32 ? source.replaceAll('] | 0;', '];') : source;
}

describe('kernels of the three widths', () => {
  it('are found', () => {
    const scans = ['scanFlags8', 'restrictFlags8'];
    const counts = ['countRows8', 'countRuns8', 'countProbed8'];
    expect(names.sort()).toEqual(['firstAbove8', 'gather8', 'gatherRun8', ...scans, ...counts].sort());
  });

  it.each(names.map((name) => name.slice(0, -1)))('%s does the same for each width', (name) => {
    const expected = sourceOf(name, 8);
    expect(expected).toContain(`function ${name}(`);
    expect(sourceOf(name, 16)).toBe(expected);
    expect(sourceOf(name, 32)).toBe(expected);
  });
});

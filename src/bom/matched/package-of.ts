/** Chip sizes in tenths of a millimetre, and what they are called by hundredths of an inch. */
const IMPERIAL: ReadonlyMap<string, string> = new Map([
  ['0603', '0201'],
  ['1005', '0402'],
  ['1608', '0603'],
  ['2012', '0805'],
  ['3216', '1206'],
  ['3225', '1210'],
  ['4532', '1812'],
  ['5025', '2010'],
  ['6332', '2512'],
]);
const SIZES = new Set(['01005', ...IMPERIAL.values(), '0612', '1008', '1806', '1808', '2220', '2225']);

const LONGEST = 200;
/** Packages of semiconductors, as they begin a footprint. */
const NAMED =
  /(?:^|[_\s-])((?:SOT|SC|SOD|TO|SOIC|SOP|SO|SSOP|TSSOP|MSOP|VSSOP|QSOP|HTSSOP|HSOP|LQFP|TQFP|QFP|QFN|VQFN|WQFN|UQFN|DFN|WSON|VSON|SON|BGA|DIP|PDIP|DPAK|D2PAK|SMA|SMB|SMC|LGA)(?:[-_]?\d{1,4}[A-Z]?)?(?:[-_]\d{1,2}(?![\d.x]))?)(?=$|[_\s.:(-])/i;

/** The package that a footprint is for: `R_0603_1608Metric` is 0603, `SOIC-8_3.9x4.9mm_P1.27mm` SOIC-8. Undefined if it does not say. */
export function packageOf(footprint: string): string | undefined {
  const name = footprint
    .slice(footprint.lastIndexOf(':') + 1)
    .trim()
    .slice(0, LONGEST);
  return chipSize(name) ?? namedPackage(name) ?? crystalSize(name);
}

function chipSize(name: string): string | undefined {
  const both = /(?:^|[_-])(\d{4,5})_(\d{4,5})Metric/i.exec(name);
  if (both) return both[1];
  // Names of the IPC are metric: RESC1608X55N.
  const metric = /^(?:RES|CAP|IND|LED|DIO|BEAD)[A-Z]{0,4}(\d{4})(?:X\d|[NML]?$)/i.exec(name);
  if (metric) return IMPERIAL.get(metric[1]);
  const size = /(?:^|[^\d.])(\d{4,5})(?![\d.])/.exec(name)?.[1];
  return size !== undefined && SIZES.has(size) ? size : undefined;
}

function namedPackage(name: string): string | undefined {
  return NAMED.exec(name)?.[1].replaceAll('_', '-');
}

/** `Crystal_SMD_3225-4Pin_3.2x2.5mm` is 3225. */
function crystalSize(name: string): string | undefined {
  return /^(?:crystal|xtal|oscillator).*?[_-](\d{4})(?!\d)/i.exec(name)?.[1];
}

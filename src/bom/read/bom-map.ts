import { type CheckedMap, checkMap as checkTableMap } from '../../import/table-map.js';
import { MemberReader } from '../../model/check-arguments.js';
import { withoutIssues } from '../../model/issues.js';
import { nearestNames } from '../../model/nearest.js';

/** What a column of a parts list has. */
export type BomColumn =
  | 'mpn'
  | 'brand'
  | 'sku'
  | 'seller'
  | 'quantity'
  | 'references'
  | 'value'
  | 'footprint'
  | 'description'
  | 'dnp'
  | 'ignored';

/** How a parts list is read. Everything that it leaves out is inferred. */
export interface BomMap {
  /** What the columns have, by their headings: `{ "Our Part": "mpn" }`. */
  columns?: Record<string, BomColumn>;
  /**
   * The decimal mark: with `,`, a quantity of `1.000` is a thousand. Default: what the numbers of the list show, else `,` between semicolons,
   * else `.`, with which such a quantity is not read.
   */
  decimal?: '.' | ',';
  /** One character, for text. */
  delimiter?: string;
  /** As the web names encodings: `utf-8`, `windows-1252`. */
  encoding?: string;
  /** The line of the headings, from 1. */
  header?: number;
  /** The sheets of a workbook that are looked at. */
  sheets?: string[];
}

const COLUMNS: readonly BomColumn[] = [
  ...([
    'mpn',
    'brand',
    'sku',
    'seller',
    'quantity',
    'references',
    'value',
    'footprint',
    'description',
    'dnp',
    'ignored',
  ] as const),
];

/** The members that say how a file is opened, as in the map of a table of parts. */
const FORM = ['decimal', 'delimiter', 'encoding', 'header', 'sheets'] as const satisfies readonly (keyof BomMap)[];

/** What the same members are called in the map of a table of parts. */
const ALIASES: ReadonlyMap<string, BomColumn> = new Map([
  ['brand.name', 'brand'],
  ['manufacturer.name', 'brand'],
  ['offers.sku', 'sku'],
  ['offers.seller.name', 'seller'],
  ['descriptions.value', 'description'],
  ['short_description', 'description'],
]);

/** A map that was checked. */
export interface CheckedBomMap {
  readonly columns: ReadonlyMap<string, BomColumn>;
  /** What columns have, by their places from 0: on the command line. */
  readonly places?: ReadonlyMap<number, BomColumn> | undefined;
  /** What no column has, whatever its heading is: on the command line. */
  readonly without?: ReadonlySet<BomColumn> | undefined;
  /** Whether the first line is a line of parts, and columns are known by their places alone. */
  readonly isHeadless?: boolean | undefined;
  readonly header: number | undefined;
  /** How the file is opened. */
  readonly table: CheckedMap;
}

/** @throws ValidationError with everything that is wrong with it */
export function checkBomMap(map: unknown): CheckedBomMap {
  return withoutIssues(map, (issues) => {
    const members = MemberReader.of(map ?? {}, [], ['columns', ...FORM] satisfies (keyof BomMap)[], issues);
    const columns = new Map<string, BomColumn>();
    for (const [heading, given] of members.entries('columns')) {
      const path = ['columns', heading];
      const as = typeof given === 'string' ? (ALIASES.get(given) ?? COLUMNS.find((name) => name === given)) : undefined;
      if (as) columns.set(heading.trim(), as);
      else if (typeof given !== 'string') issues.addWrongType(path, 'the name of a column such as mpn', given);
      else {
        const nearest = nearestNames(given, COLUMNS);
        issues.add('unknown_member', path, ` is not what a column can have; did you mean ${nearest.join(' or ')}?`, {
          found: given,
          expected: COLUMNS,
          nearest,
        });
      }
    }
    const form = FORM.map((name) => [name, members.value(name)]);
    const table = issues.collect(() => checkTableMap(Object.fromEntries(form))) ?? checkTableMap({});
    return { columns, header: table.header, table };
  });
}

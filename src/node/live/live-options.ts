import { checkCalled, OPEN_OPTIONS, type OpenOptions } from '../../catalog/options.js';
import { MemberReader } from '../../model/check-arguments.js';
import type { InvalidDocumentError } from '../../model/errors.js';
import { Issues } from '../../model/issues.js';

/** How a live catalog is opened. */
export interface LiveOptions extends OpenOptions {
  /** Makes an empty catalog where the folder has none. Default false. */
  create?: boolean;
  /** A catalog file to begin with, where the folder has no catalog yet; it is linked or copied. */
  base?: string;
  /**
   * Threads beside the caller's, up to 128: one merges segments, a second one reads and writes for updates, and no more are used.
   * 0: both run in the caller's thread, in turns with requests. Default 2 where their script is beside this module, as in the package;
   * otherwise 0.
   */
  workers?: number | undefined;
  /** With `create`: currency of `avg_price`, default `USD`. */
  priceCurrency?: string;
  /**
   * `'newest whole'`: reads all files of the newest commit once, and goes back to an older commit if a checksum does not match. Default:
   * damage is a `CorruptCatalogError` where it is read.
   */
  commit?: 'newest whole';
  /** Default `'throw'`: an invalid document fails its update. A function: it is left out and reported. */
  onInvalid?: 'throw' | ((error: InvalidDocumentError) => void);
  /** Told of what each update reports as a notice, and of merges that fail. */
  onNotice?(notice: string): void;
}

const NEWEST_WHOLE: LiveOptions['commit'] = 'newest whole';

const LIVE_OPTIONS: readonly string[] = [
  ...OPEN_OPTIONS,
  ...(['create', 'base', 'workers', 'priceCurrency', 'commit', 'onInvalid', 'onNotice'] satisfies (keyof LiveOptions)[]),
];

/**
 * Checks the options of a live catalog, but for those that have a reader of their own (`limits`, `synonyms`, `rates`, `workers`,
 * `priceCurrency`).
 * @throws ValidationError with all faults
 */
export function checkLiveOptions(options: LiveOptions): void {
  const issues = new Issues(options);
  const members = MemberReader.of(options, [], LIVE_OPTIONS, issues);
  members.flag('create');
  members.text('base', '');
  const commit = members.value('commit') ?? NEWEST_WHOLE;
  if (commit !== NEWEST_WHOLE) issues.addWrongType(members.at('commit'), JSON.stringify(NEWEST_WHOLE), commit);
  checkCalled(members, issues);
  issues.throwIfAny();
}

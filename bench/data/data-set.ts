import type { BuildFileOptions } from '../../src/node/partdex-node.js';
import type { PeerResults } from '../peers/peer-results.js';
import type { DrawnQueries } from '../queries/draw.js';

/** Files as `buildCatalogFile` takes them. */
export type DataFiles = Pick<BuildFileOptions, 'categories' | 'brands' | 'manufacturers' | 'sellers' | 'spec_metadata'> & {
  readonly parts: readonly string[];
};

/** What a catalog is built from and asked. */
export interface DataSet {
  /** Name of its results. */
  readonly name: string;
  readonly description: string;
  /** The files, written to the folder where they are not there yet. */
  files(folder: string): Promise<DataFiles>;
  queries(): Promise<DrawnQueries>;
  /** What others have measured on the same data. */
  readonly peers?: PeerResults;
}

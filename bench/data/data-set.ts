import type { BuildFileOptions } from '../../src/node/partdex-node.js';
import type { PeerResults } from '../peers/peer-results.js';
import type { DrawnQueries } from '../queries/draw.js';

/** Files as `buildCatalogFile` takes them. */
export type DataFiles = Pick<BuildFileOptions, 'categories' | 'brands' | 'manufacturers' | 'sellers' | 'spec_metadata'> & {
  readonly parts: readonly string[];
};

/** The data for building and querying a catalog. */
export interface DataSet {
  /** Name of its results. */
  readonly name: string;
  readonly description: string;
  /** The files, written to the folder if they are missing. */
  files(folder: string): Promise<DataFiles>;
  queries(): Promise<DrawnQueries>;
  /** The peers' measurements on the same data. */
  readonly peers?: PeerResults;
}

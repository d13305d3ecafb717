declare const PARTDEX_VERSION: string | undefined;

/** The version of the package; empty in unbuilt sources. Another version may answer a request differently. */
export const VERSION: string = typeof PARTDEX_VERSION === 'string' ? PARTDEX_VERSION : '';

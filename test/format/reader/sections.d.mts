export const SECTIONS: ReadonlyMap<string, readonly string[]>;

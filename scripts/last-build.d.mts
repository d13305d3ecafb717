/** Whether `dist/` is, byte for byte, what was built last, and was built from the sources as they are now. */
export function isBuilt(): boolean;

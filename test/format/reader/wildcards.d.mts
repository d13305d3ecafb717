export function readBlockList(bytes: Uint8Array): number[];

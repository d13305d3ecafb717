export function readStream(stream: Uint8Array): { field: number; ranks: number[] }[];

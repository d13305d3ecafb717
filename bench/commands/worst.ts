export const HELP = '';
export async function worstCommand(_args: readonly string[]): Promise<void> {}

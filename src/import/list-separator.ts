/** What separates several values of a cell in tables that partdex writes. */
export const LIST_SEPARATOR = ' | ';

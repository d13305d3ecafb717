import { parseQuantity } from 'partdex';

/**
 * The number for a typed quantity, as decimal text in base units: `4.7k`, `4k7`, `4.7 kΩ` and `4.7e3` are `4700` if the symbol of
 * the unit is Ω. Undefined if the text is not one quantity of that unit.
 */
export function typedNumber(text: string, symbol = ''): string | undefined {
  const quantity = parseQuantity(text, symbol);
  if (!quantity || !('value' in quantity) || (symbol === '' && quantity.unit)) return undefined;
  return quantity.value;
}

import type { Filter } from '../parser/ast.js';
import type { QuantityReading, Side } from './lexical.js';
import type { KeyEntry, NumberKeys } from './number-entries.js';
import type { NumberKey } from './vocabulary.js';

/** Words in names of specs for what is converted, and for what it is converted to. */
export const SIDES: Readonly<Record<Side, readonly string[]>> = { input: ['input', 'vin'], output: ['output', 'vout'] };
/** Of a part without a spec for what goes in, it is what supplies the part. */
const SUPPLY: readonly string[] = ['supply', 'operating'];
const MAXIMUM: readonly string[] = ['max', 'maximum'];
const VOLTS = /v(?:dc)?$/i;
/** The number of a voltage, and the upper one of a range. */
const UPPER_END = /\d[\d.,]*\s?m?v(?:dc)?$/i;
const ONE_END = /^[<>]|\+$/;
const AT_MOST = /^<=\s*/;
/** Names of specs that are of nothing but a side. Most of them that are asked for. */
const PLAIN_NAME = /^(?:(?:input|output|vin|vout|voltage|supply|dc|rated|max|maximum)(?:_|$))+$/;
const MOST_OTHERS = 6;

/** A quantity of what goes in, or of what comes out. */
export interface OfSide {
  /** The specs that it may be of, the likeliest first. */
  readonly named: readonly KeyEntry[];
  /** Parts that have a spec of the other side: the quantity in their texts may be that. */
  readonly toldBy: readonly Filter[];
}

/** The side that words name, and nothing else: `input voltage`. @param stems of the words */
export function sideNamed(stems: readonly string[], { quantity }: QuantityReading): Side | undefined {
  const [name, ...others] = stems.filter((one) => one !== 'voltage');
  if (name === undefined || others.length > 0 || !VOLTS.test(quantity)) return undefined;
  return SIDES.input.includes(name) ? 'input' : SIDES.output.includes(name) ? 'output' : undefined;
}

function isOf(side: Side, { stems }: NumberKey): boolean {
  return SIDES[side].some((name) => stems.includes(name));
}

function isMaximum({ numberKey: { stems } }: KeyEntry): boolean {
  return MAXIMUM.some((name) => stems.includes(name));
}

/** The specs of what goes in, and behind them those of what supplies a part; or those of what comes out. Undefined without any. */
export function sideEntries(side: Side, asked: QuantityReading, numberKeys: NumberKeys): OfSide | undefined {
  const reading = side === 'input' ? withoutLimit(asked) : asked;
  const { quantity } = reading;
  const entries = numberKeys.entries(numberKeys.read(quantity));
  const isSupply = ({ numberKey: key }: KeyEntry) =>
    SUPPLY.some((name) => key.stems.includes(name)) && !isOf('input', key) && !isOf('output', key);
  const outputs = entries.filter(({ numberKey }) => isOf('output', numberKey));
  const inputs = [...entries.filter(({ numberKey }) => isOf('input', numberKey)), ...entries.filter(isSupply)];
  const [own, others] = side === 'input' ? [inputs, outputs] : [outputs, inputs];
  if (own.length === 0) return undefined;
  const named = side === 'input' ? fed(own, reading, numberKeys) : own;
  return {
    named,
    toldBy: others
      .filter(({ numberKey }) => PLAIN_NAME.test(numberKey.key))
      .slice(0, MOST_OTHERS)
      .map(({ has }) => has),
  };
}

/** What may go in up to a limit goes in there as well: `input up to 36V`. */
function withoutLimit(reading: QuantityReading): QuantityReading {
  const { quantity } = reading;
  return AT_MOST.test(quantity) ? { ...reading, quantity: quantity.replace(AT_MOST, ''), isRange: false } : reading;
}

/** What is fed lies below the maximum of a part, a range with its upper end; a part has to work with the whole of a range. */
function fed(inputs: readonly KeyEntry[], { quantity, isRange }: QuantityReading, numberKeys: NumberKeys): readonly KeyEntry[] {
  if (isRange && ONE_END.test(quantity)) return inputs;
  const keys = new Set(inputs.map(({ numberKey }) => numberKey));
  const byKey = new Map<NumberKey, KeyEntry>();
  if (isRange) {
    for (const one of numberKeys.covering(numberKeys.read(quantity), (key) => keys.has(key))) byKey.set(one.numberKey, one);
  }
  const [top] = UPPER_END.exec(quantity) ?? [];
  const below = top === undefined ? [] : numberKeys.entries(numberKeys.read(`>= ${top}`));
  for (const one of below) if (keys.has(one.numberKey) && isMaximum(one)) byKey.set(one.numberKey, one);
  return inputs
    .filter((one) => !isRange || !isMaximum(one) || byKey.has(one.numberKey))
    .map((one) => byKey.get(one.numberKey) ?? one);
}

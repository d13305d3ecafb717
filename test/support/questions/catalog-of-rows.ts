import type { Catalog, CatalogSource } from '../../../src/partdex.js';

/** The units of the specs of numbers. */
const UNITS: Readonly<Record<string, { readonly name: string; readonly symbol: string }>> = {
  pitch: { name: 'metre', symbol: 'm' },
  zener_voltage: { name: 'volt', symbol: 'V' },
  stand_off_voltage: { name: 'volt', symbol: 'V' },
  length: { name: 'metre', symbol: 'm' },
  width: { name: 'metre', symbol: 'm' },
  switch_height: { name: 'metre', symbol: 'm' },
  outside_diameter: { name: 'metre', symbol: 'm' },
  inside_diameter: { name: 'metre', symbol: 'm' },
  ffc_thickness: { name: 'metre', symbol: 'm' },
  core_size: { name: 'bit', symbol: 'bit' },
  adc_bit: { name: 'bit', symbol: 'bit' },
  dac_bit: { name: 'bit', symbol: 'bit' },
  temperature_resolution: { name: 'bit', symbol: 'bit' },
  operating_temperature: { name: 'degree Celsius', symbol: '°C' },
  output_voltage: { name: 'volt', symbol: 'V' },
  maximum_input_voltage: { name: 'volt', symbol: 'V' },
  input_voltage: { name: 'volt', symbol: 'V' },
  operating_voltage: { name: 'volt', symbol: 'V' },
  voltage_supply: { name: 'volt', symbol: 'V' },
  threshold_voltage: { name: 'volt', symbol: 'V' },
  coil_voltage: { name: 'volt', symbol: 'V' },
  contact_current: { name: 'ampere', symbol: 'A' },
  current: { name: 'ampere', symbol: 'A' },
  hold_current: { name: 'ampere', symbol: 'A' },
  drain_source_voltage: { name: 'volt', symbol: 'V' },
  program_storage_size: { name: 'byte', symbol: 'B' },
  flash_size: { name: 'byte', symbol: 'B' },
  capacity: { name: 'byte', symbol: 'B' },
  ram_size: { name: 'byte', symbol: 'B' },
  quiescent_current: { name: 'ampere', symbol: 'A' },
  inductance: { name: 'henry', symbol: 'H' },
  inductance_min: { name: 'henry', symbol: 'H' },
  capacitance: { name: 'farad', symbol: 'F' },
  load_capacitance: { name: 'farad', symbol: 'F' },
  continuous_drain_current_id: { name: 'ampere', symbol: 'A' },
  rds_on_condition_id: { name: 'ampere', symbol: 'A' },
  resistance: { name: 'ohm', symbol: 'Ω' },
  power: { name: 'watt', symbol: 'W' },
  rds_on: { name: 'ohm', symbol: 'Ω' },
  forward_voltage: { name: 'volt', symbol: 'V' },
  condition_vgs_of_rds_on: { name: 'volt', symbol: 'V' },
  frequency: { name: 'hertz', symbol: 'Hz' },
  sampling_rate: { name: 'hertz', symbol: 'Hz' },
  isolation_voltage: { name: 'volt', symbol: 'V' },
};

/** A part: its number, its category (or none), its description, and its specs. */
export type Row = readonly [mpn: string, category: string, description: string, specs?: string];

/** A small catalog for questions: categories have no parents, and a spec with a unit has numbers. */
export function catalogOf(rows: readonly Row[]): CatalogSource {
  const names = [...new Set(rows.map(([, category]) => category).filter((name) => name !== ''))];
  const uidOf = (category: string) => (0xca00 + names.indexOf(category)).toString(16).padStart(16, '0');
  const keys = new Set<string>();
  const parts = rows.map(([mpn, category, description, text = '']) => {
    const pairs = text.split(';').filter((pair) => pair !== '');
    const given = pairs.map((pair) => pair.split('=') as [string, string]);
    const brand = given.find(([key]) => key === 'brand')?.[1] ?? 'Maker';
    const specs = given.filter(([key]) => key !== 'brand').map(([key, value]) => [key, specOf(key, value)] as const);
    for (const [key] of specs) keys.add(key);
    return {
      ...{ uid: mpn, mpn, brand: { uid: brand, name: brand }, descriptions: [{ value: description }] },
      ...{ category_uids: category === '' ? [] : [uidOf(category)], specs: Object.fromEntries(specs) },
    };
  });
  const spec_metadata = [...keys].map((key) => {
    const isNumber = UNITS[key] !== undefined || /^number_(?!.*_text$)|_inch$/.test(key);
    return { key, name: key.replaceAll('_', ' '), datatype: isNumber ? 'decimal' : 'string', unit: UNITS[key] ?? null };
  });
  return { parts, categories: names.map((name) => ({ uid: uidOf(name), name })), spec_metadata } as unknown as CatalogSource;
}

function specOf(key: string, value: string): unknown {
  const [min, max] = value.split('..');
  return UNITS[key] && max !== undefined ? { min_value: min, max_value: max } : { value: [value] };
}

/** The part numbers that a question finds, sorted. */
export async function numbersFound(catalog: Catalog, text: string): Promise<string> {
  const { results } = await catalog.parts.ask(text, { limit: 100 });
  const numbers = results.map(({ item }) => String(item.mpn));
  return numbers.sort().join(' ');
}

/** Units of trades, and those of the same specs: samples a second are hertz, and a voltage is one however it is measured. */
const SAMPLES = /(\d\s?)([kKmMgG]?)sps$/iu;
const PREFIXES: Readonly<Record<string, string>> = { k: 'k', m: 'M', g: 'G' };
const MEASURED_VOLTS = /(\d\s?[kKmM]?V)(?:rms|pk|peak|pp|p-p)$/u;

/** Whether a word is, or ends with, the unit of samples a second. */
export const isOfSamples = (word: string): boolean => /sps$/i.test(word);

/** A number with its unit as specs have it: `500ksps` is `500kHz`, `5kVrms` is `5kV`. What is none of these stays. */
export function inUnitsOfSpecs(text: string): string {
  return text
    .replace(SAMPLES, (_, number: string, prefix: string) => `${number}${PREFIXES[prefix.toLowerCase()] ?? ''}Hz`)
    .replace(MEASURED_VOLTS, '$1');
}

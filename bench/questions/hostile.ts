/** Texts that take as much work as a text can. No engineer types them. */
const LENGTH = 1000;

function repeated(make: (at: number) => string): string {
  let text = '';
  for (let at = 0; text.length < LENGTH; at++) text += `${make(at)} `;
  return text;
}

const oneOf = (words: string) => {
  const list = words.split(' ');
  return (at: number) => list[at % list.length];
};
const unit = oneOf('V A W kHz uF kohm mm % mH ms');
const typo = oneOf('capcitor resitor inducter connctor swich tranzistor moset diod crystl osilator');
const category = oneOf('resistor capacitor inductor diode mosfet relay switch led crystal connector');
const seller = oneOf('JLCPCB Digi-Key Mouser Newark');
const sized = oneOf('0603 sot23 soic-8 lqfp48 qfn 0402 to-220 dip bga sot-23-5');

/** The texts by their names. */
export function hostileTexts(): ReadonlyMap<string, string> {
  return new Map([
    ['1 2 3 …', repeated((at) => String(at + 1))],
    ['1 1 1 …', repeated(() => '1')],
    ['fractions', repeated((at) => `1/${at + 2}`)],
    ['mixed numbers', repeated(() => '1 1/2')],
    ['mixed numbers with units', repeated((at) => `${at + 1} 1/${at + 2} ${unit(at)}`)],
    ['four digits', repeated((at) => String(1000 + ((at * 37) % 9000)))],
    ['leading zeros', repeated((at) => String(at).padStart(4, '0'))],
    ['numbers with units', repeated((at) => `${at + 1} ${unit(at)}`)],
    ['mega or milli', repeated((at) => `${at + 1}M${unit(at)}`)],
    ['ranges', repeated((at) => `${at}V to ${at + 5}V`)],
    ['numbers with names', repeated((at) => `${at + 1}V input`)],
    ['sizes', repeated((at) => `${at + 1}x${at + 2}mm`)],
    ['pins', repeated((at) => `${at + 1} pin`)],
    ['letters for points', repeated((at) => `${at + 1}k${at % 10}`)],
    ['part numbers', repeated((at) => `STM32F${103 + at}`)],
    ['like part numbers', repeated((at) => `XQ${at}Z${at * 7}`)],
    ['errors', repeated(typo)],
    ['errors, all different', repeated((at) => typo(at) + String.fromCharCode(97 + (at % 26)))],
    ['categories', repeated(category)],
    ['packages', repeated(sized)],
    ['prices', repeated((at) => `under $${at + 1}`)],
    ['stocks', repeated(() => 'in stock')],
    ['wishes', repeated((at) => `${at + 1}+ in stock over $${at} from ${seller(at)}`)],
    ['wishes that no offer meets', repeated((at) => `${category(at)} from ${seller(at)} in stock under $0.0000001 over $1000`)],
    ['phrases', repeated((at) => `"1 ${at % 3}"`)],
    ['exclusions', repeated((at) => `-${category(at)}`)],
    ['long words', repeated((at) => `zq${'xkv'.repeat(8)}${at}`)],
    ['one word of a megabyte', 'a'.repeat(1 << 20)],
  ]);
}

/** A request that a line of curl makes. */
export interface CurlRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The lines of curl in the `sh` blocks of a document, each with the lines that it goes on in. */
export function curlLines(markdown: string): string[] {
  const blocks = markdown.split('\n```sh\n').slice(1);
  const lines = blocks.flatMap((block) => block.slice(0, block.indexOf('\n```')).replaceAll('\\\n', ' ').split('\n'));
  return lines.filter((line) => line.startsWith('curl '));
}

/** What curl would send. An option that is not known here is an error. */
export function curlRequest(line: string): CurlRequest {
  const words = shellWords(line).slice(1);
  const headers: Record<string, string> = {};
  const data: string[] = [];
  let url = '';
  let isGet = false;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-g') continue;
    else if (word === '-G') isGet = true;
    else if (word === '-d') data.push(words.shift()!);
    else if (word === '--data-urlencode') data.push(encoded(words.shift()!));
    else if (word === '-H') {
      const [name, value] = words.shift()!.split(': ');
      headers[name.toLowerCase()] = value;
    } else if (word.startsWith('http://')) url = word;
    else throw new Error(`what does "${word}" mean in: ${line}`);
  }
  if (data.length === 0) return { url, method: 'GET', headers, body: undefined };
  if (isGet) return { url: `${url}?${data.join('&')}`, method: 'GET', headers, body: undefined };
  return { url, method: 'POST', headers, body: data.join('&') };
}

/** curl leaves the text before the first `=` as it is. */
function encoded(text: string): string {
  const equals = text.indexOf('=');
  return `${text.slice(0, equals)}=${encodeURIComponent(text.slice(equals + 1))}`;
}

/** Words with only blanks and single quotes between them. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

/** Who makes a call of the fuzz. */
export type Caller = 'guest' | 'player' | 'admin' | 'forger';

/** One request, as it goes over the wire; text is sent in UTF-8 unless `bytes` says otherwise. */
export interface Input {
  method: string;
  /** Below /api, with its query. */
  path: string;
  caller: Caller;
  /** Which of the signed-in players, or of the forger's tokens. */
  which: number;
  headers: Record<string, string>;
  body: string | null;
  /** How the body's text becomes bytes: latin1 makes bytes that are no UTF-8. */
  bytes: 'utf8' | 'latin1';
}

/** A request as somebody can repeat it by hand. */
export function asCurl(url: string, input: Input): string {
  const headers = Object.entries(input.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = input.body === null ? [] : [`--data-binary ${quoted(shortened(input.body))}`];
  const parts = [`-X ${input.method}`, ...headers, ...body, quoted(`${url}/api${shortened(input.path)}`)];
  return `as ${input.caller}: curl --path-as-is ${parts.join(' ')}`;
}

const MOST = 600;
const shortened = (text: string) =>
  text.length <= MOST ? text : `${text.slice(0, MOST)}...(${text.length} characters)`;
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

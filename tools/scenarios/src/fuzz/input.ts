export type Caller = 'guest' | 'player' | 'admin' | 'forger';

/** One request as sent. */
export interface Input {
  method: string;
  /** Below /api, with its query. */
  path: string;
  caller: Caller;
  /** Index of the player or of the forged token. */
  which: number;
  headers: Record<string, string>;
  body: string | null;
  /** Encoding of the body; latin1 produces invalid UTF-8. */
  bytes: 'utf8' | 'latin1';
}

/** The request as a curl command. */
export function asCurl(url: string, input: Input): string {
  const headers = Object.entries(input.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = input.body === null ? [] : [`--data-binary ${quoted(shortened(input.body))}`];
  const parts = [`-X ${input.method}`, ...headers, ...body, quoted(`${url}/api${shortened(input.path)}`)];
  return `as ${input.caller}: curl --path-as-is ${parts.join(' ')}`;
}

const MAX_LENGTH = 600;
const shortened = (text: string) =>
  text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}...(${text.length} characters)`;
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

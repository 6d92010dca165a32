export type Caller = 'guest' | 'player' | 'admin' | 'forger';

/** A request as sent. */
export interface Input {
  method: string;
  /** Path below /api, including the query. */
  path: string;
  caller: Caller;
  /** Index of the player or of the forged token. */
  which: number;
  headers: Record<string, string>;
  body: string | null;
  /** Encoding of the body; latin1 produces invalid UTF-8. */
  bytes: 'utf8' | 'latin1';
}

/** Formats the request as a curl command. */
export function formatCurl(url: string, input: Input): string {
  const headers = Object.entries(input.headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const body = input.body === null ? [] : [`--data-binary ${quote(shorten(input.body))}`];
  const args = [`-X ${input.method}`, ...headers, ...body, quote(`${url}/api${shorten(input.path)}`)];
  return `as ${input.caller}: curl --path-as-is ${args.join(' ')}`;
}

const MAX_LENGTH = 600;
const shorten = (text: string) =>
  text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}...(${text.length} characters)`;
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

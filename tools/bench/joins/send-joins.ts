import { connect } from 'node:net';

/** Joins after which V8 has optimised the code. */
export const WARM_UP_JOINS = 2_000;

export interface Join {
  wallet: string;
  request: Buffer;
}

export interface JoinResponse {
  wallet: string;
  status: number;
  /** Id of the entry; null when the response has none. */
  entry: string | null;
  ms: number;
}

/**
 * Builds an HTTP request as bytes, because the load generator must need little CPU time.
 * @param target method and path, for example `GET /api/games`
 */
export function buildRequest(url: string, target: string, token: string | null, body?: object): Buffer {
  const json = Buffer.from(body ? JSON.stringify(body) : '');
  const head = [
    `${target} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    'Content-Type: application/json',
    `Content-Length: ${json.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), json]);
}

/**
 * Sends joins, or other requests of wallets, over several connections. Each connection sends the next request after a response.
 * When a connection breaks, its current request gets no response and it sends no more.
 */
export async function sendJoins(
  url: string,
  joins: readonly Join[],
  connections: number,
  onResponse: (count: number, response: JoinResponse, bytes: string) => void = () => {},
): Promise<JoinResponse[]> {
  const { hostname, port } = new URL(url);
  const responses: JoinResponse[] = [];
  let next = 0;
  const runConnection = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let received = '';
      let sent: { join: Join; at: number } | null = null;
      const send = () => {
        const join = joins[next++];
        if (!join) return socket.end();
        sent = { join, at: performance.now() };
        received = '';
        return socket.write(join.request);
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      socket.on('data', (chunk: string) => {
        received += chunk;
        const parsed = parseResponse(received);
        if (!parsed || !sent) return;
        const response = { ...parsed, wallet: sent.join.wallet, ms: performance.now() - sent.at };
        responses.push(response);
        onResponse(responses.length, response, received);
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, runConnection));
  return responses;
}

/** Parses a response; null while it is incomplete. */
function parseResponse(received: string): Pick<JoinResponse, 'status' | 'entry'> | null {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const length = /content-length: (\d+)/i.exec(received.slice(0, end));
  if (!length) throw new Error('response without content-length');
  if (received.length < end + 4 + Number(length[1])) return null;
  const [, entry = null] = /"participation":\{"id":"([^"]+)"/.exec(received) ?? [];
  return { status: Number(received.slice(9, 12)), entry };
}

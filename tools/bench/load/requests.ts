import { formatCpu, type Measured } from '../figures/measure.ts';
import { formatTimes } from '../figures/statistics.ts';
import { openSocket, readStatus, sendInTurn } from './connection.ts';

/** A request of a wallet, as bytes. */
export interface WalletRequest {
  wallet: string;
  request: Buffer;
}

export interface WalletResponse {
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
 * Sends requests of wallets over several connections. When a connection breaks, its current request gets no response and it sends
 * no more.
 */
export async function sendRequests(
  url: string,
  requests: readonly WalletRequest[],
  connections: number,
  onResponse: (count: number, response: WalletResponse, bytes: Buffer) => void = () => {},
): Promise<WalletResponse[]> {
  const port = Number(new URL(url).port);
  const responses: WalletResponse[] = [];
  const waiting = requests.values();
  const runConnection = async () => {
    let wallet = '';
    const next = () => {
      const { value } = waiting.next();
      wallet = value?.wallet ?? '';
      return value?.request;
    };
    await sendInTurn(await openSocket(port), next, (bytes, ms) => {
      const [, entry = null] = /"participation":\{"id":"([^"]+)"/.exec(bytes.toString('latin1')) ?? [];
      const response = { wallet, status: Number(readStatus(bytes)), entry, ms };
      responses.push(response);
      onResponse(responses.length, response, bytes);
    });
  };
  await Promise.all(Array.from({ length: connections }, runConnection));
  return responses;
}

/** Formats rate, times, CPU time per request, and the number of responses with an error. */
export function formatRequests({
  result,
  seconds,
  cpu,
}: Measured<readonly WalletResponse[], string>): string {
  const times = formatTimes(result.map(({ ms }) => ms));
  const failed = result.filter(({ status }) => status >= 300).length;
  return `${(result.length / seconds).toFixed(0)}/s, ${times}; ${formatCpu(cpu, result.length)}; ${failed} failed`;
}

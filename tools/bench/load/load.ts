import { openSocket, readStatus, sendInTurn } from './connection.ts';

/** Measurements of one load run. */
export interface Load {
  responses: number;
  /** Responses with a status other than 200 and 304. */
  failed: number;
  seconds: number;
  /** Time of each request in ms. */
  latencies: number[];
}

export interface LoadOptions {
  port: number;
  path: string;
  headers?: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
}

/** Repeats a GET request on each connection: the next one follows when the previous response is complete. */
export async function load({ port, path, headers = {}, connections, seconds }: LoadOptions): Promise<Load> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from([`GET ${path} HTTP/1.1`, 'host: bench', ...lines, '', ''].join('\r\n'));
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)));
  const latencies: number[] = [];
  let failed = 0;
  const since = performance.now();
  const end = since + seconds * 1_000;
  const repeat = () => (performance.now() < end ? request : undefined);
  const onResponse = (response: Buffer, ms: number) => {
    latencies.push(ms);
    if (!['200', '304'].includes(readStatus(response))) failed += 1;
  };
  const completed = await Promise.all(sockets.map((socket) => sendInTurn(socket, repeat, onResponse)));
  if (completed.includes(false)) throw new Error('connection closed by the server');
  return { responses: latencies.length, failed, seconds: (performance.now() - since) / 1_000, latencies };
}

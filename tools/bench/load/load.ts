import { connect, type Socket } from 'node:net';

/** Measurements of one load run. */
export interface Load {
  responses: number;
  /** Responses with a status other than 200 and 304. */
  failed: number;
  seconds: number;
  /** Time of each request in ms, ascending. */
  latencies: number[];
}

export interface LoadOptions {
  port: number;
  path: string;
  headers?: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Repeats a GET request on each connection: the next one follows when the previous response is complete. */
export async function load({ port, path, headers = {}, connections, seconds }: LoadOptions): Promise<Load> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from([`GET ${path} HTTP/1.1`, 'host: bench', ...lines, '', ''].join('\r\n'));
  const result: Load = { responses: 0, failed: 0, seconds, latencies: [] };
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(port)));
  const end = performance.now() + seconds * 1_000;
  const since = performance.now();
  await Promise.all(sockets.map((socket) => repeatRequest(socket, request, end, result)));
  result.seconds = (performance.now() - since) / 1_000;
  for (const socket of sockets) socket.destroy();
  result.latencies.sort((a, b) => a - b);
  return result;
}

const openSocket = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true).once('error', reject);
  });

function repeatRequest(socket: Socket, request: Buffer, end: number, result: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = performance.now();
    let received: Buffer = Buffer.alloc(0);
    socket.once('close', () => reject(new Error('connection closed by the server')));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const length = readResponseLength(received);
      if (length === null || received.length < length) return;
      const now = performance.now();
      const status = received.toString('latin1', 9, 12);
      result.responses += 1;
      if (status !== '200' && status !== '304') result.failed += 1;
      result.latencies.push(now - sent);
      received = received.subarray(length);
      if (now >= end) return resolve();
      sent = now;
      socket.write(request);
    });
    socket.write(request);
  });
}

/** Reads the length in bytes of the response at the start of a buffer; null while its head is incomplete. */
export function readResponseLength(bytes: Buffer): number | null {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return null;
  const match = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head));
  return head + HEAD_END.length + Number(match?.[1] ?? 0);
}

/** Returns the quantile `share` of ascending values; 0 without values. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

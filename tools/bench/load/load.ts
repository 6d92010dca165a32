import { connect, type Socket } from 'node:net';

/** What a load measured. */
export interface Load {
  answers: number;
  /** Answers with another status than 200 and 304. */
  failed: number;
  seconds: number;
  /** Of single requests, ascending, in ms. */
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

/** Sends a GET again and again on so many connections, each as soon as the answer before is whole. */
export async function load({ port, path, headers = {}, connections, seconds }: LoadOptions): Promise<Load> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const request = Buffer.from([`GET ${path} HTTP/1.1`, 'host: bench', ...lines, '', ''].join('\r\n'));
  const result: Load = { answers: 0, failed: 0, seconds, latencies: [] };
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const end = performance.now() + seconds * 1_000;
  const since = performance.now();
  await Promise.all(sockets.map((socket) => ask(socket, request, end, result)));
  result.seconds = (performance.now() - since) / 1_000;
  for (const socket of sockets) socket.destroy();
  result.latencies.sort((a, b) => a - b);
  return result;
}

const opened = (port: number) =>
  new Promise<Socket>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.setNoDelay(true).once('error', reject);
  });

function ask(socket: Socket, request: Buffer, end: number, result: Load): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = performance.now();
    let held: Buffer = Buffer.alloc(0);
    socket.once('close', () => reject(new Error('a connection was closed')));
    socket.on('data', (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const length = responseLength(held);
      if (length === null || held.length < length) return;
      const at = performance.now();
      const status = held.toString('latin1', 9, 12);
      result.answers += 1;
      if (status !== '200' && status !== '304') result.failed += 1;
      result.latencies.push(at - sent);
      held = held.subarray(length);
      if (at >= end) return resolve();
      sent = at;
      socket.write(request);
    });
    socket.write(request);
  });
}

/** Bytes of the answer that begins here; null while its head is not whole. */
export function responseLength(bytes: Buffer): number | null {
  const head = bytes.indexOf(HEAD_END);
  if (head < 0) return null;
  const found = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head));
  return head + HEAD_END.length + Number(found?.[1] ?? 0);
}

/** The value that this share of the sorted values does not exceed. */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

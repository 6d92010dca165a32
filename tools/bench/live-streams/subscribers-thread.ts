import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** What the readers got so far; times are epoch ms of the first and the last message since the question. */
export interface Delivered {
  messages: number;
  /** Streams that were closed by the gateway. */
  closed: number;
  first: number;
  last: number;
}

interface Question {
  /** Opens so many streams. */
  open?: number;
  /** Answers when so many messages have come. */
  wait?: number;
}

const REQUEST = 'GET /api/live HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n';
/** Streams that are being opened at once. */
const AT_ONCE = 100;
const { port } = workerData as { port: number };
const sockets: Socket[] = [];
const told: Delivered = { messages: 0, closed: 0, first: 0, last: 0 };
let until = Number.POSITIVE_INFINITY;

function count(chunk: Buffer): void {
  for (let at = chunk.indexOf('"leaderboard"'); at >= 0; at = chunk.indexOf('"leaderboard"', at + 1)) {
    told.messages += 1;
    told.last = Date.now();
    told.first ||= told.last;
  }
  if (told.messages < until) return;
  until = Number.POSITIVE_INFINITY;
  parentPort?.postMessage({ ...told });
}

const open = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(REQUEST)).once('error', reject);
    socket.once('data', (head: Buffer) => {
      if (!head.toString('latin1').startsWith('HTTP/1.1 200'))
        return reject(new Error(head.toString('latin1', 0, 80)));
      socket.on('data', count).on('close', () => {
        told.closed += 1;
      });
      resolve();
    });
    sockets.push(socket);
  });

parentPort?.on('message', async ({ open: streams, wait }: Question) => {
  Object.assign(told, { first: 0, last: 0 });
  if (wait !== undefined) {
    until = told.messages + wait;
    return;
  }
  for (let left = streams ?? 0; left > 0; left -= AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, open));
  parentPort?.postMessage({ ...told });
});

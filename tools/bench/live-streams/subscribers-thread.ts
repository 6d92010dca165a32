import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Messages delivered so far; `first` and `last` are epoch ms of the first and last message since the last command. */
export interface Delivered {
  messages: number;
  /** Streams closed by the gateway. */
  closed: number;
  first: number;
  last: number;
}

/** Reports what was delivered: immediately, after opening streams, or after more messages. */
export interface Command {
  /** Number of streams to open. */
  open?: number;
  /** Number of further messages to wait for. */
  wait?: number;
}

const REQUEST = 'GET /api/live HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n';
/** Streams opened concurrently. */
const BATCH = 100;
const { port } = workerData as { port: number };
const sockets: Socket[] = [];
const delivered: Delivered = { messages: 0, closed: 0, first: 0, last: 0 };
let until = Number.POSITIVE_INFINITY;

function countMessages(chunk: Buffer): void {
  for (let at = chunk.indexOf('"leaderboard"'); at >= 0; at = chunk.indexOf('"leaderboard"', at + 1)) {
    delivered.messages += 1;
    delivered.last = Date.now();
    delivered.first ||= delivered.last;
  }
  if (delivered.messages < until) return;
  until = Number.POSITIVE_INFINITY;
  parentPort?.postMessage({ ...delivered });
}

const open = () =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(REQUEST)).once('error', reject);
    socket.once('data', (head: Buffer) => {
      if (!head.toString('latin1').startsWith('HTTP/1.1 200'))
        return reject(new Error(head.toString('latin1', 0, 80)));
      socket.on('data', countMessages).on('close', () => {
        delivered.closed += 1;
      });
      resolve();
    });
    sockets.push(socket);
  });

parentPort?.on('message', async ({ open: streams, wait }: Command) => {
  Object.assign(delivered, { first: 0, last: 0 });
  if (wait !== undefined) {
    until = delivered.messages + wait;
    return;
  }
  for (let left = streams ?? 0; left > 0; left -= BATCH)
    await Promise.all(Array.from({ length: Math.min(left, BATCH) }, open));
  parentPort?.postMessage({ ...delivered });
});

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { readSendQueues } from './send-queues.ts';

/** What a client must take of a longer answer within the patience: less than the slowest mobile connection does. */
const MIN_PROGRESS_BYTES = 8 * 1024;
const LOOKS_PER_PATIENCE = 4;

/** A stretch of a connection in which the client must take something. */
interface Stretch {
  since: number;
  taken: number;
  /** What must have been taken in addition when the patience ends. */
  due: number;
}

/**
 * Cuts connections whose client does not read what it asked for. What it leaves unread stays in the send queues of the
 * kernel, up to 4 MB for each connection, which Node counts as sent: so both are added up. A reset frees it at once, where
 * an ordinary close would keep it for minutes.
 */
export function cutSilentReaders(server: Server, patienceMs: number): void {
  const stretches = new Map<Socket, Stretch>();
  server.on('connection', (socket: Socket) => {
    stretches.set(socket, { since: performance.now(), taken: 0, due: 0 });
    socket.once('close', () => stretches.delete(socket));
  });

  async function look() {
    if (stretches.size === 0) return;
    const queues = await readSendQueues();
    for (const [socket, stretch] of stretches) {
      const unsent = socket.writableLength + queues.of(socket);
      const taken = socket.bytesWritten - unsent;
      const at = performance.now();
      if (taken >= stretch.taken + stretch.due)
        stretches.set(socket, { since: at, taken, due: Math.min(unsent, MIN_PROGRESS_BYTES) });
      else if (at - stretch.since >= patienceMs) socket.resetAndDestroy();
    }
  }

  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, patienceMs / LOOKS_PER_PATIENCE);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

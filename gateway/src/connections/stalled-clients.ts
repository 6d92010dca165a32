import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { readSendQueues } from './send-queues.ts';

/** Bytes of a response that a client must receive within the timeout; the slowest mobile connections exceed this. */
const MIN_PROGRESS_BYTES = 8 * 1024;
const CHECKS_PER_TIMEOUT = 4;

/** Period in which the client of a connection must make progress. */
interface ProgressWindow {
  since: number;
  received: number;
  /** Additional bytes that the client must receive before the timeout. */
  required: number;
}

/**
 * Resets connections whose client does not read its response. Unread bytes remain in the kernel's send queue, which Node
 * counts as sent, so both buffers are added. A reset frees the kernel's buffer immediately; a normal close would keep it for
 * minutes.
 */
export function disconnectStalledClients(server: Server, timeoutMs: number): void {
  const windows = new Map<Socket, ProgressWindow>();
  server.on('connection', (socket: Socket) => {
    windows.set(socket, { since: performance.now(), received: 0, required: 0 });
    socket.once('close', () => windows.delete(socket));
  });

  async function check() {
    if (windows.size === 0) return;
    const queues = await readSendQueues();
    for (const [socket, progress] of windows) {
      const unsent = socket.writableLength + queues.getUnsentBytes(socket);
      const received = socket.bytesWritten - unsent;
      const at = performance.now();
      if (received >= progress.received + progress.required)
        windows.set(socket, { since: at, received, required: Math.min(unsent, MIN_PROGRESS_BYTES) });
      else if (at - progress.since >= timeoutMs) socket.resetAndDestroy();
    }
  }

  let checking = Promise.resolve();
  const timer = setInterval(() => {
    checking = checking.then(check);
  }, timeoutMs / CHECKS_PER_TIMEOUT);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

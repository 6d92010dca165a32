import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '@touchline/service-kit/http/rate-limit';

/** Resets connections beyond `perAddress` per address, and rejects connections beyond `total`. */
export function limitConnections(
  server: Server,
  { perAddress, total }: { perAddress: number; total: number },
) {
  server.maxConnections = total;
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const count = open.get(key) ?? 0;
    open.set(key, count + 1);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
    if (count >= perAddress) socket.resetAndDestroy();
  });
}

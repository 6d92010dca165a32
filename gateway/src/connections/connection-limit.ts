import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '@touchline/service-kit/http/rate-limit';
import { createOpenCounts } from '../limits/concurrency-limit.ts';

/** Resets connections beyond `perAddress` per address, and rejects connections beyond `total`. */
export function limitConnections(
  server: Server,
  { perAddress, total }: { perAddress: number; total: number },
) {
  server.maxConnections = total;
  const open = createOpenCounts();
  server.on('connection', (socket: Socket) => {
    const key = addressKey(socket.remoteAddress ?? '');
    const isFull = open.count(key) >= perAddress;
    socket.once('close', open.add(key));
    if (isFull) socket.resetAndDestroy();
  });
}

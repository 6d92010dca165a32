import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { createAddressCounts } from '../limits/client-limits.ts';

/** Resets connections beyond `perAddress` per address, and rejects connections beyond `total`. */
export function limitConnections(
  server: Server,
  { perAddress, total }: { perAddress: number; total: number },
) {
  server.maxConnections = total;
  const open = createAddressCounts(perAddress);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const isFull = open.isFull(address);
    socket.once('close', open.add(address));
    if (isFull) socket.resetAndDestroy();
  });
}

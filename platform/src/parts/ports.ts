import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * Ports below those that systems hand out by themselves (from 32768 on Linux): until the program that the port is for
 * listens on it, an outgoing connection or a server on port 0 of somebody else must not take it.
 */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A TCP port of 127.0.0.1 that is free now; never the same twice within this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Keeps `freePort` from giving this one away: it is asked for already. */
export function keepPort(port: number): void {
  given.add(port);
}

/** Whether nobody listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

function listenOnce(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve()));
  });
}

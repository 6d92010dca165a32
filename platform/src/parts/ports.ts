import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * Ports below those that systems hand out by themselves (from 32768 on Linux): until the program that the port is for
 * listens on it, an outgoing connection or a server on port 0 of somebody else must not take it.
 */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A TCP port of this machine that is free now; never the same twice within this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (given.has(port) || !(await isFree(port)) || given.has(port)) continue; // others ask meanwhile
    given.add(port);
    return port;
  }
}

/** Keeps `freePort` from giving this one away: it is asked for already. */
export function keepPort(port: number): void {
  given.add(port);
}

/** Whether nobody listens on this port of the machine's own addresses: `localhost` may mean either of them. */
export async function isFree(port: number): Promise<boolean> {
  const tries = await Promise.allSettled([listenOnce(port, '127.0.0.1'), listenOnce(port, '::1')]);
  const [ipv4, ipv6] = tries.map((one) => (one.status === 'rejected' ? codeOf(one.reason) : undefined));
  return ipv4 === undefined && ipv6 !== 'EADDRINUSE'; // a machine may have no ::1
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve()));
  });
}

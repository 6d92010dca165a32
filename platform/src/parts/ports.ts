import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const taken = new Set<number>();

/**
 * Below the ephemeral ports (from 32768 on Linux), so that no outgoing connection takes the port before its program
 * listens. Random, unlike get-port's ranges: parallel runs would compete for the same first port.
 */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A free TCP port; never the same twice in this process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (taken.has(port) || !(await isFree(port)) || taken.has(port)) continue; // a concurrent call may have taken it
    taken.add(port);
    return port;
  }
}

/** Excludes a port from `freePort`. */
export function reservePort(port: number): void {
  taken.add(port);
}

/** Whether the port is free on both loopback addresses, as `localhost` may mean either. */
export async function isFree(port: number): Promise<boolean> {
  const tries = await Promise.allSettled([listenOnce(port, '127.0.0.1'), listenOnce(port, '::1')]);
  const [ipv4, ipv6] = tries.map((one) => (one.status === 'rejected' ? codeOf(one.reason) : undefined));
  return ipv4 === undefined && ipv6 !== 'EADDRINUSE'; // ::1 may not exist
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

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const taken = new Set<number>();

/**
 * Below the ephemeral ports (from 32768 on Linux), so that no outgoing connection takes the port before its program
 * listens.
 */
const LOWEST = 10_000;
const BLOCKS = 220;
const BLOCK_SIZE = 100;

let block = { next: 0, end: 0 };
let last: Promise<unknown> = Promise.resolve();

/** A free TCP port; never the same twice in this process, nor in another one while this process runs. */
export function freePort(): Promise<number> {
  const port = last.then(nextFree);
  last = port.catch(() => undefined);
  return port;
}

async function nextFree(): Promise<number> {
  for (;;) {
    if (block.next >= block.end) block = await claimBlock();
    const port = block.next;
    block.next += 1;
    if (taken.has(port) || !(await isFree(port))) continue;
    taken.add(port);
    return port;
  }
}

/**
 * A block of ports belongs to the process that listens on its first one. Products start side by side, and a program
 * listens on its port only seconds after the port was chosen: a port that was merely free could be chosen twice.
 */
async function claimBlock(): Promise<{ next: number; end: number }> {
  const offset = randomInt(BLOCKS);
  for (let i = 0; i < BLOCKS; i += 1) {
    const start = LOWEST + ((offset + i) % BLOCKS) * BLOCK_SIZE;
    if (await guards(start)) return { next: start + 1, end: start + BLOCK_SIZE };
  }
  throw new Error(`all ports from ${LOWEST} to ${LOWEST + BLOCKS * BLOCK_SIZE - 1} are taken`);
}

/** Tries to listen on the port until this process ends. @returns false if another process listens there */
function guards(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.unref();
      resolve(true);
    });
  });
}

/** Excludes a port from `freePort`. */
export function reservePort(port: number): void {
  taken.add(port);
}

/** True if the port is free on both loopback addresses, because `localhost` may mean either. */
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

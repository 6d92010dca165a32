import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort, isFree } from './ports.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
});

function listening(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(port, host, () => {
      servers.push(server);
      resolve();
    });
  });
}

test.each(['127.0.0.1', '::1'])('a port with a listener on %s is not free', async (host) => {
  const port = await freePort();
  expect(await isFree(port)).toBe(true);
  const taken = await listening(port, host).catch((error: NodeJS.ErrnoException) => error.code);
  expect(await isFree(port)).toBe(taken === 'EADDRNOTAVAIL'); // ::1 may not exist
});

test('all ports are different', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
});

test("the first port of a process's block is taken, so that no other process claims the block", async () => {
  const port = await freePort();
  expect(port % 100).toBeGreaterThan(0);
  expect(await isFree(port - (port % 100))).toBe(false);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@touchline/local-stack/testing';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/testing/tiny-service.js', import.meta.url));

test('a service migrates, serves, and on SIGTERM drains, stops in order and exits with 0', async () => {
  const database = await createTestDatabase('games');
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    NATS_URL: 'nats://127.0.0.1:9', // no server: the start does not wait for NATS
    JWKS_URL: 'http://127.0.0.1:9/',
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '5',
  };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const messages: string[] = [];
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
      messages.push(msg);
      if (msg !== 'ready') continue;
      const response = await fetch(`${url}/readyz`);
      expect(response.status).toBe(200); // no restart because of NATS
      expect(await response.json()).toMatchObject({
        data: {
          ready: { database: true },
          notes: { bus: { ok: false, detail: 'not connected; events are queued' } },
        },
      });
      child.kill('SIGTERM');
      // Draining: it still responds, and every response closes its connection.
      await expect
        .poll(async () => (await fetch(`${url}/healthz`)).headers.get('connection'), {
          interval: 20,
        })
        .toBe('close');
    }
    expect(await exited).toEqual([0, null]);
    expect(messages.filter((text) => text !== 'NATS unreachable; will retry')).toEqual(['ready', 'stopped']);
  } finally {
    child.kill('SIGKILL');
    await database.drop();
  }
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type TestNats, testNats } from '@touchline/local-stack/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../process/log.ts';
import { openBus } from './bus.ts';

let nats: TestNats;
beforeAll(async () => {
  nats = await testNats({ users: true });
});
afterAll(() => nats?.stop());

const at = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../dist/${path}.js`, import.meta.url)));

test('a connection that ends unexpectedly ends the process', async () => {
  const program = `
    import { openBus } from ${at('messaging/bus')};
    import { createLog } from ${at('process/log')};
    import { onShutdown } from ${at('process/shutdown')};
    const log = createLog('test');
    const bus = openBus(${JSON.stringify(nats.urlOf('games'))}, { name: 'games', log });
    onShutdown(log, () => bus.close());
    await (await bus.connection()).close();
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const timeout = setTimeout(() => child.kill(), 20_000);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  clearTimeout(timeout);
  expect(output).toContain('NATS connection ended');
  expect(code).toBe(1);
});

test('bus reconnects after NATS has rejected its password several times', async () => {
  const bus = openBus(nats.urlOf('games'), { name: 'games', log: createLog('test', 'silent') });
  const nc = await bus.connection();
  const rejections = (async () => {
    let count = 0;
    for await (const status of nc.status())
      if (status.type === 'error' && /authorization/i.test(String(status.error))) {
        count += 1;
        if (count === 3) break;
      }
    return count;
  })();
  await nats.down();
  await nats.up((user) => `another password of ${user}`);
  expect(await rejections).toBe(3);
  expect(bus.connected()).toBe(false);
  await nats.down();
  await nats.up();
  await expect.poll(() => bus.connected()).toBe(true);
  await bus.close();
});

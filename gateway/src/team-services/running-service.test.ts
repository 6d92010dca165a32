import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@touchline/local-stack/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createFolder, gatewaySuite } from '../testing/gateway-under-test.ts';
import { RELEASE_SECRET, releaseToken } from '../testing/release-team.ts';
import { visitor } from '../testing/visitor.ts';

const MAIN = fileURLToPath(
  new URL('../../../packages/service-kit/dist/testing/tiny-team-service.js', import.meta.url),
);
const LIMITS = { requests_per_minute: 60, concurrent_requests: 4, timeout_ms: 1_000 };
const PREVIOUS = { ...LIMITS, endpoints: [{ method: 'GET', path: '/rivals/previous', auth: 'none' }] };

const gateway = gatewaySuite(createTestDatabase, () => ({
  RELEASE_SECRET,
  TEAM_SERVICES: 'rivals=http://127.0.0.1:1',
}));
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase('rivals');
});
afterAll(() => database?.drop());

let child: ChildProcess | undefined;
afterEach(async () => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
});

/** Starts a new version of the service, which declares `/rivals/new`. @returns the process and its log messages */
function startVersion(env: Record<string, string> = {}) {
  const packageJson = join(createFolder('rivals'), 'package.json');
  writeFileSync(
    packageJson,
    JSON.stringify({ name: 'rivals', teamService: { limits: LIMITS, consumes: [] } }),
  );
  const started = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      NATS_URL: 'nats://127.0.0.1:9',
      JWKS_URL: `${gateway.url}/.well-known/jwks.json`,
      SERVICE_TOKEN: releaseToken('rivals').authorization.replace('Bearer ', ''),
      HOST: '127.0.0.1',
      PORT: '0',
      PACKAGE_JSON: packageJson,
      READY: 'true',
      ...env,
    },
  });
  child = started;
  const messages: string[] = [];
  createInterface({ input: started.stdout }).on('line', (line) => messages.push(JSON.parse(line).msg));
  return { child: started, messages };
}

const registerPrevious = async () => {
  const { status } = await visitor(gateway.url).put('/api/services/rivals', PREVIOUS, releaseToken('rivals'));
  expect(status).toBe(200);
};
const readPaths = async () => {
  const { declaration } = await gateway.db('team_services').where({ name: 'rivals' }).first();
  return declaration.endpoints.map(({ path }: { path: string }) => path);
};
const REGISTERED = 'registered at the gateway';

test('a version of a team service whose port is taken does not change what the gateway forwards', async () => {
  await registerPrevious();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { child, messages } = startVersion({ PORT: String((other.address() as AddressInfo).port) });
  expect(await once(child, 'exit')).toEqual([1, null]);
  other.close();
  expect(messages).not.toContain(REGISTERED);
  expect(await readPaths()).toEqual(['/rivals/previous']);
});

test('a version of a team service that is not ready does not change what the gateway forwards', async () => {
  await registerPrevious();
  const { messages } = startVersion({ READY: 'false' });
  await expect.poll(() => messages).toContain('not registered at the gateway; will retry');
  expect(messages).not.toContain(REGISTERED);
  expect(await readPaths()).toEqual(['/rivals/previous']);
});

test('a running team service registers at its start, and again on SIGUSR2', async () => {
  const { child, messages } = startVersion();
  await expect.poll(() => messages).toContain(REGISTERED);
  expect(await readPaths()).toEqual(['/rivals/new']);
  await registerPrevious();
  child.kill('SIGUSR2');
  await expect.poll(readPaths).toEqual(['/rivals/new']);
});

import { Writable } from 'node:stream';
import { TouchlineError } from '@touchline/api/errors';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../process/metrics.ts';
import { createKoa } from './app.ts';
import { listen } from './server.ts';

/** Starts an application that fails every request with `error`, except health checks. */
async function start(error: TouchlineError) {
  const lines: { status?: number; rate_limited?: number; msg?: string; code?: string; err?: object }[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const metrics = createMetrics('test');
  const checks = { count: 0, isReady: true };
  const ready = async () => {
    checks.count++;
    return { database: checks.isReady };
  };
  const koa = createKoa({ log: pino({}, to), metrics, ready });
  koa.use(() => {
    throw error;
  });
  return { lines, metrics, checks, ...(await listen(koa, 0, '127.0.0.1')) };
}

const repeat = (times: number, url: string) =>
  Promise.all(Array.from({ length: times }, async () => (await fetch(url)).arrayBuffer()));

test('N4 the log has one in a thousand rate-limited requests, with a running count; the metrics count all of them', async () => {
  const app = await start(new TouchlineError('RATE_LIMITED', 'Too many requests.'));
  for (let batch = 0; batch < 15; batch++) await repeat(100, `${app.url}/api/games`);
  expect(app.lines.map(({ status, rate_limited }) => [status, rate_limited])).toEqual([
    [429, 1],
    [429, 1001],
  ]);
  expect(await app.metrics.text()).toContain(
    '_count{service="test",method="GET",route="none",status="429"} 1500',
  );
  await app.close();
});

test('the log has one line for each other failed request', async () => {
  const app = await start(new TouchlineError('NOT_FOUND', 'Not found.'));
  await repeat(3, `${app.url}/api/games`);
  expect(app.lines.map(({ status }) => status)).toEqual([404, 404, 404]);
  await app.close();
});

test('an error code of a team service without its status is a 500 that the log has with code and stack', async () => {
  const app = await start(new TouchlineError('RIVAL_TAKEN', 'This rival is taken.'));
  await repeat(1, `${app.url}/api/rivals`);
  expect(app.lines).toMatchObject([
    { msg: 'request failed', code: 'RIVAL_TAKEN', err: { stack: expect.stringContaining('app.test') } },
    { status: 500 },
  ]);
  await app.close();
});

test('S15 a flood of readiness checks queries the dependencies once per second', async () => {
  const app = await start(new TouchlineError('NOT_FOUND', 'Not found.'));
  const since = performance.now();
  for (let batch = 0; batch < 5; batch++) await repeat(100, `${app.url}/readyz`);
  expect(app.checks.count).toBeLessThanOrEqual(Math.ceil((performance.now() - since) / 1_000));
  app.checks.isReady = false;
  await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status).toBe(503);
  await app.close();
});

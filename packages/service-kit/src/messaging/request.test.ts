import { once } from 'node:events';
import { TouchlineError } from '@touchline/api/errors';
import { requestType } from '@touchline/api/event';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLog } from '../process/log.ts';
import { busSuite } from '../testing/bus-suite.ts';
import { openBus } from './bus.ts';
import { reply, request } from './request.ts';

const suite = busSuite();
const double = requestType('request.test.double', z.object({ n: z.number() }), z.object({ n: z.number() }));

describe('requests over NATS', () => {
  test('a request reaches one of the replicas', async () => {
    const client = suite.bus('admin');
    let requests = 0;
    for (const bus of [suite.bus('games'), suite.bus('games')])
      reply(bus, double, async ({ n }) => {
        requests++;
        return { n: 2 * n };
      });
    await expect.poll(() => request(client, double, { n: 21 }).catch(() => null)).toEqual({ n: 42 });
    expect(requests).toBe(1);
  });

  test('a request without a reply fails fast with UPSTREAM_UNAVAILABLE', async () => {
    const client = suite.bus('admin');
    await client.connection();
    await expect(request(client, double, { n: 1 })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await suite.nats.down();
    await expect(request(client, double, { n: 1 })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await suite.nats.up();
  });

  test('a request in progress is answered before the bus closes', async () => {
    const [client, bus] = [suite.bus('admin'), suite.bus('games')];
    const other = await client.connection();
    let running = false;
    reply(bus, double, async ({ n }) => {
      running = true;
      await once(bus.closing, 'abort');
      // More round trips than a drain needs.
      for (let count = 0; count < 50; count++) await other.flush();
      return { n: 2 * n };
    });
    await (await bus.connection()).flush();
    const response = request(client, double, { n: 21 }, { timeoutMs: 10_000 });
    await expect.poll(() => running).toBe(true);
    await bus.close();
    expect(await response).toEqual({ n: 42 });
  });

  test('a reply larger than NATS accepts is UPSTREAM_UNAVAILABLE, and the process continues', async () => {
    const bus = suite.bus();
    const repeat = requestType('request.test.repeat', z.object({ n: z.number() }), z.string());
    reply(bus, repeat, async ({ n }) => 'x'.repeat(n));
    await (await bus.connection()).flush();
    await expect(request(bus, repeat, { n: 9_000_000 }, { timeoutMs: 500 })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    expect(await request(bus, repeat, { n: 3 })).toBe('xxx');
  });

  test('a request is UPSTREAM_UNAVAILABLE while the database is down, as over HTTP', async () => {
    const bus = suite.bus();
    const unavailable = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    reply(bus, double, async () => Promise.reject(unavailable));
    const message = 'The service is busy or restarting. Please try again.';
    await expect
      .poll(() => request(bus, double, { n: 1 }).catch((error: Error) => error.message))
      .toBe(message);
    await expect(request(bus, double, { n: 1 })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message,
    });
  });

  test('an error reply keeps code, message and invalid fields', async () => {
    const bus = suite.bus();
    const failure = { code: 'VALIDATION_FAILED', details: [{ path: 'n', message: 'must be even' }] };
    reply(bus, double, async () =>
      Promise.reject(new TouchlineError(failure.code, 'n: must be even', { details: failure.details })),
    );
    await expect
      .poll(() => request(bus, double, { n: 1 }).catch((error: unknown) => error))
      .toMatchObject({ ...failure, message: 'n: must be even' });
  });

  test('an error reply keeps the status of a code that the requesting service does not know', async () => {
    const bus = suite.bus();
    reply(bus, double, async () =>
      Promise.reject(new TouchlineError('RIVAL_TAKEN', 'This rival is taken.', { status: 409 })),
    );
    await expect
      .poll(() => request(bus, double, { n: 1 }).catch((error: unknown) => error))
      .toMatchObject({ code: 'RIVAL_TAKEN', status: 409 });
  });

  test.each([0, 42.5, 200, 600])(
    'an error reply with the status %d has the status of its code, or 500',
    async (status) => {
      const bus = suite.bus();
      reply(bus, double, async () => Promise.reject(new TouchlineError('TYPO', 'Not a status.', { status })));
      await expect
        .poll(() => request(bus, double, { n: 1 }).catch((error: unknown) => error))
        .toMatchObject({ code: 'TYPO', status: 500 });
    },
  );

  test('an error with a code that has no status is logged with its stack', async () => {
    const lines: string[] = [];
    const log = createLog('games', 'error', { destination: { write: (line) => void lines.push(line) } });
    const bus = openBus(suite.nats.url, { name: 'games', log });
    reply(bus, double, async () => Promise.reject(new TouchlineError('TYPO', 'This rival is taken.')));
    await expect
      .poll(() => request(bus, double, { n: 1 }).catch((error: unknown) => error))
      .toMatchObject({ code: 'TYPO', status: 500 });
    expect(JSON.parse(lines[0]!)).toMatchObject({
      msg: 'request handler failed',
      err: { code: 'TYPO', stack: expect.stringContaining('request.test.ts') },
    });
    await bus.close();
  });

  test('an error reply does not leak the error of the handler', async () => {
    const bus = suite.bus();
    reply(bus, double, async () => Promise.reject(new Error('select secrets')));
    const readError = () =>
      request(bus, double, { n: 1 }).catch((error: { code: string; message: string }) => error);
    await expect.poll(async () => ((await readError()) as { code: string }).code).toBe('INTERNAL');
    expect(JSON.stringify(await readError())).not.toContain('secrets');
  });
});

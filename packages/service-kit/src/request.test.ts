import { TouchlineError } from '@touchline/api/errors';
import { requestType } from '@touchline/api/event';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { reply, request } from './request.ts';
import { busSuite } from './testing/bus-suite.ts';

const suite = busSuite();
const double = requestType('request.test.double', z.object({ n: z.number() }), z.object({ n: z.number() }));

describe('a question', () => {
  test('is answered by one of the replicas', async () => {
    const asking = suite.bus('admin');
    let asked = 0;
    for (const bus of [suite.bus('games'), suite.bus('games')])
      reply(bus, double, async ({ n }) => {
        asked++;
        return { n: 2 * n };
      });
    await expect
      .poll(() => request(asking, double, { n: 21 }).catch(() => null), { timeout: 5_000 })
      .toEqual({ n: 42 });
    expect(asked).toBe(1);
  });

  test('without an answer fails fast with UPSTREAM_UNAVAILABLE', async () => {
    const asking = suite.bus('admin');
    await asking.connection();
    await expect(request(asking, double, { n: 1 })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await suite.nats.down();
    await expect(request(asking, double, { n: 1 })).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    await suite.nats.up();
  });

  test('answers UPSTREAM_UNAVAILABLE while the database is down, as over HTTP', async () => {
    const bus = suite.bus();
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    reply(bus, double, async () => Promise.reject(away));
    const message = 'The service is busy or restarting. Please try again.';
    await expect
      .poll(() => request(bus, double, { n: 1 }).catch((error: Error) => error.message), { timeout: 5_000 })
      .toBe(message);
    await expect(request(bus, double, { n: 1 })).rejects.toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message,
    });
  });

  test('is refused with code, message and the fields that are wrong', async () => {
    const bus = suite.bus();
    const refusal = { code: 'VALIDATION_FAILED', details: [{ path: 'n', message: 'must be even' }] };
    reply(bus, double, async () =>
      Promise.reject(new TouchlineError(refusal.code, 'n: must be even', { details: refusal.details })),
    );
    await expect
      .poll(() => request(bus, double, { n: 1 }).catch((error: unknown) => error), { timeout: 5_000 })
      .toMatchObject({ ...refusal, message: 'n: must be even' });
  });

  test('does not leak the error of its handler', async () => {
    const bus = suite.bus();
    reply(bus, double, async () => Promise.reject(new Error('select secrets')));
    const wrong = () =>
      request(bus, double, { n: 1 }).catch((error: { code: string; message: string }) => error);
    await expect
      .poll(async () => ((await wrong()) as { code: string }).code, { timeout: 5_000 })
      .toBe('INTERNAL');
    expect(JSON.stringify(await wrong())).not.toContain('secrets');
  });
});

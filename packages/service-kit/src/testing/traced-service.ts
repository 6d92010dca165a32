import { createRequire } from 'node:module';
import { event, requestType } from '@touchline/api/event';
import { z } from 'zod';
import { isDatabaseReachable, query } from '../data/database.ts';
import { initialSchema } from '../data/migrations.ts';
import { createKoa } from '../http/app.ts';
import { outboxTable, publishFromOutbox, writeOutbox } from '../messaging/outbox.ts';
import { reply, request } from '../messaging/request.ts';
import { subscribe } from '../messaging/subscribe.ts';
import { readEnv, serviceEnv } from '../process/env.ts';
import { inBackgroundSpan } from '../process/traces.ts';
import { runService } from '../service.ts';

// A service whose endpoint uses everything that has spans: a statement, a NATS request, a transaction with an event.
const env = readEnv(serviceEnv);
const migrations = [initialSchema([outboxTable])];
const number = z.object({ n: z.number() });
const double = requestType('request.test.double', number, number);
const doubled = event('games.test.doubled', number);

await runService({ name: 'games', env, migrations }, ({ db, bus, log }) => {
  const readBack = (n: number, from: string) =>
    query<{ n: number }>(db, 'select ?::int as n, ?::text as from', [n, from]);
  reply(bus, double, async ({ n }) => {
    await readBack(n, 'secret of the request');
    return { n: 2 * n };
  });
  subscribe(bus, doubled, { durable: 'traced' }, async ({ n }) => {
    await readBack(n, 'secret of the event');
    log.info('event received');
  });
  publishFromOutbox(db, bus);
  const polled = inBackgroundSpan('poll', () => readBack(0, 'secret of the poll'));
  const koa = createKoa({ log, ready: async () => ({ database: await isDatabaseReachable(db) }) });
  koa.use(async (ctx) => {
    ctx.state.route = '/games/:id';
    const { n } = await request(bus, double, { n: 21 });
    await db.transaction((trx) => writeOutbox(trx, doubled, { n }));
    await polled;
    const failed = await query(db, 'select ?::int', ['secret value']).catch(() => 1);
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    const library = loaded.some((file) => file.includes('@opentelemetry/sdk-trace'));
    ctx.body = { n, failed, library, headers: Object.keys(ctx.headers).sort() };
  });
  return { koa, stop: async () => {} };
});

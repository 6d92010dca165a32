import { isDatabaseReachable } from '../data/database.ts';
import { initialSchema } from '../data/migrations.ts';
import { createKoa } from '../http/app.ts';
import { natsNote } from '../http/health.ts';
import { outboxTable } from '../messaging/outbox.ts';
import { readEnv, serviceEnv } from '../process/env.ts';
import { runService } from '../service.ts';

const service = {
  name: 'games',
  env: readEnv(serviceEnv),
  migrations: [initialSchema([outboxTable])],
};

await runService(service, ({ db, bus, log }) => ({
  koa: createKoa({
    log,
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: { bus: natsNote(bus) },
  }),
  stop: async () => log.info('stopped'),
}));

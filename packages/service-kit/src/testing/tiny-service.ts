import { createKoa } from '../app.ts';
import { isDatabaseReachable } from '../database.ts';
import { readEnv, serviceEnv } from '../env.ts';
import { natsNote } from '../health.ts';
import { initialSchema } from '../migrations.ts';
import { outboxTable } from '../outbox.ts';
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

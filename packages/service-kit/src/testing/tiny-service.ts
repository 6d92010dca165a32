import { initialSchema } from '../data/migrations.ts';
import { createServiceKoa } from '../http/app.ts';
import { outboxTable } from '../messaging/outbox.ts';
import { readEnv, serviceEnv } from '../process/env.ts';
import { runService } from '../service.ts';

const service = {
  name: 'games',
  env: readEnv(serviceEnv),
  migrations: [initialSchema([outboxTable])],
};

await runService(service, (foundation) => ({
  koa: createServiceKoa(foundation),
  stop: async () => foundation.log.info('stopped'),
}));

import { readEnv } from '@touchline/service-kit/process/env';
import { runService } from '@touchline/service-kit/service';
import { createApp } from './app.ts';
import { relayEnv } from './env.ts';
import { migrations } from './migrations.ts';

const env = readEnv(relayEnv);

await runService({ name: 'fpl-relay', env, migrations }, ({ db, bus, log, metrics }) =>
  createApp({ db, bus, log, metrics, calendar: env.CALENDAR, feedUrl: env.FPL_URL }),
);

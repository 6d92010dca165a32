import { endpoint } from '@touchline/api/endpoint';
import { z } from 'zod';
import { createKoa } from '../http/app.ts';
import { readEnv } from '../process/env.ts';
import { runTeamService } from '../team-service.ts';

/** PACKAGE_JSON: path of the service's package.json. READY: what the service reports. */
const { PACKAGE_JSON, READY } = readEnv(
  z.object({ PACKAGE_JSON: z.string(), READY: z.enum(['true', 'false']) }),
);
const read = endpoint({
  method: 'GET',
  path: '/rivals/new',
  auth: 'none',
  summary: 'An endpoint that the previous version does not have',
  data: z.object({}),
});

await runTeamService(
  { packageJson: new URL(`file://${PACKAGE_JSON}`), endpoints: { read }, migrations: [] },
  ({ log }) => ({
    koa: createKoa({ log, ready: async () => ({ dependency: READY === 'true' }) }),
    stop: async () => {},
  }),
);

import { runService } from '@touchline/service-kit/service';
import { createApp } from './app.ts';
import { loadSigningKey } from './auth/signing-keys.ts';
import { readGatewayEnv } from './env.ts';
import { listenOnBoth } from './listen.ts';
import { migrations } from './migrations.ts';

const env = readGatewayEnv();

await runService(
  { name: 'gateway', env, migrations, listen: listenOnBoth(env) },
  async ({ db, bus, log, metrics }) => {
    const signingKey = await loadSigningKey(db, Date.now());
    const gateway = createApp({ env, db, bus, log, signingKey, metrics });
    await gateway.start();
    return { koa: gateway.app, stop: gateway.stop };
  },
);

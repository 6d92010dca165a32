import { runService } from '@touchline/service-kit/service';
import { createApp } from './app.ts';
import { readGatewayEnv } from './env.ts';
import { openKeyRing } from './keys/key-ring.ts';
import { createWrapping } from './keys/wrapping.ts';
import { listenOnBoth } from './listen.ts';
import { migrations } from './migrations.ts';

const env = readGatewayEnv();

await runService(
  { name: 'gateway', env, migrations, listen: listenOnBoth(env) },
  async ({ db, bus, log, metrics }) => {
    const wrapping = createWrapping({ current: env.KEYS_SECRET, previous: env.KEYS_SECRET_PREVIOUS });
    const keys = await openKeyRing({ db, wrapping, log, now: Date.now });
    const gateway = createApp({ env, db, bus, log, keys, metrics });
    await gateway.start();
    return { koa: gateway.app, stop: gateway.stop };
  },
);

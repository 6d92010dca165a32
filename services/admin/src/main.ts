import { createVerifier } from '@touchline/service-kit/http/auth';
import { followEndedSessions } from '@touchline/service-kit/http/ended-sessions';
import { readEnv, serviceEnv } from '@touchline/service-kit/process/env';
import { runService } from '@touchline/service-kit/service';
import { createApp } from './app.ts';
import { migrations } from './migrations.ts';

const env = readEnv(serviceEnv);

await runService({ name: 'admin', env, migrations }, async ({ db, bus, log, metrics }) => {
  const ended = await followEndedSessions(bus);
  const verifier = createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS, ended });
  return createApp({ db, bus, log, metrics, verifier, now: Date.now });
});

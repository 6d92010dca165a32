import type { Migration } from './data/migrations.ts';
import { createVerifier, type Verifier } from './http/auth.ts';
import { readEnv } from './process/env.ts';
import {
  buildDeclaration,
  readManifest,
  registerAtGateway,
  teamServiceEnv,
} from './registration/registration.ts';
import { type App, type Foundation, runService } from './service.ts';

interface TeamService {
  /** URL of its package.json, whose field `teamService` has limits and consumed events. */
  packageJson: URL;
  /** Its module of endpoints. The gateway forwards these and nothing else. */
  endpoints: Readonly<Record<string, unknown>>;
  migrations: readonly Migration[];
}

/**
 * Runs a team's service: as `runService`, and registers it at the gateway. The gateway forwards no token of an ended session, so the
 * service does not follow sessions and needs no right to their events.
 */
export async function runTeamService(
  { packageJson, endpoints, migrations }: TeamService,
  build: (foundation: Foundation & { verifier: Verifier }) => App | Promise<App>,
): Promise<void> {
  const env = readEnv(teamServiceEnv);
  const { name, limits } = readManifest(packageJson);
  const verifier = createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS });
  await runService({ name, env, migrations }, async (foundation) => {
    const app = await build({ ...foundation, verifier });
    const { bus, log } = foundation;
    void registerAtGateway({
      gateway: new URL(env.JWKS_URL).origin,
      name,
      token: env.SERVICE_TOKEN,
      declaration: buildDeclaration(limits, endpoints),
      log,
      signal: bus.closing,
    });
    return app;
  });
}

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@touchline/api/client';
import type { AnyEndpoint } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import {
  registerService,
  type ServiceDeclaration,
  type ServiceLimits,
} from '@touchline/api/http/team-services';
import { readTeamServiceManifest, type TeamServiceManifest } from '@touchline/api/team-service-manifest';
import { z } from 'zod';
import type { Migration } from './data/migrations.ts';
import { createVerifier, type Verifier } from './http/auth.ts';
import { readEnv, serviceEnv } from './process/env.ts';
import type { Log } from './process/log.ts';
import { type App, type Foundation, runService } from './service.ts';

/** The environment of a team service. */
const teamServiceEnv = serviceEnv.extend({
  /** Token of this service, with which it registers at the gateway. */
  SERVICE_TOKEN: z.string().min(1),
});

interface TeamService {
  /** URL of its package.json, whose field `teamService` has limits and consumed events. */
  packageJson: URL;
  /** Its module of endpoints. The gateway forwards these and nothing else. */
  endpoints: Readonly<Record<string, unknown>>;
  migrations: readonly Migration[];
}

/**
 * Runs a team service: as `runService`, and registers it at the gateway once it is ready, because a version that cannot start must
 * not change what the gateway forwards to the running one. SIGUSR2 registers it again. The gateway forwards no token of an ended
 * session, so the service does not follow sessions and needs no right to their events.
 */
export async function runTeamService(
  { packageJson, endpoints, migrations }: TeamService,
  build: (foundation: Foundation & { verifier: Verifier }) => App | Promise<App>,
): Promise<void> {
  const env = readEnv(teamServiceEnv);
  const { name, limits } = readManifest(packageJson);
  const verifier = createVerifier({ jwksUrl: env.JWKS_URL, adminWallets: env.ADMIN_WALLETS });
  const { bus, log, url } = await runService({ name, env, migrations }, (foundation) =>
    build({ ...foundation, verifier }),
  );
  const register = () =>
    void registerAtGateway({
      url,
      gateway: new URL(env.JWKS_URL).origin,
      name,
      token: env.SERVICE_TOKEN,
      declaration: buildDeclaration(limits, endpoints),
      log,
      signal: bus.closing,
    });
  process.on('SIGUSR2', register);
  register();
}

/** @param file URL of the package.json of a team service. @throws Error naming a wrong field */
function readManifest(file: URL): TeamServiceManifest {
  const manifest = readTeamServiceManifest(JSON.parse(readFileSync(file, 'utf8')));
  if (manifest === null) throw new Error(`${file.pathname} has no field teamService`);
  return manifest;
}

/** Builds the declaration of a service from its limits and everything that its module of endpoints exports. */
function buildDeclaration(
  limits: ServiceLimits,
  endpoints: Readonly<Record<string, unknown>>,
): ServiceDeclaration {
  const declared = Object.values(endpoints).filter(isEndpoint);
  return {
    ...limits,
    endpoints: declared.map(({ method, path, auth }) => ({
      method,
      path,
      auth,
    })) as ServiceDeclaration['endpoints'],
  };
}

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value;

const RETRY_MS = { first: 500, most: 30_000 };

interface Registration {
  /** Address at which the service listens. */
  url: string;
  /** Origin of the gateway. */
  gateway: string;
  name: string;
  token: string;
  declaration: ServiceDeclaration;
  log: Log;
  signal: AbortSignal;
}

/**
 * Registers a service at the gateway. A rejection is logged with the wrong fields; it is repeated until the gateway accepts, because
 * an operator can correct the cause. Never rejects.
 */
async function registerAtGateway({
  url,
  gateway,
  name,
  token,
  declaration,
  log,
  signal,
}: Registration): Promise<void> {
  const client = createClient({ base: `${gateway}/api`, token: () => token, timeoutMs: 5_000 });
  for (let pause = RETRY_MS.first; !signal.aborted; pause = Math.min(2 * pause, RETRY_MS.most)) {
    try {
      const { ok } = await fetch(`${url}/readyz`, { signal });
      if (!ok) throw new Error('the service is not ready');
      const { prefix } = await client.request(registerService, {
        params: { name },
        body: declaration,
        signal,
      });
      return log.info({ prefix }, 'registered at the gateway');
    } catch (error) {
      if (signal.aborted) return;
      const { code, details } =
        error instanceof TouchlineError ? error : { code: undefined, details: undefined };
      log.warn({ err: error, code, details }, 'not registered at the gateway; will retry');
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
}

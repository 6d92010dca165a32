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
  const base = `${new URL(env.JWKS_URL).origin}/api`;
  const client = createClient({ base, token: () => env.SERVICE_TOKEN, timeoutMs: 5_000 });
  const body = buildDeclaration(limits, endpoints);
  const register = async (signal: AbortSignal) => {
    const { ok } = await fetch(`${url}/readyz`, { signal });
    if (!ok) throw new Error('the service is not ready');
    const { prefix } = await client.request(registerService, { params: { name }, body, signal });
    log.info({ prefix }, 'registered at the gateway');
  };
  const keepRegistering = () => void repeatUntilRegistered(register, log, bus.closing);
  process.on('SIGUSR2', keepRegistering);
  keepRegistering();
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

/**
 * Repeats the registration until the gateway accepts it, because an operator can correct the cause of a rejection, which is logged
 * with the wrong fields. Never rejects.
 */
async function repeatUntilRegistered(
  register: (signal: AbortSignal) => Promise<void>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  for (let pause = RETRY_MS.first; !signal.aborted; pause = Math.min(2 * pause, RETRY_MS.most)) {
    try {
      return await register(signal);
    } catch (error) {
      if (signal.aborted) return;
      const { code, details } =
        error instanceof TouchlineError ? error : { code: undefined, details: undefined };
      log.warn({ err: error, code, details }, 'not registered at the gateway; will retry');
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }
}

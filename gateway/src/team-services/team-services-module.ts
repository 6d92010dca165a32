import type { Actor } from '@touchline/api/admin-values';
import { TouchlineError } from '@touchline/api/errors';
import type { AdminService } from '@touchline/api/http/admin-services';
import { ALL_REMOTES } from '@touchline/api/http/releases';
import { registerService, type ServiceDeclaration } from '@touchline/api/http/team-services';
import type { Database } from '@touchline/service-kit/data/database';
import { API_PREFIX, type Routes, route } from '@touchline/service-kit/http/route';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type { GatewayEnv } from '../env.ts';
import type { TokenHolder } from '../remotes/release-tokens.ts';
import { createReleaseTokens } from '../remotes/release-tokens.ts';
import type { Forward } from '../routing/forward.ts';
import type { RouteTable } from '../routing/routes.ts';
import { createActiveServices } from './active-services.ts';
import { listAdminServices, revokeByAdmin } from './admin-services.ts';
import { checkDeclaration } from './check-declaration.ts';
import { createHealthChecks } from './health-checks.ts';
import { storeService } from './team-services.store.ts';

/** Administration of the registered services. */
export type ServiceRegistry = Pick<ReturnType<typeof createTeamServices>, 'list' | 'revoke'>;

interface TeamServicesDeps {
  env: GatewayEnv;
  db: Database;
  log: Log;
  metrics: Metrics | undefined;
  forward: Forward;
  /** Gets the routes of all registered services after each change. */
  table: Pick<RouteTable, 'setRegistered'>;
  /** Epoch ms. */
  now: () => number;
}

/** Wires the team services: registration, routes, health and administration. */
export function createTeamServices(deps: TeamServicesDeps) {
  const { env, db, log, metrics, forward, table, now } = deps;
  const addresses = env.TEAM_SERVICES;
  const max = {
    requests_per_minute: env.TEAM_SERVICE_REQUESTS_PER_MINUTE,
    concurrent_requests: env.TEAM_SERVICE_CONCURRENT_REQUESTS,
    timeout_ms: env.TEAM_SERVICE_TIMEOUT_MS,
  };
  const tokens = createReleaseTokens(db, env.RELEASE_SECRET);
  const health = createHealthChecks(metrics, now);
  const active = createActiveServices({ db, addresses, forward, table });
  const checkHealth = () => health.run(active.list());
  const list = () => listAdminServices(db, { addresses, health });
  return {
    /** Loads the registered services, with the changes by other replicas. */
    reload: active.reload,
    checkHealth,
    list,
    /** Revokes or restores a service. @throws TouchlineError NOT_FOUND */
    async revoke({ name, revoked, by }: { name: string; revoked: boolean; by: Actor }) {
      await revokeByAdmin(db, { name, revoked, by, now: now() });
      await active.reload();
      return (await list()).find((service) => service.name === name) as AdminService;
    },
    addRoutes(routes: Routes) {
      const options = {
        checkRelease: async (ctx: Parameters<typeof tokens.requireHolder>[0]) => {
          ctx.state.holder = await tokens.requireHolder(ctx);
        },
      };
      const register = async (name: string, holder: TokenHolder, declaration: ServiceDeclaration) => {
        assertHolder(holder, name);
        checkDeclaration(name, declaration, max);
        if (!addresses.has(name)) throw withoutAddress(name);
        const changed = await storeService(db, { name, declaration, token: holder.number }, new Date(now()));
        if (changed)
          log.info({ name, ...declaration, endpoints: declaration.endpoints.length }, 'service registered');
        await active.reload();
        void checkHealth();
        return { prefix: `${API_PREFIX}/${name}`, changed };
      };
      route(
        routes,
        registerService,
        ({ params: { name }, body, ctx }) => register(name, ctx.state.holder, body),
        options,
      );
    },
  };
}

function assertHolder({ remote }: TokenHolder, name: string): void {
  if (remote !== ALL_REMOTES && remote !== name)
    throw new TouchlineError('FORBIDDEN', `This requires the token of the service ${name}.`);
}

const withoutAddress = (name: string) =>
  new TouchlineError(
    'CHANGE_REFUSED',
    `The operator has configured no address for ${name} (TEAM_SERVICES). Nothing was registered.`,
    { details: [{ path: 'name', message: 'has no address in TEAM_SERVICES' }] },
  );

import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { type Database, isDatabaseReachable } from '@touchline/service-kit/data/database';
import { createKoa } from '@touchline/service-kit/http/app';
import { createRoutes, mount } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { publishFromOutbox } from '@touchline/service-kit/messaging/outbox';
import { keepDoing } from '@touchline/service-kit/process/keep-doing';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type { Context, Next } from 'koa';
import { replyToAdminRequests } from './administration/administration.requests.ts';
import { createAuthModule } from './auth/auth-module.ts';
import { createPublicConfig, type PublicConfig } from './config/public-config.ts';
import { createDemoReplay } from './demo/demo-replay.ts';
import { docsPage } from './docs/docs-page.ts';
import { openApiRoutes } from './docs/openapi.routes.ts';
import type { GatewayEnv } from './env.ts';
import { createEncodedFiles } from './files/encoded-files.ts';
import { buildSecurityHeaders } from './headers/security-headers.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { createMemoryCounts } from './limits/client-limits.ts';
import { createLimits } from './limits/limits.ts';
import { createSharedCounts, deleteExpiredCounts } from './limits/shared-counts.ts';
import { createLive } from './live/live.ts';
import { createRemotesModule, type RemotesModule } from './remotes/remotes-module.ts';
import { createRouteTable } from './routing/routes.ts';
import { createServices } from './routing/services.ts';
import { createShare, type Share } from './share/share.ts';
import { createShell } from './shell/shell.ts';
import { createTeamServices } from './team-services/team-services-module.ts';

const DELETE_EXPIRED_MS = 10 * 60_000;
const STORE_SHELL_MS = 60 * 60_000;
const DELETE_OLD_MS = 60 * 60_000;
/** Interval at which keys rotated by another process are loaded. */
const RELOAD_KEYS_MS = 5_000;
/** Interval at which services registered by another replica are loaded. */
const RELOAD_SERVICES_MS = 2_000;
const CHECK_SERVICES_MS = 10_000;

export interface GatewayDeps {
  env: GatewayEnv;
  db: Database;
  bus: Bus;
  log: Log;
  keys: KeyRing;
  metrics?: Metrics;
  /** Epoch ms. */
  now?: () => number;
}

/** Wires the gateway: modules, routes, subscriptions and timers. */
export function createApp({ env, db, bus, log, keys, metrics, now = Date.now }: GatewayDeps) {
  const counts = createMemoryCounts();
  const limits = createLimits(env, counts, createSharedCounts(db, counts));
  const files = createEncodedFiles();
  const auth = createAuthModule({ env, db, keys, limits, log, now });
  const remotes = createRemotesModule({ env, db, limits, files, auth, log, metrics, now });
  const config = createPublicConfig(bus, env, now);
  const services = createServices({ ...auth, env, bus, limits: limits.endpoints });
  const demo = createDemoReplay(env.DEMO_REPLAY_URL ?? null, env.PUBLIC_URL, log);
  const live = createLive({ bus, openStreams: limits.liveStreams, metrics, onCount: demo.setWatcherCount });
  const share = createShare(env, limits.endpoints);
  const contents = readPageContents(config, remotes, share);
  const shell = createShell({ env, db, files, contents, limit: limits.address, now });

  const handlers = {
    ...services.handlers,
    live: live.handle,
    docs: docsPage(files),
    demo: demo.handle,
    endpoints: (_ctx: Context, next: Next) => next(), // handled by the router
    jwks: keys.serve,
    remotes: remotes.serveFile,
    share: share.serveImage,
    shell: shell.handle,
  };
  const table = createRouteTable(handlers, limits);
  const teamServices = createTeamServices({ env, db, log, metrics, forward: services.forward, table, now });

  const routes = createRoutes(auth.verifier);
  for (const module of [auth, config, remotes, teamServices]) module.addRoutes(routes);
  openApiRoutes(routes);
  const app = createKoa({
    log,
    metrics,
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: services.notes,
    trustRequestId: false,
    trustedProxies: env.TRUSTED_PROXIES,
    headers: buildSecurityHeaders(env.PUBLIC_URL),
  });
  app.use(table.dispatch);
  mount(app, routes);

  const jobs = createJobs(log);
  return {
    app,
    /** Follows the event stream, publishes the outbox and starts the timers. */
    async start() {
      // Before the first page: during an upgrade, another gateway may be asked for its files.
      await shell.store();
      jobs.repeat('storing of the shell', STORE_SHELL_MS, shell.store);
      for (const [job, run] of Object.entries(remotes.deletions)) jobs.repeat(job, DELETE_OLD_MS, run);
      live.follow((subject, payload) => {
        config.onEvent(subject);
        auth.onEvent(subject, payload);
      });
      publishFromOutbox(db, bus);
      replyToAdminRequests({ env, db, bus, auth, remotes, services: teamServices });
      keepHeartbeat(db, bus);
      await teamServices.reload();
      jobs.repeat('registered service reload', RELOAD_SERVICES_MS, teamServices.reload);
      jobs.repeat('registered service health check', CHECK_SERVICES_MS, teamServices.checkHealth);
      jobs.repeat('expired session deletion', DELETE_EXPIRED_MS, auth.deleteExpired);
      jobs.repeat('expired limit deletion', DELETE_EXPIRED_MS, () => deleteExpiredCounts(db));
      jobs.repeat('signing key reload', RELOAD_KEYS_MS, keys.reload);
    },
    /** Ends the live streams and the timers. Close the server at the same time: it waits for requests in flight. */
    async stop() {
      live.stop();
      demo.stop();
      await Promise.all([jobs.stop(), remotes.stop()]);
    },
  };
}

/** Repeats jobs until `stop`, which waits for the running ones. */
function createJobs(log: Log) {
  const stopping = new AbortController();
  const jobs: Promise<void>[] = [];
  return {
    repeat(job: string, pauseMs: number, run: () => Promise<void>): void {
      jobs.push(
        keepDoing({ signal: stopping.signal, log, failure: `${job} failed; will retry`, pauseMs }, run),
      );
    },
    stop(): Promise<unknown> {
      stopping.abort();
      return Promise.all(jobs);
    },
  };
}

/** Leaves out data that cannot be read now: the shell then requests it and shows the error. */
function readPageContents(config: PublicConfig, remotes: RemotesModule, share: Share) {
  return async (ctx: Context) => {
    const [current, tags, visible] = await Promise.all([
      config.read().catch(() => null),
      share.buildTags(ctx),
      remotes.findVisible(ctx).catch(() => null),
    ]);
    const hints = await remotes.readHints(ctx.path, visible);
    return { data: { config: current, remotes: visible }, tags, hints };
  };
}

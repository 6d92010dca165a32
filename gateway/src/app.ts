import type { Config } from '@touchline/api/http/config';
import { createKoa } from '@touchline/service-kit/app';
import type { EndedSessions } from '@touchline/service-kit/auth';
import type { Bus } from '@touchline/service-kit/bus';
import { type Database, isDatabaseReachable } from '@touchline/service-kit/database';
import { createEndedSessions } from '@touchline/service-kit/ended-sessions';
import type { Log } from '@touchline/service-kit/log';
import type { Metrics } from '@touchline/service-kit/metrics';
import { publishFromOutbox } from '@touchline/service-kit/outbox';
import { createRoutes, mount } from '@touchline/service-kit/route';
import { keepHeartbeat } from '@touchline/service-kit/service-health';
import type Koa from 'koa';
import type { Context } from 'koa';
import { handleAdminRequests } from './administration/administration.requests.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { type Auth, createAuth } from './auth/auth.ts';
import { recordRefusedAdminCalls } from './auth/rejected-admin-requests.ts';
import { type SessionCookies, sessionCookies } from './auth/session-cookies.ts';
import { signatureCheck } from './auth/wallet-signature.ts';
import { configRoutes } from './config/config.routes.ts';
import { createPublicConfig, publicRpc } from './config/public-config.ts';
import { createDemoReplay, type DemoReplay } from './demo/demo-replay.ts';
import { docsPage } from './docs/docs-page.ts';
import { openApiRoutes } from './docs/openapi.routes.ts';
import type { GatewayEnv } from './env.ts';
import { createEncodedFiles } from './files/encoded-files.ts';
import { securityHeaders } from './headers/security-headers.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { limitNumbers } from './limit-settings.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { sharedLimiter } from './limits/shared-limiter.ts';
import { followStream } from './live/follow-stream.ts';
import { createLiveBroadcast, type LiveBroadcast } from './live/live-broadcast.ts';
import { liveStream } from './live/live-stream.ts';
import { createPageNeeds } from './remotes/preload-hints.ts';
import { allowUploads } from './remotes/releases.routes.ts';
import { createReleasing, type Releasing } from './remotes/remotes-module.ts';
import { remoteFiles } from './remotes/remote-files.ts';
import { dispatch, type Handlers } from './routing/dispatch.ts';
import { createForward } from './routing/forward.ts';
import { gatewayNotes } from './routing/notes.ts';
import { createProxy, type ServiceProxy } from './routing/proxy.ts';
import { createShare } from './share/share.ts';
import { shell } from './shell/shell.ts';

const DELETE_EXPIRED_MS = 10 * 60_000;
/** How soon a key that was rotated elsewhere is taken over. */
const RELOAD_KEYS_MS = 5_000;

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

export interface Gateway {
  app: Koa;
  /** Follows the stream of events, publishes the outbox, starts the timer. */
  start(): Promise<void>;
  /** Ends the live streams and waits for the calls in flight. Close the server at the same time. */
  stop(): Promise<void>;
}

/** The whole gateway: every store, route, subscription and timer. */
export function createApp({ env, db, bus, log, keys, metrics, now = Date.now }: GatewayDeps): Gateway {
  const limits = createLimits(limitNumbers(env), sharedLimiter(db));
  const cookies = sessionCookies(env.PUBLIC_URL);
  const ended = createEndedSessions(now);
  const auth = createGatewayAuth({ env, db, keys, ended, now });
  const releasing = createReleasing({ env, db, log, metrics, now });
  const proxy = createProxy();
  const openStreams = metrics?.gauge('live_streams', 'Open streams of /api/live');
  const demo = createDemoReplay(env.DEMO_REPLAY_URL ?? null, env.PUBLIC_URL, log);
  const broadcast = createLiveBroadcast((streams) => {
    openStreams?.set(streams);
    demo.watchers(streams);
  });

  const routes = createRoutes(auth.verifier);
  authRoutes(routes, { auth, cookies, limits, publicUrl: env.PUBLIC_URL });
  const publicConfig = createPublicConfig(bus, env, now);
  configRoutes(routes, publicConfig.read);
  releasing.addRoutes(routes, limits);
  openApiRoutes(routes);

  const app = createKoa({
    log,
    ...(metrics ? { metrics } : {}),
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: gatewayNotes(bus, env, proxy),
    trustRequestId: false,
    trustedProxies: env.TRUSTED_PROXIES,
    headers: securityHeaders(env.PUBLIC_URL),
  });
  const handlers = createHandlers({
    env,
    log,
    auth,
    keys,
    cookies,
    limits,
    releasing,
    proxy,
    broadcast,
    demo,
    readConfig: publicConfig.read,
  });
  app.use(dispatch(handlers, limits));
  app.use(allowUploads(releasing.tokens));
  mount(app, routes);

  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const deleteExpired = () => auth.deleteExpired().catch(warn('could not delete expired sessions'));
  const reloadKeys = () => keys.reload().catch(warn('could not read the signing keys'));
  const timers: NodeJS.Timeout[] = [];

  return {
    app,
    async start() {
      releasing.start();
      void followStream(bus, broadcast, (subject, payload) => {
        publicConfig.onEvent(subject);
        ended.apply(subject, payload);
      });
      publishFromOutbox(db, bus);
      handleAdminRequests({ db, bus, auth, adminWallets: env.ADMIN_WALLETS, releases: releasing.releases });
      keepHeartbeat(db, bus);
      timers.push(setInterval(deleteExpired, DELETE_EXPIRED_MS), setInterval(reloadKeys, RELOAD_KEYS_MS));
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      broadcast.close();
      demo.stop();
      await Promise.all([proxy.close(), releasing.stop()]);
    },
  };
}

const createGatewayAuth = ({
  env,
  ...deps
}: Pick<GatewayDeps, 'env' | 'db' | 'keys'> & { ended: EndedSessions; now: () => number }) =>
  createAuth({
    ...deps,
    site: { publicUrl: env.PUBLIC_URL, chainId: env.CHAIN_ID },
    adminWallets: env.ADMIN_WALLETS,
    checkSignature: signatureCheck({
      rpcUrls: env.RPC_URL,
      chainId: env.CHAIN_ID,
      adminWallets: env.ADMIN_WALLETS,
      adminContracts: env.ADMIN_CONTRACT_WALLETS,
    }),
  });

interface HandlerDeps {
  env: GatewayEnv;
  log: Log;
  auth: Auth;
  keys: KeyRing;
  cookies: SessionCookies;
  limits: Limits;
  releasing: Releasing;
  proxy: ServiceProxy;
  broadcast: LiveBroadcast;
  demo: DemoReplay;
  readConfig: () => Promise<Config>;
}

/** One handler for each name in routing/routes.ts. */
function createHandlers(parts: HandlerDeps): Handlers {
  const { env, auth, limits } = parts;
  const files = createEncodedFiles();
  const share = createShare(env, limits.address);
  const onRefusedAdmin = recordRefusedAdminCalls(parts);
  // Whose limit a call counts towards; whether the session may make it is for the service to check.
  const verifier = auth.tokens;
  const forward = createForward({ ...parts, limits: limits.calls, verifier, onRefusedAdmin });
  return {
    'fpl-relay': forward('fpl-relay', env.SERVICE_FPL_RELAY_URL),
    games: forward('games', env.SERVICE_GAMES_URL),
    staking: forward('staking', env.SERVICE_STAKING_URL),
    admin: forward('admin', env.SERVICE_ADMIN_URL),
    live: liveStream(parts.broadcast, limits.liveStreams),
    docs: docsPage(files),
    demo: parts.demo.handle,
    endpoints: (_ctx, next) => next(), // to the router behind the table
    jwks: (ctx) => {
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.body = parts.keys.jwks();
    },
    remotes: remoteFiles({
      folder: env.REMOTES_DIR,
      registry: parts.releasing.registry,
      files,
      log: parts.log,
      errors: parts.releasing.errors,
      async isAdmin(ctx) {
        const cookie = parts.cookies.adminCookie(ctx);
        const wallet = cookie && (await auth.sessions.findWalletByAdminCookie(cookie));
        return Boolean(wallet && auth.isAdmin(wallet));
      },
    }),
    share: share.picture,
    shell: shell({
      publicUrl: env.PUBLIC_URL,
      shellDir: env.SHELL_DIR,
      sources: {
        rpcUrl: publicRpc(env),
        relayUrl: env.WALLETCONNECT_PROJECT_ID ? env.WALLETCONNECT_RELAY_URL : null,
      },
      demoWalletScript: env.DEMO_WALLET_SCRIPT ?? null,
      demoReplay: env.DEMO_REPLAY_URL !== undefined,
      files,
      contents: pageContents(parts, share.tagsOf),
      limit: limits.address,
    }),
  };
}

/** A page opens without what cannot be read now: the shell then asks for it, and says what is wrong. */
function pageContents(
  { env, releasing, readConfig }: HandlerDeps,
  tagsOf: ReturnType<typeof createShare>['tagsOf'],
) {
  const { registry, visitors } = releasing;
  const needsOf = createPageNeeds(env.REMOTES_DIR, registry);
  return async (ctx: Context) => {
    const [config, tags, remotes] = await Promise.all([
      readConfig().catch(() => null),
      tagsOf(ctx),
      registry.visible(false, visitors.numberOf(ctx)).catch(() => null),
    ]);
    return { data: { config, remotes }, tags, needed: await needsOf(ctx.path, remotes) };
  };
}

import type { Config } from '@touchline/api/http/config';
import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { type Database, isDatabaseReachable } from '@touchline/service-kit/data/database';
import { createKoa } from '@touchline/service-kit/http/app';
import { createEndedSessions, type EndedSessionSet } from '@touchline/service-kit/http/ended-sessions';
import { createRoutes, mount } from '@touchline/service-kit/http/route';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { publishFromOutbox } from '@touchline/service-kit/messaging/outbox';
import type { Log } from '@touchline/service-kit/process/log';
import type { Metrics } from '@touchline/service-kit/process/metrics';
import type Koa from 'koa';
import type { Context } from 'koa';
import { handleAdminRequests } from './administration/administration.requests.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { type Auth, createAuth } from './auth/auth.ts';
import { recordRejectedAdminRequests } from './auth/rejected-admin-requests.ts';
import { createSessionCookies, type SessionCookies } from './auth/session-cookies.ts';
import { createSignatureCheck } from './auth/wallet-signature.ts';
import { configRoutes } from './config/config.routes.ts';
import { createPublicConfig, getPublicRpc } from './config/public-config.ts';
import { createDemoReplay, type DemoReplay } from './demo/demo-replay.ts';
import { docsPage } from './docs/docs-page.ts';
import { openApiRoutes } from './docs/openapi.routes.ts';
import type { GatewayEnv } from './env.ts';
import { createEncodedFiles } from './files/encoded-files.ts';
import { buildSecurityHeaders } from './headers/security-headers.ts';
import type { KeyRing } from './keys/key-ring.ts';
import { readLimitSettings } from './limit-settings.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createSharedLimiter } from './limits/shared-limiter.ts';
import { followStream } from './live/follow-stream.ts';
import { createLiveBroadcast, type LiveBroadcast } from './live/live-broadcast.ts';
import { liveStream } from './live/live-stream.ts';
import { createPreloadHints } from './remotes/preload-hints.ts';
import { remoteFiles } from './remotes/remote-files.ts';
import { createRemotesModule, type RemotesModule } from './remotes/remotes-module.ts';
import { dispatch, type Handlers } from './routing/dispatch.ts';
import { createForward } from './routing/forward.ts';
import { createReadinessNotes } from './routing/notes.ts';
import { createProxy, type ServiceProxy } from './routing/proxy.ts';
import { createShare } from './share/share.ts';
import { shell } from './shell/shell.ts';

const DELETE_EXPIRED_MS = 10 * 60_000;
/** Interval at which keys rotated by another process are loaded. */
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
  /** Follows the event stream, publishes the outbox and starts the timers. */
  start(): Promise<void>;
  /** Ends the live streams and waits for requests in flight. Close the server at the same time. */
  stop(): Promise<void>;
}

/** Wires the gateway: stores, routes, subscriptions and timers. */
export function createApp({ env, db, bus, log, keys, metrics, now = Date.now }: GatewayDeps): Gateway {
  const limits = createLimits(readLimitSettings(env), createSharedLimiter(db));
  const cookies = createSessionCookies(env.PUBLIC_URL);
  const ended = createEndedSessions(now);
  const auth = createGatewayAuth({ env, db, keys, ended, now });
  const remotes = createRemotesModule({ env, db, log, metrics, now, findUser: auth.user });
  const proxy = createProxy();
  const openStreams = metrics?.gauge('live_streams', 'Open streams of /api/live');
  const demo = createDemoReplay(env.DEMO_REPLAY_URL ?? null, env.PUBLIC_URL, log);
  const broadcast = createLiveBroadcast((streams) => {
    openStreams?.set(streams);
    demo.setWatcherCount(streams);
  });

  const routes = createRoutes(auth.verifier);
  authRoutes(routes, { auth, cookies, limits, publicUrl: env.PUBLIC_URL });
  const publicConfig = createPublicConfig(bus, env, now);
  configRoutes(routes, publicConfig.read);
  remotes.addRoutes(routes, limits);
  openApiRoutes(routes);

  const app = createKoa({
    log,
    ...(metrics ? { metrics } : {}),
    ready: async () => ({ database: await isDatabaseReachable(db) }),
    notes: createReadinessNotes(bus, env, proxy),
    trustRequestId: false,
    trustedProxies: env.TRUSTED_PROXIES,
    headers: buildSecurityHeaders(env.PUBLIC_URL),
  });
  const handlers = createHandlers({
    env,
    log,
    auth,
    keys,
    cookies,
    limits,
    remotes,
    proxy,
    broadcast,
    demo,
    readConfig: publicConfig.read,
  });
  app.use(dispatch(handlers, limits));
  mount(app, routes);

  const warn = (message: string) => (error: unknown) => log.warn({ err: error }, message);
  const deleteExpired = () => auth.deleteExpired().catch(warn('expired session deletion failed; will retry'));
  const reloadKeys = () => keys.reload().catch(warn('signing key reload failed; will retry'));
  const timers: NodeJS.Timeout[] = [];

  return {
    app,
    async start() {
      remotes.start();
      void followStream(bus, broadcast, (subject, payload) => {
        publicConfig.onEvent(subject);
        ended.apply(subject, payload);
      });
      publishFromOutbox(db, bus);
      handleAdminRequests({ db, bus, auth, adminWallets: env.ADMIN_WALLETS, releases: remotes.releases });
      keepHeartbeat(db, bus);
      timers.push(setInterval(deleteExpired, DELETE_EXPIRED_MS), setInterval(reloadKeys, RELOAD_KEYS_MS));
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      broadcast.close();
      demo.stop();
      await Promise.all([proxy.close(), remotes.stop()]);
    },
  };
}

const createGatewayAuth = ({
  env,
  ...deps
}: Pick<GatewayDeps, 'env' | 'db' | 'keys'> & { ended: EndedSessionSet; now: () => number }) =>
  createAuth({
    ...deps,
    site: { publicUrl: env.PUBLIC_URL, chainId: env.CHAIN_ID },
    adminWallets: env.ADMIN_WALLETS,
    checkSignature: createSignatureCheck({
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
  remotes: RemotesModule;
  proxy: ServiceProxy;
  broadcast: LiveBroadcast;
  demo: DemoReplay;
  readConfig: () => Promise<Config>;
}

/** Creates the handler of each name in routing/routes.ts. */
function createHandlers(deps: HandlerDeps): Handlers {
  const { env, auth, limits } = deps;
  const files = createEncodedFiles();
  const share = createShare(env, limits.endpoints.leaderboard);
  const onRejectedAdmin = recordRejectedAdminRequests(deps);
  // Identifies the wallet whose limit a request counts towards. The service checks whether the session may send it.
  const verifier = auth.localVerifier;
  const forward = createForward({
    ...deps,
    limits: limits.endpoints,
    verifier,
    isEnded: auth.isEnded,
    onRejectedAdmin,
  });
  return {
    'fpl-relay': forward('fpl-relay', env.SERVICE_FPL_RELAY_URL),
    games: forward('games', env.SERVICE_GAMES_URL),
    staking: forward('staking', env.SERVICE_STAKING_URL),
    admin: forward('admin', env.SERVICE_ADMIN_URL),
    live: liveStream(deps.broadcast, limits.liveStreams),
    docs: docsPage(files),
    demo: deps.demo.handle,
    endpoints: (_ctx, next) => next(), // handled by the router
    jwks: (ctx) => {
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.body = deps.keys.jwks();
    },
    remotes: remoteFiles({
      folder: env.REMOTES_DIR,
      registry: deps.remotes.registry,
      files,
      log: deps.log,
      errors: deps.remotes.errors,
      async isAdmin(ctx) {
        const cookie = deps.cookies.adminCookie(ctx);
        const wallet = cookie && (await auth.sessions.findWalletByAdminCookie(cookie));
        return Boolean(wallet && auth.isAdmin(wallet));
      },
    }),
    share: share.serveImage,
    shell: shell({
      publicUrl: env.PUBLIC_URL,
      shellDir: env.SHELL_DIR,
      sources: {
        rpcUrl: getPublicRpc(env),
        relayUrl: env.WALLETCONNECT_PROJECT_ID ? env.WALLETCONNECT_RELAY_URL : null,
      },
      demoWalletScript: env.DEMO_WALLET_SCRIPT ?? null,
      demoReplay: env.DEMO_REPLAY_URL !== undefined,
      files,
      contents: createPageContents(deps, share.buildTags),
      limit: limits.address,
    }),
  };
}

/** Leaves out data that cannot be read now: the shell then requests it and shows the error. */
function createPageContents(
  { env, remotes, readConfig }: HandlerDeps,
  buildTags: ReturnType<typeof createShare>['buildTags'],
) {
  const { registry, visitors } = remotes;
  const readHints = createPreloadHints(env.REMOTES_DIR, registry);
  return async (ctx: Context) => {
    const [config, tags, visible] = await Promise.all([
      readConfig().catch(() => null),
      buildTags(ctx),
      registry.visible(false, visitors.getNumber(ctx)).catch(() => null),
    ]);
    return { data: { config, remotes: visible }, tags, hints: await readHints(ctx.path, visible) };
  };
}

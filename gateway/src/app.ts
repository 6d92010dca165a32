import { LIVE_PATH } from '@touchline/api/http/live';
import { createKoa } from '@touchline/service-kit/app';
import type { Bus } from '@touchline/service-kit/bus';
import { type Database, databaseAnswers } from '@touchline/service-kit/database';
import type { Log } from '@touchline/service-kit/log';
import type { Metrics } from '@touchline/service-kit/metrics';
import { addressKey } from '@touchline/service-kit/rate-limit';
import { API_PREFIX, createRoutes, mount } from '@touchline/service-kit/route';
import type Koa from 'koa';
import type { Context } from 'koa';
import { authRoutes } from './auth/auth.routes.ts';
import { createAuth } from './auth/auth.ts';
import { cookiesFor } from './auth/cookies.ts';
import { sessionCookies } from './auth/session-cookies.ts';
import type { SigningKey } from './auth/signing-keys.ts';
import { ensureUser } from './auth/users.store.ts';
import { signatureCheck } from './auth/wallet-signature.ts';
import { compositionRoutes } from './config/composition.routes.ts';
import { publicRpc } from './config/public-config.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import type { GatewayEnv } from './env.ts';
import { createEncodedFiles } from './files/encodings.ts';
import { securityHeaders } from './headers/security-headers.ts';
import { createLimits } from './limits/limits.ts';
import { followStream } from './live/follow.ts';
import { createLiveBroadcast } from './live/live-broadcast.ts';
import { createRegistry } from './remotes/registry.ts';
import { remoteFiles } from './remotes/remote-files.ts';
import { edge } from './routing/edge.ts';
import { createProxy } from './routing/proxy.ts';
import { shell } from './shell/shell.ts';

const SWEEP_MS = 10 * 60_000;

export interface GatewayDeps {
  env: GatewayEnv;
  db: Database;
  bus: Bus;
  log: Log;
  signingKey: SigningKey;
  metrics?: Metrics;
  /** Epoch ms. */
  now?: () => number;
}

export interface Gateway {
  app: Koa;
  /** Takes up the published remotes, begins to follow the stream and to sweep. */
  start(): Promise<void>;
  /** Lets the readers of the stream go and the running calls end; the server stops listening at the same time. */
  stop(): Promise<void>;
}

/** The whole gateway: every store, route, subscription and timer of it. */
export function createApp({ env, db, bus, log, signingKey, metrics, now = Date.now }: GatewayDeps): Gateway {
  const publicUrl = env.PUBLIC_URL;
  const limits = createLimits(limitNumbers(env));
  const cookies = sessionCookies(cookiesFor(publicUrl));
  const auth = createAuth({
    db,
    signingKey,
    now,
    site: { publicUrl, chainId: env.CHAIN_ID },
    adminWallets: env.ADMIN_WALLETS,
    checkSignature: signatureCheck({ rpcUrls: env.RPC_URL, chainId: env.CHAIN_ID }),
  });
  const registry = createRegistry(db, now);
  const files = createEncodedFiles();
  const proxy = createProxy();
  const liveReaders = metrics?.gauge('live_readers', 'Open streams of /api/live');
  const broadcast = createLiveBroadcast((readers) => liveReaders?.set(readers));

  const routes = createRoutes(auth.verifier);
  authRoutes(routes, {
    auth,
    cookies,
    limits,
    publicUrl,
    ensureUser: (wallet) => ensureUser(db, wallet, now()),
  });
  compositionRoutes(routes, { env, registry, now });
  docsRoutes(routes);

  const serveRemoteFile = remoteFiles({
    folder: env.REMOTES_DIR,
    registry,
    files,
    isAdmin: async (ctx: Context) => {
      const cookie = cookies.adminCookie(ctx);
      const wallet = cookie && (await auth.sessions.walletOfAdminCookie(cookie));
      return Boolean(wallet && auth.isAdmin(wallet));
    },
  });
  const serveShell = shell({
    publicUrl,
    shellDir: env.SHELL_DIR,
    sources: {
      rpcUrl: publicRpc(env),
      relayUrl: env.WALLETCONNECT_PROJECT_ID ? env.WALLETCONNECT_RELAY_URL : null,
    },
    demoWalletScript: env.DEMO_WALLET_SCRIPT ?? null,
    files,
    limit: limits.address,
  });

  const app = createKoa({
    log,
    ...(metrics ? { metrics } : {}),
    ready: async () => ({ database: await databaseAnswers(db) }),
    trustRequestId: false,
    trustedProxies: env.TRUSTED_PROXIES,
  });
  app.use(securityHeaders(publicUrl));
  app.use(async (ctx, next) => {
    if (isBelow(ctx.path, API_PREFIX)) await limits.address.take(addressKey(ctx.ip));
    await next();
  });
  app.use(
    edge({
      proxy,
      limits,
      verifier: auth.verifier,
      origins: {
        'fpl-relay': env.SERVICE_FPL_RELAY_URL,
        games: env.SERVICE_GAMES_URL,
        staking: env.SERVICE_STAKING_URL,
      },
    }),
  );
  mount(app, routes);
  app.use(async (ctx) => {
    // What is left below /api becomes 404, or 405 where another method exists: never the page.
    if (ctx.path === '/.well-known/jwks.json') {
      ctx.set('Cache-Control', 'public, max-age=60');
      ctx.body = auth.jwks;
    } else if (ctx.path === API_PREFIX + LIVE_PATH && ctx.method === 'GET') {
      ctx.state.route = LIVE_PATH;
      limits.liveAddress.take(addressKey(ctx.ip), ctx.res);
      broadcast.add(ctx.res, ctx.get('last-event-id') || undefined);
      ctx.respond = false;
    } else if (isBelow(ctx.path, '/remotes')) await serveRemoteFile(ctx);
    else if (!isBelow(ctx.path, API_PREFIX)) await serveShell(ctx);
  });

  const sweep = () =>
    auth.sweep().catch((error: unknown) => log.warn({ err: error }, 'could not sweep old sessions'));
  let sweeping: NodeJS.Timeout | undefined;

  return {
    app,
    async start() {
      const refused = await registry.seed(env.REMOTES_DIR, env.REMOTES_SEED);
      for (const { folder, reason } of refused) log.warn({ folder, reason }, 'this is no remote');
      void followStream(bus, broadcast);
      sweeping = setInterval(sweep, SWEEP_MS);
    },
    async stop() {
      clearInterval(sweeping);
      broadcast.close();
      await proxy.close();
    },
  };
}

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

const limitNumbers = (env: GatewayEnv) => ({
  address: env.RATE_LIMIT_ADDRESS_PER_MINUTE,
  loginAddress: env.RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE,
  loginWallet: env.RATE_LIMIT_LOGIN_WALLET_PER_MINUTE,
  loginFailures: env.RATE_LIMIT_LOGIN_FAILURES,
  refreshSession: env.RATE_LIMIT_REFRESH_SESSION_PER_MINUTE,
  calls: {
    leaderboard: env.RATE_LIMIT_LEADERBOARD_ADDRESS_PER_MINUTE,
    join: env.RATE_LIMIT_JOIN_WALLET_PER_MINUTE,
    stake: env.RATE_LIMIT_STAKE_WALLET_PER_MINUTE,
  },
});

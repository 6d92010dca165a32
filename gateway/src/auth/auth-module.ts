import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/data/database';
import { createEndedSessions } from '@touchline/service-kit/http/ended-sessions';
import type { Routes } from '@touchline/service-kit/http/route';
import type { Log } from '@touchline/service-kit/process/log';
import type { Context } from 'koa';
import type { GatewayEnv } from '../env.ts';
import { createCookie } from '../headers/cookie.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Limits } from '../limits/limits.ts';
import { authRoutes } from './auth.routes.ts';
import { createAuth } from './auth.ts';
import { findCaller, getRequestOrigin } from './sign-in.ts';
import { createSignatureCheck } from './wallet-signature.ts';

interface AuthModuleDeps {
  env: GatewayEnv;
  db: Database;
  keys: KeyRing;
  limits: Limits;
  log: Log;
  /** Epoch ms. */
  now: () => number;
}

/** Wires sign-in, sessions and their endpoints. */
export function createAuthModule({ env, db, keys, limits, log, now }: AuthModuleDeps) {
  const { PUBLIC_URL: publicUrl, ADMIN_WALLETS: adminWallets, CHAIN_ID: chainId } = env;
  const ended = createEndedSessions(now);
  const refreshCookie = createCookie(publicUrl, 'refresh', 'strict');
  const checkSignature = createSignatureCheck({
    rpcUrls: env.RPC_URL,
    chainId,
    adminWallets,
    adminContracts: env.ADMIN_CONTRACT_WALLETS,
  });
  const auth = createAuth({
    db,
    keys,
    ended,
    now,
    site: { publicUrl, chainId },
    adminWallets,
    checkSignature,
  });
  return {
    ...auth,
    addRoutes: (routes: Routes) => authRoutes(routes, { auth, refreshCookie, limits, publicUrl }),
    /** Checks that the session of the refresh cookie is an administrator's. */
    async isAdminSession(ctx: Context) {
      const token = refreshCookie.read(ctx);
      const wallet = token && (await auth.sessions.findWallet(token));
      return Boolean(wallet && auth.isAdmin(wallet));
    },
    /**
     * Records an admin request that a service rejected, as `METHOD /path status`. The number of rows per minute is limited; the
     * service log has every request. Runs after the response, so a failed write does not affect the client.
     */
    async onRejectedAdmin(ctx: Context, request: string): Promise<void> {
      try {
        await limits.auditedRejections.take(ctx.ip);
        const user = await findCaller(ctx, auth).catch(() => null);
        await auth.recordRejectedAdminRequest(request, user, getRequestOrigin(ctx));
      } catch (error) {
        if (error instanceof TouchlineError && error.code === 'RATE_LIMITED') return;
        log.warn({ err: error, request_id: ctx.state.requestId }, 'audit log write failed');
      }
    },
    /** Receives every event: sessions may end at another replica. */
    onEvent: ended.apply,
  };
}

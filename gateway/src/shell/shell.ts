import { basename, dirname } from 'node:path';
import { TouchlineError } from '@touchline/api/errors';
import type { Database } from '@touchline/service-kit/data/database';
import { methodNotAllowedError, notFoundError } from '@touchline/service-kit/http/errors';
import type { Context } from 'koa';
import { getPublicRpc } from '../config/public-config.ts';
import type { GatewayEnv } from '../env.ts';
import type { EncodedFiles } from '../files/encoded-files.ts';
import { findFile } from '../files/find-file.ts';
import { sendContent, sendEncoded, sendFile } from '../files/send-file.ts';
import { PAGE_HEADERS } from '../headers/security-headers.ts';
import type { AddressLimit } from '../limits/limits.ts';
import { createPages, DEMO_WALLET_PATH, type PageContents } from './page.ts';
import { createShellFiles } from './shell-files.ts';

interface ShellDeps {
  env: GatewayEnv;
  db: Database;
  files: EncodedFiles;
  /** Reads the contents of a page for this visitor. */
  contents(ctx: Context): Promise<PageContents>;
  /** Limits pages per address. */
  limit: AddressLimit;
  /** Epoch ms. */
  now: () => number;
}

/** Serves the files of shells, and `index.html` for every other path, with status 404 if no page exists there. */
export function createShell({ env, db, files, contents, limit, now }: ShellDeps) {
  const { PUBLIC_URL: publicUrl, SHELL_DIR: shellDir } = env;
  const shellFiles = createShellFiles({ db, shellDir, keepDays: env.REMOTES_KEEP_DAYS, now });
  const relayUrl = env.WALLETCONNECT_PROJECT_ID ? env.WALLETCONNECT_RELAY_URL : null;
  const pages = createPages({
    shellDir,
    sources: { rpcUrl: getPublicRpc(env), relayUrl },
    contents,
    demoWallet: env.DEMO_WALLET_SCRIPT !== undefined,
    demoReplay: env.DEMO_REPLAY_URL !== undefined,
  });

  async function servePage(ctx: Context) {
    // Cookies and the sign-in message are bound to one host name. Host is only used for this comparison.
    if (ctx.get('host') !== publicUrl.host) {
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(publicUrl.origin + ctx.url);
      return;
    }
    await limit.take(ctx.ip);
    const page = await pages.render(ctx);
    if (!page)
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'Touchline is being deployed. Try again in a moment.');
    ctx.set({ ...PAGE_HEADERS, 'Content-Security-Policy': page.policy });
    ctx.set('Cache-Control', 'no-store');
    if (!page.exists) ctx.status = 404;
    ctx.type = 'html';
    // Safe to compress: a page has no secrets, and its nonce is used once.
    await sendEncoded(ctx, Buffer.from(page.html));
  }

  async function handle(ctx: Context): Promise<void> {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw methodNotAllowedError();
    const file = await findShellFile(env, ctx.path);
    if (file) {
      await sendFile(ctx, files, file);
      if (ctx.path === SERVICE_WORKER_PATH) ctx.set('Content-Security-Policy', SERVICE_WORKER_POLICY);
      return;
    }
    const other = await shellFiles.find(ctx.path);
    if (other) return sendContent(ctx, ctx.path, other);
    if (!wantsPage(ctx)) {
      ctx.set('Cache-Control', 'no-store');
      throw notFoundError();
    }
    await servePage(ctx);
  }
  return { handle, store: shellFiles.store };
}

/** Browsers accept HTML explicitly. Clients that accept anything (curl, uptime checks) get the page unless the path has a dot. */
const wantsPage = (ctx: Context) =>
  !API_LIKE_PATH.test(ctx.path) &&
  (ctx.get('accept').includes('text/html') || (!ctx.path.includes('.') && ctx.accepts('html') !== false));

/** API paths in a spelling that no route matches: a page with status 200 would look like a response of the API. */
const API_LIKE_PATH = /^\/+api(\/|%2f|$)/i;

/** The worker's own policy; without one it could connect to any host. */
const SERVICE_WORKER_PATH = '/service-worker.js';
const SERVICE_WORKER_POLICY = "default-src 'none'; connect-src 'self'; img-src 'self'";

/** Chunk that the demo wallet's script loads on demand, from the same folder. */
const DEMO_WALLET_CHUNK = /^\/demo-wallet-more\.[0-9a-f]{8}\.js$/;

async function findShellFile({ SHELL_DIR, DEMO_WALLET_SCRIPT: script }: GatewayEnv, path: string) {
  if (path === '/index.html') return null; // rendered for each request
  if (script && path === DEMO_WALLET_PATH) return findFile(dirname(script), basename(script));
  if (script && DEMO_WALLET_CHUNK.test(path)) return findFile(dirname(script), path);
  return findFile(SHELL_DIR, path);
}

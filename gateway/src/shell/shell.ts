import { TouchlineError } from '@touchline/api/errors';
import { addressKey, type RateLimit } from '@touchline/service-kit/rate-limit';
import type { Context } from 'koa';
import type { EncodedFiles } from '../files/encodings.ts';
import { findFile } from '../files/find-file.ts';
import { sendFile } from '../files/send-file.ts';
import type { PageSources } from '../headers/content-security-policy.ts';
import { createPages, DEMO_WALLET_PATH } from './page.ts';

interface ShellDeps {
  publicUrl: URL;
  shellDir: string;
  sources: PageSources;
  /** Path of the demo wallet's bundle; null in production. */
  demoWalletScript: string | null;
  files: EncodedFiles;
  /** Pages per address. */
  limit: RateLimit;
}

/** The shell: its files, and its page for every address that no file has. */
export function shell(deps: ShellDeps): (ctx: Context) => Promise<void> {
  const { publicUrl, files } = deps;
  const pages = createPages(deps.shellDir, deps.sources, deps.demoWalletScript !== null);

  async function page(ctx: Context) {
    // Cookies and the signed message belong to one host name; the comparison is all that Host is used for.
    if (ctx.get('host') !== publicUrl.host) {
      ctx.set('Cache-Control', 'no-store');
      ctx.redirect(publicUrl.origin + ctx.url);
      return;
    }
    await deps.limit.take(addressKey(ctx.ip));
    const made = await pages.make();
    if (!made)
      throw new TouchlineError('UPSTREAM_UNAVAILABLE', 'The page is being put up. Try again in a moment.');
    ctx.set('Content-Security-Policy', made.policy);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = made.html;
  }

  return async (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD')
      throw new TouchlineError('METHOD_NOT_ALLOWED', `${ctx.method} is not used here.`);
    const file = await findShellFile(deps, ctx.path);
    if (file) return sendFile(ctx, files, file);
    if (!wantsPage(ctx)) throw notFound(ctx);
    await page(ctx);
  };
}

/** A browser names HTML; whoever takes anything (curl, a check of the site) gets the page where no file can be meant. */
const wantsPage = (ctx: Context) =>
  ctx.get('accept').includes('text/html') || (!ctx.path.includes('.') && ctx.accepts('html') !== false);

async function findShellFile(deps: ShellDeps, path: string) {
  if (path === '/index.html') return null; // the page, which is made for each request
  if (path === DEMO_WALLET_PATH && deps.demoWalletScript) {
    const cut = deps.demoWalletScript.lastIndexOf('/');
    return findFile(deps.demoWalletScript.slice(0, cut), deps.demoWalletScript.slice(cut + 1));
  }
  return findFile(deps.shellDir, path);
}

function notFound(ctx: Context): TouchlineError {
  ctx.set('Cache-Control', 'no-store');
  return new TouchlineError('NOT_FOUND', 'There is nothing here.');
}

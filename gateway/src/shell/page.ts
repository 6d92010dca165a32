import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type PageSources, pagePolicy } from '../headers/content-security-policy.ts';

export interface Page {
  html: string;
  policy: string;
}

/** URL of the demo wallet's script, where the deployment has one. */
export const DEMO_WALLET_PATH = '/demo-wallet.js';

/** Renders index.html for each request: with a new nonce, and with the demo wallet's script in front of all others. */
export function createPages(shellDir: string, sources: PageSources, demoWallet: boolean) {
  const path = join(shellDir, 'index.html');
  let template: { html: string; mtimeMs: number } | null = null;

  /** Reloaded after a new build; null while there is none. */
  async function current(): Promise<string | null> {
    const stats = await stat(path).catch(() => null);
    if (!stats) return null;
    if (template?.mtimeMs !== stats.mtimeMs)
      template = { html: await readFile(path, 'utf8'), mtimeMs: stats.mtimeMs };
    return template.html;
  }

  return {
    /** Null while the shell is not built. */
    async render(): Promise<Page | null> {
      const html = await current();
      if (html === null) return null;
      const nonce = randomBytes(16).toString('base64');
      const script = demoWallet ? `<script src="${DEMO_WALLET_PATH}" defer></script>` : '';
      const extra = `<meta name="csp-nonce" content="${nonce}">${script}`;
      return {
        html: html.replace(/<head[^>]*>/i, (head) => head + extra),
        policy: pagePolicy(nonce, sources),
      };
    },
  };
}

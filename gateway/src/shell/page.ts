import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteAsset, RemoteRoute } from '@touchline/api/http/remotes';
import { PAGE_DATA_ID, type PageData } from '@touchline/api/page-data';
import type { Context } from 'koa';
import { z } from 'zod';
import { buildPagePolicy, type PageSources } from '../headers/content-security-policy.ts';
import type { PreloadHints } from '../remotes/preload-hints.ts';
import type { PageTags } from '../share/share.ts';
import { escapeAttribute, renderPageTags } from './page-tags.ts';

export interface Page {
  html: string;
  /** True if a page exists at this path. */
  exists: boolean;
  policy: string;
}

/** Contents of a page in addition to the shell. */
export interface PageContents {
  data: PageData;
  tags: PageTags;
  /** Preload hints for the page at this path. */
  hints: PreloadHints;
}

interface Template {
  html: string;
  /** The files of each module that the shell loads on demand. */
  provided: Record<string, string[]>;
  mtimeMs: number;
}

interface PagesDeps {
  shellDir: string;
  sources: PageSources;
  /** Adds the demo wallet's script. */
  demoWallet: boolean;
  /** Lets the demo wallet show and control the clock of the season replay. */
  demoReplay: boolean;
  contents(ctx: Context): Promise<PageContents>;
}

/** Path of the demo wallet's script, if the deployment has one. */
export const DEMO_WALLET_PATH = '/demo-wallet.js';

const renderDemoWalletTag = (replay: boolean) =>
  `<script src="${DEMO_WALLET_PATH}"${replay ? ' data-replay' : ''} defer></script>`;

/**
 * Renders index.html per request, with a new nonce, initial data for the shell, preloads, and the demo wallet's script before
 * all others.
 */
export function createPages({ shellDir, sources, demoWallet, demoReplay, contents }: PagesDeps) {
  const path = join(shellDir, 'index.html');
  let template: Template | null = null;

  /** Reads the template again after a new build; null without a build. */
  async function readTemplate(): Promise<Template | null> {
    const stats = await stat(path).catch(() => null);
    if (!stats) return null;
    if (template?.mtimeMs !== stats.mtimeMs)
      template = {
        html: await readFile(path, 'utf8'),
        provided: await readProvided(shellDir),
        mtimeMs: stats.mtimeMs,
      };
    return template;
  }

  return {
    /** Renders the page; null while the shell is not built. */
    async render(ctx: Context): Promise<Page | null> {
      const shell = await readTemplate();
      if (shell === null) return null;
      const { data, tags, hints } = await contents(ctx);
      const { exists, route } = hints;
      const shared = new Set(hints.shared.flatMap((module) => shell.provided[module] ?? []));
      const nonce = randomBytes(16).toString('base64');
      const first = `<meta name="csp-nonce" content="${nonce}">${demoWallet ? renderDemoWalletTag(demoReplay) : ''}`;
      const isHome = ctx.path === '/';
      // After the shell's own files: browsers limit the connections per host.
      const last = [
        renderPageTags(tags),
        ...[...hints.files, ...[...shared].map((url) => ({ url }))].map(renderPreloadTag),
        renderDataTag(data),
      ].join('');
      return {
        exists,
        html: selectFirstPaint(shell.html, isHome ? 'home' : exists ? 'page' : null, route)
          .replace(/<head[^>]*>/i, (tag) => tag + first)
          .replace(/<\/head>/i, (tag) => last + tag)
          .replace(DEFERRED, (tag) => (isHome ? deferUntilPainted(tag) : tag)),
        policy: buildPagePolicy(nonce, sources),
      };
    },
  };
}

/**
 * Selects the markup that is shown until the scripts have loaded. index.html contains one section for home and one for other
 * pages, each between two comments; the matching one remains, with the page's heading.
 */
const selectFirstPaint = (html: string, section: 'home' | 'page' | null, route: RemoteRoute | null): string =>
  html
    .replace(/<!--first:(\w+)-->(.*?)<!--\/first-->/gs, (_, name, content) =>
      name === section ? content : '',
    )
    .replace('<!--title-->', () => escapeText(route?.title ?? ''))
    .replace('<!--subtitle-->', () => escapeText(route?.subtitle ?? ''));

const DEFERRED = /<script\b[^>]*\bdefer\b[^>]*><\/script>/g;
/** Defers the scripts of home, which is complete without them: the shell's before-paint.js adds them after the first paint. */
const deferUntilPainted = (tags: string) => `<template data-after-paint>${tags}</template>`;

/** Reads `provided.json` of the shell's build. Without it pages only load more slowly. */
const readProvided = (shellDir: string): Promise<Template['provided']> =>
  readFile(join(shellDir, 'provided.json'), 'utf8').then(
    (text) => z.record(z.string(), z.array(z.string())).parse(JSON.parse(text)),
    () => ({}),
  );

/** Renders the data as a script that browsers do not execute, so the policy need not allow it. Escapes `<`, which could end it. */
const renderDataTag = (data: PageData) =>
  `<script type="application/json" id="${PAGE_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** Renders a preload; files of the shell have no digest. Browsers only use it for a request with the same mode and digest. */
function renderPreloadTag({ url, integrity }: Pick<RemoteAsset, 'url'> & Partial<RemoteAsset>): string {
  const attributes = [
    `href="${escapeAttribute(url)}"`,
    `as="${url.endsWith('.css') ? 'style' : 'script'}"`,
    ...(integrity ? ['crossorigin', `integrity="${escapeAttribute(integrity)}"`] : []),
  ];
  return `<link rel="preload" ${attributes.join(' ')}>`;
}

const escapeText = (raw: string) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

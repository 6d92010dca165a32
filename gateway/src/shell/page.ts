import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteRoute } from '@touchline/api/http/remotes';
import { PAGE_DATA_ID, type PageData } from '@touchline/api/page-data';
import type { Context } from 'koa';
import { z } from 'zod';
import { type PageSources, buildPagePolicy } from '../headers/content-security-policy.ts';
import { escapeAttribute, type PageTags, renderPageTags } from './page-tags.ts';

export interface Page {
  html: string;
  /** Whether there is a page at this path. */
  known: boolean;
  policy: string;
}

/** What a page carries besides the shell. */
export interface PageContents {
  data: PageData;
  tags: PageTags;
  /** What the page at this path needs soon. */
  needed: {
    files: readonly { href: string; as: 'script' | 'style'; integrity: string | null }[];
    /** Modules that the shell loads on demand. */
    shared: readonly string[];
    /** Names the page's heading, where that is the same for everybody. */
    route: RemoteRoute | null;
    /** Whether there is a page at all. */
    known: boolean;
  };
}

type Preload = PageContents['needed']['files'][number];

interface Template {
  html: string;
  /** The files of each module that the shell loads on demand. */
  provided: Record<string, string[]>;
  mtimeMs: number;
}

interface PagesDeps {
  shellDir: string;
  sources: PageSources;
  /** Whether the page has the demo wallet's script. */
  demoWallet: boolean;
  /** Whether that may show and move the season replay's clock. */
  demoReplay: boolean;
  contents(ctx: Context): Promise<PageContents>;
}

/** URL of the demo wallet's script, where the deployment has one. */
export const DEMO_WALLET_PATH = '/demo-wallet.js';

const renderDemoWalletTag = (replay: boolean) =>
  `<script src="${DEMO_WALLET_PATH}"${replay ? ' data-replay' : ''} defer></script>`;

/**
 * Renders index.html for each request: with a new nonce, the data that the shell starts with, the files that the page needs
 * soon, and the demo wallet's script in front of all others.
 */
export function createPages({ shellDir, sources, demoWallet, demoReplay, contents }: PagesDeps) {
  const path = join(shellDir, 'index.html');
  let template: Template | null = null;

  /** Reloaded after a new build; null while there is none. */
  async function current(): Promise<Template | null> {
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
    /** Null while the shell is not built. */
    async render(ctx: Context): Promise<Page | null> {
      const now = await current();
      if (now === null) return null;
      const { data, tags, needed } = await contents(ctx);
      const { known, route } = needed;
      const shared = new Set(needed.shared.flatMap((module) => now.provided[module] ?? []));
      const nonce = randomBytes(16).toString('base64');
      const first = `<meta name="csp-nonce" content="${nonce}">${demoWallet ? renderDemoWalletTag(demoReplay) : ''}`;
      const isHome = ctx.path === '/';
      // The shell's own files first: browsers open six connections.
      const last = [
        renderPageTags(tags),
        ...[...needed.files, ...[...shared].map(toPreload)].map(renderPreloadTag),
        renderDataTag(data),
      ].join('');
      return {
        known,
        html: selectFirstPaint(now.html, isHome ? 'home' : known ? 'page' : null, route)
          .replace(/<head[^>]*>/i, (tag) => tag + first)
          .replace(/<\/head>/i, (tag) => last + tag)
          .replace(DEFERRED, (tag) => (isHome ? deferUntilPainted(tag) : tag)),
        policy: buildPagePolicy(nonce, sources),
      };
    },
  };
}

/**
 * The shell's build has in index.html what home and what other pages show until the scripts are here, each between two comments;
 * the right one stays, with the page's heading.
 */
const selectFirstPaint = (html: string, part: 'home' | 'page' | null, route: RemoteRoute | null): string =>
  html
    .replace(/<!--first:(\w+)-->(.*?)<!--\/first-->/gs, (_, name, content) => (name === part ? content : ''))
    .replace('<!--title-->', () => escapeText(route?.title ?? ''))
    .replace('<!--subtitle-->', () => escapeText(route?.subtitle ?? ''));

const DEFERRED = /<script\b[^>]*\bdefer\b[^>]*><\/script>/g;
/** Home is complete without scripts: the shell's before-paint.js adds them when it is painted. */
const deferUntilPainted = (tags: string) => `<template data-after-paint>${tags}</template>`;

/** `provided.json` of the shell's build; without it a page only starts later. */
const readProvided = (shellDir: string): Promise<Template['provided']> =>
  readFile(join(shellDir, 'provided.json'), 'utf8').then(
    (text) => z.record(z.string(), z.array(z.string())).parse(JSON.parse(text)),
    () => ({}),
  );

const toPreload = (href: string): Preload => ({
  href,
  as: href.endsWith('.css') ? 'style' : 'script',
  integrity: null,
});

/** Browsers do not run a script of this type, so the policy has nothing to allow. `<` could end it early. */
const renderDataTag = (data: PageData) =>
  `<script type="application/json" id="${PAGE_DATA_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;

/** What was preloaded is used only by a request in the same mode, and with its digest. */
function renderPreloadTag({ href, as, integrity }: Preload): string {
  const attributes = [
    `href="${escapeAttribute(href)}"`,
    `as="${as}"`,
    ...(integrity ? ['crossorigin', `integrity="${escapeAttribute(integrity)}"`] : []),
  ];
  return `<link rel="preload" ${attributes.join(' ')}>`;
}

const escapeText = (raw: string) => raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

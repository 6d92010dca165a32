import { createHash } from 'node:crypto';
import { createClient } from '@touchline/api/client';
import { notFoundError } from '@touchline/service-kit/http/errors';
import { setEtag } from '@touchline/service-kit/http/route';
import { waitAtMost } from '@touchline/service-kit/process/shared-work';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import type { GatewayEnv } from '../env.ts';
import { addressKey } from '../limits/client-limits.ts';
import type { EndpointLimits } from '../limits/limits.ts';
import { IMAGE_SIZE } from './drawing.ts';
import { createLinkPreviews, type LinkText } from './link-previews.ts';
import { createShareImages, MAX_AGE_MS } from './share-images.ts';
import { parseSharedLink, type SharedLink } from './shared-link.ts';

/** Maximum time that a page waits for its tags. */
const TIMEOUT_MS = 1_000;
/** Cache time of link texts: many people open the same link. */
const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;
/** Maximum length of the address that chats and feeds store for a link. */
const MAX_ADDRESS_LENGTH = 200;
const PRODUCT: LinkText = {
  title: 'Touchline Fantasy Football',
  description: 'Premier League fantasy football: build a dream team, stake tokens, compete for prizes.',
};
const IMAGE_PATH = /^\/share\/(?:(team|game)\/([0-9a-f-]{36})|(league)\/([0-9A-Z]{8}))\.png$/;

/**
 * Creates previews of links to teams, games and invitations to leagues, as meta tags and images. They show public data, and of a
 * league what a holder of its code may see.
 * @param limits limits per address of the leaderboard, which the previews count towards, and of wrong codes of leagues
 */
export function createShare(
  env: Pick<GatewayEnv, 'PUBLIC_URL' | 'SERVICE_GAMES_URL'>,
  limits: Pick<EndpointLimits, 'leaderboard' | 'leagueCode'>,
) {
  const api = createClient({ base: `${env.SERVICE_GAMES_URL}/api`, timeoutMs: 5_000 });
  const read = createLinkPreviews(api, limits.leagueCode);
  const getImage = createShareImages(Date.now);
  const cached = new LRUCache<string, Promise<LinkText | null>>({
    max: MAX_CACHED,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: Date.now },
  });

  async function assertAllowed(kind: SharedLink['kind'], address: string): Promise<void> {
    await limits.leaderboard.take(address);
    if (kind === 'league') await limits.leagueCode.check(addressKey(address));
  }

  /** Null if there is no such team, game or code, or the address has exceeded its limit: the page then has the tags of the site. */
  async function readText({ kind, id }: SharedLink, address: string): Promise<LinkText | null> {
    const key = `${kind}/${id}`;
    const known = cached.get(key);
    if (known) return known;
    const allowed = await assertAllowed(kind, address).then(
      () => true,
      () => false,
    );
    const added = cached.get(key); // by another request in the meantime
    if (added || !allowed) return added ?? null;
    const text = read[kind](id, address).then(
      (preview) => preview.text,
      () => null,
    );
    cached.set(key, text);
    return text;
  }

  return {
    /** Builds the tags of a page: of its team, game or league if that exists, otherwise of the site. */
    async buildTags(ctx: Context): Promise<PageTags> {
      const link = parseSharedLink(ctx.path, new URLSearchParams(ctx.querystring));
      const text = link && (await waitAtMost(TIMEOUT_MS, readText(link, ctx.ip)));
      const { origin } = env.PUBLIC_URL;
      const tags = (image: string, about: LinkText): PageTags => ({
        ...about,
        // The requested page, which is the one that the sender wants to show. Other pages about a team or game may be private.
        url: origin + (ctx.path + ctx.search).slice(0, MAX_ADDRESS_LENGTH),
        image: { url: origin + image, ...IMAGE_SIZE },
      });
      return link && text
        ? tags(`/share/${link.kind}/${link.id}.png`, text)
        : tags('/icons/link.png', PRODUCT);
    },
    /** Serves `/share/team/{id}.png`, `/share/game/{id}.png` and `/share/league/{code}.png`. */
    async serveImage(ctx: Context): Promise<void> {
      const [kind, id] = (IMAGE_PATH.exec(ctx.path) ?? []).slice(1).filter((part) => part !== undefined);
      if (!kind || !id || ctx.querystring !== '') throw notFoundError();
      await assertAllowed(kind as SharedLink['kind'], ctx.ip);
      const draw = async () => (await read[kind as SharedLink['kind']](id, ctx.ip)).svg();
      const png = await getImage(`${kind}/${id}`, draw);
      ctx.set('Cache-Control', `public, max-age=${MAX_AGE_MS / 1_000}`);
      // Other sites embed the image.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      ctx.type = 'image/png';
      const hash = createHash('sha256').update(png).digest('base64url').slice(0, 20);
      if (setEtag(ctx, `"${hash}"`)) ctx.body = png;
    },
  };
}

export type Share = ReturnType<typeof createShare>;

/** Metadata of a page for previews in chats and feeds. */
export interface PageTags extends LinkText {
  url: string;
  image: { url: string; width: number; height: number };
}

import { createHash } from 'node:crypto';
import { createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import { type Game, getGame } from '@touchline/api/http/games';
import { leaderboard, teamCard } from '@touchline/api/http/leaderboard';
import type { Context } from 'koa';
import type { GatewayEnv } from '../env.ts';
import type { AddressLimit } from '../limits/address-limit.ts';
import { drawGame, IMAGE_SIZE, drawTeam } from './drawing.ts';
import { createShareImages, MAX_AGE_MS } from './share-images.ts';
import { type SharedLink, parseSharedLink } from './shared-link.ts';

/** A page must not wait for its tags. */
const TIMEOUT_MS = 1_000;
/** What a page tells about a link may be this old: many people open the same one. */
const CACHE_MS = 10_000;
const MAX_CACHED = 1_000;
const MAX_PATH_LENGTH = 200;
/** The address that chats and feeds remember, however a link was written. */
const PATHS = { team: (id: string) => `/team-view/${id}`, game: (id: string) => `/rankings?game=${id}` };
const PRODUCT: LinkText = {
  title: 'Touchline Fantasy Football',
  description: 'Premier League fantasy football: build a dream team, stake tokens, compete for prizes.',
};
const IMAGE_PATH = /^\/share\/(team|game)\/([0-9a-f-]{36})\.png$/;

/** Links to teams and games: what anybody may see of them, in words and as a picture. */
export function createShare(
  env: Pick<GatewayEnv, 'PUBLIC_URL' | 'SERVICE_GAMES_URL'>,
  limit: AddressLimit,
  now: () => number = Date.now,
) {
  const api = createClient({ base: `${env.SERVICE_GAMES_URL}/api`, timeoutMs: 5_000 });
  const pictures = createShareImages(now);
  const cached = new Map<string, { at: number; words: Promise<LinkText | null> }>();

  const read = {
    team: async (id: string) => {
      const card = await api.request(teamCard, { params: { id } });
      return { words: describeTeam(card), svg: () => drawTeam(card) };
    },
    game: async (id: string) => {
      const [{ game }, board] = await Promise.all([
        api.request(getGame, { params: { id } }),
        api.request(leaderboard, { params: { id }, query: { limit: '3' } }),
      ]);
      return { words: describeGame(game, board.summary.total_players), svg: () => drawGame(game, board) };
    },
  };

  function readText({ kind, id }: SharedLink): Promise<LinkText | null> {
    const key = `${kind}/${id}`;
    const known = cached.get(key);
    if (known && now() - known.at < CACHE_MS) return known.words;
    const words = read[kind](id).then(
      (found) => found.words,
      () => null,
    );
    cached.set(key, { at: now(), words });
    if (cached.size > MAX_CACHED) cached.delete(cached.keys().next().value!);
    return words;
  }

  return {
    /** The tags of a page: of the product, unless the page is about a team or a game that the games know. */
    async buildTags(ctx: Context): Promise<PageTags> {
      const link = parseSharedLink(ctx.path, new URLSearchParams(ctx.querystring));
      const words = link && (await orNullAfterTimeout(readText(link)));
      const { origin } = env.PUBLIC_URL;
      const tags = (url: string, image: string, about: LinkText): PageTags => ({
        ...about,
        url: origin + url,
        image: { url: origin + image, ...IMAGE_SIZE },
      });
      if (!link || !words) return tags(ctx.path.slice(0, MAX_PATH_LENGTH), '/icons/link.png', PRODUCT);
      return tags(PATHS[link.kind](link.id), `/share/${link.kind}/${link.id}.png`, words);
    },
    /** `/share/team/{id}.png` and `/share/game/{id}.png` */
    async serveImage(ctx: Context): Promise<void> {
      const [, kind, id] = IMAGE_PATH.exec(ctx.path) ?? [];
      if (!kind || !id || ctx.querystring !== '') throw new TouchlineError('NOT_FOUND', 'Not found.');
      await limit.take(ctx.ip);
      const draw = async () => (await read[kind as SharedLink['kind']](id)).svg();
      const png = await pictures.get(`${kind}/${id}`, draw);
      ctx.set('Cache-Control', `public, max-age=${MAX_AGE_MS / 1_000}`);
      // Chats and feeds show it on their own pages.
      ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
      ctx.set('ETag', `"${createHash('sha256').update(png).digest('base64url').slice(0, 20)}"`);
      ctx.type = 'image/png';
      ctx.status = 200;
      if (ctx.fresh) ctx.status = 304;
      else ctx.body = png;
    },
  };
}

interface LinkText {
  title: string;
  description: string;
}

interface PageTags extends LinkText {
  url: string;
  image: { url: string; width: number; height: number };
}

function describeTeam({ game, row, total_players, ranked }: Parameters<typeof drawTeam>[0]): LinkText {
  const rank = ranked
    ? `Rank ${row.rank} of ${total_players} with ${row.earned_points} points`
    : 'Ready to play';
  return { title: `${row.team_name} · ${game.name}`, description: `${rank} in ${game.name} on Touchline.` };
}

function describeGame(game: Game, teams: number): LinkText {
  const invite = game.status === 'UPCOMING' ? 'Pick your team and join.' : 'See who leads.';
  return {
    title: `${game.name} · Touchline`,
    description: `${teams} ${teams === 1 ? 'team' : 'teams'}. ${invite}`,
  };
}

function orNullAfterTimeout<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, TIMEOUT_MS, null);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

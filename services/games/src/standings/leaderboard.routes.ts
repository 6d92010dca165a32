import { createHash } from 'node:crypto';
import {
  type Leaderboard,
  type LeaderboardRow,
  leaderboard,
  leaderboardRow,
} from '@touchline/api/http/leaderboard';
import { toInstant } from '@touchline/api/values';
import { earnedPoints } from '@touchline/rules/points';
import { createGzipPrefix, type GzipPrefix } from '@touchline/service-kit/http/encoding';
import { RESPONDED, type Routes, route } from '@touchline/service-kit/http/route';
import type { ListQuery } from '@touchline/standings/standings';
import { z } from 'zod/mini';
import type { StandingsCache } from './cache.ts';
import { createVersionCache, type GameStandings } from './cached-games.ts';
import type { FindNewEntry } from './new-entries.store.ts';
import { findOwnTeamRow, toLeaderboardRow } from './rows.ts';

interface LeaderboardDeps {
  standings: StandingsCache;
  findNewEntry: FindNewEntry;
}

export function leaderboardRoutes(routes: Routes, deps: LeaderboardDeps): void {
  const { standings: cache, findNewEntry } = deps;
  const getPage = createPages();
  route(routes, leaderboard, async ({ params, query, user, ctx }) => {
    const standings = await cache.getForRead(params.id);
    const page = await getPage(standings, query);
    const me = user === null ? null : await findOwnTeamRow(findNewEntry, standings, user.wallet_address);
    const response = addOwnRow(page, me);
    // Browsers keep the page and revalidate it with its ETag.
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.set('Vary', 'Authorization, Accept-Encoding');
    ctx.set('ETag', response.etag);
    ctx.status = ctx.get('if-none-match') === response.etag ? 304 : 200;
    if (ctx.status === 304) return RESPONDED;
    const encoding = ctx.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'identity';
    if (encoding === 'gzip') ctx.set('Content-Encoding', encoding);
    ctx.type = 'json';
    ctx.body = response.body(encoding);
    return RESPONDED;
  });
}

/** Serialised leaderboard page: the same for all clients, except for the caller's own row at its end. */
interface Page {
  start: GzipPrefix;
  /** ETag for callers without an entry. The ETag of other callers also covers their row. */
  etag: string;
  /** Bodies for callers without an entry, by encoding, created on demand. */
  bodies: Partial<Record<Encoding, Buffer>>;
}

type Encoding = 'gzip' | 'identity';

/** Maximum number of cached pages per version of the standings; searches create many. */
const MAX_CACHED_PAGES = 256;
const sharedPage = z.omit(leaderboard.data, { me: true });

type LeaderboardQuery = z.output<NonNullable<typeof leaderboard.query>>;
type GetPage = (standings: GameStandings, query: LeaderboardQuery) => Promise<Page>;

/** Creates the function that returns a page; each is created once per version of the standings. */
export function createPages(): GetPage {
  const remember = createVersionCache<GameStandings, Page>(MAX_CACHED_PAGES);
  return (standings, query) => remember(standings, JSON.stringify(query), () => createPage(standings, query));
}

async function createPage(standings: GameStandings, query: LeaderboardQuery): Promise<Page> {
  const { ranking, summary } = standings;
  const { rows, total } = await ranking.list(toListQuery(query));
  return serialise({
    leaderboard: rows.map((row) => toLeaderboardRow(standings, row, 'public')),
    total,
    summary: {
      total_players: summary.players,
      top_score: earnedPoints(summary.top),
      average_score: earnedPoints(summary.average),
      gameweek: summary.gameweek,
    },
    distribution: summary.distribution,
    updated_at: toInstant(summary.computed_at),
  });
}

function toListQuery({ page, limit, search, staked_only, sort_by, sort_order }: LeaderboardQuery): ListQuery {
  // Every team is valued 100 (DATA-12), so that sort keeps the order of the standings.
  const sort = sort_by === 'total_points' || sort_by === 'team_value' ? 'rank' : sort_by;
  // The first rank has the most points.
  const reversed = sort_order === 'asc' ? 'desc' : 'asc';
  const order = sort_by === 'team_value' ? 'asc' : sort === 'rank' ? reversed : sort_order;
  return { sort, order, from: (page - 1) * limit, limit, search, staked: staked_only };
}

/** Completes a page with the caller's row. The ETag is the same for all encodings. */
export function addOwnRow(page: Page, me: LeaderboardRow | null) {
  const own = me === null ? 'null' : JSON.stringify(leaderboardRow.parse(me));
  const end = `${own}}}`;
  return {
    etag: me === null ? page.etag : `${page.etag.slice(0, -1)}.${computeDigest(own)}"`,
    body(encoding: Encoding): Buffer {
      const build = () => (encoding === 'gzip' ? page.start.gzip(end) : page.start.plain(end));
      if (me !== null) return build();
      page.bodies[encoding] ??= build();
      return page.bodies[encoding];
    },
  };
}

function serialise(data: Omit<Leaderboard, 'me'>): Page {
  const page = JSON.stringify(sharedPage.parse(data));
  const start = createGzipPrefix(`{"success":true,"data":${page.slice(0, -1)},"me":`);
  return { start, etag: `"${computeDigest(page)}"`, bodies: {} };
}

const computeDigest = (text: string) => createHash('sha1').update(text).digest('base64url');

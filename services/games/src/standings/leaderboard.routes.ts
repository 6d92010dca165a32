import { leaderboard } from '@touchline/api/http/leaderboard';
import { RESPONDED, type Routes, route } from '@touchline/service-kit/http/route';
import type { StandingsCache } from './cache.ts';
import type { FindNewEntry } from './new-entries.store.ts';
import { addOwnRow, createPages } from './pages.ts';
import { findOwnTeamRow } from './rows.ts';

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

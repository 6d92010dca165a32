import type { PrizeSummary } from '@touchline/api/http/prize-plans';
import { gamePrizes, myPrizes, type PrizeLevel } from '@touchline/api/http/prizes';
import { RESERVES_CSV_PATH, reserves } from '@touchline/api/http/reserves';
import { toInstant } from '@touchline/api/values';
import { earnedPoints } from '@touchline/rules/points';
import { plainRoute, type Routes, route } from '@touchline/service-kit/http/route';
import type { Row } from '@touchline/standings/standings';
import { findPrizesOfWallet } from '../awards/prizes.store.ts';
import { findSettlement } from '../awards/settlements.store.ts';
import { formatReserves, type ReadReserves } from '../funding/reserves.ts';
import type { StoredGame } from '../games/game.ts';
import { requireGame } from '../games/games.ts';
import type { GamesContext } from '../games/games-context.ts';
import { buildPrizeSummary, computeField } from '../games/prizes.ts';
import { toMyPrizes } from '../results/claims.ts';
import type { StandingsCache } from '../standings/cache.ts';

interface PrizeRouteDeps extends Pick<GamesContext, 'db' | 'calendar' | 'now'> {
  readReserves: ReadReserves;
  standings: StandingsCache;
}

export function prizeRoutes(routes: Routes, deps: PrizeRouteDeps): void {
  const { db, calendar, now } = deps;

  route(routes, gamePrizes, async ({ params: { id } }) => {
    const game = await requireGame(db, id);
    const at = now();
    const prizes = buildPrizeSummary(game, at, calendar);
    const settlement = game.prizes.state === null ? null : await findSettlement(db, id);
    return {
      game_id: id,
      prizes,
      entrants: computeField(game, at, calendar).entrants,
      levels: await findLevels(deps, game, prizes),
      review_ends_at:
        game.prizes.state === 'REVIEW' && settlement ? toInstant(settlement.review_ends_at) : null,
      settled_at: settlement?.settled_at ? toInstant(settlement.settled_at) : null,
    };
  });

  route(routes, myPrizes, async ({ user }) => ({
    prizes: await toMyPrizes(db, await findPrizesOfWallet(db, user.wallet_address)),
  }));

  route(routes, reserves, () => deps.readReserves());

  plainRoute(routes, { path: RESERVES_CSV_PATH }, async ({ ctx }) => {
    const current = await deps.readReserves();
    ctx.set('Cache-Control', 'public, max-age=30');
    ctx.attachment('reserves.csv');
    ctx.type = 'text/csv';
    ctx.body = formatReserves(current);
  });
}

/** Finds the entry on the last place of each prize level; none before the first points. */
async function findLevels(
  { standings: cache }: PrizeRouteDeps,
  game: StoredGame,
  { table }: PrizeSummary,
): Promise<PrizeLevel[]> {
  if (game.participants === 0 || table.length === 0) return table.map((row) => ({ ...row, last: null }));
  const { ranking, summary } = await cache.getForRead(game.id);
  if (summary.gameweek === null) return table.map((row) => ({ ...row, last: null }));
  return Promise.all(
    table.map(async (row) => {
      const { rows } = await ranking.list({ sort: 'rank', order: 'asc', from: row.to - 1, limit: 1 });
      return { ...row, last: rows[0] ? pickLast(rows[0]) : null };
    }),
  );
}

const pickLast = ({ rank, id, wallet, team_name, earned }: Row): PrizeLevel['last'] => ({
  rank: rank!,
  participation_id: id,
  wallet_address: wallet,
  team_name,
  earned_points: earnedPoints(earned),
});

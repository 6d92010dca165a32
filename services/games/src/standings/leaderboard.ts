import type { Leaderboard, LeaderboardRow, leaderboard } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { z } from 'zod';
import { iso } from '../games/game.ts';
import { distributionOf } from './distribution.ts';
import { previousRanks } from './previous-ranks.ts';
import { sortDescending } from './ranking.ts';
import type { Standings } from './standings.ts';

export type LeaderboardQuery = z.output<NonNullable<typeof leaderboard.query>>;

/** A page of the standings; every row keeps its rank in the game, whatever the sort and the search. */
export function leaderboardPage(
  standings: Standings,
  query: LeaderboardQuery,
  wallet: string | null,
): Leaderboard {
  const seats = filtered(standings, sorted(standings, query), query);
  const from = (query.page - 1) * query.limit;
  const mine = wallet === null ? undefined : seatOf(standings, wallet);
  return {
    leaderboard: [...seats.subarray(from, from + query.limit)].map((seat) => row(standings, seat)),
    total: seats.length,
    summary: summary(standings),
    me: mine === undefined || standings.table.suspended.has(mine) ? null : row(standings, mine),
    distribution: distributionOf(standings),
    updated_at: iso(standings.computedAt),
  };
}

/** Seat index of a wallet in the game; undefined when he is not in it. */
export function seatOf(standings: Standings, wallet: string): number | undefined {
  const seat = standings.table.texts.seatOf(wallet);
  return seat !== undefined && seat < standings.count ? seat : undefined;
}

function sorted(standings: Standings, { sort_by, sort_order }: LeaderboardQuery): Int32Array {
  const { order } = standings;
  const keys = { gameweek_points: standings.gameweekPoints, coefficient: standings.coefficients };
  // Every team is valued 100 (DATA-12), so that sort leaves the order of standing.
  if (sort_by === 'team_value') return order;
  if (sort_by === 'total_points') return sort_order === 'asc' ? order.toReversed() : order;
  const key = keys[sort_by];
  return sortDescending(order, sort_order === 'asc' ? key.map((value) => -value) : key);
}

function filtered(
  standings: Standings,
  seats: Int32Array,
  { search, staked_only }: LeaderboardQuery,
): Int32Array {
  if (!search && !staked_only) return seats;
  const found = search ? standings.table.texts.search(search) : null;
  return seats.filter(
    (seat) =>
      (!staked_only || standings.coefficients[seat]! > COEFFICIENT_ONE) &&
      (found === null || found[seat] === 1),
  );
}

function row(standings: Standings, seat: number): LeaderboardRow {
  const { table, ranks, earned, gross, coefficients, gameweekPoints } = standings;
  const wallet = table.texts.walletOf(seat);
  return {
    rank: ranks[seat]!,
    previous_rank: previousRanks(standings)?.[seat] || null,
    participation_id: table.texts.idOf(seat),
    user_id: wallet,
    wallet_address: wallet,
    team_name: table.texts.nameOf(seat),
    earned_points: earnedPoints(earned[seat]!),
    current_points: table.entryPoints[seat]! + gross[seat]!,
    entry_points: table.entryPoints[seat]!,
    coefficient_applied: coefficients[seat]! / COEFFICIENT_ONE,
    gameweek_points: gameweekPoints[seat]!,
  };
}

function summary(standings: Standings): Leaderboard['summary'] {
  const { earned, earnedTotal, order, gameweek } = standings;
  const count = order.length;
  return {
    total_players: count,
    top_score: count === 0 ? 0 : earnedPoints(earned[order[0]!]!),
    average_score: count === 0 ? 0 : earnedPoints(Math.round(earnedTotal / count)),
    gameweek,
  };
}

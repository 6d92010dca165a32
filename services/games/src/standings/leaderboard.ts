import type { Leaderboard, LeaderboardRow, leaderboard } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { z } from 'zod';
import { iso } from '../games/game.ts';
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
  const indices = filtered(standings, sorted(standings, query), query);
  const from = (query.page - 1) * query.limit;
  const mine = wallet === null ? undefined : indexOf(standings, wallet);
  const row = rowsOf(standings);
  return {
    leaderboard: [...indices.subarray(from, from + query.limit)].map(row),
    total: indices.length,
    summary: summary(standings),
    me: mine === undefined || standings.table.unranked.has(mine) ? null : row(mine),
    distribution: standings.distribution(),
    updated_at: iso(standings.computedAt),
  };
}

/** Index of a wallet's entry in the standings; undefined when it is not in the game. */
export function indexOf(standings: Standings, wallet: string): number | undefined {
  const index = standings.table.texts.indexOf(wallet);
  return index !== undefined && index < standings.count ? index : undefined;
}

function sorted(standings: Standings, { sort_by, sort_order }: LeaderboardQuery): Int32Array {
  const { order, table } = standings;
  const keys = { gameweek_points: standings.gameweekPoints, coefficient: standings.coefficients };
  // Every team is valued 100 (DATA-12), so this sort keeps the order of the standings.
  if (sort_by === 'team_value') return order;
  if (sort_by === 'total_points') return sort_order === 'asc' ? order.toReversed() : order;
  const key = keys[sort_by];
  return sortDescending(order, sort_order === 'asc' ? key.map((value) => -value) : key, table.workspace);
}

function filtered(
  standings: Standings,
  indices: Int32Array,
  { search, staked_only }: LeaderboardQuery,
): Int32Array {
  if (!search && !staked_only) return indices;
  const found = search ? standings.table.texts.search(search) : null;
  return indices.filter(
    (index) =>
      (!staked_only || standings.coefficients[index]! > COEFFICIENT_ONE) &&
      (found === null || found[index] === 1),
  );
}

function rowsOf(standings: Standings): (index: number) => LeaderboardRow {
  const { table, ranks, earned, gross, coefficients, gameweekPoints } = standings;
  const before = previousRanks(standings);
  return (index) => {
    const wallet = table.texts.walletOf(index);
    return {
      rank: ranks[index]!,
      previous_rank: before?.[index] || null,
      participation_id: table.texts.idOf(index),
      user_id: wallet,
      wallet_address: wallet,
      team_name: table.texts.nameOf(index),
      earned_points: earnedPoints(earned[index]!),
      current_points: table.entryPoints[index]! + gross[index]!,
      entry_points: table.entryPoints[index]!,
      coefficient_applied: coefficients[index]! / COEFFICIENT_ONE,
      gameweek_points: gameweekPoints[index]!,
    };
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

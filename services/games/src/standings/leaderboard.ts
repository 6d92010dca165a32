import type { Leaderboard, leaderboard, StandingsRow } from '@touchline/api/http/leaderboard';
import { COEFFICIENT_ONE, earnedPoints } from '@touchline/rules/earned';
import type { z } from 'zod';
import { iso } from '../games/game.ts';
import { inBlocks, type Pass } from '../scoring/pass.ts';
import { sortDescending } from './ranking.ts';
import type { Standings } from './standings.ts';

export type LeaderboardQuery = z.output<NonNullable<typeof leaderboard.query>>;

/** Page without the visible parts of its teams. */
export interface BarePage extends Omit<Leaderboard, 'me' | 'leaderboard'> {
  /** Indices of the rows in the standings. */
  indices: number[];
  rows: StandingsRow[];
}

/** Computes a page of the public leaderboard. Rows keep their rank in the game for any sort order and search. */
export function* computePage(standings: Standings, query: LeaderboardQuery): Pass<BarePage> {
  const found = yield* filterEntries(standings, yield* sortEntries(standings, query), query);
  const from = (query.page - 1) * query.limit;
  const indices = [...found.subarray(from, from + query.limit)];
  return {
    indices,
    rows: indices.map((index) => buildRow(standings, index)),
    total: found.length,
    summary: summarise(standings),
    distribution: standings.distribution,
    updated_at: iso(standings.computedAt),
  };
}

/** Finds the index of a wallet's entry; undefined when the standings do not contain it. */
export function findRankedIndex(standings: Standings, wallet: string): number | undefined {
  const index = standings.table.texts.findIndex(wallet);
  return index !== undefined && index < standings.count ? index : undefined;
}

function* sortEntries(standings: Standings, { sort_by, sort_order }: LeaderboardQuery): Pass<Int32Array> {
  const { order, table } = standings;
  const keys = { gameweek_points: standings.gameweekPoints, coefficient: standings.coefficients };
  // Every team is valued 100 (DATA-12), so this sort keeps the order of the standings.
  if (sort_by === 'team_value') return order;
  if (sort_by === 'total_points') return sort_order === 'asc' ? order.toReversed() : order;
  const key = new Int32Array(keys[sort_by]);
  return yield* sortDescending(
    order,
    sort_order === 'asc' ? key.map((value) => -value) : key,
    table.workspace,
  );
}

function* filterEntries(
  { coefficients, table }: Standings,
  indices: Int32Array,
  { search, staked_only }: LeaderboardQuery,
): Pass<Int32Array> {
  if (!search && !staked_only) return indices;
  const found = search ? yield* table.texts.search(search) : null;
  const matching = new Int32Array(indices.length);
  let count = 0;
  yield* inBlocks(indices.length, (from, to) => {
    for (let place = from; place < to; place += 1) {
      const index = indices[place]!;
      if (staked_only && coefficients[index]! <= COEFFICIENT_ONE) continue;
      if (found === null || found[index] === 1) matching[count++] = index;
    }
  });
  return matching.subarray(0, count);
}

/** Builds the leaderboard row of an entry. */
export function buildRow(standings: Standings, index: number): StandingsRow {
  const { table, ranks, earned, gross, coefficients, gameweekPoints, previous } = standings;
  const wallet = table.texts.getWallet(index);
  return {
    rank: ranks[index]!,
    previous_rank: previous.ranks?.[index] || null,
    participation_id: table.texts.getId(index),
    user_id: wallet,
    wallet_address: wallet,
    team_name: table.texts.getName(index),
    earned_points: earnedPoints(earned[index]!),
    current_points: table.entryPoints[index]! + gross[index]!,
    entry_points: table.entryPoints[index]!,
    coefficient_applied: coefficients[index]! / COEFFICIENT_ONE,
    gameweek_points: gameweekPoints[index]!,
  };
}

function summarise(standings: Standings): Leaderboard['summary'] {
  const { earned, earnedTotal, order, gameweek } = standings;
  const count = order.length;
  return {
    total_players: count,
    top_score: count === 0 ? 0 : earnedPoints(earned[order[0]!]!),
    average_score: count === 0 ? 0 : earnedPoints(Math.round(earnedTotal / count)),
    gameweek,
  };
}

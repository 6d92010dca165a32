import { TouchlineError } from '@touchline/api/errors';
import type { MyLeague } from '@touchline/api/http/leagues';
import { listAutomaticLeagues } from './automatic.ts';
import { findOpponent, readHeadToHead } from './head-to-head.ts';
import {
  hasLeagueStarted,
  isAutomatic,
  isGameOver,
  type LeagueTime,
  type OwnLeague,
  toFields,
} from './league.ts';
import type { GetTable, LeagueTable } from './league-table.ts';
import { findLeaguesOfWallet } from './leagues.store.ts';
import { type LeaguesContext, readTime } from './leagues-context.ts';

/** Lists the leagues of a wallet with its ranks: those that players created, then the automatic ones of games that are not over. */
export async function listMyLeagues(
  context: LeaguesContext,
  getTable: GetTable,
  wallet: string,
  gameId: string | null,
): Promise<MyLeague[]> {
  const { db } = context;
  const leagues: OwnLeague[][] = await Promise.all([
    findLeaguesOfWallet(db, wallet, gameId),
    listAutomaticLeagues(db, wallet, gameId),
  ]);
  const listed = await Promise.all(
    leagues.flat().map(async (league) => {
      const time = await readTime(context, league.game_id);
      if (isAutomatic(league) && gameId === null && isGameOver(time)) return [];
      return [await listLeague(context, getTable, league, time, wallet)];
    }),
  );
  return listed.flat();
}

async function listLeague(
  context: LeaguesContext,
  getTable: GetTable,
  league: OwnLeague,
  time: LeagueTime,
  wallet: string,
): Promise<MyLeague> {
  const table = await getLoadedTable(getTable, league);
  const members = isAutomatic(league) && table ? table.total : league.members;
  // Before the start, and before the first final match, all members share the first rank, which says nothing.
  const member = hasLeagueStarted(league, time) ? (table?.find(wallet) ?? null) : null;
  const own = member?.head_to_head?.played === 0 ? null : member;
  const headToHead = table ? table.headToHead : await readHeadToHead(context.db, time.game, league);
  return {
    id: league.id,
    game_id: time.game.id,
    game_name: time.game.name,
    ...toFields({ ...league, members }, time),
    rank: own?.rank ?? null,
    previous_rank: own?.previous_rank ?? null,
    opponent: headToHead && findOpponent(headToHead, wallet),
  };
}

/** Returns null while the standings of the game are being loaded, so that one game does not hide all leagues. */
async function getLoadedTable(getTable: GetTable, league: OwnLeague): Promise<LeagueTable | null> {
  try {
    return await getTable(league);
  } catch (error) {
    if (error instanceof TouchlineError && error.code === 'UPSTREAM_UNAVAILABLE') return null;
    throw error;
  }
}

import type { LeagueRow } from '@touchline/api/http/league-tables';
import { createVersionCache, type GameStandings } from '../standings/cached-games.ts';
import { buildVisibleTeam } from '../standings/rows.ts';
import type { LeagueTable, RankedMember } from './league-table.ts';

/** Returns a page of a table in API form, the same for all members. */
export type GetRows = (table: LeagueTable, from: number, limit: number) => Promise<LeagueRow[]>;

/** Pages in memory per table. */
const MAX_CACHED_PAGES = 20;

/** Creates the function that returns a page of a table; each is created once. */
export function createRows(): GetRows {
  const remember = createVersionCache<LeagueTable, LeagueRow[]>(MAX_CACHED_PAGES);
  return (table, from, limit) =>
    remember(table, `${from} ${limit}`, async () => {
      const members = await table.list(from, limit);
      return members.map((member) => toLeagueRow(table.standings, member, 'public'));
    });
}

/** Converts a member to API form, with the part of its team that this viewer may see. */
export const toLeagueRow = (
  standings: GameStandings,
  member: RankedMember,
  viewer: 'public' | 'owner',
): LeagueRow => ({
  ...toRankedRow(member),
  ...buildVisibleTeam(standings, member.row, viewer),
});

export const toRankedRow = ({ row, ...ranked }: RankedMember): Omit<LeagueRow, 'captain' | 'played'> => ({
  ...ranked,
  participation_id: row.id,
  wallet_address: row.wallet,
  team_name: row.team_name,
  gameweek_points: row.gameweek_points,
});

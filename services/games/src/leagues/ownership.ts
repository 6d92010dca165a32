import type { leagueOwnership } from '@touchline/api/http/league-tables';
import { findGameweek } from '@touchline/rules/season';
import { findMatches, isFixed } from '@touchline/rules/team';
import type { z } from 'zod/mini';
import { createVersionCache } from '../standings/cached-games.ts';
import { buildRowTeam } from '../standings/rows.ts';
import type { LeagueTable, RankedMember } from './league-table.ts';

type Ownership = z.output<typeof leagueOwnership.data>;
type OwnedPlayer = Ownership['players'][number];

/** Members whose teams are counted. */
const MAX_COUNTED = 1_000;

/** Creates the function that counts the owners of players, once per table. */
export function createOwnership(): (table: LeagueTable) => Promise<Ownership> {
  const remember = createVersionCache<LeagueTable, Ownership>(1);
  return (table) => remember(table, '', () => countOwnership(table));
}

/**
 * Counts the members who own, start and captain each player. Only players that can no longer be moved are counted, as in the public
 * view of a team.
 */
async function countOwnership(table: LeagueTable): Promise<Ownership> {
  const { season, summary } = table.standings;
  const gameweek = summary.gameweek === null ? undefined : findGameweek(season, summary.gameweek);
  if (!gameweek) return { gameweek: null, members: 0, players: [] };
  const members = await table.list(0, MAX_COUNTED);
  const teams = members
    .map(({ row }) => row.lineup)
    .filter(({ effective_gameweek }) => effective_gameweek <= gameweek.id);
  const fixed = findFixedPlayers(table, gameweek, members);
  const players = new Map<number, OwnedPlayer>();
  for (const { field, bench, captain_id } of teams)
    for (const id of [...field, ...bench]) {
      if (!fixed.has(id)) continue;
      const player = players.get(id) ?? {
        player_id: id,
        code: season.players.get(id)?.code ?? 0,
        web_name: season.players.get(id)?.web_name ?? '',
        owned: 0,
        started: 0,
        captained: 0,
      };
      players.set(id, player);
      player.owned += 1;
      if (field.includes(id)) player.started += 1;
      if (captain_id === id) player.captained += 1;
    }
  const sorted = [...players.values()].sort(
    (a, b) => b.owned - a.owned || b.captained - a.captained || a.player_id - b.player_id,
  );
  return { gameweek: gameweek.id, members: members.length, players: sorted };
}

/** Finds the players of these teams that can no longer be moved, as of the time of the standings. */
function findFixedPlayers(
  { standings: { season, summary } }: LeagueTable,
  gameweek: Parameters<typeof isFixed>[0],
  members: readonly RankedMember[],
): ReadonlySet<number> {
  const players = members.flatMap(({ row }) => buildRowTeam(season, row).roster);
  const matches = findMatches(season, gameweek, [
    ...new Map(players.map((player) => [player.id, player])).values(),
  ]);
  return new Set(
    [...matches].flatMap(([id, own]) => (isFixed(gameweek, own, summary.computed_at) ? [id] : [])),
  );
}

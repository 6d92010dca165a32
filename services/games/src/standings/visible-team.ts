import type { LeaderboardRow } from '@touchline/api/http/leaderboard';
import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import type { TeamGameweek } from '@touchline/rules/points';
import type { Database } from '@touchline/service-kit/data/database';
import { findGameweek, type SeasonGameweek } from '../football/season.ts';
import { readLineupsInForce } from '../lineups/lineups.store.ts';
import { findMatches, isFixed } from '../lineups/locked.ts';
import { packBenchShape, packTeamShape, unpackPositions } from '../scoring/kernel.ts';
import { scoreTeam, type Team } from '../scoring/team.ts';
import type { Standings } from './standings.ts';

export type VisibleTeam = Pick<LeaderboardRow, 'captain' | 'played'>;

/** Shown before the first kick-off, and for a team without a lineup. */
export const NOTHING_VISIBLE: VisibleTeam = { captain: null, played: null };

/** Lineup with the positions of its fifteen players. */
interface Fielded {
  lineup: StoredLineupVersion;
  positions: readonly number[];
}

/**
 * Reads the captain and number of played starters of some entries, in the order of the indices. The cost depends only on the number
 * of these entries.
 * @param viewer `public` sees a captain from the captain's kick-off, as in the team preview; `owner` always
 */
export async function readVisibleTeams(
  db: Database,
  standings: Standings,
  indices: readonly number[],
  viewer: 'public' | 'owner',
): Promise<VisibleTeam[]> {
  const { season, gameweek: number } = standings;
  const gameweek = number === null ? undefined : findGameweek(season, number);
  if (!gameweek) return indices.map(() => NOTHING_VISIBLE);
  const fielded = await readFieldedTeams(db, standings, indices, gameweek.id);
  return indices.map((index, at) => {
    const team = fielded[at];
    return team ? buildVisibleTeam(standings, gameweek, index, team, viewer) : NOTHING_VISIBLE;
  });
}

/** Reads lineups from memory; those of a finished game, which are no longer kept, from the database. */
async function readFieldedTeams(
  db: Database,
  { table }: Standings,
  indices: readonly number[],
  gameweek: number,
): Promise<(Fielded | null)[]> {
  const { lineups, texts, joinedAt } = table;
  if (table.lineupsVersion >= 0)
    return indices.map((index) => {
      const version = lineups.findInForce(index, gameweek);
      return version < 0
        ? null
        : { lineup: lineups.buildLineup(version, joinedAt), positions: lineups.getPositions(version) };
    });
  const ids = indices.map((index) => texts.getId(index));
  const stored = await readLineupsInForce(db, ids, gameweek);
  return ids.map((id) => {
    const lineup = stored.get(id);
    if (!lineup) return null;
    const shape = packTeamShape(lineup.formation, packBenchShape(lineup.bench_positions));
    return { lineup, positions: unpackPositions(shape) };
  });
}

/**
 * Builds the visible fields of a team as of the time of the standings, which is never later than the time the lineup was read. A
 * captain who locks in between therefore stays hidden.
 */
function buildVisibleTeam(
  { season, game, table, computedAt }: Standings,
  gameweek: SeasonGameweek,
  index: number,
  { lineup, positions }: Fielded,
  viewer: 'public' | 'owner',
): VisibleTeam {
  const roster: Team['roster'] = [...lineup.field, ...lineup.bench].map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
  const team = { joined_at: table.joinedAt[index]!, roster, lineups: [lineup] };
  const scored = scoreTeam(season, gameweek, game, team);
  if (!scored) return NOTHING_VISIBLE;
  const bands = [lineup.captain_id, lineup.vice_captain_id];
  const matches = findMatches(
    season,
    gameweek,
    roster.filter(({ id }) => bands.includes(id)),
  );
  const isVisible = (id: number) => viewer === 'owner' || isFixed(gameweek, matches.get(id)!, computedAt);
  return {
    captain: findVisibleCaptain(lineup, scored, isVisible, season.players),
    played: countPlayed(lineup, scored),
  };
}

function findVisibleCaptain(
  { captain_id, vice_captain_id }: StoredLineupVersion,
  { armband }: TeamGameweek,
  isVisible: (id: number) => boolean,
  players: Standings['season']['players'],
): VisibleTeam['captain'] {
  // A hidden vice-captain stays hidden, even after the captain has missed.
  const vice_captain = armband === vice_captain_id && isVisible(vice_captain_id);
  const wearer = vice_captain ? vice_captain_id : captain_id;
  const player = isVisible(wearer) ? players.get(wearer) : undefined;
  return player ? { web_name: player.web_name, vice_captain } : null;
}

/** Counts the starters who have played. Their matches have started, so none of them is hidden. */
function countPlayed({ field }: StoredLineupVersion, { players }: TeamGameweek): number {
  return players.filter(({ id, played }) => played && field.includes(id)).length;
}

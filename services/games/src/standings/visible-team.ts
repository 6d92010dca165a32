import type { LeaderboardRow } from '@touchline/api/http/leaderboard';
import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import type { TeamGameweek } from '@touchline/rules/points';
import type { Database } from '@touchline/service-kit/database';
import { findGameweek, type SeasonGameweek } from '../football/season.ts';
import { readLineupsInForce } from '../lineups/lineups.store.ts';
import { isFixed, findMatches } from '../lineups/locked.ts';
import { packBenchShape, unpackPositions, packTeamShape } from '../scoring/kernel.ts';
import { scoreTeam, type Team } from '../scoring/team.ts';
import type { Standings } from './standings.ts';

export type VisibleTeam = Pick<LeaderboardRow, 'captain' | 'played'>;

/** Before the first kick-off, and of a team without a lineup. */
export const NOTHING_VISIBLE: VisibleTeam = { captain: null, played: null };

/** A lineup, and the positions of its fifteen. */
interface Fielded {
  lineup: StoredLineupVersion;
  positions: readonly number[];
}

/**
 * What the leaderboard tells of some entries' teams, in the order of the indices. Costs what these entries cost, whatever the size
 * of the game.
 * @param to `everybody` sees a captain from his kick-off on, as in the preview of a team; his `owner` always
 */
export async function readVisibleTeams(
  db: Database,
  standings: Standings,
  indices: readonly number[],
  to: 'everybody' | 'owner',
): Promise<VisibleTeam[]> {
  const { season, gameweek: number } = standings;
  const gameweek = number === null ? undefined : findGameweek(season, number);
  if (!gameweek) return indices.map(() => NOTHING_VISIBLE);
  const fielded = await readFieldedTeams(db, standings, indices, gameweek.id);
  return indices.map((index, at) => {
    const team = fielded[at];
    return team ? buildVisibleTeam(standings, gameweek, index, team, to) : NOTHING_VISIBLE;
  });
}

/** From memory; of a finished game, whose lineups are no longer there, from the database. */
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
 * The time is that of the standings, never later than the lineup was read: a captain who locks in between stays hidden, never the
 * other way round.
 */
function buildVisibleTeam(
  { season, game, table, computedAt }: Standings,
  gameweek: SeasonGameweek,
  index: number,
  { lineup, positions }: Fielded,
  to: 'everybody' | 'owner',
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
  const known = (id: number) => to === 'owner' || isFixed(gameweek, matches.get(id)!, computedAt);
  return { captain: findVisibleCaptain(lineup, scored, known, season.players), played: countPlayed(lineup, scored) };
}

function findVisibleCaptain(
  { captain_id, vice_captain_id }: StoredLineupVersion,
  { armband }: TeamGameweek,
  known: (id: number) => boolean,
  players: Standings['season']['players'],
): VisibleTeam['captain'] {
  // A hidden vice-captain stays hidden: that the captain has missed does not tell who follows him.
  const vice_captain = armband === vice_captain_id && known(vice_captain_id);
  const wearer = vice_captain ? vice_captain_id : captain_id;
  const player = known(wearer) ? players.get(wearer) : undefined;
  return player ? { web_name: player.web_name, vice_captain } : null;
}

/** Who has played has kicked off, and is hidden from nobody. */
function countPlayed({ field }: StoredLineupVersion, { players }: TeamGameweek): number {
  return players.filter(({ id, played }) => played && field.includes(id)).length;
}

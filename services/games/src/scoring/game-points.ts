import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import type { Season, SeasonGameweek } from '../football/season.ts';
import { type PointsColumns, scoreTeams } from './kernel.ts';
import { type LineupLog, lineupsInForce } from './lineup-log.ts';
import { playerColumns } from './player-columns.ts';
import { scoreTeam, type Team } from './team.ts';

/** The entries of a game as scoring needs them, by index. */
export interface ScoredEntries {
  count: number;
  lineups: LineupLog;
  joinedAt: Float64Array;
}

/** Raw points and points of every entry of a game in one gameweek: the plain pass, and the rules for the rest. */
export function gamePoints(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  entries: ScoredEntries,
): PointsColumns {
  const { count, lineups, joinedAt } = entries;
  const into: PointsColumns = { raw: new Int32Array(count), points: new Int32Array(count) };
  const columns = playerColumns(season, gameweek, game);
  const { versions, slow } = lineupsInForce(lineups, count, joinedAt, gameweek.id, columns.firstKickoff);
  scoreTeams(lineups, versions, count, columns, into);
  for (const [seat, team] of teamsOf(season, entries, slow)) {
    const scored = scoreTeam(season, gameweek, game, team);
    into.raw[seat] = scored?.raw_points ?? 0;
    into.points[seat] = scored?.points ?? 0;
  }
  return into;
}

/** The entries with these seat indices as the rules want them, with every line-up they ever saved. */
export function teamsOf(season: Season, entries: ScoredEntries, seats: readonly number[]): Map<number, Team> {
  const log = entries.lineups;
  const versions = new Map<number, StoredLineupVersion[]>(seats.map((seat) => [seat, []]));
  const rosters = new Map<number, Team['roster']>();
  for (let version = 0; version < log.length && seats.length > 0; version += 1) {
    const seat = log.seat[version]!;
    versions.get(seat)?.push(log.lineupAt(version));
    if (versions.has(seat) && !rosters.has(seat)) rosters.set(seat, rosterAt(season, entries, version));
  }
  return new Map(
    seats.map((seat) => [
      seat,
      {
        joined_at: entries.joinedAt[seat]!,
        roster: rosters.get(seat) ?? [],
        lineups: versions.get(seat) ?? [],
      },
    ]),
  );
}

/** The fifteen of a version; positions as they were when it was saved. */
function rosterAt(season: Season, entries: ScoredEntries, version: number): Team['roster'] {
  const positions = entries.lineups.positionsAt(version);
  return entries.lineups.idsAt(version).map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
}

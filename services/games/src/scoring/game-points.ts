import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import type { Season, SeasonGameweek } from '../football/season.ts';
import type { EntryTable } from '../standings/entry-table.ts';
import { type PointsColumns, scoreTeams } from '../standings/kernel.ts';
import { lineupsInForce } from '../standings/lineup-log.ts';
import { playerColumns } from './player-columns.ts';
import { scoreTeam, type Team } from './team.ts';

/** Raw points and points of every entry of a game in one gameweek: the plain pass, and the rules for the rest. */
export function gamePoints(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  table: EntryTable,
): PointsColumns {
  const { count, lineups, joinedAt } = table;
  const into: PointsColumns = { raw: new Int32Array(count), points: new Int32Array(count) };
  const columns = playerColumns(season, gameweek, game);
  const { versions, slow } = lineupsInForce(lineups, count, joinedAt, gameweek.id, columns.firstKickoff);
  scoreTeams(lineups, versions, count, columns, into);
  for (const [seat, team] of teamsOf(season, table, slow)) {
    const scored = scoreTeam(season, gameweek, game, team);
    into.raw[seat] = scored?.raw_points ?? 0;
    into.points[seat] = scored?.points ?? 0;
  }
  return into;
}

/** The entries with these seat indices as the rules want them, with every line-up they ever saved. */
export function teamsOf(season: Season, table: EntryTable, seats: readonly number[]): Map<number, Team> {
  const log = table.lineups;
  const versions = new Map<number, StoredLineupVersion[]>(seats.map((seat) => [seat, []]));
  const rosters = new Map<number, Team['roster']>();
  for (let version = 0; version < log.length && seats.length > 0; version += 1) {
    const seat = log.seat[version]!;
    versions.get(seat)?.push(log.lineupAt(version));
    if (versions.has(seat) && !rosters.has(seat)) rosters.set(seat, rosterAt(season, table, version));
  }
  return new Map(
    seats.map((seat) => [
      seat,
      {
        joined_at: table.joinedAt[seat]!,
        roster: rosters.get(seat) ?? [],
        lineups: versions.get(seat) ?? [],
      },
    ]),
  );
}

/** The fifteen of a version; positions as they were when it was saved. */
function rosterAt(season: Season, table: EntryTable, version: number): Team['roster'] {
  const positions = table.lineups.positionsAt(version);
  return table.lineups.idsAt(version).map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
}

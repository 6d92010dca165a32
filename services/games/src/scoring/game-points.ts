import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import type { Season, SeasonGameweek } from '../football/season.ts';
import { type PointsColumns, scoreTeams } from './kernel.ts';
import { type LineupLog, lineupsInForce } from './lineup-log.ts';
import type { Pass } from './pass.ts';
import { playerColumns } from './player-columns.ts';
import { scoreTeam, type Team } from './team.ts';
import type { Workspace } from './workspace.ts';

/** The entries of a game as scoring needs them: columns by index. */
export interface ScoredEntries {
  count: number;
  lineups: LineupLog;
  joinedAt: Float64Array;
  workspace: Workspace;
}

/**
 * Raw points and points of every entry in one gameweek: the plain pass, and `rules` for those that it cannot score.
 * @param into zeros, but for `raw` if nobody reads it
 */
export function* gamePoints(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  entries: ScoredEntries,
  into: PointsColumns = pointsColumns(entries.count),
): Pass<PointsColumns> {
  const { count, lineups, joinedAt, workspace } = entries;
  const columns = playerColumns(season, gameweek, game);
  const versions = workspace.versions(count);
  const moved = yield* lineupsInForce(lineups, joinedAt, gameweek.id, columns.firstKickoff, versions);
  yield* scoreTeams(lineups, versions, columns, into, workspace.playerValues);
  for (const [index, team] of teamsOf(season, entries, moved)) {
    const scored = scoreTeam(season, gameweek, game, team);
    into.raw[index] = scored?.raw_points ?? 0;
    into.points[index] = scored?.points ?? 0;
  }
  return into;
}

const pointsColumns = (count: number): PointsColumns => ({
  raw: new Int32Array(count),
  points: new Int32Array(count),
});

/** Entries by index with every lineup they ever saved, in the shape that `rules` reads. */
export function teamsOf(
  season: Season,
  { lineups, joinedAt }: Pick<ScoredEntries, 'lineups' | 'joinedAt'>,
  indices: readonly number[],
): Map<number, Team> {
  const versions = new Map<number, StoredLineupVersion[]>(indices.map((index) => [index, []]));
  const rosters = new Map<number, Team['roster']>();
  for (let version = 0; version < lineups.length && indices.length > 0; version += 1) {
    const index = lineups.entry[version]!;
    versions.get(index)?.push(lineups.lineupAt(version));
    if (versions.has(index) && !rosters.has(index)) rosters.set(index, rosterAt(season, lineups, version));
  }
  return new Map(
    indices.map((index) => [
      index,
      {
        joined_at: joinedAt[index]!,
        roster: rosters.get(index) ?? [],
        lineups: versions.get(index) ?? [],
      },
    ]),
  );
}

/** The fifteen of a version; positions as they were when it was saved. */
function rosterAt(season: Season, lineups: LineupLog, version: number): Team['roster'] {
  const positions = lineups.positionsAt(version);
  return lineups.idsAt(version).map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
}

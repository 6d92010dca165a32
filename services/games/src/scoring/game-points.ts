import type { StoredLineupVersion } from '@touchline/rules/lineup-versions';
import type { Season, SeasonGameweek } from '../football/season.ts';
import { type PointsColumns, scoreTeams } from './kernel.ts';
import { type LineupLog, lineupsInForce } from './lineup-log.ts';
import { inBlocks, type Pass } from './pass.ts';
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
  // No match counts for those who joined after the last kick-off: a crowd that comes during the matches costs nothing here.
  const teams = yield* teamsOf(
    season,
    entries,
    moved.filter((index) => joinedAt[index]! <= columns.lastKickoff),
  );
  let scored = 0;
  for (const [index, team] of teams) {
    const own = scoreTeam(season, gameweek, game, team);
    into.raw[index] = own?.raw_points ?? 0;
    into.points[index] = own?.points ?? 0;
    if (++scored % TEAMS_PER_BLOCK === 0) yield;
  }
  for (const index of moved) if (joinedAt[index]! > columns.lastKickoff) into.raw[index] = 0;
  return into;
}

const pointsColumns = (count: number): PointsColumns => ({
  raw: new Int32Array(count),
  points: new Int32Array(count),
});

/** Of the readable rules: about a millisecond. */
const TEAMS_PER_BLOCK = 32;

/** Entries by index with every lineup they ever saved, in the shape that `rules` reads. */
export function* teamsOf(
  season: Season,
  { lineups, joinedAt }: Pick<ScoredEntries, 'lineups' | 'joinedAt'>,
  indices: readonly number[],
): Pass<Map<number, Team>> {
  const versions = new Map<number, StoredLineupVersion[]>(indices.map((index) => [index, []]));
  const rosters = new Map<number, Team['roster']>();
  yield* inBlocks(indices.length > 0 ? lineups.length : 0, (from, to) => {
    for (let version = from; version < to; version += 1) {
      const index = lineups.entry[version]!;
      versions.get(index)?.push(lineups.lineupAt(version));
      if (versions.has(index) && !rosters.has(index)) rosters.set(index, rosterAt(season, lineups, version));
    }
  });
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

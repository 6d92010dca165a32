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
 * Raw points and points of every entry in one gameweek: the plain pass, one more for each kick-off that late joiners missed, and
 * `rules` for those who changed their lineup during the matches.
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
  const [first = Infinity] = columns.kickoffs;
  const moved = yield* lineupsInForce(lineups, joinedAt, gameweek.id, first, versions);
  yield* scoreTeams(lineups, versions, columns, into, workspace.playerValues);
  const { late, changed } = yield* byKickoff(entries, moved, columns.kickoffs);
  for (const [kickoff, joined] of late) {
    versions.fill(-1);
    for (const index of joined) versions[index] = lineups.only(index);
    // No match from before they joined counts for them.
    const own = playerColumns(season, gameweek, { ...game, start: kickoff });
    yield* scoreTeams(lineups, versions, own, into, workspace.playerValues);
  }
  const teams = yield* teamsOf(season, entries, changed);
  let scored = 0;
  for (const [index, team] of teams) {
    const own = scoreTeam(season, gameweek, game, team);
    into.raw[index] = own?.raw_points ?? 0;
    into.points[index] = own?.points ?? 0;
    if (++scored % TEAMS_PER_BLOCK === 0) yield;
  }
  return into;
}

/**
 * Entries that the plain pass left: those with a single lineup by the kick-off of the first match that counts for them (the passes of
 * a few kick-offs score a crowd of late joiners), and the others. Those who joined after the last kick-off are in neither: no match
 * counts for them.
 */
function* byKickoff(
  { lineups, joinedAt }: Pick<ScoredEntries, 'lineups' | 'joinedAt'>,
  moved: readonly number[],
  kickoffs: readonly number[],
): Pass<{ late: Map<number, number[]>; changed: number[] }> {
  const late = new Map<number, number[]>(kickoffs.map((kickoff) => [kickoff, []]));
  const changed: number[] = [];
  yield* inBlocks(moved.length, (from, to) => {
    for (const index of moved.slice(from, to)) {
      const kickoff = kickoffs.find((each) => each >= joinedAt[index]!);
      if (kickoff === undefined) continue;
      if (lineups.only(index) < 0) changed.push(index);
      else late.get(kickoff)!.push(index);
    }
  });
  for (const [kickoff, joined] of late) if (joined.length === 0) late.delete(kickoff);
  return { late, changed };
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

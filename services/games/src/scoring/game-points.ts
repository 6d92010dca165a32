import type { Season, SeasonGameweek } from '../football/season.ts';
import { type PointsColumns, scoreTeams } from './kernel.ts';
import { type LineupLog, findLineupsInForce } from './lineup-log.ts';
import { inBlocks, type Pass } from './pass.ts';
import { buildPlayerColumns } from './player-columns.ts';
import { scoreTeam, type Team } from './team.ts';
import type { Workspace } from './workspace.ts';

/** The entries of a game as scoring needs them: columns by index. */
export interface ScoredEntries {
  count: number;
  lineups: LineupLog;
  joinedAt: Float64Array;
  workspace: Pick<Workspace, 'playerValues' | 'versions'>;
}

/**
 * Raw points and points of every entry in one gameweek: the plain pass, one more for each kick-off that late joiners missed, and
 * `rules` for those who changed their lineup during the matches.
 * @param into zeros, but for `raw` if nobody reads it
 */
export function* computeGamePoints(
  season: Season,
  gameweek: SeasonGameweek,
  game: { start: number; end: number },
  entries: ScoredEntries,
  into: PointsColumns = createPointsColumns(entries.count),
): Pass<PointsColumns> {
  const { count, lineups, joinedAt, workspace } = entries;
  const columns = buildPlayerColumns(season, gameweek, game);
  const versions = workspace.versions(count);
  const [first = Infinity] = columns.kickoffs;
  const moved = yield* findLineupsInForce(lineups, joinedAt, gameweek.id, first, versions);
  for (const arrays of [lineups.firsts, lineups.later])
    yield* scoreTeams(arrays, versions, columns, into, workspace.playerValues);
  const { late, changed } = yield* groupByKickoff(entries, moved, columns.kickoffs);
  for (const [kickoff, joined] of late) {
    versions.fill(-1);
    for (const index of joined) versions[index] = lineups.findOnly(index);
    // No match from before they joined counts for them.
    const own = buildPlayerColumns(season, gameweek, { ...game, start: kickoff });
    yield* scoreTeams(lineups.firsts, versions, own, into, workspace.playerValues);
  }
  let scored = 0;
  for (const index of changed) {
    const own = scoreTeam(season, gameweek, game, buildTeam(season, entries, index));
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
function* groupByKickoff(
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
      if (lineups.findOnly(index) < 0) changed.push(index);
      else late.get(kickoff)!.push(index);
    }
  });
  for (const [kickoff, joined] of late) if (joined.length === 0) late.delete(kickoff);
  return { late, changed };
}

const createPointsColumns = (count: number): PointsColumns => ({
  raw: new Int32Array(count),
  points: new Int32Array(count),
});

/** Of the readable rules: about a millisecond. */
const TEAMS_PER_BLOCK = 32;

/** An entry with every lineup it ever saved, in the shape that `rules` reads. */
export function buildTeam(
  season: Season,
  { lineups, joinedAt }: Pick<ScoredEntries, 'lineups' | 'joinedAt'>,
  index: number,
): Team {
  const versions = lineups.listVersions(index);
  return {
    joined_at: joinedAt[index]!,
    roster: versions.slice(0, 1).flatMap((version) => buildRoster(season, lineups, version)),
    lineups: versions.map((version) => lineups.buildLineup(version, joinedAt)),
  };
}

/** The fifteen of a version; positions as they were when it was saved. */
function buildRoster(season: Season, lineups: LineupLog, version: number): Team['roster'] {
  const positions = lineups.getPositions(version);
  return lineups.getIds(version).map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
}

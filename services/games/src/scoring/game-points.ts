import type { Season, SeasonGameweek } from '../football/season.ts';
import { type PointsColumns, scoreTeams } from './kernel.ts';
import { findLineupsInForce, type LineupLog } from './lineup-log.ts';
import { inBlocks, type Pass } from './pass.ts';
import { buildPlayerColumns } from './player-columns.ts';
import { scoreTeam, type Team } from './team.ts';
import type { Workspace } from './workspace.ts';

/** Entries of a game as columns by index: the input of scoring. */
export interface ScoredEntries {
  count: number;
  lineups: LineupLog;
  joinedAt: Float64Array;
  workspace: Pick<Workspace, 'playerValues' | 'versions'>;
}

/**
 * Computes raw points and points of every entry in a gameweek. Most entries are scored in one pass over all columns. Late joiners
 * get one more pass per missed kick-off; entries that changed their lineup during the matches are scored by `rules`.
 * @param into columns of zeros; `raw` may contain anything if the caller does not read it
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
    // Matches before their join do not count.
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
 * Groups the entries that the first pass skipped. `late` has entries with a single lineup, by the kick-off of the first match that
 * counts for them; `changed` has those with several. Entries that joined after the last kick-off are in neither.
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

/** Teams scored by `rules` per block. */
const TEAMS_PER_BLOCK = 32;

/** Builds the input of `rules` for an entry with all its lineups. */
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

/** Builds the fifteen players of a version with their positions at the time of saving. */
function buildRoster(season: Season, lineups: LineupLog, version: number): Team['roster'] {
  const positions = lineups.getPositions(version);
  return lineups.getIds(version).map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
}

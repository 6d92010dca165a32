import type { GamePeriod } from '@touchline/rules/counting';
import type { Season, SeasonGameweek } from '@touchline/rules/season';
import { scoreTeam, type Team } from '@touchline/rules/team';
import { findLineupsInForce, type LineupLog } from '../columns/lineups.ts';
import type { Workspace } from '../columns/workspace.ts';
import type { Table } from '../table.ts';
import { type PointsColumns, scoreTeams } from './kernel.ts';
import { buildPlayerColumns } from './player-columns.ts';

/**
 * Computes raw points and points of every entry in a gameweek. Most entries are scored in one pass over all columns. Late joiners
 * get one more pass per missed kick-off; entries that changed their lineup during the matches are scored by `rules`.
 */
export function computeGamePoints(
  season: Season,
  gameweek: SeasonGameweek,
  game: GamePeriod,
  table: Table,
  workspace: Workspace,
  into: PointsColumns,
): PointsColumns {
  const { lineups } = table;
  const columns = buildPlayerColumns(season, gameweek, game);
  const versions = workspace.versions(into.points.length);
  const [first = Number.POSITIVE_INFINITY] = columns.kickoffs;
  findLineupsInForce(lineups, gameweek.id, versions);
  const moved = removeMoved(table, versions, first);
  into.raw.fill(0);
  into.points.fill(0);
  for (const arrays of [lineups.firsts, lineups.later])
    scoreTeams(arrays, versions, columns, into, workspace.playerValues);
  const { late, changed } = groupByKickoff(table, moved, columns.kickoffs);
  for (const [kickoff, joined] of late) {
    versions.fill(-1);
    for (const index of joined) versions[index] = lineups.findOnly(index);
    // Matches before their join do not count.
    const own = buildPlayerColumns(season, gameweek, { ...game, start: kickoff });
    scoreTeams(lineups.firsts, versions, own, into, workspace.playerValues);
  }
  for (const index of changed) {
    const own = scoreTeam(season, gameweek, game, buildTeam(season, table, index));
    into.raw[index] = own?.raw_points ?? 0;
    into.points[index] = own?.points ?? 0;
  }
  return into;
}

/**
 * Removes the versions that one pass cannot score: those of entries that joined after the first kick-off, or saved at or after it.
 * @param firstKickoff first counting kick-off (epoch ms); Infinity when no match counts
 */
function removeMoved({ lineups, entries }: Table, versions: Int32Array, firstKickoff: number): number[] {
  const { joinedAt } = entries;
  const moved: number[] = [];
  for (let index = 0; index < versions.length; index += 1) {
    const version = versions[index]!;
    if (version < 0) continue;
    // A join exactly at a kick-off is in time for that match; a save at that time is too late.
    const late = joinedAt[index]! > firstKickoff || lineups.getSavedAt(version, joinedAt) >= firstKickoff;
    if (!late) continue;
    moved.push(index);
    versions[index] = -1;
  }
  return moved;
}

/**
 * Groups moved entries. `late` has entries with a single lineup, by the kick-off of the first match that counts for them;
 * `changed` has those with several. Entries that joined after the last kick-off are in neither.
 */
function groupByKickoff({ lineups, entries }: Table, moved: readonly number[], kickoffs: readonly number[]) {
  const late = new Map<number, number[]>();
  const changed: number[] = [];
  for (const index of moved) {
    const kickoff = kickoffs.find((each) => each >= entries.joinedAt[index]!);
    if (kickoff === undefined) continue;
    if (lineups.findOnly(index) < 0) changed.push(index);
    else if (late.has(kickoff)) late.get(kickoff)!.push(index);
    else late.set(kickoff, [index]);
  }
  return { late, changed };
}

/** Builds the input of `rules` for an entry with all its lineups. */
function buildTeam(season: Season, { lineups, entries }: Table, index: number): Team {
  const versions = lineups.listVersions(index);
  const saved = versions.map((version) => lineups.buildLineup(version, entries.joinedAt));
  const roster = versions.length === 0 ? [] : buildRoster(season, lineups, versions[0]!, saved[0]!);
  return { joined_at: entries.joinedAt[index]!, roster, lineups: saved };
}

/** Builds the fifteen players of a version with their positions at the time of saving. */
function buildRoster(
  season: Season,
  lineups: LineupLog,
  version: number,
  { field, bench }: Team['lineups'][number],
): Team['roster'] {
  const positions = lineups.getPositions(version);
  return [...field, ...bench].map((id, slot) => ({
    id,
    position: positions[slot]!,
    team: season.players.get(id)?.team ?? 0,
  }));
}

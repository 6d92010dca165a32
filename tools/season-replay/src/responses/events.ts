import type { ArchiveRow, SeasonArchive } from '../archive/archive.ts';
import { isChecked, type SeasonInstant } from '../matches/season-instant.ts';
import type { ReplayClock } from '../season/clock.ts';
import type { GameweekPlan } from '../season/plan.ts';
import { formatTime } from './decimal.ts';

export interface Events {
  at(instant: SeasonInstant, totalPlayers: number): Record<string, unknown>[];
}

/** Builds the bootstrap's `events`: one per gameweek, including gameweeks without matches. */
export function openEvents(archive: SeasonArchive, clock: ReplayClock): Events {
  const byGameweek = groupRowsByGameweek(archive);
  return {
    at: (instant, totalPlayers) =>
      instant.plan.gameweeks.map((plan) => {
        const rows = byGameweek.get(plan.gameweek) ?? [];
        return buildEvent(plan, rows, clock.reported(plan.deadline), instant, totalPlayers);
      }),
  };
}

function buildEvent(
  plan: GameweekPlan,
  rows: ArchiveRow[],
  deadline: number,
  instant: SeasonInstant,
  totalPlayers: number,
): Record<string, unknown> {
  const { gameweek } = plan;
  const started = gameweek <= instant.current;
  const next = gameweek === instant.current + 1;
  const over = isFinished(plan, instant);
  const top = over ? findTopElement(rows) : null;
  return {
    id: gameweek,
    name: `Gameweek ${gameweek}`,
    deadline_time: formatTime(deadline),
    release_time: null,
    average_entry_score: over ? estimateAverageScore(rows, totalPlayers) : 0,
    finished: over,
    data_checked: isChecked(instant, gameweek),
    highest_scoring_entry: null,
    deadline_time_epoch: deadline / 1000,
    deadline_time_game_offset: 0,
    highest_score: null,
    is_previous: gameweek === instant.current - 1,
    is_current: gameweek === instant.current,
    is_next: next,
    cup_leagues_created: gameweek > 1 && gameweek <= instant.current + 1,
    h2h_ko_matches_created: gameweek > 1 && gameweek <= instant.current + 1,
    can_enter: next,
    can_manage: next,
    released: true,
    ranked_count: started ? totalPlayers : 0,
    overrides: { rules: {}, scoring: {}, element_types: [], pick_multiplier: null },
    chip_plays: [],
    most_selected: started ? findLeader(rows, (row) => row.selected) : null,
    most_transferred_in: started ? findLeader(rows, (row) => row.transfers_in) : null,
    top_element: top === null ? null : top.id,
    top_element_info: top,
    transfers_made: started ? sumOncePerPlayer(rows, (row) => row.transfers_in) : 0,
    most_captained: null,
    most_vice_captained: null,
  };
}

/** Returns true once all matches have their bonus. A gameweek without matches is finished once it is checked. */
function isFinished(plan: GameweekPlan, instant: SeasonInstant): boolean {
  const last = plan.slots.at(-1)?.bonus ?? plan.checked;
  return instant.virtual >= last;
}

function groupRowsByGameweek(archive: SeasonArchive): Map<number, ArchiveRow[]> {
  const result = new Map<number, ArchiveRow[]>();
  for (const player of archive.players) {
    for (const row of player.rows) {
      const rows = result.get(row.gameweek) ?? [];
      rows.push(row);
      result.set(row.gameweek, rows);
    }
  }
  return result;
}

function findLeader(rows: ArchiveRow[], value: (row: ArchiveRow) => number): number | null {
  let best: ArchiveRow | null = null;
  for (const row of rows) if (best === null || value(row) > value(best)) best = row;
  return best === null ? null : best.player.id;
}

function findTopElement(rows: ArchiveRow[]): { id: number; points: number } | null {
  const points = new Map<number, number>();
  for (const row of rows) points.set(row.player.id, (points.get(row.player.id) ?? 0) + row.total_points);
  let best: { id: number; points: number } | null = null;
  for (const [id, sum] of points) if (best === null || sum > best.points) best = { id, points: sum };
  return best;
}

/** Estimates the average score, which the archives lack: mean points of owned players, with eleven of fifteen playing. */
function estimateAverageScore(rows: ArchiveRow[], totalPlayers: number): number {
  const owned = rows.reduce((sum, row) => sum + row.selected * row.total_points, 0);
  return totalPlayers === 0 ? 0 : Math.round(((owned / totalPlayers) * 11) / 15);
}

function sumOncePerPlayer(rows: ArchiveRow[], value: (row: ArchiveRow) => number): number {
  const seen = new Map<number, number>();
  for (const row of rows) seen.set(row.player.id, value(row));
  return [...seen.values()].reduce((sum, one) => sum + one, 0);
}

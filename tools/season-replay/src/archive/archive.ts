import type { CsvRow } from './csv.ts';
import type { Position, Stats } from './scoring.ts';

/** A club. `id` is valid for this season only, `code` for all seasons. */
export interface ArchiveTeam {
  id: number;
  code: number;
  csv: CsvRow;
}

export interface ArchivePlayer {
  id: number;
  code: number;
  position: Position;
  /** Club at the end of the season; the rows name earlier clubs. */
  finalTeam: number;
  /** Epoch ms from which a player who left is unavailable; null for all other players. */
  leftAt: number | null;
  csv: CsvRow;
  /** Ordered by play. */
  rows: ArchiveRow[];
}

export interface ArchiveFixture {
  id: number;
  code: number;
  /** Null for a fixture without a date or result: it stays postponed. */
  gameweek: number | null;
  kickoff: number | null;
  home: number;
  away: number;
  homeScore: number;
  awayScore: number;
  csv: CsvRow;
  rows: ArchiveRow[];
}

/** Final figures of one player in one fixture. */
export interface ArchiveRow {
  player: ArchivePlayer;
  fixture: ArchiveFixture;
  gameweek: number;
  home: boolean;
  /** Counters, ICT and expected values. */
  stats: Stats;
  total_points: number;
  /** Price in tenths at the deadline of the gameweek. */
  value: number;
  selected: number;
  transfers_in: number;
  transfers_out: number;
}

export interface SeasonArchive {
  teams: ArchiveTeam[];
  players: ArchivePlayer[];
  fixtures: ArchiveFixture[];
  /** At least 38; 2019-20 counted up to 47. */
  gameweeks: number;
  /** Counters that only some seasons have, in the order of the files. */
  extraStats: string[];
  hasStarts: boolean;
}

export const COUNTERS = [
  'minutes',
  'goals_scored',
  'assists',
  'clean_sheets',
  'goals_conceded',
  'own_goals',
  'penalties_saved',
  'penalties_missed',
  'yellow_cards',
  'red_cards',
  'saves',
  'bonus',
  'bps',
] as const;
export const ICT = ['influence', 'creativity', 'threat', 'ict_index'] as const;
export const EXPECTED = [
  'expected_goals',
  'expected_assists',
  'expected_goal_involvements',
  'expected_goals_conceded',
] as const;

/** Compares by gameweek, kick-off and id; unscheduled fixtures come last. */
export function compareKickoff(a: ArchiveFixture, b: ArchiveFixture): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (
    (a.gameweek ?? last) - (b.gameweek ?? last) || (a.kickoff ?? last) - (b.kickoff ?? last) || a.id - b.id
  );
}

/** Returns the id of the club that the player played for. */
export function getClub(row: ArchiveRow): number {
  return row.home ? row.fixture.home : row.fixture.away;
}

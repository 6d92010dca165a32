import type { CsvRow } from './csv.ts';
import type { Position, Stats } from './scoring.ts';

/** A club of the season by its id of this season; `code` is the same in every season. */
export interface ArchiveTeam {
  id: number;
  code: number;
  csv: CsvRow;
}

export interface ArchivePlayer {
  id: number;
  code: number;
  position: Position;
  /** The club at the end of the season; during it the rows tell. */
  finalTeam: number;
  /** Epoch ms from which a player who ended as `u` was unavailable; null for everybody else. */
  goneFrom: number | null;
  csv: CsvRow;
  /** In the order in which the fixtures are played in the replay. */
  rows: ArchiveRow[];
}

export interface ArchiveFixture {
  id: number;
  code: number;
  /** Null for a fixture that was never scheduled or has no result: it stays postponed. */
  gameweek: number | null;
  kickoff: number | null;
  home: number;
  away: number;
  homeScore: number;
  awayScore: number;
  csv: CsvRow;
  rows: ArchiveRow[];
}

/** One player in one fixture: the final record. */
export interface ArchiveRow {
  player: ArchivePlayer;
  fixture: ArchiveFixture;
  gameweek: number;
  home: boolean;
  /** Everything that is summed: counters, ICT and expected values. */
  stats: Stats;
  total_points: number;
  /** Price in tenths at the gameweek's deadline. */
  value: number;
  selected: number;
  transfers_in: number;
  transfers_out: number;
}

export interface SeasonArchive {
  teams: ArchiveTeam[];
  players: ArchivePlayer[];
  fixtures: ArchiveFixture[];
  /** Number of gameweeks: 38, more only when the files have more (2019-20 counted up to 47). */
  gameweeks: number;
  /** Counters that this season has beyond the constant ones, in the files' order. */
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

/** In the order of the replay: by gameweek, then kick-off, then id; the never scheduled last. */
export function byKickoff(a: ArchiveFixture, b: ArchiveFixture): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (
    (a.gameweek ?? last) - (b.gameweek ?? last) || (a.kickoff ?? last) - (b.kickoff ?? last) || a.id - b.id
  );
}

/** The club for which a row was played. */
export function clubOfRow(row: ArchiveRow): number {
  return row.home ? row.fixture.home : row.fixture.away;
}

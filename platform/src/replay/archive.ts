import { join } from 'node:path';
import { booleanOr, type CsvRow, numberOr, numberOrNull, readCsv, timeOrNull } from './csv.ts';
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

/** The files of a season folder, parsed but not interpreted. */
export interface ArchiveFiles {
  teams: CsvRow[];
  players: CsvRow[];
  fixtures: CsvRow[];
  rows: CsvRow[];
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
const EXTRA_COUNTERS = [
  'clearances_blocks_interceptions',
  'recoveries',
  'tackles',
  'defensive_contribution',
] as const;
export const ICT = ['influence', 'creativity', 'threat', 'ict_index'] as const;
export const EXPECTED = [
  'expected_goals',
  'expected_assists',
  'expected_goal_involvements',
  'expected_goals_conceded',
] as const;

const MANAGER = 5;

/** Reads teams.csv, players_raw.csv, fixtures.csv and gws/merged_gw.csv of a season folder. */
export async function readArchive(dir: string): Promise<SeasonArchive> {
  const [teams, players, fixtures, rows] = await Promise.all([
    readCsv(join(dir, 'teams.csv')),
    readCsv(join(dir, 'players_raw.csv')),
    readCsv(join(dir, 'fixtures.csv')),
    readCsv(join(dir, 'gws', 'merged_gw.csv')),
  ]);
  return interpretArchive({ teams, players, fixtures, rows });
}

/** Makes a season of the parsed files; managers (element type 5) and their rows are left out. */
export function interpretArchive(files: ArchiveFiles): SeasonArchive {
  const header = files.rows[0] ?? {};
  const extraStats = EXTRA_COUNTERS.filter((name) => name in header);
  const teams = files.teams.map((csv) => ({ id: numberOr(csv.id, 0), code: numberOr(csv.code, 0), csv }));
  const players = new Map<number, ArchivePlayer>();
  for (const csv of files.players) {
    const player = toPlayer(csv);
    if (player !== null) players.set(player.id, player);
  }
  const fixtures = new Map<number, ArchiveFixture>();
  for (const csv of files.fixtures) {
    const fixture = toFixture(csv);
    fixtures.set(fixture.id, fixture);
  }
  attachRows(files.rows, players, fixtures, extraStats);
  const all = [...fixtures.values()].sort(byKickoff);
  return {
    teams,
    players: [...players.values()].filter((player) => player.rows.length > 0).sort((a, b) => a.id - b.id),
    fixtures: all,
    gameweeks: Math.max(38, ...all.map((fixture) => fixture.gameweek ?? 0)),
    extraStats,
    hasStarts: 'starts' in header,
  };
}

function toPlayer(csv: CsvRow): ArchivePlayer | null {
  const type = numberOr(csv.element_type, 0);
  if (type < 1 || type >= MANAGER) return null;
  const gone = csv.status === 'u' ? (timeOrNull(csv.news_added) ?? Number.POSITIVE_INFINITY) : null;
  return {
    id: numberOr(csv.id, 0),
    code: numberOr(csv.code, 0),
    position: type as Position,
    finalTeam: numberOr(csv.team, 0),
    goneFrom: gone,
    csv,
    rows: [],
  };
}

function toFixture(csv: CsvRow): ArchiveFixture {
  const kickoff = timeOrNull(csv.kickoff_time);
  const homeScore = numberOrNull(csv.team_h_score);
  const awayScore = numberOrNull(csv.team_a_score);
  const played = kickoff !== null && homeScore !== null && awayScore !== null;
  return {
    id: numberOr(csv.id, 0),
    code: numberOr(csv.code, 0),
    gameweek: played ? numberOrNull(csv.event) : null,
    kickoff: played ? kickoff : null,
    home: numberOr(csv.team_h, 0),
    away: numberOr(csv.team_a, 0),
    homeScore: homeScore ?? 0,
    awayScore: awayScore ?? 0,
    csv,
    rows: [],
  };
}

/** In the order of the replay: by gameweek, then kick-off, then id; the never scheduled last. */
export function byKickoff(a: ArchiveFixture, b: ArchiveFixture): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (
    (a.gameweek ?? last) - (b.gameweek ?? last) || (a.kickoff ?? last) - (b.kickoff ?? last) || a.id - b.id
  );
}

function attachRows(
  lines: CsvRow[],
  players: Map<number, ArchivePlayer>,
  fixtures: Map<number, ArchiveFixture>,
  extraStats: readonly string[],
): void {
  // A row per player and fixture; were a file to repeat one, the later line corrects the earlier.
  const unique = new Map<string, ArchiveRow>();
  for (const csv of lines) {
    const player = players.get(numberOr(csv.element, 0));
    const fixture = fixtures.get(numberOr(csv.fixture, 0));
    if (player === undefined || fixture === undefined || fixture.gameweek === null) continue;
    unique.set(`${player.id}/${fixture.id}`, toRow(csv, player, fixture, fixture.gameweek, extraStats));
  }
  const ordered = [...unique.values()].sort(
    (a, b) => byKickoff(a.fixture, b.fixture) || a.player.id - b.player.id,
  );
  for (const row of ordered) {
    row.player.rows.push(row);
    row.fixture.rows.push(row);
  }
}

function toRow(
  csv: CsvRow,
  player: ArchivePlayer,
  fixture: ArchiveFixture,
  gameweek: number,
  extraStats: readonly string[],
): ArchiveRow {
  const stats: Stats = {};
  for (const name of [...COUNTERS, 'starts', ...ICT, ...EXPECTED, ...extraStats])
    stats[name] = numberOr(csv[name], 0);
  return {
    player,
    fixture,
    gameweek,
    home: booleanOr(csv.was_home, true),
    stats,
    total_points: numberOr(csv.total_points, 0),
    value: numberOr(csv.value, 0),
    selected: numberOr(csv.selected, 0),
    transfers_in: numberOr(csv.transfers_in, 0),
    transfers_out: numberOr(csv.transfers_out, 0),
  };
}

/** The club for which a row was played. */
export function clubOfRow(row: ArchiveRow): number {
  return row.home ? row.fixture.home : row.fixture.away;
}

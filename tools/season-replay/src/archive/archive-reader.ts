import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ArchiveFixture,
  type ArchivePlayer,
  type ArchiveRow,
  COUNTERS,
  compareKickoff,
  EXPECTED,
  ICT,
  type SeasonArchive,
} from './archive.ts';
import { type CsvRow, parseBoolean, parseNumber, parseNumberOrNull, parseTime, readCsv } from './csv.ts';
import type { Position, Stats } from './scoring.ts';

/** Parsed files of a season folder, not yet interpreted. */
export interface ArchiveFiles {
  teams: CsvRow[];
  players: CsvRow[];
  fixtures: CsvRow[];
  rows: CsvRow[];
}

const EXTRA_COUNTERS = [
  'clearances_blocks_interceptions',
  'recoveries',
  'tackles',
  'defensive_contribution',
] as const;
const MANAGER = 5;

/** Season folder that ships with the repository: real clubs, fictional players. */
export const DEMO_SEASON = fileURLToPath(new URL('../../demo-season', import.meta.url));

/** Reads a season folder. */
export async function readArchive(dir: string): Promise<SeasonArchive> {
  return interpretArchive(await readArchiveFiles(dir));
}

/** Parses teams.csv, players_raw.csv, fixtures.csv and gws/merged_gw.csv of a season folder. */
export async function readArchiveFiles(dir: string): Promise<ArchiveFiles> {
  const [teams, players, fixtures, rows] = await Promise.all([
    readCsv(join(dir, 'teams.csv')),
    readCsv(join(dir, 'players_raw.csv')),
    readCsv(join(dir, 'fixtures.csv')),
    readCsv(join(dir, 'gws', 'merged_gw.csv')),
  ]);
  return { teams, players, fixtures, rows };
}

/** Converts parsed files into a season, without managers (element type 5) and their rows. */
export function interpretArchive(files: ArchiveFiles): SeasonArchive {
  const header = files.rows[0] ?? {};
  const extraStats = EXTRA_COUNTERS.filter((name) => name in header);
  const teams = files.teams.map((csv) => ({
    id: parseNumber(csv.id, 0),
    code: parseNumber(csv.code, 0),
    csv,
  }));
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
  const all = [...fixtures.values()].sort(compareKickoff);
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
  const type = parseNumber(csv.element_type, 0);
  if (type < 1 || type >= MANAGER) return null;
  const leftAt = csv.status === 'u' ? (parseTime(csv.news_added) ?? Number.POSITIVE_INFINITY) : null;
  return {
    id: parseNumber(csv.id, 0),
    code: parseNumber(csv.code, 0),
    position: type as Position,
    finalTeam: parseNumber(csv.team, 0),
    leftAt,
    csv,
    rows: [],
  };
}

function toFixture(csv: CsvRow): ArchiveFixture {
  const kickoff = parseTime(csv.kickoff_time);
  const homeScore = parseNumberOrNull(csv.team_h_score);
  const awayScore = parseNumberOrNull(csv.team_a_score);
  const played = kickoff !== null && homeScore !== null && awayScore !== null;
  return {
    id: parseNumber(csv.id, 0),
    code: parseNumber(csv.code, 0),
    gameweek: played ? parseNumberOrNull(csv.event) : null,
    kickoff: played ? kickoff : null,
    home: parseNumber(csv.team_h, 0),
    away: parseNumber(csv.team_a, 0),
    homeScore: homeScore ?? 0,
    awayScore: awayScore ?? 0,
    csv,
    rows: [],
  };
}

function attachRows(
  lines: CsvRow[],
  players: Map<number, ArchivePlayer>,
  fixtures: Map<number, ArchiveFixture>,
  extraStats: readonly string[],
): void {
  // Each player has one row per fixture: a later line corrects an earlier one.
  const unique = new Map<string, ArchiveRow>();
  for (const csv of lines) {
    const player = players.get(parseNumber(csv.element, 0));
    const fixture = fixtures.get(parseNumber(csv.fixture, 0));
    if (player === undefined || fixture === undefined || fixture.gameweek === null) continue;
    unique.set(`${player.id}/${fixture.id}`, toRow(csv, player, fixture, fixture.gameweek, extraStats));
  }
  const ordered = [...unique.values()].sort(
    (a, b) => compareKickoff(a.fixture, b.fixture) || a.player.id - b.player.id,
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
    stats[name] = parseNumber(csv[name], 0);
  return {
    player,
    fixture,
    gameweek,
    home: parseBoolean(csv.was_home, true),
    stats,
    total_points: parseNumber(csv.total_points, 0),
    value: parseNumber(csv.value, 0),
    selected: parseNumber(csv.selected, 0),
    transfers_in: parseNumber(csv.transfers_in, 0),
    transfers_out: parseNumber(csv.transfers_out, 0),
  };
}

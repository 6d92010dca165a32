import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountingFixture } from '../counting.ts';
import { teamGameweek } from '../points.ts';
import { buildScoreBook, type FixtureScore } from '../scores.ts';
import type { Position } from '../squad.ts';

/** The recorded season is stored outside of the repository; without it its tests are skipped. */
const SEASON = join(import.meta.dirname, '../../../../../shared/fpl-archive/2024-25');

interface Result {
  substitutions: { out: number; in: number }[];
  final_eleven: number[];
  total: number;
}

interface ExpectedGameweek extends Result {
  gameweek: number;
  minutes: number[];
  points: number[];
  fixtures: number[];
  raw_total: number;
  armband: number | null;
  seven_formations?: Result;
}

export interface Squad {
  captain: number;
  vice_captain: number;
  players: { element: number; position: string }[];
}

export interface ExpectedSquad extends Squad {
  squad: number;
  gameweeks: ExpectedGameweek[];
}

const CODES: Readonly<Record<string, Position>> = { GK: 1, DEF: 2, MID: 3, FWD: 4 };

/** Reads the rows of a CSV file. The used columns contain no quotes. */
function readCsv(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(join(SEASON, file), 'utf8').trim().split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

/** True if the recorded season is available. */
export const hasArchive = existsSync(SEASON);

/** A row of the archive: a player in a fixture. */
export interface ArchiveRow extends FixtureScore {
  kickoff: number;
  /** Goals scored minus goals conceded while on the pitch. */
  goals: number;
}

/** Reads the rows of the recorded season by gameweek, and the squads with expected points. */
export function readArchive() {
  const kickoffs = new Map(
    readCsv('fixtures.csv').map((row) => [row.id, Date.parse(row.kickoff_time ?? '')]),
  );
  const rows = new Map<number, ArchiveRow[]>();
  for (const row of readCsv('gws/merged_gw.csv')) {
    const gameweek = Number(row.GW);
    if (!rows.has(gameweek)) rows.set(gameweek, []);
    rows.get(gameweek)?.push({
      fixture: Number(row.fixture),
      player: Number(row.element),
      points: Number(row.total_points),
      minutes: Number(row.minutes),
      cards: Number(row.yellow_cards) + Number(row.red_cards),
      bps: Number(row.bps),
      bonus: Number(row.bonus),
      kickoff: kickoffs.get(row.fixture) ?? Number.NaN,
      goals: Number(row.goals_scored) - Number(row.goals_conceded),
    });
  }
  const expected: { squads: ExpectedSquad[] } = JSON.parse(
    readFileSync(join(SEASON, 'expected-lineups.json'), 'utf8'),
  );
  return { rows, squads: expected.squads };
}

/** Computes one squad in one recorded gameweek from all rows of that gameweek. */
export function playArchive(squad: Squad, rows: readonly (FixtureScore & { kickoff: number })[]) {
  const ids = squad.players.map((player) => player.element);
  const fixtures = new Map<number, CountingFixture[]>(
    ids.map((id) => [
      id,
      rows
        .filter((row) => row.player === id)
        .map(({ fixture, kickoff }) => ({ id: fixture, kickoff, over: true })),
    ]),
  );
  return teamGameweek({
    lineups: [
      {
        saved_at: 0,
        field: ids.slice(0, 11),
        bench: ids.slice(11),
        captain_id: squad.captain,
        vice_captain_id: squad.vice_captain,
      },
    ],
    positions: new Map(squad.players.map((player) => [player.element, CODES[player.position]!])),
    fixtures,
    scores: buildScoreBook(rows),
    gameweek_over: true,
  });
}

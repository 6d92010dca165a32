import { isoSeconds } from '../answers/decimal.ts';
import { COUNTERS, EXPECTED, ICT } from '../archive/archive.ts';
import type { DemoClub } from './clubs.ts';
import { DEMO_CLUBS } from './clubs.ts';
import type { MarketRow, PlayedFixture } from './demo-season.ts';
import { clubIn, type DemoPlayer } from './players.ts';

const POSITIONS = { 1: 'GK', 2: 'DEF', 3: 'MID', 4: 'FWD' } as const;
const SUMMED = [...COUNTERS, 'starts'];

type Cell = string | number | boolean | null;

/** Lines of cells by column as CSV; Python's names for nothing, true and false, as in the archives. */
function table(rows: Record<string, Cell>[], lineEnd = '\n'): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => columns.map((column) => cell(row[column] ?? null)).join(','));
  return [columns.join(','), ...lines, ''].join(lineEnd);
}

function cell(value: Cell): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function teamsCsv(clubs: readonly DemoClub[]): string {
  return table(
    clubs.map(({ id, code, name, short, strength }) => ({
      code,
      draw: 0,
      form: '',
      id,
      loss: 0,
      name,
      played: 0,
      points: 0,
      position: 1 + clubs.filter((other) => other.strength > strength).length,
      short_name: short,
      strength: grade(strength),
      team_division: '',
      unavailable: false,
      win: 0,
      strength_overall_home: Math.round(strength * 1100),
      strength_overall_away: Math.round(strength * 1120),
      strength_attack_home: Math.round(strength * 1110),
      strength_attack_away: Math.round(strength * 1130),
      strength_defence_home: Math.round(strength * 1100),
      strength_defence_away: Math.round(strength * 1120),
      pulse_id: id,
    })),
  );
}

/** The API's 2 to 5. */
function grade(strength: number): number {
  return Math.min(5, Math.max(2, Math.round((strength - 0.8) * 5) + 2));
}

export function playersCsv(players: readonly DemoPlayer[], fixtures: readonly PlayedFixture[]): string {
  const rows = new Map<DemoPlayer, MarketRow[]>();
  for (const row of fixtures.flatMap((fixture) => fixture.rows))
    rows.set(row.player, [...(rows.get(row.player) ?? []), row]);
  return table(
    players.map((player) => playerLine(player, rows.get(player) ?? [])),
    '\r\n',
  );
}

function playerLine(player: DemoPlayer, rows: MarketRow[]): Record<string, Cell> {
  const club = clubIn(player, 38) ?? 0;
  const now = rows.at(-1)?.value ?? player.price;
  const sums = Object.fromEntries(
    SUMMED.map((name) => [name, rows.reduce((sum, row) => sum + (row.stats[name] ?? 0), 0)]),
  );
  return {
    birth_date: player.birth,
    can_select: false,
    can_transact: true,
    chance_of_playing_next_round: player.leaves === null ? null : 0,
    chance_of_playing_this_round: player.leaves === null ? null : 0,
    code: player.code,
    cost_change_start: now - player.price,
    element_type: player.position,
    first_name: player.first,
    has_temporary_code: false,
    id: player.id,
    news: player.leaves?.news ?? '',
    news_added: player.leaves?.at ?? null,
    now_cost: now,
    opta_code: `p${player.code}`,
    photo: `${player.code}.jpg`,
    region: null,
    removed: false,
    second_name: player.second,
    special: false,
    squad_number: null,
    status: player.leaves === null ? 'a' : 'u',
    team: club,
    team_code: DEMO_CLUBS[club - 1]?.code ?? 0,
    team_join_date: null,
    total_points: rows.reduce((sum, row) => sum + row.total_points, 0),
    web_name: player.second,
    ...sums,
  };
}

export function fixturesCsv(fixtures: readonly PlayedFixture[]): string {
  return table(
    [...fixtures]
      .sort((a, b) => a.kickoff - b.kickoff || a.id - b.id)
      .map((fixture) => ({
        code: 3_000_000 + fixture.id,
        event: fixture.gameweek,
        finished: true,
        finished_provisional: true,
        id: fixture.id,
        kickoff_time: isoSeconds(fixture.kickoff),
        minutes: 90,
        provisional_start_time: false,
        started: true,
        team_a: fixture.away,
        team_a_score: fixture.score[1],
        team_h: fixture.home,
        team_h_score: fixture.score[0],
        stats: pythonStats(fixture),
        team_h_difficulty: grade(DEMO_CLUBS[fixture.away - 1]?.strength ?? 1),
        team_a_difficulty: grade(DEMO_CLUBS[fixture.home - 1]?.strength ?? 1),
        pulse_id: 200_000 + fixture.id,
      })),
  );
}

const FIXTURE_STATS = COUNTERS.filter(
  (name) => !['minutes', 'clean_sheets', 'goals_conceded'].includes(name),
);

/** The fixture's stats as the archives have them: a Python literal. */
function pythonStats(fixture: PlayedFixture): string {
  const side = (home: boolean, name: string) =>
    fixture.rows
      .filter((row) => row.home === home && (row.stats[name] ?? 0) !== 0)
      .sort((a, b) => (b.stats[name] ?? 0) - (a.stats[name] ?? 0) || a.player.id - b.player.id)
      .map((row) => `{'value': ${row.stats[name]}, 'element': ${row.player.id}}`)
      .join(', ');
  const lines = FIXTURE_STATS.map(
    (name) => `{'identifier': '${name}', 'a': [${side(false, name)}], 'h': [${side(true, name)}]}`,
  );
  return `[${lines.join(', ')}]`;
}

export function rowsCsv(fixtures: readonly PlayedFixture[]): string {
  return table(fixtures.flatMap((fixture) => fixture.rows.map((row) => rowLine(fixture, row))));
}

function rowLine(fixture: PlayedFixture, row: MarketRow): Record<string, Cell> {
  const { player, stats } = row;
  const numbers = (names: readonly string[], places?: number) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        places === undefined ? (stats[name] ?? 0) : (stats[name] ?? 0).toFixed(places),
      ]),
    );
  return {
    name: `${player.first} ${player.second}`,
    position: POSITIONS[player.position],
    team: DEMO_CLUBS[row.club - 1]?.name ?? '',
    ...numbers(COUNTERS),
    element: player.id,
    ...numbers(EXPECTED, 2),
    fixture: fixture.id,
    ...numbers(ICT, 1),
    kickoff_time: isoSeconds(fixture.kickoff),
    modified: false,
    opponent_team: row.home ? fixture.away : fixture.home,
    round: fixture.gameweek,
    selected: row.selected,
    starts: stats.starts ?? 0,
    team_a_score: fixture.score[1],
    team_h_score: fixture.score[0],
    total_points: row.total_points,
    transfers_balance: row.transfers_in - row.transfers_out,
    transfers_in: row.transfers_in,
    transfers_out: row.transfers_out,
    value: row.value,
    was_home: row.home,
    GW: fixture.gameweek,
  };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CountingFixture } from './counting.ts';
import { teamGameweek } from './points.ts';
import { buildScoreBook, type FixtureScore } from './scores.ts';
import type { Position } from './squad.ts';

/** The recorded season is stored outside of the repository; without it these tests are skipped. */
const SEASON = join(import.meta.dirname, '../../../../shared/fpl-archive/2024-25');

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

interface Squad {
  captain: number;
  vice_captain: number;
  players: { element: number; position: string }[];
}

interface ExpectedSquad extends Squad {
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

function readSeason() {
  const kickoffs = new Map(
    readCsv('fixtures.csv').map((row) => [row.id, Date.parse(row.kickoff_time ?? '')]),
  );
  const rows = new Map<number, (FixtureScore & { kickoff: number })[]>();
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
    });
  }
  const expected: { squads: ExpectedSquad[] } = JSON.parse(
    readFileSync(join(SEASON, 'expected-lineups.json'), 'utf8'),
  );
  return { rows, squads: expected.squads };
}

/** Computes one squad in one recorded gameweek from all rows of that gameweek. */
function play(squad: Squad, rows: readonly (FixtureScore & { kickoff: number })[]) {
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

it('substitutions remain within the seven formations where FPL would pass through 5-2-3', () => {
  // Squad 15 in gameweek 21: a midfielder and a forward are absent, a defender and a midfielder come in.
  const positions = [
    'GK',
    'DEF',
    'DEF',
    'DEF',
    'DEF',
    'MID',
    'MID',
    'MID',
    'FWD',
    'FWD',
    'FWD',
    'GK',
    'MID',
    'DEF',
    'MID',
  ];
  const minutes = [90, 90, 90, 90, 89, 0, 90, 90, 83, 90, 0, 90, 0, 90, 90];
  const squad = {
    captain: 11,
    vice_captain: 2,
    players: positions.map((position, index) => ({ element: index + 1, position })),
  };
  const rows = minutes.map((played, index) => ({
    fixture: index,
    player: index + 1,
    points: 1,
    minutes: played,
    cards: 0,
    bps: 0,
    bonus: 0,
    kickoff: 1000,
  }));
  const result = play(squad, rows);
  expect(result.substitutions).toEqual([
    { out: 6, in: 15, projected: false },
    { out: 11, in: 14, projected: false },
  ]);
  expect(result.armband).toBe(2);
});

if (existsSync(SEASON))
  describe('season 2024-25', () => {
    const { rows, squads } = readSeason();

    it('the archive has 20 squads with 10 gameweeks each', () => {
      expect(squads.flatMap((squad) => squad.gameweeks)).toHaveLength(200);
    });

    it.each(squads)('squad $squad has the recorded points', (squad) => {
      for (const week of squad.gameweeks) {
        const result = play(squad, rows.get(week.gameweek) ?? []);
        const { substitutions, final_eleven, total } = week.seven_formations ?? week;
        expect({ gameweek: week.gameweek, ...result }).toEqual({
          gameweek: week.gameweek,
          players: squad.players.map(({ element }, slot) =>
            expect.objectContaining({ id: element, points: week.points[slot], minutes: week.minutes[slot] }),
          ),
          raw_points: week.raw_total,
          points: total,
          armband: week.armband,
          substitutions: expect.any(Array),
          final_eleven,
        });
        // Compares the players on each side, not the pairs: see the test above.
        for (const side of ['out', 'in'] as const)
          expect(result.substitutions.map((pair) => pair[side]).sort()).toEqual(
            substitutions.map((pair) => pair[side]).sort(),
          );
      }
    });
  });

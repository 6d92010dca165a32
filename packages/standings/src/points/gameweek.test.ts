import { DEFAULT_CALENDAR, gameweekPeriod } from '@touchline/rules/calendar';
import { FORMATIONS, type FormationName } from '@touchline/rules/formations';
import { buildScoreBook } from '@touchline/rules/scores';
import type { FeedPlayer, Season, SeasonFixture } from '@touchline/rules/season';
import { scoreTeam, type Team } from '@touchline/rules/team';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Workspace } from '../columns/workspace.ts';
import { createTable, type Table } from '../table.ts';
import { type PlainLineup, packEntries, packLineups } from '../testing/pack.ts';
import { computeGamePoints } from './gameweek.ts';
import { addGameweek } from './kernel.ts';

const GAMEWEEK = 2;
const CLUBS = 8;
/** Positions of the ten players of each club: 2 GK, 3 DEF, 3 MID, 2 FWD. */
const POSITIONS = [1, 1, 2, 2, 2, 3, 3, 3, 4, 4];
const PLAYERS = Array.from({ length: CLUBS * 10 }, (_, index) => ({
  id: index + 1,
  team: Math.floor(index / 10) + 1,
  position: POSITIONS[index % 10]!,
}));

const kickoff = fc.constantFrom(1000, 2000, 3000, 4000);
const fixture = fc.record({
  kickoff: fc.oneof({ weight: 9, arbitrary: kickoff }, { weight: 1, arbitrary: fc.constant(null) }),
  sides: fc.uniqueArray(fc.integer({ min: 1, max: CLUBS }), { minLength: 2, maxLength: 2 }),
  over: fc.boolean(),
});
const score = fc.record({
  minutes: fc.constantFrom(0, 0, 0, 1, 60, 90),
  cards: fc.constantFrom(0, 0, 0, 0, 1),
  points: fc.integer({ min: -4, max: 15 }),
  bps: fc.integer({ min: -5, max: 40 }),
  bonus: fc.constantFrom(0, 0, 0, 0, 0, 3),
});

/** Doubles, blanks, running and finished matches, and players who changed clubs. */
const season = fc
  .record({
    fixtures: fc.array(fixture, { maxLength: 7 }),
    scores: fc.array(score, { minLength: 97, maxLength: 97 }),
    checked: fc.boolean(),
    moved: fc.subarray(PLAYERS, { maxLength: 6 }),
  })
  .map((drawn): Season => {
    const fixtures = drawn.fixtures.map(
      (each, index): SeasonFixture => ({
        id: index + 1,
        gameweek: GAMEWEEK,
        kickoff: each.kickoff,
        home: each.sides[0]!,
        away: each.sides[1]!,
        started: each.over,
        over: each.over || (drawn.checked && each.kickoff !== null),
      }),
    );
    const rows = fixtures.flatMap(({ id, home, away }) =>
      PLAYERS.filter(({ team }) => team === home || team === away).map((player) => ({
        fixture: id,
        player: player.id,
        ...drawn.scores[(id * 31 + player.id) % drawn.scores.length]!,
      })),
    );
    const gone = new Set(drawn.moved.map(({ id }) => id));
    const players = PLAYERS.map((player) => ({
      ...player,
      team: gone.has(player.id) ? (player.team % CLUBS) + 1 : player.team,
    }));
    const kickoffs = fixtures.map((each) => each.kickoff);
    const period = gameweekPeriod(kickoffs, DEFAULT_CALENDAR);
    return {
      id: '2031',
      version: 1,
      snapshots: new Map(),
      clubs: new Map(),
      players: new Map(players.map((player) => [player.id, player as FeedPlayer])),
      fixtures,
      scores: new Map([[GAMEWEEK, buildScoreBook(rows)]]),
      gameweeks: [
        {
          id: GAMEWEEK,
          name: 'Gameweek 2',
          deadline: 0,
          is_current: true,
          is_next: false,
          finished: false,
          data_checked: drawn.checked,
          settled: false,
          fixtures,
          start: period?.start ?? null,
          end: period?.end ?? null,
        },
      ],
    };
  });

const squad = fc
  .tuple(
    ...[2, 5, 5, 3].map((count, index) => {
      const pool = PLAYERS.filter(({ position }) => position === index + 1);
      return fc.shuffledSubarray(pool, { minLength: count, maxLength: count });
    }),
  )
  .map((lines) => lines.map((line) => line.map(({ id }) => id)));

const version = fc.record({
  formation: fc.constantFrom(...FORMATIONS),
  order: fc.array(fc.nat(), { minLength: 15, maxLength: 15 }),
  bands: fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 2 }),
  effective_gameweek: fc.constantFrom(1, 2, 2, 2, 3),
  saved_at: fc.constantFrom(0, 10, 999, 1000, 1500, 2000, 2500, 3500),
});

const team = fc
  .record({
    squad,
    versions: fc.array(version, { minLength: 1, maxLength: 4 }),
    joined_at: fc.constantFrom(0, 0, 0, 999, 1000, 1001, 2000, 2500),
  })
  .map(({ squad: lines, versions, joined_at }): Team => {
    const roster = lines.flatMap((ids, index) => ids.map((id) => ({ id, position: index + 1, team: 0 })));
    const lineups = versions
      .map(({ formation, order, bands, effective_gameweek, saved_at }) => {
        const shuffled = lines.map((ids) => [...ids].sort((a, b) => order[a % 15]! - order[b % 15]!));
        const counts = [1, formation.defenders, formation.midfielders, formation.forwards];
        const field = shuffled.flatMap((ids, index) => ids.slice(0, counts[index]));
        const rest = shuffled.map((ids, index) => ids.slice(counts[index]));
        const outfield = rest
          .slice(1)
          .flat()
          .sort((a, b) => order[(a + 7) % 15]! - order[(b + 7) % 15]!);
        return {
          formation: formation.name,
          field,
          bench: [...rest[0]!, ...outfield],
          captain_id: field[bands[0]!]!,
          vice_captain_id: field[bands[1]!]!,
          effective_gameweek,
          saved_at: Math.max(saved_at, joined_at),
        };
      })
      .sort((a, b) => a.saved_at - b.saved_at)
      .map((lineup, at) => (at === 0 ? { ...lineup, saved_at: joined_at } : lineup));
    return { joined_at, roster, lineups };
  });

function createTableOf(teams: readonly Team[]): Table {
  const table = createTable();
  for (const [index, each] of teams.entries()) {
    const digits = index.toString(16).padStart(40, '0');
    const [lineup] = toPlainLineups(each);
    const entry = { id: digits.slice(8), wallet: `0x${digits}`, team_name: '', entry_points: 0 };
    const batch = packEntries([{ ...entry, joined_at: each.joined_at, lineup: lineup! }]);
    table.entries.append(batch);
    table.lineups.appendFirst(batch);
  }
  for (const [index, each] of teams.entries())
    for (const lineup of toPlainLineups(each).slice(1))
      table.lineups.append(packLineups([{ ...lineup, ordinal: index + 1 }]));
  return table;
}

function toPlainLineups({ lineups, roster }: Team): PlainLineup[] {
  const position = new Map(roster.map((player) => [player.id, player.position]));
  return lineups.map((lineup) => ({
    ...lineup,
    formation: lineup.formation as FormationName,
    bench_positions: lineup.bench.map((id) => position.get(id)!),
  }));
}

/** Scores teams with `rules`: the expected result. */
function scoreWithRules(from: Season, game: { start: number; end: number }, teams: readonly Team[]) {
  const scored = teams.map((each) => {
    const roster = each.roster.map((player) => ({ ...player, team: from.players.get(player.id)!.team }));
    return scoreTeam(from, from.gameweeks[0]!, game, { ...each, roster });
  });
  return {
    raw: scored.map((each) => each?.raw_points ?? 0),
    points: scored.map((each) => each?.points ?? 0),
  };
}

describe('sums', () => {
  it('N3 sums beyond 32 bits throw instead of wrapping around', () => {
    const sums = { gross: new Int32Array(2), earned: new Int32Array([0, 2_000_000_000]) };
    addGameweek(sums, new Int32Array([12, 100]), new Uint16Array([1250, 1250]));
    expect([...sums.earned]).toEqual([15_000, 2_000_125_000]);
    const overflow = () => addGameweek(sums, new Int32Array([0, 120_000]), new Uint16Array([1250, 1250]));
    expect(overflow).toThrow(/entry 2 exceeds 32 bits/);
  });

  it('N3 sums of the best possible entry stay within 32 bits', () => {
    const sums = { gross: new Int32Array(1), earned: new Int32Array(1) };
    // Eleven players plus the captain again, three matches each, 103 points per match including bonus, in 38 gameweeks.
    const gameweek = new Int32Array([12 * 3 * 103]);
    for (let week = 1; week <= 38; week += 1) addGameweek(sums, gameweek, new Uint16Array([1250]));
    expect(sums.earned[0]).toBe(38 * 12 * 3 * 103 * 1250);
  });
});

const workspace = new Workspace();
const WHOLE = { start: 0, end: 9000 };
/** Expects the kernel to score teams like `rules`. */
function expectRulesPoints(from: Season, teams: Team[], game: { start: number; end: number }) {
  const into = { raw: new Int32Array(teams.length), points: new Int32Array(teams.length) };
  const { raw, points } = computeGamePoints(
    from,
    from.gameweeks[0]!,
    game,
    createTableOf(teams),
    workspace,
    into,
  );
  expect({ raw: [...raw], points: [...points] }).toEqual(scoreWithRules(from, game, teams));
}

describe('the points of a whole game', () => {
  it('points of every team match the rules', () => {
    const games = fc.constantFrom(
      { start: 0, end: 9000 },
      { start: 1000, end: 4000 },
      { start: 2000, end: 3000 },
    );
    fc.assert(fc.property(season, fc.array(team, { minLength: 1, maxLength: 6 }), games, expectRulesPoints), {
      numRuns: 400,
    });
  });

  it('points of late joiners match the rules', () => {
    const joinedAt = fc.constantFrom(0, 999, 1000, 1001, 2000, 2500, 4000, 4001);
    const late = fc.tuple(team, joinedAt).map(([each, joined_at]): Team => {
      const [lineup] = each.lineups;
      return { ...each, joined_at, lineups: lineup ? [{ ...lineup, saved_at: joined_at }] : [] };
    });
    const teams = fc.array(late, { minLength: 1, maxLength: 12 });
    fc.assert(fc.property(season, teams, fc.constant(WHOLE), expectRulesPoints), { numRuns: 400 });
  });

  it('points of teams with unchanged lineups match the rules', () => {
    const early = team.map((each): Team => {
      const lineups = each.lineups.map((lineup) => ({ ...lineup, saved_at: 0, effective_gameweek: 1 }));
      return { ...each, joined_at: 0, lineups };
    });
    const teams = fc.array(early, { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(season, teams, fc.constant(WHOLE), expectRulesPoints), { numRuns: 400 });
  });
});

import { describe, expect, it } from 'vitest';
import { earnedPoints, earnedThousandths, type TeamGameweekInput, teamGameweek } from './points.ts';
import { buildScoreBook, type FixtureScore } from './scores.ts';
import { buildGameweek, buildLineup, FIELD, type PlayerResult } from './testing/teams.ts';

type Parts = Readonly<Record<number, PlayerResult>>;
const ABSENT: PlayerResult = { minutes: 0 };
const TO_COME: PlayerResult = { minutes: 0, fixture: { over: false } };
const PLAYING: PlayerResult = { fixture: { over: false } };
const BLANK: PlayerResult = { fixture: null };

const row = (fixture: number, player: number, points: number, more: Partial<FixtureScore> = {}) => ({
  fixture,
  player,
  points,
  minutes: 90,
  cards: 0,
  bps: 0,
  bonus: 0,
  ...more,
});

describe('teamGameweek', () => {
  it('CONST-04 the points of eleven players count, the captain’s points twice', () => {
    const result = teamGameweek(buildGameweek({ 9: { points: 10 }, 15: { points: 50 } }));
    expect(result).toMatchObject({ raw_points: 40, points: 40, armband: 9, substitutions: [] });
    expect(result.final_eleven).toEqual(FIELD);
    expect(result.players.map((player) => player.id)).toEqual([...FIELD, 12, 13, 14, 15]);
  });

  it('points may be negative and decrease', () => {
    const all = Object.fromEntries(FIELD.map((id) => [id, { points: -1 }]));
    expect(teamGameweek(buildGameweek({ ...all, 9: { points: -3 } })).points).toBe(-16);
  });

  it('teamGameweek does not change its input or depend on the order of the scores', () => {
    const rows = FIELD.map((id) => row(id, id, id));
    const input = buildGameweek({}, { scores: buildScoreBook(rows) });
    const before = structuredClone(input);
    expect(teamGameweek({ ...input, scores: buildScoreBook(rows.toReversed()) })).toEqual(
      teamGameweek(input),
    );
    expect(input).toEqual(before);
  });
});

describe('the armband', () => {
  it.each<[string, Parts, number | null, number]>([
    ['is the captain’s if the captain played', { 9: { points: 7 }, 5: { points: 9 } }, 9, 41],
    ['stays with a captain who is still to come', { 9: TO_COME, 5: { points: 9 } }, 9, 27],
    ['stays with a captain still to come when the vice-captain is a blank', { 9: TO_COME, 5: BLANK }, 9, 18],
    ['goes to the vice-captain when the captain missed', { 9: ABSENT, 5: { points: 9 } }, 5, 36],
    ['goes to the vice-captain when the captain is a blank', { 9: BLANK, 5: { points: 9 } }, 5, 36],
    ['waits with a vice-captain who is still to come', { 9: ABSENT, 5: TO_COME }, 5, 18],
    ['has no wearer if neither played', { 9: ABSENT, 5: ABSENT }, null, 18],
    [
      'is the captain’s after a card without playing time',
      { 9: { minutes: 0, cards: 1, points: -1 } },
      9,
      18,
    ],
  ])('the armband %s', (_title, results, armband, points) => {
    // Outfield substitutes are absent, so only the armband affects the total: all other players have 2 points.
    const input = buildGameweek({ 13: ABSENT, 14: ABSENT, 15: ABSENT, ...results });
    const result = teamGameweek(input);
    expect(result.armband).toBe(armband);
    expect(result.points).toBe(points);
  });

  it('the armband doubles both matches of a captain’s double gameweek', () => {
    const fixtures = new Map([...buildGameweek({}).fixtures, [9, twoMatches(true)]]);
    const scores = buildScoreBook([row(90, 9, 4), row(91, 9, 6, { minutes: 0 })]);
    expect(teamGameweek(buildGameweek({}, { fixtures, scores })).raw_points).toBe(20);
  });

  it('the armband remains with a captain who missed the first of two matches', () => {
    const fixtures = new Map([...buildGameweek({}).fixtures, [9, twoMatches(false)]]);
    const scores = buildScoreBook([row(90, 9, 0, { minutes: 0 }), row(5, 5, 8)]);
    const input = buildGameweek({}, { fixtures, scores });
    expect(teamGameweek(input).armband).toBe(9);
    const over = new Map([...fixtures, [9, twoMatches(true)]]);
    expect(teamGameweek({ ...input, fixtures: over }).armband).toBe(5);
  });
});

const twoMatches = (secondOver: boolean) => [
  { id: 90, kickoff: 1000, over: true },
  { id: 91, kickoff: 5000, over: secondOver },
];

describe('automatic substitutions', () => {
  const pairs = (parts: Parts, changes: Partial<TeamGameweekInput> = {}) =>
    teamGameweek(buildGameweek(parts, changes)).substitutions.map((pair) => `${pair.out}>${pair.in}`);

  it.each<[string, Parts, string[]]>([
    ['none if all starters played', {}, []],
    ['the bench goalkeeper for the goalkeeper', { 1: ABSENT }, ['1>12']],
    ['no outfield player for the goalkeeper', { 1: ABSENT, 12: ABSENT }, []],
    ['the bench goalkeeper for no outfield player', { 5: ABSENT, 13: ABSENT, 14: ABSENT, 15: ABSENT }, []],
    ['the first bench player in order', { 5: ABSENT }, ['5>13']],
    ['no bench player who did not play', { 5: ABSENT, 13: ABSENT }, ['5>14']],
    [
      'a bench player with only a card counts as having played',
      { 5: ABSENT, 13: { minutes: 0, cards: 1 } },
      ['5>13'],
    ],
    ['no replacement of a starter with only a card', { 5: { minutes: 0, cards: 1, points: -1 } }, []],
    ['no midfielder for a defender if that leaves 2-5-3', { 2: ABSENT, 13: ABSENT, 14: ABSENT }, []],
    [
      'each substitute once, starters in slot order',
      { 2: ABSENT, 5: ABSENT, 9: ABSENT },
      ['2>13', '5>14', '9>15'],
    ],
    ['no substitution that leaves 5-2-3', { 5: ABSENT, 6: ABSENT, 15: ABSENT }, ['5>13']],
    ['a substitute for a blank starter', { 9: BLANK }, ['9>13']],
    ['no blank substitute', { 9: ABSENT, 13: BLANK }, ['9>14']],
    ['no replacement of a starter whose match is to come', { 5: TO_COME }, []],
    ['no replacement yet of a starter whose match is in progress', { 5: TO_COME, 6: ABSENT }, ['6>13']],
    ['the first who has played, before one whose match is to come', { 5: ABSENT, 13: TO_COME }, ['5>14']],
    ['a substitute whose match is in progress', { 5: ABSENT, 13: PLAYING }, ['5>13']],
  ])('substitutions: %s', (_title, results, expected) => {
    expect(pairs(results)).toEqual(expected);
  });

  it('the points of a substitute count, and the final eleven is in slot order', () => {
    const result = teamGameweek(buildGameweek({ 6: ABSENT, 13: { points: 12 } }));
    expect(result.points).toBe(34);
    expect(result.raw_points).toBe(22);
    expect(result.final_eleven).toEqual([1, 2, 3, 4, 13, 5, 7, 8, 9, 10, 11]);
  });

  it('substitutions are projected until the gameweek is over', () => {
    const running = teamGameweek(buildGameweek({ 5: ABSENT }, { gameweek_over: false }));
    expect(running.substitutions).toEqual([{ out: 5, in: 13, projected: true }]);
    const over = teamGameweek(buildGameweek({ 5: ABSENT }));
    expect(over.substitutions).toEqual([{ out: 5, in: 13, projected: false }]);
  });

  describe('protection against hindsight', () => {
    // 13 plays at 1000. The user sees the result and then swaps 14 with the absent 2 on the bench.
    const before = buildLineup({
      field: [1, 14, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      bench: [12, 13, 2, 15],
      saved_at: 10,
    });
    const late: PlayerResult = { fixture: { kickoff: 9000 } };
    const parts: Parts = { 2: { minutes: 0, fixture: { kickoff: 9000 } }, 14: late, 13: { points: 15 } };

    it.each<[string, number, string[]]>([
      ['a starter who came in after the kick-off is not replaced', 1001, ['2>14']],
      ['saving at the kick-off is too late', 1000, ['2>14']],
      ['saving before the kick-off is in time', 999, ['2>13']],
    ])('%s', (_title, saved_at, expected) => {
      expect(pairs(parts, { lineups: [before, buildLineup({ saved_at })] })).toEqual(expected);
    });

    it('the last saved armbands count', () => {
      const lineups = [buildLineup(), buildLineup({ captain_id: 10, saved_at: 999 })];
      const absent: PlayerResult = { ...late, minutes: 0 };
      expect(
        teamGameweek(buildGameweek({ 5: { points: 15 }, 9: late, 10: absent }, { lineups })).armband,
      ).toBe(5);
      expect(
        teamGameweek(buildGameweek({ 5: { points: 15 }, 9: absent, 10: late }, { lineups })).armband,
      ).toBe(10);
    });

    it('a substitute with a later kick-off may replace that starter', () => {
      const lineups = [before, buildLineup({ saved_at: 1500 })];
      expect(pairs({ ...parts, 14: ABSENT, 15: { fixture: { kickoff: 2000 } } }, { lineups })).toEqual([]);
      expect(pairs({ ...parts, 5: ABSENT, 14: late, 2: { points: 1 } }, { lineups })).toEqual(['5>13']);
    });

    it('only the lineup at the kick-off matters for a starter who left and returned', () => {
      const lineups = [buildLineup(), { ...before, saved_at: 1500 }, buildLineup({ saved_at: 1600 })];
      expect(pairs(parts, { lineups })).toEqual(['2>13']);
    });

    it('the first lineup of a team that joined after a kick-off applies', () => {
      const joined = buildLineup({ saved_at: 5000 });
      expect(pairs({ 2: ABSENT }, { lineups: [joined] })).toEqual(['2>13']);
    });
  });
});

describe('fixtures that do not count for the entry', () => {
  it('fixtures that do not count give no points, no appearance and no armband', () => {
    const input = buildGameweek({ 9: { points: 20 }, 5: { points: 3 }, 13: ABSENT, 14: ABSENT, 15: ABSENT });
    const fixtures = new Map(input.fixtures);
    fixtures.delete(9);
    const result = teamGameweek({ ...input, fixtures });
    expect(result.players[8]).toEqual({
      id: 9,
      points: 0,
      minutes: 0,
      provisional_bonus: 0,
      played: false,
      over: true,
    });
    expect(result).toMatchObject({ armband: 5, raw_points: 9 * 2 + 3, points: 9 * 2 + 3 + 3 });
  });

  it('only the second match of a double gameweek counts for a late joiner', () => {
    const fixtures = new Map([...buildGameweek({}).fixtures, [9, twoMatches(true).slice(1)]]);
    const scores = buildScoreBook([row(90, 9, 11), row(91, 9, 2)]);
    expect(teamGameweek(buildGameweek({}, { fixtures, scores })).players[8]).toMatchObject({
      points: 2,
      minutes: 90,
    });
  });
});

describe('provisional bonus', () => {
  it('provisional bonus counts for players and captain until the feed awards bonus', () => {
    const rows = [row(1, 9, 5, { bps: 40 }), row(1, 5, 4, { bps: 30 }), row(1, 99, 4, { bps: 50 })];
    const fixtures = new Map([
      [9, [{ id: 1, kickoff: 0, over: true }]],
      [5, [{ id: 1, kickoff: 0, over: true }]],
    ]);
    const live = teamGameweek(buildGameweek({}, { fixtures, scores: buildScoreBook(rows) }));
    expect(live.players[8]).toMatchObject({ points: 7, provisional_bonus: 2 });
    expect(live.points).toBe(2 * 7 + 5);
    const awarded = [...rows.slice(0, 2), row(1, 99, 7, { bps: 50, bonus: 3 })];
    const final = teamGameweek(buildGameweek({}, { fixtures, scores: buildScoreBook(awarded) }));
    expect(final.points).toBe(2 * 5 + 4);
  });
});

describe('earned points', () => {
  it.each([
    [41, 1050, 43050],
    [41, 1000, 41000],
    [0, 1250, 0],
    [-3, 1250, -3000],
    [1, 1055, 1055],
  ])('%i points at a coefficient of %i are %i earned thousandths', (gross, coefficient, expected) => {
    expect(earnedThousandths(gross, coefficient)).toBe(expected);
  });

  it('earnedPoints returns points with up to three decimals', () => {
    expect(earnedPoints(43_050)).toBe(43.05);
  });
});

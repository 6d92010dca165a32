import { DEFAULT_CALENDAR, HOUR_MS } from '@touchline/rules/calendar';
import { assignFixtures, type Season, type SeasonFixture } from '@touchline/rules/season';
import { describe, expect, it } from 'vitest';
import type { StoredGame } from './game.ts';
import { planGameChange, planMissingGames } from './game-plan.ts';

const DAY = 24 * HOUR_MS;
const WEEK = 7 * DAY;

interface Week {
  kickoffs: number[];
  over?: boolean;
  started?: boolean;
  settled?: boolean;
}

/** Gameweek n starts in week n; times in ms from 0. */
function buildSeason(weeks: readonly Week[]): Season {
  const fixtures = weeks.flatMap(({ kickoffs, over = false, started = over }, index) =>
    kickoffs.map(
      (kickoff, match): SeasonFixture => ({
        id: index * 10 + match,
        gameweek: index + 1,
        kickoff,
        home: 1,
        away: 2,
        started,
        over,
      }),
    ),
  );
  const infos = weeks.map(({ kickoffs, settled = false }, index) => ({
    id: index + 1,
    name: `Gameweek ${index + 1}`,
    deadline: (kickoffs[0] ?? (index + 1) * WEEK) - 90 * 60_000,
    is_current: false,
    is_next: false,
    finished: settled,
    data_checked: settled,
    settled,
  }));
  const gameweeks = assignFixtures(infos, fixtures, DEFAULT_CALENDAR);
  const empty = new Map();
  return {
    id: '2031',
    version: 1,
    snapshots: empty,
    clubs: empty,
    players: empty,
    fixtures,
    scores: empty,
    gameweeks,
  };
}

const weeks = (count: number): Week[] =>
  Array.from({ length: count }, (_, index) => ({ kickoffs: [(index + 1) * WEEK, (index + 1) * WEEK + DAY] }));

function buildGame(changes: Partial<StoredGame> = {}): StoredGame {
  return {
    id: 'game',
    season: '2031',
    game_type: 'WEEKLY',
    name: 'Gameweek 1',
    description: '',
    entry_fee: '0',
    first_gameweek: 1,
    last_gameweek: 1,
    start: WEEK,
    end: WEEK + DAY + 2.5 * HOUR_MS,
    status: 'UPCOMING',
    cancelled_by: null,
    held_status: null,
    held_start: false,
    held_end: false,
    join_deadline: null,
    settlement: 'PENDING',
    max_participants: null,
    participants: 0,
    version: 0,
    edits: 0,
    created_at: 0,
    prizes: {
      plan: {
        token: { address: '0xd', symbol: 'FOOTBALL', decimals: 18 },
        guarantee: '0',
        commission_bps: 0,
        template: 'TOP',
        rows: [],
        min_entries: 1,
        eligibility: 'ALL',
      },
      covered: true,
      state: null,
      pool: null,
      entrants: null,
    },
    ...changes,
  };
}

/** A season of one gameweek whose kick-offs moved. */
const moved = (by: number, changes: Partial<Week> = {}) =>
  buildSeason([{ kickoffs: [WEEK + by, WEEK + DAY + by], ...changes }]);

describe('planned games', () => {
  it('DATA-06 the plan contains weekly games for the current and the next two gameweeks, named after them', () => {
    const games = planMissingGames(buildSeason(weeks(6)), [], 2 * WEEK + HOUR_MS, '500');
    const weekly = games.filter((game) => game.game_type === 'WEEKLY');
    expect(weekly.map(({ name, start, end, entry_fee }) => ({ name, start, end, entry_fee }))).toEqual(
      [2, 3, 4].map((week) => ({
        name: `Gameweek ${week}`,
        start: week * WEEK,
        end: week * WEEK + DAY + 2.5 * HOUR_MS,
        entry_fee: '0',
      })),
    );
  });

  it('the plan contains one season game, from the next gameweek that has not started to the last', () => {
    const season = buildSeason(weeks(6));
    const game = planMissingGames(season, [], 2 * WEEK + HOUR_MS, '500').find(
      (each) => each.game_type === 'SEASON',
    );
    expect(game).toMatchObject({ first_gameweek: 3, last_gameweek: 6, entry_fee: '500', start: 3 * WEEK });
    const another = planMissingGames(season, [buildGame({ game_type: 'SEASON' })], 0, '500');
    expect(another.some((each) => each.game_type === 'SEASON')).toBe(false);
    expect(planMissingGames(season, [], 6 * WEEK + HOUR_MS, '500').map((each) => each.game_type)).toEqual([
      'WEEKLY',
    ]);
  });

  it('the plan contains the season game from the first gameweek with fixtures, to the last kick-off of its gameweeks', () => {
    const blank = buildSeason([{ kickoffs: [] }, { kickoffs: [2 * WEEK] }]);
    expect(planMissingGames(blank, [], 0, '0').at(-1)).toMatchObject({ first_gameweek: 2, start: 2 * WEEK });
    const postponed = buildSeason([{ kickoffs: [WEEK, 9 * WEEK] }, { kickoffs: [2 * WEEK] }]);
    expect(planMissingGames(postponed, [], WEEK, '0').at(-1)).toMatchObject({
      first_gameweek: 2,
      end: 2 * WEEK + 2.5 * HOUR_MS,
    });
    expect(planMissingGames(postponed, [], 2 * WEEK, '0').map(({ name }) => name)).toEqual(['Gameweek 2']);
  });

  it('the plan contains no game for a gameweek that has no fixtures, is over or already has one', () => {
    const season = buildSeason([{ kickoffs: [WEEK] }, { kickoffs: [] }, { kickoffs: [3 * WEEK] }]);
    const names = (now: number, games: StoredGame[] = []) =>
      planMissingGames(season, games, now, '0').map((game) => game.name);
    expect(names(0)).toEqual(['Gameweek 1', 'Gameweek 3', 'Season 2031']);
    expect(names(WEEK + DAY)).not.toContain('Gameweek 1');
    expect(names(0, [buildGame()])).not.toContain('Gameweek 1');
    expect(names(0, [buildGame({ game_type: 'TOURNAMENT' })])).toContain('Gameweek 1');
    expect(planMissingGames(moved(0, { over: true, settled: true }), [], 0, '0')).toEqual([]);
  });
});

describe('changes of a game by the feed', () => {
  it('an UPCOMING game moves with its first and last kick-off', () => {
    const change = planGameChange(moved(HOUR_MS), buildGame(), 0);
    expect(change).toMatchObject({
      start: WEEK + HOUR_MS,
      end: WEEK + DAY + 3.5 * HOUR_MS,
      status: 'UPCOMING',
    });
    expect(planGameChange(moved(0), buildGame(), 0)).toBeNull();
  });

  it('a game keeps its start once a match has started, while its end still follows the feed', () => {
    const game = buildGame({ status: 'ACTIVE' });
    const change = planGameChange(moved(HOUR_MS, { started: true }), game, WEEK + 2 * HOUR_MS);
    expect(change).toMatchObject({ start: WEEK, end: WEEK + DAY + 3.5 * HOUR_MS, status: 'ACTIVE' });
    const early = planGameChange(moved(-2 * DAY, { over: true }), buildGame(), WEEK - 1);
    expect(early).toMatchObject({ start: WEEK - 2 * DAY, end: WEEK - DAY + 2.5 * HOUR_MS });
    const season = buildSeason([{ kickoffs: [WEEK + DAY], over: true }, { kickoffs: [4 * WEEK] }]);
    const running = buildGame({ game_type: 'SEASON', last_gameweek: 2, end: 2 * WEEK });
    expect(planGameChange(season, running, 3 * WEEK)).toMatchObject({
      start: WEEK,
      end: 4 * WEEK + 2.5 * HOUR_MS,
    });
  });

  it('a season game ends with its last match, even if that belongs to an earlier gameweek', () => {
    const late = 2 * WEEK + 2 * DAY;
    const season = buildSeason([{ kickoffs: [WEEK, late] }, { kickoffs: [2 * WEEK] }]);
    const end = late + 2.5 * HOUR_MS;
    expect(planMissingGames(season, [], 0, '0').at(-1)).toMatchObject({ game_type: 'SEASON', end });
    const game = buildGame({ game_type: 'SEASON', last_gameweek: 2, end: 2 * WEEK + 2.5 * HOUR_MS });
    expect(planGameChange(season, game, 2 * WEEK + DAY)).toMatchObject({ end, status: 'ACTIVE' });
  });

  it('a game becomes UPCOMING again when its matches moved before any of them started', () => {
    const change = planGameChange(moved(5 * DAY), buildGame({ status: 'COMPLETED' }), WEEK + 2 * DAY);
    expect(change).toMatchObject({ start: WEEK + 5 * DAY, status: 'UPCOMING', settlement: 'PENDING' });
  });

  it.each<[string, Season, number, StoredGame['settlement']]>([
    ['is kept if its matches moved to an earlier time', moved(-HOUR_MS, { over: true }), 0, 'PROVISIONAL'],
    ['is kept once its gameweek is settled', moved(2 * DAY, { over: true, settled: true }), 0, 'FINAL'],
    ['follows a match that moved past it in an outage', moved(DAY, { over: true }), DAY, 'PROVISIONAL'],
  ])('the end of a game that is over %s', (_, season, by, settlement) => {
    const change = planGameChange(season, buildGame({ status: 'ACTIVE' }), 2 * WEEK);
    const end = WEEK + DAY + 2.5 * HOUR_MS + by;
    expect(change).toMatchObject({ start: WEEK, end, status: 'COMPLETED', settlement });
  });

  it('a game becomes FINAL when its gameweeks are settled, and then no longer changes', () => {
    const settled = moved(0, { over: true, settled: true });
    expect(planGameChange(settled, buildGame({ status: 'ACTIVE' }), 2 * WEEK)).toMatchObject({
      settlement: 'FINAL',
    });
    expect(planGameChange(moved(HOUR_MS), buildGame({ settlement: 'FINAL' }), 2 * WEEK)).toBeNull();
  });

  it('a season game is FINAL only when all of its gameweeks are settled', () => {
    const [first, second] = [{ kickoffs: [WEEK] }, { kickoffs: [2 * WEEK] }];
    const game = buildGame({ game_type: 'SEASON', last_gameweek: 2, end: 2 * WEEK + 2.5 * HOUR_MS });
    const settle = (settled: boolean) =>
      buildSeason([
        { ...first, over: true, settled: true },
        { ...second, over: true, settled },
      ]);
    expect(planGameChange(settle(false), game, 3 * WEEK)).toMatchObject({ settlement: 'PROVISIONAL' });
    expect(planGameChange(settle(true), game, 3 * WEEK)).toMatchObject({ settlement: 'FINAL' });
  });

  it('the feed changes no status and no time that an administrator has set', () => {
    const held = { held_status: 'ACTIVE', held_start: true, held_end: true } as const;
    const game = buildGame({ ...held, status: 'ACTIVE' });
    expect(planGameChange(moved(HOUR_MS), game, 0)).toBeNull();
  });

  it('a tournament keeps its start, and is CANCELLED without a match from its start on', () => {
    const start = WEEK + DAY;
    const game = buildGame({ game_type: 'TOURNAMENT', start });
    expect(planGameChange(moved(0), game, 0)).toBeNull();
    expect(planGameChange(moved(-1), game, 0)).toMatchObject({ status: 'CANCELLED' });
  });

  it('a game without fixtures is CANCELLED, and reopens when they return', () => {
    const none = buildSeason([{ kickoffs: [] }]);
    expect(planGameChange(none, buildGame(), 0)).toMatchObject({ status: 'CANCELLED' });
    expect(planGameChange(moved(0), buildGame({ status: 'CANCELLED' }), 0)).toMatchObject({
      status: 'UPCOMING',
    });
  });

  it('S2 a game that an administrator cancelled stays CANCELLED', () => {
    const game = buildGame({ status: 'CANCELLED', cancelled_by: '0x01' });
    expect(planGameChange(moved(0), game, 0)).toBeNull();
  });
});

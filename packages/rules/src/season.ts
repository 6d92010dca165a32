import { type Calendar, gameweekPeriod } from './calendar.ts';
import type { GameweekFixture } from './counting.ts';
import type { ScoreBook } from './scores.ts';

/** A club of the season. */
export interface Club {
  id: number;
  code: number;
  name: string;
  short_name: string;
}

/** A player as the feed currently reports them; `price` in tenths. */
export interface FeedPlayer {
  id: number;
  code: number;
  name: string;
  web_name: string;
  team: number;
  position: number;
  price: number;
  total_points: number;
  form: number;
  status: string;
  can_select: boolean;
  news: string;
  chance_of_playing: number | null;
}

/** A fixture; times in epoch ms. */
export interface SeasonFixture extends GameweekFixture {
  gameweek: number | null;
  started: boolean;
}

/** A gameweek with its fixtures; times in epoch ms. `start` and `end` are null without scheduled fixtures. */
export interface SeasonGameweek {
  id: number;
  name: string;
  deadline: number;
  is_current: boolean;
  is_next: boolean;
  finished: boolean;
  data_checked: boolean;
  /** Points are final: checked by the feed and stored. */
  settled: boolean;
  fixtures: SeasonFixture[];
  start: number | null;
  end: number | null;
}

/** One season in memory; any change replaces the whole object. */
export interface Season {
  /** The year of its first deadline. */
  id: string;
  /** Version of the row in `seasons`. */
  version: number;
  /** The relay's version of each snapshot this season was loaded from. */
  snapshots: ReadonlyMap<string, number>;
  clubs: ReadonlyMap<number, Club>;
  players: ReadonlyMap<number, FeedPlayer>;
  /** By number, ascending. */
  gameweeks: readonly SeasonGameweek[];
  fixtures: readonly SeasonFixture[];
  scores: ReadonlyMap<number, ScoreBook>;
}

/** The gameweeks of a game. */
export interface GameweekRange {
  first_gameweek: number;
  last_gameweek: number;
}

export type GameweekInfo = Omit<SeasonGameweek, 'fixtures' | 'start' | 'end'>;

/**
 * Assigns fixtures to their gameweeks and derives the start and end of each. All scheduled fixtures of a checked gameweek are
 * over, because the feed never finishes an abandoned match (game rules 7).
 */
export function assignFixtures(
  gameweeks: readonly GameweekInfo[],
  fixtures: readonly SeasonFixture[],
  calendar: Calendar,
): SeasonGameweek[] {
  return gameweeks.map((info) => {
    const checked = isChecked(info);
    const own = fixtures
      .filter((fixture) => fixture.gameweek === info.id)
      .map((fixture) => ({ ...fixture, over: fixture.over || (checked && fixture.kickoff !== null) }));
    const period = gameweekPeriod(
      own.map((fixture) => fixture.kickoff),
      calendar,
    );
    return { ...info, fixtures: own, start: period?.start ?? null, end: period?.end ?? null };
  });
}

/** True once the feed has checked the scores of a gameweek, which are then complete. */
export function isChecked({ settled, data_checked }: GameweekInfo): boolean {
  return settled || data_checked;
}

const NO_SCORES: ScoreBook = new Map();

/** Returns the scores of a gameweek; empty before the first one. */
export function getScores(season: Season, gameweek: number): ScoreBook {
  return season.scores.get(gameweek) ?? NO_SCORES;
}

/** Finds a gameweek by its number. */
export function findGameweek(season: Season, id: number): SeasonGameweek | undefined {
  return season.gameweeks.find((gameweek) => gameweek.id === id);
}

/** Finds the last gameweek whose deadline has passed, else the first. Uses the clock instead of the feed's flag. */
export function findCurrentGameweek(season: Season, now: number): SeasonGameweek | undefined {
  return season.gameweeks.findLast((gameweek) => gameweek.deadline <= now) ?? season.gameweeks[0];
}

/** True once a match has started, by schedule or in the feed. A gameweek without fixtures starts at its deadline. */
export function hasStarted(gameweek: SeasonGameweek, now: number): boolean {
  if (gameweek.settled || gameweek.fixtures.some((fixture) => fixture.started)) return true;
  return (gameweek.start ?? gameweek.deadline) <= now;
}

/** True when all scheduled fixtures are over, or there are none. */
export function areFixturesOver(gameweek: SeasonGameweek): boolean {
  return gameweek.fixtures.every((fixture) => fixture.over || fixture.kickoff === null);
}

/** Finds the gameweeks of a game. */
export function findGameweeks(season: Season, game: GameweekRange): SeasonGameweek[] {
  return season.gameweeks.filter(({ id }) => id >= game.first_gameweek && id <= game.last_gameweek);
}

/** Finds the game's running or last finished gameweek; undefined before the first. */
export function findLatestGameweek(
  season: Season,
  game: GameweekRange,
  now: number,
): SeasonGameweek | undefined {
  return findGameweeks(season, game).findLast((gameweek) => hasStarted(gameweek, now));
}

/**
 * Finds the latest kick-off of a game's started matches. Infinity when one of them has no kick-off time, -Infinity when none
 * has started.
 */
export function findLatestKickoff(season: Season, game: GameweekRange): number {
  const started = findGameweeks(season, game).flatMap(({ fixtures }) =>
    fixtures.filter((one) => one.started),
  );
  return Math.max(...started.map(({ kickoff }) => kickoff ?? Number.POSITIVE_INFINITY));
}

/** Finds the gameweek that an edit at `now` applies to: the game's first open one, else its last. */
export function findEditableGameweek(season: Season, game: GameweekRange, now: number): number {
  const open = findGameweeks(season, game).find(
    (gameweek) => !gameweek.settled && gameweek.end !== null && gameweek.end > now,
  );
  return open?.id ?? game.last_gameweek;
}

/**
 * Finds the gameweek of an entry's first lineup: the game's first one that is open, or was settled with a match from `joinedAt` on. Such
 * an entry was paid before the match and confirmed after the settlement.
 */
export function findJoinedGameweek(season: Season, game: GameweekRange, joinedAt: number): number {
  const found = findGameweeks(season, game).find(({ settled, end, fixtures }) =>
    settled
      ? fixtures.some(({ over, kickoff }) => over && kickoff !== null && kickoff >= joinedAt)
      : end !== null && end > joinedAt,
  );
  return found?.id ?? game.last_gameweek;
}

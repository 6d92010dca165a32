import { type Calendar, gameweekPeriod } from '@touchline/rules/calendar';
import type { GameweekFixture } from '@touchline/rules/counting';
import type { ScoreBook } from '@touchline/rules/scores';

/** A club of the season. */
export interface Club {
  id: number;
  code: number;
  name: string;
  short_name: string;
}

/** A player as the feed shows him now; `price` in tenths. */
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

/** A fixture; times in epoch ms. `over` is `finished || finished_provisional`. */
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
  /** Of the row in `seasons`. */
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

export type GameweekFacts = Omit<SeasonGameweek, 'fixtures' | 'start' | 'end'>;

/** Assigns fixtures to their gameweeks and derives when each begins and ends. */
export function withFixtures(
  gameweeks: readonly GameweekFacts[],
  fixtures: readonly SeasonFixture[],
  calendar: Calendar,
): SeasonGameweek[] {
  return gameweeks.map((facts) => {
    const own = fixtures.filter((fixture) => fixture.gameweek === facts.id);
    const period = gameweekPeriod(
      own.map((fixture) => fixture.kickoff),
      calendar,
    );
    return { ...facts, fixtures: own, start: period?.start ?? null, end: period?.end ?? null };
  });
}

const NO_SCORES: ScoreBook = new Map();

/** The scores of a gameweek; empty before the first one. */
export function scoresOf(season: Season, gameweek: number): ScoreBook {
  return season.scores.get(gameweek) ?? NO_SCORES;
}

/** The gameweek with that number. */
export function gameweekOf(season: Season, id: number): SeasonGameweek | undefined {
  return season.gameweeks.find((gameweek) => gameweek.id === id);
}

/** The last gameweek whose deadline has passed, else the first: the feed's flag, but by the clock. */
export function currentGameweek(season: Season, now: number): SeasonGameweek | undefined {
  return season.gameweeks.findLast((gameweek) => gameweek.deadline <= now) ?? season.gameweeks[0];
}

/** Whether a match has begun, by schedule or in the feed. A gameweek without fixtures begins at its deadline. */
export function hasBegun(gameweek: SeasonGameweek, now: number): boolean {
  if (gameweek.settled || gameweek.fixtures.some((fixture) => fixture.started)) return true;
  return (gameweek.start ?? gameweek.deadline) <= now;
}

/** Whether all scheduled fixtures are over; true without any. */
export function allOver(gameweek: SeasonGameweek): boolean {
  return gameweek.fixtures.every((fixture) => fixture.over || fixture.kickoff === null);
}

/** The gameweeks of a game. */
export function gameweeksOf(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
): SeasonGameweek[] {
  return season.gameweeks.filter(({ id }) => id >= game.first_gameweek && id <= game.last_gameweek);
}

/** The game's gameweek that runs or ran last; undefined before the first. */
export function latestGameweek(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
  now: number,
): SeasonGameweek | undefined {
  return gameweeksOf(season, game).findLast((gameweek) => hasBegun(gameweek, now));
}

/** The latest kick-off of a game's matches that have started; Infinity when one of them has no time, -Infinity without one. */
export function latestKickoff(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
): number {
  const started = gameweeksOf(season, game).flatMap(({ fixtures }) => fixtures.filter((one) => one.started));
  return Math.max(...started.map(({ kickoff }) => kickoff ?? Number.POSITIVE_INFINITY));
}

/** The gameweek that an edit at `now` applies to: the game's first that is neither over nor settled, else its last. */
export function editGameweek(
  season: Season,
  game: { first_gameweek: number; last_gameweek: number },
  now: number,
): number {
  const open = gameweeksOf(season, game).find(
    (gameweek) => !gameweek.settled && gameweek.end !== null && gameweek.end > now,
  );
  return open?.id ?? game.last_gameweek;
}

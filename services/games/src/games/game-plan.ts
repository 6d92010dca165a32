import type { GameStatus } from '@touchline/api/http/games';
import { gameStatus } from '@touchline/rules/calendar';
import {
  findCurrentGameweek,
  findGameweeks,
  hasStarted,
  type Season,
  type SeasonGameweek,
} from '@touchline/rules/season';
import type { StoredGame } from './game.ts';

/** A game to create. */
export type NewGame = Pick<
  StoredGame,
  | 'game_type'
  | 'name'
  | 'description'
  | 'entry_fee'
  | 'first_gameweek'
  | 'last_gameweek'
  | 'start'
  | 'end'
  | 'join_deadline'
  | 'max_participants'
>;

/** Fields that the feed and the clock change. */
export type GameChange = Pick<StoredGame, 'id' | 'start' | 'end' | 'status' | 'settlement'>;

/** Following gameweeks that also have a weekly game. */
const WEEKS_AHEAD = 2;

/** Plans the games that game rules 4 require and that do not exist yet. */
export function planMissingGames(
  season: Season,
  games: readonly StoredGame[],
  now: number,
  seasonFee: string,
): NewGame[] {
  const weekly = new Set(
    games.filter((game) => game.game_type === 'WEEKLY').map((game) => game.first_gameweek),
  );
  const current = findCurrentGameweek(season, now)?.id ?? 0;
  const weeklyGames = season.gameweeks
    .filter(({ id }) => id >= current && id <= current + WEEKS_AHEAD && !weekly.has(id))
    .filter(({ settled, end }) => !settled && end !== null && end > now)
    .map(buildWeeklyGame);
  const seasonGame = games.some((game) => game.game_type === 'SEASON')
    ? null
    : buildSeasonGame(season, now, seasonFee);
  return seasonGame ? [...weeklyGames, seasonGame] : weeklyGames;
}

function buildWeeklyGame(gameweek: SeasonGameweek): NewGame {
  return {
    game_type: 'WEEKLY',
    name: `Gameweek ${gameweek.id}`,
    description: `One team for the matches of gameweek ${gameweek.id}.`,
    entry_fee: '0',
    first_gameweek: gameweek.id,
    last_gameweek: gameweek.id,
    start: gameweek.start!,
    end: gameweek.end!,
    ...UNLIMITED,
  };
}

/** Spans the next gameweek that has not started to the last one; null when all have started. */
function buildSeasonGame(season: Season, now: number, entry_fee: string): NewGame | null {
  const scheduled = season.gameweeks.filter(({ start }) => start !== null);
  const first = scheduled.find((gameweek) => !hasStarted(gameweek, now));
  if (!first) return null;
  return {
    game_type: 'SEASON',
    name: `Season ${season.id}`,
    description: `One team from gameweek ${first.id} to the last.`,
    entry_fee,
    first_gameweek: first.id,
    last_gameweek: season.gameweeks.at(-1)!.id,
    start: first.start!,
    end: findEnd(scheduled.slice(scheduled.indexOf(first))),
    ...UNLIMITED,
  };
}

/** Finds the end of scheduled gameweeks, -Infinity of none. A postponed match may be played after those of the next gameweek. */
function findEnd(gameweeks: readonly SeasonGameweek[]): number {
  return Math.max(...gameweeks.map(({ end }) => end!));
}

/** Joinable until the end, without a limit of entries. */
const UNLIMITED = { join_deadline: null, max_participants: null } as const;

/** Computes how the feed and the clock change a game; null without a change. */
export function planGameChange(season: Season, game: StoredGame, now: number): GameChange | null {
  if (game.settlement === 'FINAL' || game.cancelled_by !== null) return null;
  const next = { id: game.id, ...planState(season, game, now) };
  const unchanged = (Object.keys(next) as (keyof GameChange)[]).every((key) => next[key] === game[key]);
  return unchanged ? null : next;
}

function planState(season: Season, game: StoredGame, now: number): Omit<GameChange, 'id'> {
  const gameweeks = findGameweeks(season, game);
  const played = gameweeks.filter((gameweek) => hasMatches(game, gameweek));
  const { start, end, settlement } = game;
  if (played.length === 0) return { start, end, settlement, status: 'CANCELLED' };
  const next = {
    start: !game.held_start && isStartMovable(game, gameweeks, now) ? played[0]!.start! : start,
    end: !game.held_end && isEndMovable(game, played, now) ? findEnd(played) : end,
  };
  // By the clock alone: a game that was cancelled for lack of fixtures reopens when they return.
  const status = game.held_status ?? gameStatus(next, now);
  return { ...next, status, settlement: deriveSettlement(status, gameweeks) };
}

/** A tournament counts only matches that kick off after its start. */
function hasMatches(game: StoredGame, { start, fixtures }: SeasonGameweek): boolean {
  if (game.game_type !== 'TOURNAMENT') return start !== null;
  return fixtures.some(({ kickoff }) => kickoff !== null && kickoff >= game.start);
}

/**
 * The start follows the feed until a match has started. The stored kick-off alone is not reliable, because the match may have
 * moved while the service was down. Tournaments keep the start that their creator set.
 */
function isStartMovable(game: StoredGame, gameweeks: readonly SeasonGameweek[], now: number): boolean {
  if (game.game_type === 'TOURNAMENT') return false;
  return (
    game.start > now ||
    !gameweeks.some((each) => each.settled || each.fixtures.some(({ started }) => started))
  );
}

/**
 * The end follows the feed until it has passed. While any gameweek of the game is not settled, it still moves to a later time, because a match may
 * have moved past it while the service was down, and matches after the end do not count.
 */
function isEndMovable(game: StoredGame, played: readonly SeasonGameweek[], now: number): boolean {
  return game.end > now || findEnd(played.filter(({ settled }) => !settled)) > game.end;
}

function deriveSettlement(
  status: GameStatus,
  gameweeks: readonly SeasonGameweek[],
): StoredGame['settlement'] {
  if (status !== 'COMPLETED') return 'PENDING';
  return gameweeks.every((gameweek) => gameweek.settled) ? 'FINAL' : 'PROVISIONAL';
}

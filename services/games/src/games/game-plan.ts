import type { GameStatus } from '@touchline/api/http/games';
import { gameStatus } from '@touchline/rules/windows';
import {
  allOver,
  currentGameweek,
  gameweeksOf,
  hasBegun,
  type Season,
  type SeasonGameweek,
} from '../football/season.ts';
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

/** The fields that feed and clock change. */
export type GameChange = Pick<StoredGame, 'id' | 'start' | 'end' | 'status' | 'settlement'>;

/** Weekly games exist for the current gameweek and this many that follow. */
const WEEKS_AHEAD = 2;

/** The games that game rules 4 requires and that do not exist yet. */
export function missingGames(
  season: Season,
  games: readonly StoredGame[],
  now: number,
  seasonFee: string,
): NewGame[] {
  const weekly = new Set(
    games.filter((game) => game.game_type === 'WEEKLY').map((game) => game.first_gameweek),
  );
  const current = currentGameweek(season, now)?.id ?? 0;
  const wanted = season.gameweeks
    .filter(({ id }) => id >= current && id <= current + WEEKS_AHEAD && !weekly.has(id))
    .filter(({ settled, end }) => !settled && end !== null && end > now)
    .map(weeklyGame);
  const seasonGame = games.some((game) => game.game_type === 'SEASON')
    ? null
    : newSeasonGame(season, now, seasonFee);
  return seasonGame ? [...wanted, seasonGame] : wanted;
}

function weeklyGame(gameweek: SeasonGameweek): NewGame {
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

/** From the next gameweek that has not started to the last; null when all have. */
function newSeasonGame(season: Season, now: number, entry_fee: string): NewGame | null {
  const left = season.gameweeks.filter((gameweek) => gameweek.start !== null && gameweek.end !== null);
  const first = left.find((gameweek) => !hasBegun(gameweek, now));
  if (!first) return null;
  return {
    game_type: 'SEASON',
    name: `Season ${season.id}`,
    description: `One team from gameweek ${first.id} to the last.`,
    entry_fee,
    first_gameweek: first.id,
    last_gameweek: season.gameweeks.at(-1)!.id,
    start: first.start!,
    end: left.at(-1)!.end!,
    ...UNLIMITED,
  };
}

/** Can be joined until the end, without a limit. */
const UNLIMITED = { join_deadline: null, max_participants: null } as const;

/** What feed and clock change about a game; null when nothing. */
export function gameChange(season: Season, game: StoredGame, now: number): GameChange | null {
  if (game.settlement === 'FINAL' || game.cancelled_by !== null) return null;
  const next = { id: game.id, ...plannedState(season, game, now) };
  const unchanged = (Object.keys(next) as (keyof GameChange)[]).every((key) => next[key] === game[key]);
  return unchanged ? null : next;
}

function plannedState(season: Season, game: StoredGame, now: number): Omit<GameChange, 'id'> {
  const gameweeks = gameweeksOf(season, game);
  const played = gameweeks.filter((gameweek) => hasMatches(game, gameweek));
  const { start, end, settlement } = game;
  if (played.length === 0) return { start, end, settlement, status: 'CANCELLED' };
  const next = {
    start: !game.held_start && startFollows(game, gameweeks, now) ? played[0]!.start! : start,
    end: !game.held_end && endFollows(game, gameweeks, now) ? played.at(-1)!.end! : end,
  };
  const status = game.held_status ?? gameStatus({ ...next, status: reopened(game.status) }, now);
  return { ...next, status, settlement: settlementOf(status, gameweeks) };
}

/** A tournament counts only matches from its own start on. */
function hasMatches(game: StoredGame, { start, fixtures }: SeasonGameweek): boolean {
  if (game.game_type !== 'TOURNAMENT') return start !== null;
  return fixtures.some(({ kickoff }) => kickoff !== null && kickoff >= game.start);
}

/** A game cancelled for lack of fixtures reopens when they return; the clock decides its status. */
function reopened(status: GameStatus): GameStatus {
  return status === 'CANCELLED' ? 'UPCOMING' : status;
}

/**
 * The start follows the feed until a match has begun. The stored kick-off alone does not decide that: it may be outdated
 * if the match moved while the service was down. Tournaments start at the time their creator set.
 */
function startFollows(game: StoredGame, gameweeks: readonly SeasonGameweek[], now: number): boolean {
  if (game.game_type === 'TOURNAMENT') return false;
  return (
    game.start > now ||
    !gameweeks.some((each) => each.settled || each.fixtures.some(({ started }) => started))
  );
}

/** The end follows the feed until its time has passed and the last match is over. */
function endFollows(game: StoredGame, gameweeks: readonly SeasonGameweek[], now: number): boolean {
  return game.end > now || !gameweeks.every(allOver);
}

function settlementOf(status: GameStatus, gameweeks: readonly SeasonGameweek[]): StoredGame['settlement'] {
  if (status !== 'COMPLETED') return 'PENDING';
  return gameweeks.every((gameweek) => gameweek.settled) ? 'FINAL' : 'PROVISIONAL';
}

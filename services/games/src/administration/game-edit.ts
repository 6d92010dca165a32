import type { ErrorDetail } from '@touchline/api/errors';
import type { editGame } from '@touchline/api/events/admin-games';
import type { GameStatus } from '@touchline/api/http/games';
import { weiToTokens, tokensToWei } from '@touchline/rules/tokens';
import { gameStatus } from '@touchline/rules/windows';
import { changeRejected } from '@touchline/service-kit/admin-changes';
import { validationError } from '@touchline/service-kit/validate';
import type { z } from 'zod';
import { gameweeksOf, type Season } from '../football/season.ts';
import { iso, type StoredGame, statusOf } from '../games/game.ts';
import type { GameEdit } from './games.store.ts';

export type GameChange = z.output<typeof editGame.request>['change'];

/** What decides whether a change would lose money or results. */
export interface GameUse {
  /** Somebody has reserved a place or joined. */
  hasReservationsOrEntries: boolean;
  /** Somebody has reserved and can still pay. */
  hasActiveReservation: boolean;
  /** The first gameweek whose points are stored. */
  firstSettled: number | null;
}

/** The fields of the form, before or after a change. */
export const buildForm = (game: StoredGame, now: number) => ({
  name: game.name,
  game_type: game.game_type,
  status: statusOf(game, now),
  entry_fee: game.entry_fee,
  start_time: iso(game.start),
  end_time: iso(game.end),
});

/** The change with its values written as `formOf` writes them. */
export const normalise = ({ entry_fee, start_time, end_time, ...rest }: GameChange): GameChange => ({
  ...rest,
  ...(entry_fee === undefined ? {} : { entry_fee: weiToTokens(tokensToWei(entry_fee)) }),
  ...(start_time === undefined ? {} : { start_time: iso(Date.parse(start_time)) }),
  ...(end_time === undefined ? {} : { end_time: iso(Date.parse(end_time)) }),
});

/**
 * The game after a change (game rule 4.6). What is set by hand is no longer moved by clock and feed, until it is what they
 * say again.
 * @param change only fields that differ from the game; CANCELLED is left to `cancel`
 * @throws TouchlineError VALIDATION_FAILED, CHANGE_REFUSED
 */
export function buildGameEdit(
  game: StoredGame,
  change: GameChange,
  season: Season,
  use: GameUse,
  now: number,
): GameEdit {
  assertChangeAllowed(game, change, use);
  const start = change.start_time === undefined ? game.start : Date.parse(change.start_time);
  const end = change.end_time === undefined ? game.end : Date.parse(change.end_time);
  const moved = change.start_time !== undefined || change.end_time !== undefined;
  if (moved) assertTimesValid(season, game, start, end);
  const byClock = gameStatus({ start, end, status: 'UPCOMING' }, now);
  const status = change.status === 'CANCELLED' ? undefined : change.status;
  const held = status === undefined ? game.held_status : status === byClock ? null : toHeldStatus(status);
  return {
    name: change.name ?? game.name,
    game_type: change.game_type ?? game.game_type,
    entry_fee: change.entry_fee ?? game.entry_fee,
    ...{ start, end },
    held_start: game.held_start || change.start_time !== undefined,
    held_end: game.held_end || change.end_time !== undefined,
    held_status: held,
    status: game.status === 'CANCELLED' ? game.status : (held ?? byClock),
  };
}

const toHeldStatus = (status: GameStatus) => (status === 'CANCELLED' ? null : status);

function assertChangeAllowed(game: StoredGame, change: GameChange, use: GameUse): void {
  if (change.status !== undefined) assertStatusCanChange(game);
  if (change.game_type !== undefined && use.hasReservationsOrEntries)
    throw changeRejected('Somebody has reserved or joined: another type would change the rules for them.');
  if (change.entry_fee !== undefined && use.hasActiveReservation)
    throw changeRejected(
      'Somebody is paying the entry fee right now. Try again when the payment has arrived.',
    );
  if (change.start_time === undefined && change.end_time === undefined) return;
  if (use.firstSettled !== null)
    throw changeRejected(
      `The points of gameweek ${use.firstSettled} are settled: with other times other matches would have counted.`,
    );
}

/** Every status can be set, except where that loses money or results. @throws TouchlineError CHANGE_REFUSED */
export function assertStatusCanChange(game: StoredGame): void {
  if (game.settlement === 'FINAL') throw changeRejected('The results of this game are final and stay.');
  if (game.status !== 'CANCELLED') return;
  throw changeRejected(
    game.cancelled_by === null
      ? 'This game has no matches. It opens again when they return.'
      : 'This game is cancelled, and what was paid for it is due back. It stays cancelled.',
  );
}

function assertTimesValid(season: Season, game: StoredGame, start: number, end: number): void {
  const wrong: ErrorDetail[] = [];
  const counts = (kickoff: number | null) => kickoff !== null && kickoff >= start && kickoff <= end;
  const matches = gameweeksOf(season, game).flatMap(({ fixtures }) => fixtures);
  if (end <= start) wrong.push({ path: 'end_time', message: 'must be after the start' });
  else if (!matches.some(({ kickoff }) => counts(kickoff)))
    wrong.push({ path: 'start_time', message: 'No matches in this period' });
  if (wrong.length > 0) throw validationError(wrong);
}

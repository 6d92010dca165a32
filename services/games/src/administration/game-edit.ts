import type { ErrorDetail } from '@touchline/api/errors';
import type { gameChange } from '@touchline/api/http/admin-games';
import type { GameStatus } from '@touchline/api/http/games';
import { toInstant } from '@touchline/api/values';
import { gameStatus } from '@touchline/rules/calendar';
import { findGameweeks, type Season } from '@touchline/rules/season';
import { tokensToWei, weiToTokens } from '@touchline/rules/tokens';
import { changeRejected } from '@touchline/service-kit/administration/admin-changes';
import { validationError } from '@touchline/service-kit/http/validate';
import type { z } from 'zod';
import { isSmall } from '../awards/cancel-small-games.ts';
import { computeStatus, type StoredGame } from '../games/game.ts';
import type { GameEdit } from './games.store.ts';

export type GameChange = z.output<typeof gameChange>;

/** Facts about a game that decide whether a change would lose money or results. */
export interface GameUse {
  /** At least one player has ever reserved a seat or joined. */
  hasReservationsOrEntries: boolean;
  /** First gameweek with stored points. */
  firstSettled: number | null;
}

/** Builds the fields of a game that the list and the form show, before or after a change. */
export const buildForm = (game: StoredGame, now: number) => ({
  name: game.name,
  game_type: game.game_type,
  status: computeStatus(game, now),
  entry_fee: game.entry_fee,
  start_time: toInstant(game.start),
  end_time: toInstant(game.end),
});

/** Converts the values of a change to the format of `buildForm`. */
export const normalise = ({ entry_fee, start_time, end_time, ...rest }: GameChange): GameChange => ({
  ...rest,
  ...(entry_fee === undefined ? {} : { entry_fee: weiToTokens(tokensToWei(entry_fee)) }),
  ...(start_time === undefined ? {} : { start_time: toInstant(Date.parse(start_time)) }),
  ...(end_time === undefined ? {} : { end_time: toInstant(Date.parse(end_time)) }),
});

/**
 * Builds the game after a change (game rule 4.6). A status or time that an administrator sets is held against clock and feed.
 * A held status is released when it is set to the clock's status. A join deadline moves together with the start.
 * @param change only fields that differ from the game; `cancelAndRefund` handles CANCELLED
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
  const join_deadline = game.join_deadline === null ? null : game.join_deadline + start - game.start;
  if (moved) assertTimesValid(season, game, start, end);
  if (join_deadline !== null && join_deadline <= now && game.join_deadline! > now)
    throw validationError([{ path: 'start_time', message: 'would end joining immediately' }]);
  const byClock = gameStatus({ start, end, status: 'UPCOMING' }, now);
  const status = change.status === 'CANCELLED' ? undefined : change.status;
  const held = status === undefined ? game.held_status : status === byClock ? null : toHeldStatus(status);
  if ((held ?? byClock) === 'COMPLETED') assertMayEnd(game, now);
  return {
    name: change.name ?? game.name,
    game_type: change.game_type ?? game.game_type,
    entry_fee: change.entry_fee ?? game.entry_fee,
    start,
    end,
    join_deadline,
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
    throw changeRejected("The game type can't be changed: players have already reserved or joined.");
  // The prizes that players have seen depend on the fee.
  if (change.entry_fee !== undefined && use.hasReservationsOrEntries)
    throw changeRejected("The entry fee can't be changed: players have already reserved or joined.");
  if (change.entry_fee !== undefined) assertFeeFits(game, change.entry_fee);
  if (change.start_time === undefined && change.end_time === undefined) return;
  if (use.firstSettled !== null)
    throw changeRejected(`The times can't be changed: gameweek ${use.firstSettled} is already settled.`);
}

/** @throws TouchlineError CHANGE_REFUSED for a fee that the prizes of the game do not allow */
function assertFeeFits(game: StoredGame, fee: string): void {
  if (game.settlement === 'FINAL')
    throw changeRejected("This game's results are final. Its entry fee can't be changed.");
  if (tokensToWei(fee) === 0n) return;
  const { token, eligibility } = game.prizes.plan;
  if (token.symbol !== 'FOOTBALL')
    throw changeRejected('A game with an entry fee pays its prizes in FOOTBALL. Change its prizes first.');
  if (eligibility !== 'ALL')
    throw changeRejected(
      'In a game with an entry fee, every entry can win a prize. Change its prizes first.',
    );
}

/** Rejects a new status for final and cancelled games. @throws TouchlineError CHANGE_REFUSED */
export function assertStatusCanChange(game: StoredGame): void {
  if (game.settlement === 'FINAL')
    throw changeRejected("This game's results are final. Its status can't be changed.");
  if (game.status !== 'CANCELLED') return;
  throw changeRejected(
    game.cancelled_by === null
      ? 'This game has no matches. It reopens when they are rescheduled.'
      : "This game is cancelled and refunds are due. It can't be reopened.",
  );
}

/**
 * Rejects a change that ends a game with too few entries: the service would cancel it, which cannot be undone.
 * @throws TouchlineError CHANGE_REFUSED
 */
function assertMayEnd(game: StoredGame, now: number): void {
  if (!isSmall(game) || computeStatus(game, now) === 'COMPLETED') return;
  throw changeRejected(
    `This game has ${game.participants} of at least ${game.prizes.plan.min_entries} entries, so ending it now would cancel it. Cancel it instead.`,
  );
}

function assertTimesValid(season: Season, game: StoredGame, start: number, end: number): void {
  const errors: ErrorDetail[] = [];
  const counts = (kickoff: number | null) => kickoff !== null && kickoff >= start && kickoff <= end;
  const matches = findGameweeks(season, game).flatMap(({ fixtures }) => fixtures);
  if (end <= start) errors.push({ path: 'end_time', message: 'must be after the start' });
  else if (!matches.some(({ kickoff }) => counts(kickoff)))
    errors.push({ path: 'start_time', message: 'No matches in this period' });
  if (errors.length > 0) throw validationError(errors);
}

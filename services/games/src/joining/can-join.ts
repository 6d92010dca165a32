import type { JoinReason } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/data/database';
import { findJoinRejection, GAME_FULL_TEXT } from '../games/game.ts';
import { gameNotFound } from '../games/games.ts';
import { PAYMENT_PENDING_TEXT } from '../reservations/reserve.ts';
import { isFull } from '../reservations/seats.store.ts';
import { findGameForWallet } from './joining.store.ts';

/** Checks whether a wallet may join a game now, with the reason if not. @throws TouchlineError NOT_FOUND */
export async function checkCanJoin(
  { db, now, calendar }: { db: Database; now: () => number; calendar: Calendar },
  gameId: string,
  wallet: string,
): Promise<{ canJoin: boolean; reason: string; code: JoinReason | null }> {
  const game = await findGameForWallet(db, gameId, wallet);
  if (!game) throw gameNotFound();
  const rejection = findJoinRejection(game, now(), calendar);
  if (rejection?.code === 'CANCELLED') return deny('CANCELLED', rejection.error.message);
  if (game.has_entered) return deny('ALREADY_JOINED', 'You have already joined this game.');
  if (game.payment_pending) return deny('PAYMENT_PENDING', PAYMENT_PENDING_TEXT);
  if (rejection) return deny(rejection.code, rejection.error.message);
  if (await isFull(db, game, wallet, now())) return deny('FULL', GAME_FULL_TEXT);
  return { canJoin: true, reason: 'You can join now.', code: null };
}

const deny = (code: JoinReason, reason: string) => ({ canJoin: false, reason, code });

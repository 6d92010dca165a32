import type { JoinReason } from '@touchline/api/http/games';
import type { Calendar } from '@touchline/rules/calendar';
import type { Database } from '@touchline/service-kit/database';
import { gameNotFound } from '../games/games.ts';
import { FULL, PAYMENT_PENDING, whyNotJoinable } from '../games/joinable.ts';
import { isFull } from '../reservations/seats.store.ts';
import { gameOfWallet } from './joining.store.ts';

/** Whether a wallet may join a game now, and if not, why. */
export async function canJoinNow(
  { db, now, calendar }: { db: Database; now: () => number; calendar: Calendar },
  gameId: string,
  wallet: string,
): Promise<{ canJoin: boolean; reason: string; code: JoinReason | null }> {
  const game = await gameOfWallet(db, gameId, wallet);
  if (!game) throw gameNotFound();
  const refusal = whyNotJoinable(game, now(), calendar);
  if (refusal?.code === 'CANCELLED') return no('CANCELLED', refusal.reason);
  if (game.has_entered) return no('ALREADY_JOINED', 'You have already joined this game.');
  if (game.payment_pending) return no('PAYMENT_PENDING', PAYMENT_PENDING);
  if (refusal) return no(refusal.code, refusal.reason);
  if (await isFull(db, game, wallet, now())) return no('FULL', FULL);
  return { canJoin: true, reason: 'You can join now.', code: null };
}

const no = (code: JoinReason, reason: string) => ({ canJoin: false, reason, code });

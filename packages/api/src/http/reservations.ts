import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, instant, uuid } from '../values.ts';
import { FAILED_TO_JOIN, joinBody } from './entries.ts';

/** A reservation: pay `amount` whole tokens of `token` to `recipient` before `expires_at` (game rules 5). */
export const reservation = z.object({
  reservation_id: uuid,
  game_id: uuid,
  /** Whole FOOTBALL, decimal string; at least this much must arrive in one transfer. */
  amount: z.string(),
  token: z.string(),
  recipient: z.string(),
  expires_at: instant,
});
export type Reservation = z.infer<typeof reservation>;

export const reserve = endpoint({
  method: 'POST',
  path: '/games/:id/reserve',
  auth: 'player',
  limit: 'join',
  summary: 'Validate the team, fix fee and prices, and reserve a seat until the fee is paid',
  params: idParam,
  body: z.omit(joinBody, { transaction_hash: true }),
  data: z.object({ reservation }),
  failureText: FAILED_TO_JOIN,
  status: 201,
  errorCodes: [
    'PAYMENT_NOT_NEEDED',
    'ALREADY_JOINED',
    'PAUSED',
    'PAYMENT_PENDING',
    'RESERVATION_MISMATCH',
    'JOIN_NOT_OPEN',
    'JOIN_CLOSED',
    'GAME_CANCELLED',
    'GAME_FULL',
    'SQUAD_INVALID',
    'LINEUP_INVALID',
  ],
});

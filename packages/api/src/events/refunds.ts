import { z } from 'zod';
import { question } from '../event.ts';

/** Names a payment to the treasury. */
const payment = { tx_hash: z.string().regex(/^0x[0-9a-f]{64}$/), log_index: z.number().int() };
/** The wallet of the administrator who acts. */
const admin = z.string().regex(/^0x[0-9a-f]{40}$/);

/** DUE: nobody is paying it. SENDING: an administrator is. SENT: its hash is known. CONFIRMED: the chain has it. */
export const refundState = z.enum(['DUE', 'SENDING', 'SENT', 'CONFIRMED']);
export type RefundState = z.infer<typeof refundState>;

const refund = z.object({
  ...payment,
  /** The wallet that paid, whole FOOTBALL. */
  recipient: z.string(),
  amount: z.string(),
  reason: z.string(),
  state: refundState,
});
export type Refund = z.infer<typeof refund>;

/** Marks a refund as SENDING, before money moves: a second administrator is refused. */
export const beginRefund = question('ask.games.begin-refund', z.object({ ...payment, admin }), refund);
/** The refund was paid with this transaction. Asked again, it is CONFIRMED once the chain has the transfer. */
export const reportRefund = question(
  'ask.games.report-refund',
  z.object({ ...payment, admin, refund_hash: payment.tx_hash }),
  refund,
);
/** No money has moved: another administrator can pay. */
export const giveUpRefund = question('ask.games.give-up-refund', z.object({ ...payment, admin }), refund);
/** Cancels a game for good; its entry fees are due back. */
export const cancelGame = question(
  'ask.games.cancel',
  z.object({ game_id: z.string(), admin }),
  z.object({ status: z.literal('CANCELLED') }),
);

import type { Payout as ApiPayout } from '@touchline/api/http/admin-money';
import { toInstant } from '@touchline/api/values';
import { weiToTokens } from '@touchline/rules/tokens';
import type { Payout } from './payout.ts';
import { isPayable } from './steps.ts';

/** Converts a payout to its form in the API, without the fields that the service adds. */
export const toApiPayout = (payout: Payout): Omit<ApiPayout, 'id' | 'sender' | 'because' | 'game_id'> => ({
  kind: payout.kind,
  reason: payout.reason,
  recipient: payout.recipient,
  amount: weiToTokens(payout.amount),
  state: payout.state,
  payable: isPayable(payout),
  locked: payout.state === 'DUE' && payout.locked,
  payer: payout.begun_by,
  transaction_hash: payout.tx_hash,
  final: payout.outgoing_state === 'FINAL',
  paid_with: payout.paid_with?.tx_hash ?? null,
  due_at: toInstant(payout.due_at),
  begun_at: instantOrNull(payout.begun_at),
  sent_at: instantOrNull(payout.sent_at),
  confirmed_at: instantOrNull(payout.confirmed_at),
});

const instantOrNull = (ms: number | null) => (ms === null ? null : toInstant(ms));

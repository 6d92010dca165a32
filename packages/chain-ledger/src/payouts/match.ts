import type { PayoutState } from '@touchline/api/http/admin-money';
import type { StoredTransfer } from '../stored-transfer.ts';

/** A payout without a transfer on the chain. */
export interface UnpaidPayout {
  id: string;
  recipient: string;
  amount: bigint;
  state: Exclude<PayoutState, 'CONFIRMED'>;
  tx_hash: string | null;
  from_block: number;
  due_at: number;
  /** True once an admin has started it, even if it was given up. */
  started: boolean;
}

export type OutgoingTransfer = Pick<
  StoredTransfer,
  'id' | 'tx_hash' | 'log_index' | 'recipient' | 'amount' | 'block_number'
>;

/**
 * Preference for a transfer that was not reported: a payout that is being sent first, then one that was given up, then one
 * that was never started, then one whose reported transaction is missing on the chain (the wallet may have replaced it).
 */
const RANK: Readonly<Record<UnpaidPayout['state'], number>> = { SENDING: 0, DUE: 2, SENT: 3 };
const GIVEN_UP_RANK = 1;

/**
 * Matches transfers to payouts with the same recipient and exactly the same amount. A transfer must not be older than the
 * payout's `from_block`. A reported transaction pays the payout it was reported for. Any other transfer pays the most likely
 * payout, the oldest first: a transfer names no payout, so among equal amounts to one wallet the kind cannot be known.
 * @param transfers outgoing transfers on the chain that pay no payout yet
 */
export function matchTransfers(
  payouts: readonly UnpaidPayout[],
  transfers: readonly OutgoingTransfer[],
): { payout: UnpaidPayout; transfer: OutgoingTransfer }[] {
  const unmatched = new Set([...payouts].sort((a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1)));
  const remaining = [...transfers].sort(
    (a, b) => a.block_number - b.block_number || a.log_index - b.log_index,
  );
  const matches: { payout: UnpaidPayout; transfer: OutgoingTransfer }[] = [];
  const matchBy = (fits: (payout: UnpaidPayout, transfer: OutgoingTransfer) => boolean) => {
    for (const transfer of remaining.splice(0)) {
      const [payout] = [...unmatched]
        .filter((each) => canPay(transfer, each) && fits(each, transfer))
        .sort(compareRanks);
      if (payout) {
        unmatched.delete(payout);
        matches.push({ payout, transfer });
      } else remaining.push(transfer);
    }
  };
  matchBy((payout, transfer) => payout.tx_hash === transfer.tx_hash);
  matchBy(() => true);
  return matches;
}

/** True if the transfer can pay the payout. */
export const canPay = (
  transfer: Pick<OutgoingTransfer, 'recipient' | 'amount' | 'block_number'>,
  payout: Pick<UnpaidPayout, 'recipient' | 'amount' | 'from_block'>,
) =>
  transfer.recipient === payout.recipient &&
  transfer.amount === payout.amount &&
  transfer.block_number >= payout.from_block;

const findRank = ({ state, started }: UnpaidPayout) =>
  state === 'DUE' && started ? GIVEN_UP_RANK : RANK[state];
const compareRanks = (a: UnpaidPayout, b: UnpaidPayout) => findRank(a) - findRank(b);

import type { StoredTransfer } from '../stored-transfer.ts';
import type { PayoutState } from './payout.ts';

/** A payout without a transfer on the chain, as far as matching needs it. */
export interface UnpaidPayout {
  id: string;
  recipient: string;
  amount: bigint;
  /** CONFIRMED: by an earlier version, which kept no transfers. */
  state: PayoutState;
  tx_hash: string | null;
  from_block: number;
  due_at: number;
}

export type OutgoingTransfer = Pick<
  StoredTransfer,
  'id' | 'tx_hash' | 'log_index' | 'recipient' | 'amount' | 'block_number'
>;

/**
 * What is left for a transfer that nobody named: somebody has announced one, one is owed, or one was named that the chain
 * does not have (a wallet may have replaced it by another).
 */
const RANK: Readonly<Partial<Record<PayoutState, number>>> = { SENDING: 0, DUE: 1, SENT: 2 };

/**
 * Which payouts some transfers pay: to the same wallet, of exactly the amount, not older than what the money is owed for.
 * A transaction that was named for a payout pays that one; any other transfer the likeliest, the oldest first.
 * @param transfers sent by us, on the chain, and not paying anything yet
 */
export function matchTransfers(
  payouts: readonly UnpaidPayout[],
  transfers: readonly OutgoingTransfer[],
): { payout: UnpaidPayout; transfer: OutgoingTransfer }[] {
  const unpaid = new Set([...payouts].sort((a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1)));
  const waiting = [...transfers].sort((a, b) => a.block_number - b.block_number || a.log_index - b.log_index);
  const matches: { payout: UnpaidPayout; transfer: OutgoingTransfer }[] = [];
  const matchBy = (fits: (payout: UnpaidPayout, transfer: OutgoingTransfer) => boolean) => {
    for (const transfer of waiting.splice(0)) {
      const [payout] = [...unpaid]
        .filter((each) => canPay(transfer, each) && fits(each, transfer))
        .sort(compareRanks);
      if (payout) {
        unpaid.delete(payout);
        matches.push({ payout, transfer });
      } else waiting.push(transfer);
    }
  };
  matchBy((payout, transfer) => payout.tx_hash === transfer.tx_hash);
  matchBy(({ state }) => RANK[state] !== undefined);
  return matches;
}

/** Whether the transfer can be the one that pays. */
export const canPay = (
  transfer: Pick<OutgoingTransfer, 'recipient' | 'amount' | 'block_number'>,
  payout: Pick<UnpaidPayout, 'recipient' | 'amount' | 'from_block'>,
) =>
  transfer.recipient === payout.recipient &&
  transfer.amount === payout.amount &&
  transfer.block_number >= payout.from_block;

const compareRanks = (a: UnpaidPayout, b: UnpaidPayout) => (RANK[a.state] ?? 0) - (RANK[b.state] ?? 0);

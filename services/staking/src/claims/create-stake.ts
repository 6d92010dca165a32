import { TouchlineError } from '@touchline/api/errors';
import type { Ledger, LedgerTransaction } from '@touchline/chain-ledger/ledger';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { STAKE_MESSAGES, stakeRejection } from '@touchline/rules/stakes';
import { tokensToWei, weiToTokens } from '@touchline/rules/tokens';
import type { StoredStake } from '../stakes/stake.ts';
import { findStakeByHash } from '../stakes/stakes.store.ts';
import type { PendingReason } from '../stakes/wallet-payouts.store.ts';
import { type AcceptDeps, acceptTransfer } from '../transfers/accept-transfer.ts';

export type CreateStakeDeps = AcceptDeps;

interface Claim {
  wallet: string;
  /** In whole tokens, as sent by the client. */
  amount: string;
  hash: `0x${string}`;
}

/**
 * Creates a stake from a wallet's transfer to the staking wallet. Idempotent: repeating the call returns the same stake.
 * @returns null while the transfer is not visible or not deep enough; the client repeats the request without paying again
 * @throws TouchlineError TX_REVERTED, TX_NOT_PAYMENT, TX_ALREADY_USED, STAKE_REFUSED
 */
export async function createStake(
  deps: CreateStakeDeps,
  { wallet, amount, hash }: Claim,
): Promise<{ stake: StoredStake; created: boolean } | null> {
  const wei = tokensToWei(amount);
  const { db, ledger } = deps;
  const known = await findStakeByHash(db, { hash, wallet, amount: wei });
  if (known) return { stake: known, created: false };
  // No transfer of this amount can be accepted. If one was sent, the worker lists it for a refund.
  const reason = stakeRejection(wei, 0n);
  if (reason) throw stakeRejectedError(reason);
  const transaction = await findTransaction(ledger, hash);
  if (transaction.state === 'missing') return null;
  if (transaction.state === 'reverted')
    throw new TouchlineError(
      'TX_REVERTED',
      'This transaction failed on the blockchain, so no tokens were transferred.',
    );
  const own = transaction.transfers.filter(({ sender }) => sender === wallet);
  if (own.length === 0) throw await notOwnTransferError(deps, hash);
  if (!own.some((transfer) => transfer.amount === wei)) throw wrongAmountError(own);
  if (!transaction.deep) return null;
  await db.transaction((trx) => ledger.record(trx, hash, transaction.transfers));
  return accept(deps, { hash, wallet, wei });
}

/** Treats an unavailable chain like a missing transaction: the client repeats the request. */
async function findTransaction(ledger: Ledger, hash: Claim['hash']): Promise<LedgerTransaction> {
  try {
    return await ledger.findTransaction(hash);
  } catch (error) {
    if (error instanceof TouchlineError && error.code === 'UPSTREAM_UNAVAILABLE') return { state: 'missing' };
    throw error;
  }
}

async function accept(
  deps: CreateStakeDeps,
  { hash, wallet, wei }: { hash: string; wallet: string; wei: bigint },
): Promise<{ stake: StoredStake; created: boolean } | null> {
  const transfers = await deps.ledger.findTransfers(deps.db, hash);
  const transfer = transfers.find(
    ({ sender, amount, state }) => sender === wallet && amount === wei && state !== 'ORPHANED',
  );
  // A reorganisation may have removed the transfer; the next request checks again.
  if (!transfer) return null;
  const accepted = await acceptTransfer(deps, transfer);
  if (accepted.kind === 'refund') throw stakeRejectedError(accepted.reason);
  return accepted.kind === 'stake' ? accepted : null;
}

async function notOwnTransferError({ db, ledger }: CreateStakeDeps, hash: string): Promise<TouchlineError> {
  const used = (await ledger.findTransfers(db, hash)).length > 0;
  return used
    ? new TouchlineError('TX_ALREADY_USED', 'This transfer belongs to another wallet’s stake.')
    : new TouchlineError(
        'TX_NOT_PAYMENT',
        'This transaction doesn’t transfer FOOTBALL from your wallet to the staking wallet.',
      );
}

function wrongAmountError(own: readonly TokenTransfer[]): TouchlineError {
  const amounts = own.map((transfer) => weiToTokens(transfer.amount)).join(' and ');
  const sentence = `You transferred ${amounts} FOOTBALL, not the amount you entered. Your stake will be recorded with the transferred amount.`;
  return new TouchlineError('STAKE_REFUSED', sentence, { details: [{ path: 'amount', message: sentence }] });
}

const REFUND_NOTE = 'If you have already sent tokens, they are safe and will be refunded.';

function stakeRejectedError(reason: PendingReason): TouchlineError {
  const message =
    reason === 'BELOW_MINIMUM' || reason === 'OVER_MAXIMUM'
      ? STAKE_MESSAGES[reason]
      : 'The season is over. Staking opens again with the next season';
  return new TouchlineError('STAKE_REFUSED', `${message}. ${REFUND_NOTE}`, {
    details: [{ path: 'amount', message }],
  });
}

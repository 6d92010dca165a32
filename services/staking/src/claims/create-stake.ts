import { TouchlineError } from '@touchline/api/errors';
import type { Ledger, LedgerTransaction } from '@touchline/chain-ledger/ledger';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { STAKE_MESSAGES, stakeRejection } from '@touchline/rules/stakes';
import { tokensToWei, weiToTokens } from '@touchline/rules/tokens';
import type { Switches } from '@touchline/service-kit/administration/switches';
import type { StoredStake } from '../stakes/stake.ts';
import { findStakeByHash } from '../stakes/stakes.store.ts';
import type { PendingReason } from '../stakes/wallet-payouts.store.ts';
import { type AcceptDeps, acceptTransfer } from '../transfers/accept-transfer.ts';

export interface CreateStakeDeps extends AcceptDeps {
  /** While `staking` is off, new stakes are rejected and recorded ones returned. */
  switches: Switches;
  /** Wei. Smaller transfers are dust. */
  minAmount: bigint;
}

interface Claim {
  wallet: string;
  /** In whole tokens, as sent by the client. */
  amount: string;
  hash: `0x${string}`;
}

/**
 * Creates a stake from a wallet's transfer to the staking wallet. Idempotent: repeating the call returns the same stake.
 * @returns null while the transfer is not visible or not deep enough; the client repeats the request without paying again
 * @throws TouchlineError PAUSED, TX_REVERTED, TX_NOT_PAYMENT, TX_ALREADY_USED, STAKE_REFUSED
 */
export async function createStake(
  deps: CreateStakeDeps,
  { wallet, amount, hash }: Claim,
): Promise<{ stake: StoredStake; created: boolean } | null> {
  const wei = tokensToWei(amount);
  const { db, ledger } = deps;
  const known = await findStakeByHash(db, { hash, wallet, amount: wei });
  if (known) return { stake: known, created: false };
  if (!(await deps.switches.isOn('staking'))) throw new TouchlineError('PAUSED', PAUSED);
  if (deps.funders.has(wallet)) throw new TouchlineError('STAKE_REFUSED', TOP_UP);
  // No transfer of this amount can be accepted. If one was sent and is not dust, the worker lists it for a refund.
  const reason = stakeRejection(wei, 0n);
  if (reason)
    throw stakeRejectedError(reason, wei < deps.minAmount ? describeDust(deps) : REFUND_OF_SENT_TOKENS);
  const transaction = await findTransaction(ledger, hash);
  if (transaction.state === 'missing') return null;
  if (transaction.state === 'reverted')
    throw new TouchlineError(
      'TX_REVERTED',
      'This transaction failed on the blockchain, so no tokens were transferred.',
    );
  const own = transaction.transfers.filter(({ sender }) => sender === wallet);
  if (own.length === 0) throw await notOwnTransferError(deps, hash);
  if (!transaction.deep) return null;
  await db.transaction((trx) => ledger.record(trx, hash, transaction.transfers));
  if (!own.some((transfer) => transfer.amount === wei)) return rejectWrongAmount(deps, own);
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
  if (accepted.kind === 'refund') throw stakeRejectedError(accepted.reason, REFUND);
  if (accepted.kind === 'top-up') throw new TouchlineError('STAKE_REFUSED', TOP_UP);
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

/**
 * Decides about transfers of which none has the claimed amount, as the worker would, and reports the decisions.
 * @returns null if a transfer cannot be decided yet
 * @throws TouchlineError STAKE_REFUSED
 */
async function rejectWrongAmount(deps: CreateStakeDeps, own: readonly TokenTransfer[]): Promise<null> {
  const sentences: string[] = [];
  for (const transfer of own) {
    const decision =
      transfer.amount < deps.minAmount ? describeDust(deps) : await describeDecision(deps, transfer);
    if (!decision) return null;
    sentences.push(
      `You transferred ${weiToTokens(transfer.amount)} FOOTBALL, not the amount you entered. ${decision}`,
    );
  }
  const message = sentences.join(' ');
  throw new TouchlineError('STAKE_REFUSED', message, { details: [{ path: 'amount', message }] });
}

async function describeDecision(deps: CreateStakeDeps, found: TokenTransfer): Promise<string | null> {
  const transfers = await deps.ledger.findTransfers(deps.db, found.tx_hash);
  const transfer = transfers.find(({ log_index }) => log_index === found.log_index);
  // A reorganisation may have removed the transfer.
  if (!transfer) return null;
  const accepted = await acceptTransfer(deps, transfer);
  if (accepted.kind === 'stake') return 'Your stake is recorded with the transferred amount.';
  if (accepted.kind === 'top-up') return TOP_UP;
  return accepted.kind === 'refund' ? `${describeReason(accepted.reason)}. ${REFUND}` : null;
}

const PAUSED =
  'Staking is paused, so please don’t send tokens now. If you have already sent them, your stake will be recorded automatically.';
const TOP_UP =
  'Transfers from this wallet top up the staking wallet, so they become neither stakes nor refunds. Stake from another wallet.';
const REFUND = 'Your tokens are safe and will be refunded.';
const REFUND_OF_SENT_TOKENS = 'If you have already sent this amount, it is safe and will be refunded.';

const describeDust = ({ minAmount }: CreateStakeDeps) =>
  `Transfers below ${weiToTokens(minAmount)} FOOTBALL are not refunded.`;

const describeReason = (reason: PendingReason) =>
  reason === 'BELOW_MINIMUM' || reason === 'OVER_MAXIMUM'
    ? STAKE_MESSAGES[reason]
    : 'The season is over. Staking opens again with the next season';

/** @param refund says whether the transferred tokens are returned */
function stakeRejectedError(reason: PendingReason, refund: string): TouchlineError {
  const message = describeReason(reason);
  return new TouchlineError('STAKE_REFUSED', `${message}. ${refund}`, {
    details: [{ path: 'amount', message }],
  });
}

import { TouchlineError } from '@touchline/api/errors';
import type { Ledger, LedgerTransaction } from '@touchline/chain-ledger/ledger';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { STAKE_MESSAGES, stakeRejection } from '@touchline/rules/stakes';
import { weiToTokens, tokensToWei } from '@touchline/rules/tokens';
import type { OwedReason } from '../stakes/owed.store.ts';
import type { StoredStake } from '../stakes/stake.ts';
import { stakeOfHash } from '../stakes/stakes.store.ts';
import { type AcceptDeps, acceptTransfer } from '../transfers/accept-transfer.ts';

export type CreateStakeDeps = AcceptDeps;

interface Claim {
  wallet: string;
  /** Whole tokens, as sent. */
  amount: string;
  hash: `0x${string}`;
}

/**
 * Makes a wallet's transfer to the staking wallet a stake. The same call again answers the same stake.
 * @returns null while the transfer is not visible or not deep enough: the caller repeats, nobody pays twice
 * @throws TouchlineError TX_REVERTED, TX_NOT_PAYMENT, TX_ALREADY_USED, STAKE_REFUSED
 */
export async function createStake(
  deps: CreateStakeDeps,
  { wallet, amount, hash }: Claim,
): Promise<{ stake: StoredStake; created: boolean } | null> {
  const wei = tokensToWei(amount);
  const { db, ledger } = deps;
  const known = await stakeOfHash(db, { hash, wallet, amount: wei });
  if (known) return { stake: known, created: false };
  // No transfer of this amount could be accepted. If one was sent, the worker lists it as owed back.
  const reason = stakeRejection(wei, 0n);
  if (reason) throw refused(reason);
  const transaction = await find(ledger, hash);
  if (transaction.state === 'missing') return null;
  if (transaction.state === 'reverted')
    throw new TouchlineError('TX_REVERTED', 'This transaction failed on the chain: nothing was transferred.');
  const own = transaction.transfers.filter(({ sender }) => sender === wallet);
  if (own.length === 0) throw await notYours(deps, hash);
  if (!own.some((transfer) => transfer.amount === wei)) throw otherAmount(own);
  if (!transaction.deep) return null;
  await db.transaction((trx) => ledger.record(trx, hash, transaction.transfers));
  return accept(deps, { hash, wallet, wei });
}

/** A chain that cannot be reached says nothing about the transfer. */
async function find(ledger: Ledger, hash: Claim['hash']): Promise<LedgerTransaction> {
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
  // A reorganisation may remove it at any moment: the next call sees what became of it.
  if (!transfer) return null;
  const accepted = await acceptTransfer(deps, transfer);
  if (accepted.kind === 'owed') throw refused(accepted.reason);
  return accepted.kind === 'stake' ? accepted : null;
}

async function notYours({ db, ledger }: CreateStakeDeps, hash: string): Promise<TouchlineError> {
  const used = (await ledger.findTransfers(db, hash)).length > 0;
  return used
    ? new TouchlineError('TX_ALREADY_USED', 'This transfer is the stake of another wallet.')
    : new TouchlineError(
        'TX_NOT_PAYMENT',
        'This transaction holds no transfer of FOOTBALL from your wallet to the staking wallet.',
      );
}

function otherAmount(own: readonly TokenTransfer[]): TouchlineError {
  const amounts = own.map((transfer) => weiToTokens(transfer.amount)).join(' and ');
  const sentence = `This transfer is of ${amounts} FOOTBALL. It counts as what it is.`;
  return new TouchlineError('STAKE_REFUSED', sentence, { details: [{ path: 'amount', message: sentence }] });
}

const OWED = 'Anything that was transferred is listed as owed back to you.';

function refused(reason: OwedReason): TouchlineError {
  const why =
    reason === 'BELOW_MINIMUM' || reason === 'OVER_MAXIMUM'
      ? STAKE_MESSAGES[reason]
      : 'The season is over: stakes open again with the next one';
  return new TouchlineError('STAKE_REFUSED', `${why}. ${OWED}`, {
    details: [{ path: 'amount', message: why }],
  });
}

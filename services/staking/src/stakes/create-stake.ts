import { TouchlineError } from '@touchline/api/errors';
import type { TokenTransfer, Transaction } from '@touchline/chain-ledger/transfer';
import { STAKE_MESSAGES, whyNotStakeable } from '@touchline/rules/stakes';
import { tokensOf, weiOf } from '@touchline/rules/tokens';
import { acceptTransfer } from '../transfers/accept.ts';
import type { ChainDeps } from '../transfers/chain.ts';
import { recheckTransaction } from '../transfers/recheck.ts';
import { transfersOfHash } from '../transfers/transfers.store.ts';
import type { StoredStake } from './stake.ts';
import { type OwedReason, stakeOfHash } from './stakes.store.ts';

interface Claim {
  wallet: string;
  /** Whole tokens, as sent. */
  amount: string;
  hash: `0x${string}`;
}

/**
 * Makes a wallet's transfer to the staking wallet a stake. The same again answers the same stake.
 * @returns null while the transfer is not visible or not deep enough: the caller repeats, nobody pays twice
 * @throws TouchlineError TX_REVERTED, TX_NOT_PAYMENT, TX_ALREADY_USED, STAKE_REFUSED
 */
export async function createStake(
  deps: ChainDeps,
  { wallet, amount, hash }: Claim,
): Promise<{ stake: StoredStake; created: boolean } | null> {
  const wei = weiOf(amount);
  const { db, chain } = deps;
  const known = await stakeOfHash(db, { chainId: chain.id, hash, wallet, amount: wei });
  if (known) return { stake: known, created: false };
  // Not even one like it could be accepted; if it was sent, the watcher lists it as owed back.
  const reason = whyNotStakeable(wei, 0n);
  if (reason) throw refused(reason);
  const transaction = await lookUp(deps, hash);
  if (transaction.state === 'missing') return null;
  if (transaction.state === 'reverted')
    throw new TouchlineError('TX_REVERTED', 'This transaction failed on the chain: nothing was transferred.');
  const own = transaction.transfers.filter(
    ({ sender, recipient }) => sender === wallet && recipient === chain.stakingWallet,
  );
  if (own.length === 0) throw await notYours(deps, hash);
  const exact = own.filter((transfer) => transfer.amount === wei);
  if (exact.length === 0) throw otherAmount(own);
  if (transaction.confirmations < chain.confirmations) return null;
  return accept(deps, exact[0]!);
}

/** A chain that cannot be reached says nothing about the transfer. */
async function lookUp({ chain }: ChainDeps, hash: Claim['hash']): Promise<Transaction> {
  try {
    return await chain.reader.byHash(hash);
  } catch (error) {
    if (error instanceof TouchlineError && error.code === 'UPSTREAM_UNAVAILABLE') return { state: 'missing' };
    throw error;
  }
}

async function accept(deps: ChainDeps, transfer: TokenTransfer) {
  const accepted = await acceptTransfer({ ...deps, chainId: deps.chain.id }, transfer);
  if (accepted.kind === 'owed') throw refused(accepted.reason);
  // Its block was replaced: what came of it is to be seen at the next call.
  if (accepted.kind === 'moved') await recheckTransaction(deps, transfer.tx_hash);
  return accepted.kind === 'stake' ? accepted : null;
}

async function notYours({ db, chain }: ChainDeps, hash: string): Promise<TouchlineError> {
  const used = (await transfersOfHash(db, chain.id, hash)).length > 0;
  return used
    ? new TouchlineError('TX_ALREADY_USED', 'This transfer is the stake of another wallet.')
    : new TouchlineError(
        'TX_NOT_PAYMENT',
        'This transaction holds no transfer of FOOTBALL from your wallet to the staking wallet.',
      );
}

function otherAmount(own: readonly TokenTransfer[]): TouchlineError {
  const amounts = own.map((transfer) => tokensOf(transfer.amount)).join(' and ');
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

import { stakesChanged } from '@touchline/api/events/staking';
import type { TokenTransfer } from '@touchline/chain-ledger/transfer';
import { whyNotStakeable } from '@touchline/rules/stakes';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import type { Knex } from 'knex';
import { holdSeason, type Season } from '../seasons/seasons.store.ts';
import type { StoredStake } from '../stakes/stake.ts';
import {
  activeTotal,
  insertOwed,
  insertStake,
  lockWallet,
  type OwedReason,
  raiseWalletVersion,
  refusalOfTransfer,
  stakeOfTransfer,
} from '../stakes/stakes.store.ts';
import { insertTransfer, transfersOfHash } from './transfers.store.ts';

/** What became of a transfer to the staking wallet. */
export type Accepted =
  | { kind: 'stake'; stake: StoredStake; created: boolean }
  /** It is listed as owed back. */
  | { kind: 'owed'; reason: OwedReason }
  /** It is known from another block: look at the transaction again. */
  | { kind: 'moved' }
  /** Nothing is stored: the season, or whether it is really over, is not known yet, so neither is when a lock would end. */
  | { kind: 'waiting' };

/** Makes a confirmed transfer a stake of its sender, or lists it as owed back; each transfer once (game rules 6). */
export async function acceptTransfer(
  { db, chainId, now }: { db: Database; chainId: number; now: () => number },
  transfer: TokenTransfer,
): Promise<Accepted> {
  return db.transaction(async (trx) => {
    const season = await holdSeason(trx);
    if (!season || (now() >= season.ends_at && season.seen_at < season.ends_at)) return { kind: 'waiting' };
    await lockWallet(trx, transfer.sender);
    const known = await transfersOfHash(trx, chainId, transfer.tx_hash);
    if (known.some((row) => row.block_hash !== transfer.block_hash || row.finality === 'ORPHANED'))
      return { kind: 'moved' };
    const same = known.find((row) => row.log_index === transfer.log_index);
    if (same) return outcomeOf(trx, same.id);
    const id = await insertTransfer(trx, chainId, transfer);
    return decide(trx, { id, transfer, season, now: now() });
  });
}

async function outcomeOf(trx: Knex.Transaction, transferId: number): Promise<Accepted> {
  const stake = await stakeOfTransfer(trx, transferId);
  if (stake) return { kind: 'stake', stake, created: false };
  const reason = await refusalOfTransfer(trx, transferId);
  if (!reason) throw new Error(`transfer ${transferId} is neither a stake nor owed`);
  return { kind: 'owed', reason };
}

async function decide(
  trx: Knex.Transaction,
  { id, transfer, season, now }: { id: number; transfer: TokenTransfer; season: Season; now: number },
): Promise<Accepted> {
  const { sender, amount } = transfer;
  const reason =
    now >= season.ends_at ? 'SEASON_OVER' : whyNotStakeable(amount, await activeTotal(trx, sender));
  const common = { transfer_id: id, wallet_address: sender };
  if (reason) {
    await insertOwed(trx, { ...common, stake_id: null, reason, principal: amount, interest: 0n, since: now });
    return { kind: 'owed', reason };
  }
  const stake = await insertStake(trx, {
    ...common,
    season: season.season,
    amount,
    recorded_at: now,
    lock_end: season.ends_at,
  });
  await raiseWalletVersion(trx, sender);
  await writeOutbox(trx, stakesChanged, { wallet: sender });
  return { kind: 'stake', stake, created: true };
}

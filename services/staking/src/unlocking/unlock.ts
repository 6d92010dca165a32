import { stakesChanged } from '@touchline/api/events/staking';
import type { Payouts } from '@touchline/chain-ledger/payouts/payouts';
import { stakeInterest } from '@touchline/rules/stakes';
import type { Database } from '@touchline/service-kit/data/database';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { writeOutbox } from '@touchline/service-kit/messaging/outbox';
import { inBackgroundSpan } from '@touchline/service-kit/process/traces';
import { refreshSeason } from '../seasons/season-end.ts';
import { insertChange, lockWallet, raiseWalletVersion } from '../stakes/stakes.store.ts';
import { findStakesToUnlock, findWalletsToUnlock, markUnlocked } from './unlock.store.ts';

interface UnlockDeps {
  db: Database;
  bus: Bus;
  payouts: Payouts;
  now: () => number;
}

/**
 * Unlocks the stakes whose lock has ended, and makes principal and interest due (game rules 6).
 * @throws TouchlineError UPSTREAM_UNAVAILABLE when the season end cannot be confirmed, because the feed may have moved it
 */
export async function unlockEndedStakes(deps: UnlockDeps): Promise<void> {
  const { db, bus, now } = deps;
  if ((await findWalletsToUnlock(db, now())).length === 0) return;
  await refreshSeason(db, bus, now());
  for (const wallet of await findWalletsToUnlock(db, now())) {
    await inBackgroundSpan('unlock stakes', () => unlockWallet(deps, wallet));
  }
}

async function unlockWallet({ db, payouts, now }: UnlockDeps, wallet: string): Promise<void> {
  await db.transaction(async (trx) => {
    await lockWallet(trx, wallet);
    const at = now();
    for (const stake of await findStakesToUnlock(trx, wallet, at)) {
      await markUnlocked(trx, stake.id, at);
      if (stake.counted > 0n) await insertChange(trx, stake.id, at, -stake.counted);
      const due = {
        transfer_id: stake.transfer_id,
        reason: 'UNLOCKED',
        about: stake.id,
        recipient: wallet,
        from_block: stake.from_block,
      };
      const interest = stakeInterest(stake.principal, stake.recorded_at, stake.lock_end);
      await payouts.upsert(trx, [
        { ...due, kind: 'STAKE_RETURN', amount: stake.principal },
        { ...due, kind: 'INTEREST', amount: interest },
      ]);
    }
    await raiseWalletVersion(trx, wallet);
    await writeOutbox(trx, stakesChanged, { wallet });
  });
}

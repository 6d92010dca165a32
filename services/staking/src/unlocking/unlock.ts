import { stakesChanged } from '@touchline/api/events/staking';
import { stakeInterest } from '@touchline/rules/stakes';
import { writeOutbox } from '@touchline/service-kit/outbox';
import { tellGames } from '../coefficients/tell-games.ts';
import { refreshSeason } from '../seasons/season-end.ts';
import { insertChange, insertOwed, lockWallet, raiseWalletVersion } from '../stakes/stakes.store.ts';
import type { ChainDeps } from '../transfers/chain.ts';
import { markUnlocked, stakesDue, walletsDue } from './unlock.store.ts';

/**
 * Unlocks the stakes whose lock has ended and lists principal and interest as owed (game rules 6).
 * @throws TouchlineError UPSTREAM_UNAVAILABLE: a lock is not ended by a date that the feed may have moved meanwhile
 */
export async function unlockDue(deps: ChainDeps): Promise<void> {
  const { db, bus, now } = deps;
  if ((await walletsDue(db, now())).length === 0) return;
  await refreshSeason(db, bus, now());
  for (const wallet of await walletsDue(db, now())) {
    await unlockWallet(deps, wallet);
    await tellGames(deps, wallet);
  }
}

async function unlockWallet({ db, now }: ChainDeps, wallet: string): Promise<void> {
  await db.transaction(async (trx) => {
    await lockWallet(trx, wallet);
    const at = now();
    for (const stake of await stakesDue(trx, wallet, at)) {
      await markUnlocked(trx, stake.id, at);
      await insertChange(trx, stake.id, at, -stake.amount);
      await insertOwed(trx, {
        transfer_id: stake.transfer_id,
        stake_id: stake.id,
        wallet_address: wallet,
        reason: 'UNLOCKED',
        principal: stake.amount,
        interest: stakeInterest(stake.amount, stake.recorded_at, stake.lock_end),
        since: at,
      });
    }
    await raiseWalletVersion(trx, wallet);
    await writeOutbox(trx, stakesChanged, { wallet });
  });
}

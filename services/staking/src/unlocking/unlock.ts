import { stakesChanged } from '@touchline/api/events/staking';
import { stakeInterest } from '@touchline/rules/stakes';
import type { Bus } from '@touchline/service-kit/bus';
import type { Database } from '@touchline/service-kit/database';
import { writeOutbox } from '@touchline/service-kit/outbox';
import { tellGames } from '../coefficients/tell-games.ts';
import { refreshSeason } from '../seasons/season-end.ts';
import { insertChange, insertOwed, lockWallet, raiseWalletVersion } from '../stakes/stakes.store.ts';
import { markUnlocked, stakesDue, walletsDue } from './unlock.store.ts';

/**
 * Unlocks the stakes whose lock has ended and lists principal and interest as owed (game rules 6).
 * @throws TouchlineError UPSTREAM_UNAVAILABLE: the feed may have moved the end, so only a confirmed end unlocks
 */
export async function unlockDue(deps: { db: Database; bus: Bus; now: () => number }): Promise<void> {
  const { db, bus, now } = deps;
  if ((await walletsDue(db, now())).length === 0) return;
  await refreshSeason(db, bus, now());
  for (const wallet of await walletsDue(db, now())) {
    await unlockWallet(db, wallet, now);
    await tellGames(deps, wallet);
  }
}

async function unlockWallet(db: Database, wallet: string, now: () => number): Promise<void> {
  await db.transaction(async (trx) => {
    await lockWallet(trx, wallet);
    const at = now();
    for (const stake of await stakesDue(trx, wallet, at)) {
      await markUnlocked(trx, stake.id, at);
      if (stake.counted > 0n) await insertChange(trx, stake.id, at, -stake.counted);
      await insertOwed(trx, {
        transfer_id: stake.transfer_id,
        stake_id: stake.id,
        wallet_address: wallet,
        reason: 'UNLOCKED',
        principal: stake.principal,
        interest: stakeInterest(stake.principal, stake.recorded_at, stake.lock_end),
        since: at,
      });
    }
    await raiseWalletVersion(trx, wallet);
    await writeOutbox(trx, stakesChanged, { wallet });
  });
}

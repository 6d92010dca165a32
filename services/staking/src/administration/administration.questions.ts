import { askStakingChanges } from '@touchline/api/events/admin-changes';
import {
  askStakingHealth,
  askStakingSeries,
  askStakingSwitches,
  askStakingTotals,
  setStakingSwitch,
} from '@touchline/api/events/admin-parts';
import { askStake, askStakes, editStake } from '@touchline/api/events/admin-stakes';
import type { PartHealth } from '@touchline/api/http/admin-overview';
import { tokensOf } from '@touchline/rules/tokens';
import { adminChangesAfter } from '@touchline/service-kit/admin-changes';
import { answer } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import { healthOf } from '@touchline/service-kit/part-health';
import type { Switches } from '@touchline/service-kit/switches';
import { iso } from '../stakes/stake.ts';
import { stakesBySteps, toDetails } from './admin-stakes.store.ts';
import { applyEdit, type EditDeps, stakeOf } from './edit-stake.ts';
import type { ListedStake } from './listed-stakes.store.ts';
import { createStakeList } from './stake-list.ts';

interface AdministrationDeps extends EditDeps {
  bus: Bus;
  switches: Switches;
  chainHealth: () => Promise<NonNullable<PartHealth['chain']>>;
}

/** Answers the admin service: stakes, switches, totals, series and health. */
export function answerAdministration(deps: AdministrationDeps): void {
  const { db, bus, switches } = deps;
  const list = createStakeList(db);
  // Not only with the first question: reading everything takes a while.
  void list.refresh().catch((error: unknown) => {
    if (!bus.closing.aborted) bus.log.warn({ err: error }, 'stakes not listed yet');
  });

  answer(bus, askStakes, async (asked) => {
    const { rows, total } = await list.page(asked);
    return { rows: rows.map(toWire), total };
  });
  answer(bus, askStake, async ({ id }) => toDetails(await stakeOf(db, id, { hold: false })));
  answer(bus, editStake, (edit) => applyEdit(deps, edit));
  answer(bus, askStakingChanges, (after) => adminChangesAfter(db, after));

  answer(bus, askStakingSwitches, async () => ({ switches: await switches.all() }));
  answer(bus, setStakingSwitch, (change) => switches.set(change));

  answer(bus, askStakingTotals, async () => {
    const { stakes, active, staked } = await list.totals();
    return { stakes, active_stakes: active, staked_amount: tokensOf(staked) };
  });
  answer(bus, askStakingSeries, async ({ per, from }) => ({
    points: (await stakesBySteps(db, per, from)).map(({ at, stakes, staked }) => ({
      at: iso(at),
      stakes,
      staked_amount: tokensOf(BigInt(staked)),
    })),
  }));
  answer(bus, askStakingHealth, async () => {
    const [health, chain] = await Promise.all([healthOf(db, bus), deps.chainHealth()]);
    return { ...health, feed: null, chain };
  });
}

const toWire = ({ id, wallet_address, amount, lock_start, lock_end, is_active }: ListedStake) => ({
  id,
  wallet_address,
  amount,
  lock_start_date: iso(lock_start),
  lock_end_date: iso(lock_end),
  is_active,
});

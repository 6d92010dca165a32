import { stakingChangesRequest } from '@touchline/api/events/admin-changes';
import {
  setStakingSwitch,
  stakingHealthRequest,
  stakingSeriesRequest,
  stakingSwitchesRequest,
  stakingTotalsRequest,
} from '@touchline/api/events/admin-services';
import { editStake, stakeRequest, stakesRequest } from '@touchline/api/events/admin-stakes';
import type { ServiceHealth } from '@touchline/api/http/admin-overview';
import { weiToTokens } from '@touchline/rules/tokens';
import { listAdminChanges } from '@touchline/service-kit/admin-changes';
import type { Bus } from '@touchline/service-kit/bus';
import { reply } from '@touchline/service-kit/request';
import { collectHealth } from '@touchline/service-kit/service-health';
import type { Switches } from '@touchline/service-kit/switches';
import { iso } from '../stakes/stake.ts';
import { stakesBySteps, toDetails } from './admin-stakes.store.ts';
import { applyEdit, type EditDeps, stakeOf } from './edit-stake.ts';
import type { ListedStake } from './listed-stakes.store.ts';
import { createStakeList } from './stake-list.ts';

interface AdministrationDeps extends EditDeps {
  bus: Bus;
  switches: Switches;
  chainHealth: () => Promise<NonNullable<ServiceHealth['chain']>>;
}

/** Answers the admin service: stakes, switches, totals, series and health. */
export function answerAdministration(deps: AdministrationDeps): void {
  const { db, bus, switches } = deps;
  const list = createStakeList(db);
  // Not only with the first question: reading everything takes a while.
  void list.refresh().catch((error: unknown) => {
    if (!bus.closing.aborted) bus.log.warn({ err: error }, 'stakes not listed yet');
  });

  reply(bus, stakesRequest, async (asked) => {
    const { rows, total } = await list.page(asked);
    return { rows: rows.map(toWire), total };
  });
  reply(bus, stakeRequest, async ({ id }) => toDetails(await stakeOf(db, id, { hold: false })));
  reply(bus, editStake, (edit) => applyEdit(deps, edit));
  reply(bus, stakingChangesRequest, (after) => listAdminChanges(db, after));

  reply(bus, stakingSwitchesRequest, async () => ({ switches: await switches.all() }));
  reply(bus, setStakingSwitch, (change) => switches.set(change));

  reply(bus, stakingTotalsRequest, async () => {
    const { stakes, active, staked } = await list.totals();
    return { stakes, active_stakes: active, staked_amount: weiToTokens(staked) };
  });
  reply(bus, stakingSeriesRequest, async ({ per, from }) => ({
    points: (await stakesBySteps(db, per, from)).map(({ at, stakes, staked }) => ({
      at: iso(at),
      stakes,
      staked_amount: weiToTokens(BigInt(staked)),
    })),
  }));
  reply(bus, stakingHealthRequest, async () => {
    const [health, chain] = await Promise.all([collectHealth(db, bus), deps.chainHealth()]);
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

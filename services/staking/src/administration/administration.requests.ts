import { stakingChangesRequest } from '@touchline/api/events/admin-changes';
import {
  stakingHealthRequest,
  stakingSeriesRequest,
  stakingSwitchesRequest,
  stakingTotalsRequest,
} from '@touchline/api/events/admin-services';
import { setSwitch } from '@touchline/api/http/admin-controls';
import { getAdminStake, listAdminStakes, updateAdminStake } from '@touchline/api/http/admin-stakes';
import { toInstant } from '@touchline/api/values';
import { weiToTokens } from '@touchline/rules/tokens';
import { listAdminChanges } from '@touchline/service-kit/administration/admin-changes';
import { type OwnerDeps, replyToEndpoint } from '@touchline/service-kit/administration/owner-requests';
import { collectHealth, type OwnHealth } from '@touchline/service-kit/administration/service-health';
import type { Switches } from '@touchline/service-kit/administration/switches';
import { reply } from '@touchline/service-kit/messaging/request';
import { sumStakes } from '../stakes/stakes.store.ts';
import { countStakesPerInterval, readStake, toDetails } from './admin-stakes.store.ts';
import { applyEdit, type EditDeps } from './edit-stake.ts';
import { listStakes } from './stake-list.store.ts';

interface AdministrationDeps extends EditDeps, OwnHealth, OwnerDeps {
  switches: Switches;
}

/** Replies to the admin service: stakes, switches, totals, series and health. */
export function replyToAdminRequests(deps: AdministrationDeps): void {
  const { db, bus, switches } = deps;
  replyToEndpoint(deps, listAdminStakes, async ({ query }) => {
    const { stakes, total } = await listStakes(db, query);
    return { stakingRecords: stakes, total };
  });
  replyToEndpoint(deps, getAdminStake, async ({ params: { id } }) => ({
    stakingRecord: toDetails(await readStake(db, id, { hold: false })),
  }));
  replyToEndpoint(deps, updateAdminStake, async ({ params: { id }, body: change, version, by }) => ({
    stakingRecord: await applyEdit(deps, { by, id, version, change }),
  }));
  replyToEndpoint(deps, setSwitch, async ({ params: { name }, body: { on }, by }) => ({
    switch: await switches.set({ by, name, on }),
  }));

  reply(bus, stakingChangesRequest, (after) => listAdminChanges(db, after));
  reply(bus, stakingSwitchesRequest, async () => ({ switches: await switches.all() }));
  reply(bus, stakingTotalsRequest, async () => {
    const { stakes, active, staked } = await sumStakes(db);
    return { stakes, active_stakes: active, staked_amount: weiToTokens(staked) };
  });
  reply(bus, stakingSeriesRequest, async ({ per, from }) => ({
    points: (await countStakesPerInterval(db, per, from)).map(({ at, stakes, staked }) => ({
      at: toInstant(at),
      stakes,
      staked_amount: weiToTokens(BigInt(staked)),
    })),
  }));
  reply(bus, stakingHealthRequest, () => collectHealth(db, bus, deps));
}

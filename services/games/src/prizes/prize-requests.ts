import {
  approveSettlement as approveEndpoint,
  approveFunding as approveFundingEndpoint,
  getPrizePlan,
  getSettlement,
  getSettlementFunding,
  listSettlements as listEndpoint,
  listUnpaidPrizes,
  updatePrizePlan,
} from '@touchline/api/http/admin-prizes';
import { replyToEndpoint } from '@touchline/service-kit/administration/owner-requests';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { approveFunding, readFunding, readRevoke } from './funding-admin.ts';
import { changePrizePlan, type PlanDeps, readPrizePlan } from './prize-plan.ts';
import {
  approveSettlement,
  listSettlements,
  listUnpaid,
  readSettlement,
  type SettlementAdminDeps,
} from './settlement-admin.ts';

interface PrizeRequestDeps extends PlanDeps, SettlementAdminDeps {
  bus: Bus;
}

/** Replies to admin requests about plans, settlements, funding and payment of prizes. */
export function replyToPrizeRequests(deps: PrizeRequestDeps): void {
  replyToEndpoint(deps, getPrizePlan, async ({ params: { id } }) => ({
    plan: await readPrizePlan(deps, id),
  }));
  replyToEndpoint(deps, updatePrizePlan, async ({ params: { id }, body: change, version, by }) => ({
    plan: await changePrizePlan(deps, { by, id, version, change }),
  }));
  replyToEndpoint(deps, listEndpoint, ({ query }) => listSettlements(deps, query));
  replyToEndpoint(deps, getSettlement, async ({ params: { id } }) => ({
    ...(await readSettlement(deps, id)),
    revoke: await readRevoke(deps, id),
  }));
  replyToEndpoint(deps, approveEndpoint, async ({ params: { id }, version, by }) => ({
    settlement: await approveSettlement(deps, { by, id, version }),
  }));
  replyToEndpoint(deps, getSettlementFunding, ({ params: { id }, by }) => readFunding(deps, id, by.admin));
  replyToEndpoint(
    deps,
    approveFundingEndpoint,
    async ({ params: { id }, body: { approved }, version, by }) => ({
      settlement: await approveFunding(deps, { by, id, version, approved }),
    }),
  );
  replyToEndpoint(deps, listUnpaidPrizes, ({ params: { id }, query: { after } }) =>
    listUnpaid(deps, id, after),
  );
}

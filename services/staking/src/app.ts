import { keepHeartbeat } from '@touchline/service-kit/administration/service-health';
import { createSwitches } from '@touchline/service-kit/administration/switches';
import { holdAdvisoryLock } from '@touchline/service-kit/data/advisory-lock';
import { createServiceKoa } from '@touchline/service-kit/http/app';
import type { Verifier } from '@touchline/service-kit/http/auth';
import { createRoutes, mount } from '@touchline/service-kit/http/route';
import { publishFromOutbox } from '@touchline/service-kit/messaging/outbox';
import type { App } from '@touchline/service-kit/service';
import { replyToAdminRequests } from './administration/administration.requests.ts';
import { stakeRoutes } from './claims/stakes.routes.ts';
import { replyToCoefficientRequests } from './coefficients/coefficients.requests.ts';
import { replyToPayoutRequests } from './payouts/payout-requests.ts';
import { replyToLiabilityRequests } from './stakes/liabilities.ts';
import { createStakingWallet, type StakingResources } from './wallet.ts';
import { PAUSE_MS, runWorker } from './worker.ts';

export interface StakingDeps extends StakingResources {
  verifier: Verifier;
  /** The deployment configuration rejects new stakes, regardless of the admin switch. */
  disabled: boolean;
  adminWallets: readonly string[];
  /** Pause between two reads of the chain in milliseconds, default 4 s. */
  pauseMs?: number;
}

/** Wires the staking service: wallet, routes, NATS requests and the single worker. */
export function createApp(deps: StakingDeps): App {
  const { db, bus, log } = deps;
  const context = {
    ...deps,
    ...createStakingWallet(deps),
    switches: createSwitches({ ...deps, owner: 'staking', allowed: { staking: !deps.disabled } }),
  };
  replyToCoefficientRequests(context);
  replyToLiabilityRequests(context);
  replyToAdminRequests(context);
  replyToPayoutRequests(context);

  const routes = createRoutes(deps.verifier);
  stakeRoutes(routes, context);
  const koa = createServiceKoa(deps, context.notes);
  mount(koa, routes);

  keepHeartbeat(db, bus);
  publishFromOutbox(db, bus);
  const worker = holdAdvisoryLock(db, 'staking-worker', log, (signal) =>
    runWorker(context, deps.pauseMs ?? PAUSE_MS, signal).finally(context.resetMetrics),
  );
  return { koa, stop: () => worker.stop() };
}

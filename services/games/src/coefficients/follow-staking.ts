import { applyCoefficient } from '@touchline/api/events/games';
import { coefficientsRequest, stakesChanged } from '@touchline/api/events/staking';
import type { Bus } from '@touchline/service-kit/messaging/bus';
import { reply, request } from '@touchline/service-kit/messaging/request';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { applyHistory, type CoefficientDeps } from './apply-history.ts';
import { readHistoryVersions } from './coefficients.store.ts';

/**
 * Applies coefficients on requests and events of staking. Requests may get lost; events are redelivered. All histories are
 * compared at the start and whenever events may have been missed.
 */
export function followStaking(bus: Bus, deps: CoefficientDeps): void {
  // The coefficient in the request is not trusted: it is read from staking.
  reply(bus, applyCoefficient, async ({ wallet }) => {
    const { wallets } = await request(bus, coefficientsRequest, { wallets: [wallet.toLowerCase()] });
    let updatedParticipations = 0;
    for (const history of wallets) updatedParticipations += await applyHistory(deps, history);
    return { updatedParticipations };
  });

  async function applyAll(): Promise<void> {
    let after: string | undefined;
    for (let more = true; more; ) {
      const page = await request(bus, coefficientsRequest, { wallets: [], after });
      const known = await readHistoryVersions(
        deps.db,
        page.wallets.map(({ wallet }) => wallet),
      );
      for (const history of page.wallets)
        if ((known.get(history.wallet)?.applied_version ?? 0) < history.version)
          await applyHistory(deps, history);
      after = page.wallets.at(-1)?.wallet;
      more = page.more && after !== undefined;
    }
  }

  subscribe(bus, stakesChanged, { durable: 'games-stakes', resync: applyAll }, async ({ wallet }) => {
    const { wallets } = await request(bus, coefficientsRequest, { wallets: [wallet] });
    for (const history of wallets) await applyHistory(deps, history);
  });
}

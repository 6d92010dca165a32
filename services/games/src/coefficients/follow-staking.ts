import { applyCoefficient } from '@touchline/api/events/games';
import { askCoefficients, stakesChanged } from '@touchline/api/events/staking';
import { answer, ask } from '@touchline/service-kit/ask';
import type { Bus } from '@touchline/service-kit/bus';
import { subscribe } from '@touchline/service-kit/subscribe';
import { applyHistory, type CoefficientDeps } from './apply.ts';
import { appliedVersions } from './coefficients.store.ts';

/**
 * Takes coefficients as staking asks for it, and catches up by its events: a question that nobody answered in time is
 * lost, the event is not. At the start, and whenever events may be missing, all histories are compared.
 */
export function followStaking({ bus, ...deps }: CoefficientDeps & { bus: Bus }): void {
  answer(bus, applyCoefficient, async (history) => ({
    updatedParticipations: await applyHistory(deps, history),
  }));

  async function takeAll(): Promise<void> {
    let after: string | undefined;
    for (let more = true; more; ) {
      const page = await ask(bus, askCoefficients, { wallets: [], after });
      const known = await appliedVersions(
        deps.db,
        page.wallets.map(({ wallet }) => wallet),
      );
      for (const history of page.wallets)
        if ((known.get(history.wallet) ?? 0) < history.version) await applyHistory(deps, history);
      after = page.wallets.at(-1)?.wallet;
      more = page.more && after !== undefined;
    }
  }

  subscribe(bus, stakesChanged, { durable: 'games-stakes', resync: takeAll }, async ({ wallet }) => {
    const { wallets } = await ask(bus, askCoefficients, { wallets: [wallet] });
    for (const history of wallets) await applyHistory(deps, history);
  });
}

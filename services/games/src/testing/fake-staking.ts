import { applyCoefficient } from '@touchline/api/events/games';
import { coefficientsRequest, stakesChanged } from '@touchline/api/events/staking';
import { type Bus, openBus } from '@touchline/service-kit/bus';
import { createLog } from '@touchline/service-kit/log';
import { reply, request } from '@touchline/service-kit/request';
import { publish } from '@touchline/service-kit/stream';
import type { CoefficientHistory } from '../coefficients/apply-history.ts';

/** The staking service's side of the bus: answers, asks and publishes with histories that the test writes. */
export class StakingStandIn {
  readonly histories = new Map<string, CoefficientHistory>();
  readonly bus: Bus;

  constructor(natsUrl: string) {
    this.bus = openBus(natsUrl, { name: 'staking', log: createLog('staking', 'silent') });
    reply(this.bus, coefficientsRequest, async ({ wallets, after }) => {
      const all = [...this.histories.values()].sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
      if (wallets.length > 0)
        return { wallets: all.filter(({ wallet }) => wallets.includes(wallet)), more: false };
      // One per page, which forces readers to page.
      const rest = all.filter(({ wallet }) => wallet > (after ?? ''));
      return { wallets: rest.slice(0, 1), more: rest.length > 1 };
    });
  }

  /** From `at` (epoch ms) on the wallet has this coefficient; not published yet. */
  record(wallet: string, at: number, coefficient: number): CoefficientHistory {
    const known = this.histories.get(wallet);
    const step = {
      recorded_at: new Date(at).toISOString(),
      coefficient_thousandths: Math.round(coefficient * 1000),
    };
    return this.replace(wallet, [...(known?.steps ?? []), step]);
  }

  /** Another history of the wallet, as after a reorganisation of the chain. */
  replace(wallet: string, steps: CoefficientHistory['steps']): CoefficientHistory {
    const history = { wallet, version: (this.histories.get(wallet)?.version ?? 0) + 1, steps };
    this.histories.set(wallet, history);
    return history;
  }

  /** Asks games to apply a history, and answers how many participations it changed. */
  async apply(history: CoefficientHistory): Promise<number> {
    return (await request(this.bus, applyCoefficient, history)).updatedParticipations;
  }

  /** Records and applies. */
  stake(wallet: string, at: number, coefficient: number): Promise<number> {
    return this.apply(this.record(wallet, at, coefficient));
  }

  /** Only the event. */
  async tell(wallet: string): Promise<void> {
    await publish(this.bus, { subject: stakesChanged.subject, payload: { wallet } });
  }
}
